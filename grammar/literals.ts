/** Numbers and durations (`[L-42]`): what is one, what it is worth, and what was probably meant by one that is not. */

const number = /^-?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9]+)?$/;
const duration = /^(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?$/;

const milliseconds: ReadonlyMap<string, number> = new Map([
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
]);

/** Spellings of units that people try, with the unit they mean. */
const spellings: ReadonlyMap<string, string> = new Map([
  ...["week", "weeks"].map((word) => [word, "w"] as const),
  ...["day", "days"].map((word) => [word, "d"] as const),
  ...["hour", "hours", "hr", "hrs"].map((word) => [word, "h"] as const),
  ...["minute", "minutes", "min", "mins"].map((word) => [word, "m"] as const),
  ...["second", "seconds", "sec", "secs"].map((word) => [word, "s"] as const),
  ...["millisecond", "milliseconds", "msec", "msecs", "millis"].map((word) => [word, "ms"] as const),
]);

/** How a duration is written, for whoever wrote something else. */
export const durationHint =
  "a duration is written like `40m`, `1h30m` or `500ms`; its units are `w`, `d`, `h`, `m`, `s` and `ms`";

/** The unit that a word means, spelled out or not. */
export function unitOf(word: string): string | undefined {
  return milliseconds.has(word) ? word : spellings.get(word.toLowerCase());
}

export type LiteralKind =
  | { readonly kind: "number" }
  | { readonly kind: "duration" }
  /** `like`: which of the two it was probably meant to be; `instead`: how to write it. */
  | {
      readonly kind: "bad";
      readonly like: "number" | "duration";
      readonly problem: string;
      readonly instead?: string;
    };

/** What a run of text that begins like a number is. */
export function classifyLiteral(text: string): LiteralKind {
  if (number.test(text)) {
    const value = numberValue(text);
    if (!Number.isFinite(value)) return bad("number", "is too large for a number");
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && !/[eE.]/.test(text)) {
      return bad("number", "is too large to be held exactly");
    }
    return { kind: "number" };
  }
  if (duration.test(text)) {
    return Number.isSafeInteger(durationValue(text)) ? { kind: "duration" } : bad("duration", "is too long");
  }
  return /^-?[0-9][0-9_.]*(?:[eE][+-]?[0-9]*)?$/.test(text) ? badNumber(text) : badDuration(text);
}

export function numberValue(text: string): number {
  return Number(text.replaceAll("_", ""));
}

/** In milliseconds. */
export function durationValue(text: string): number {
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g)) {
    total += Number(amount) * (milliseconds.get(unit ?? "") ?? 0);
  }
  return total;
}

/** The shortest way to write a duration of that many milliseconds. */
export function writeDuration(total: number): string {
  let rest = total;
  let text = "";
  for (const [unit, worth] of milliseconds) {
    const amount = Math.floor(rest / worth);
    if (amount > 0) text += `${amount}${unit}`;
    rest -= amount * worth;
  }
  return text === "" ? "0s" : text;
}

function bad(like: "number" | "duration", problem: string, instead?: string): LiteralKind {
  return { kind: "bad", like, problem, ...(instead === undefined ? {} : { instead }) };
}

function badNumber(text: string): LiteralKind {
  if (/^-?0[0-9]/.test(text))
    return bad("number", "has a leading zero", text.replace(/^(-?)0+(?=[0-9])/, "$1"));
  if (text.endsWith(".")) return bad("number", "has no digits behind its point", text.slice(0, -1));
  if (/_/.test(text)) return bad("number", "has an underscore that does not stand between two digits");
  return bad("number", "is not a number");
}

function badDuration(text: string): LiteralKind {
  if (text.startsWith("-")) return bad("duration", "is negative, which a duration cannot be", text.slice(1));
  const pieces = [...text.matchAll(/([0-9]+(?:\.[0-9]+)?)_?([A-Za-z]*)/g)];
  let total = 0;
  let unknown: string | undefined;
  for (const [, amount, spelled = ""] of pieces) {
    const unit = unitOf(spelled);
    if (unit === undefined) unknown ??= spelled;
    total += Number(amount) * (milliseconds.get(unit ?? "") ?? 0);
  }
  const readable = pieces.map(([piece]) => piece).join("") === text && unknown === undefined;
  const instead = readable && Number.isSafeInteger(total) ? writeDuration(total) : undefined;
  if (unknown === "") return bad("duration", "has a number without a unit");
  if (unknown !== undefined) return bad("duration", `has the unknown unit \`${unknown}\``);
  if (/\./.test(text))
    return bad("duration", "has a fraction, and a duration is made of whole numbers", instead);
  if (/[A-Za-z]{2}/.test(text.replaceAll(/[0-9]ms/g, ""))) {
    return bad("duration", "has a unit that is spelled out", instead);
  }
  return bad("duration", "does not go from its largest unit to its smallest, each once", instead);
}
