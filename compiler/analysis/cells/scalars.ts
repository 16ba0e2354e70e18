/** Numbers and texts, cut where predicates tell them apart. */
import type { Json, JsonObject } from "../../../ir/index.js";
import { test } from "../../../runtime/core/evaluate.js";
import type { Facts } from "../../../runtime/core/facts.js";
import type { Demand } from "./demands.js";
import { textsMatching } from "./pattern-samples.js";

/** A value that stands for all that predicates do not tell from it. */
export interface Part {
  readonly value: Json;
  readonly assumed: boolean;
}

export type Fits = (value: Json) => boolean;

/** What the comparisons and patterns say of a value: the same answers, the same part. */
function answersOf(value: Json, { comparisons, patterns }: Demand, matches: Facts["matches"]): string {
  const told = comparisons.map(({ operator, constant }) => test(operator, value, constant));
  const matched = [...patterns].map((pattern) =>
    typeof value === "string" ? matches(value, pattern) : undefined,
  );
  return [...told, ...matched].join(" ");
}

/** The first value of each kind of answers. */
function toldApart(parts: readonly Part[], demand: Demand, matches: Facts["matches"]): readonly Part[] {
  const found = new Map<string, Part>();
  for (const part of parts) {
    const answers = answersOf(part.value, demand, matches);
    const before = found.get(answers);
    if (before === undefined || (before.assumed && !part.assumed)) found.set(answers, part);
  }
  return [...found.values()];
}

/** The constants that a value is compared with, those in arrays of `in` too. */
export function constantsOf({ comparisons }: Demand): readonly Json[] {
  return comparisons.flatMap(({ operator, constant }) =>
    operator === "in" && Array.isArray(constant) ? constant : operator === "contains" ? [] : [constant],
  );
}

// ------------------------------------------------------------------------------------------------------- numbers

/** How many multiples are tried between two thresholds. */
const mostMultiples = 1_000;

/** The thresholds, and one number between each two of them, as far as the schema's bounds go. */
export function numberParts(
  schema: JsonObject,
  isInteger: boolean,
  demand: Demand,
  fits: Fits,
): readonly Part[] {
  const thresholds = constantsOf(demand).filter((constant) => typeof constant === "number");
  const cuts = [...new Set(thresholds)].toSorted((a, b) => a - b);
  const parts: Part[] = cuts.filter(fits).map((value) => ({ value, assumed: false }));
  const bounds = boundsOf(schema);
  for (let index = 0; index <= cuts.length; index += 1) {
    const low = cuts[index - 1];
    const high = cuts[index];
    const within = intersected(bounds, {
      low: low ?? Number.NEGATIVE_INFINITY,
      isLowOpen: true,
      high: high ?? Number.POSITIVE_INFINITY,
      isHighOpen: true,
    });
    const part = within === undefined ? undefined : numberWithin(within, stepOf(schema, isInteger), fits);
    if (part !== undefined) parts.push(part);
  }
  // No number matches a pattern.
  return toldApart(parts, demand, () => false);
}

interface Interval {
  readonly low: number;
  readonly isLowOpen: boolean;
  readonly high: number;
  readonly isHighOpen: boolean;
}

function boundsOf(schema: JsonObject): Interval {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const number = (value: Json | undefined, otherwise: number): number =>
    typeof value === "number" ? value : otherwise;
  const least = number(minimum, Number.NEGATIVE_INFINITY);
  const above = number(exclusiveMinimum, Number.NEGATIVE_INFINITY);
  const most = number(maximum, Number.POSITIVE_INFINITY);
  const below = number(exclusiveMaximum, Number.POSITIVE_INFINITY);
  return {
    low: Math.max(least, above),
    isLowOpen: above >= least,
    high: Math.min(most, below),
    isHighOpen: below <= most,
  };
}

/** `undefined` where they have nothing in common. */
function intersected(one: Interval, other: Interval): Interval | undefined {
  const low = Math.max(one.low, other.low);
  const high = Math.min(one.high, other.high);
  const isLowOpen = [one, other].some((each) => each.low === low && each.isLowOpen);
  const isHighOpen = [one, other].some((each) => each.high === high && each.isHighOpen);
  return low < high || (low === high && !isLowOpen && !isHighOpen)
    ? { low, isLowOpen, high, isHighOpen }
    : undefined;
}

/** What values are multiples of; `undefined`: of nothing. */
function stepOf({ multipleOf }: JsonObject, isInteger: boolean): number | undefined {
  if (typeof multipleOf === "number" && multipleOf > 0) return multipleOf;
  return isInteger ? 1 : undefined;
}

function numberWithin(within: Interval, step: number | undefined, fits: Fits): Part | undefined {
  const { low, high, isLowOpen, isHighOpen } = within;
  const contains = (value: number): boolean =>
    (value > low || (value === low && !isLowOpen)) && (value < high || (value === high && !isHighOpen));
  const isFitting = (value: number): boolean => contains(value) && fits(value);
  if (step === undefined) {
    const near = Number.isFinite(low) ? [low, Math.floor(low) + 1] : [high, Math.ceil(high) - 1];
    const tried = [...(Number.isFinite(low) || Number.isFinite(high) ? near : [1]), low + (high - low) / 2];
    const value = tried.find((each) => Number.isFinite(each) && isFitting(each));
    if (value !== undefined) return { value, assumed: false };
    const assumed = tried.find((each) => Number.isFinite(each) && contains(each));
    return assumed === undefined ? undefined : { value: assumed, assumed: true };
  }
  const upwards = Number.isFinite(low) || !Number.isFinite(high);
  const first = Number.isFinite(low)
    ? Math.floor(low / step)
    : Number.isFinite(high)
      ? Math.ceil(high / step)
      : 1;
  for (let tried = 0; tried < mostMultiples; tried += 1) {
    const value = multiple(first + (upwards ? tried : -tried), step);
    if (isFitting(value)) return { value, assumed: false };
    if (upwards ? value > high : value < low) return undefined;
  }
  return { value: multiple(first + (upwards ? 1 : -1), step), assumed: true };
}

/** `3 × 0.1` as people reckon. */
function multiple(count: number, step: number): number {
  return Number((count * step).toPrecision(15));
}

// --------------------------------------------------------------------------------------------------------- texts

const words = ["other", "another", "text", "word", "something else", "x", "y", "z", "1", ""];

/** A value of each format that is asserted, and another one. */
const ofFormat: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-01-31", "2027-02-28"],
  time: ["09:00:00Z", "10:30:00Z"],
  "date-time": ["2026-01-31T09:00:00Z", "2027-02-28T10:30:00Z"],
  duration: ["PT1H", "P2D"],
  uri: ["https://example.com", "https://example.org/other"],
  "uri-reference": ["/other", "/another"],
  email: ["someone@example.com", "somebody@example.org"],
  uuid: ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"],
  hostname: ["example.com", "example.org"],
  ipv4: ["192.0.2.1", "192.0.2.2"],
  ipv6: ["2001:db8::1", "2001:db8::2"],
  "json-pointer": ["/other", "/another"],
  "relative-json-pointer": ["0", "1"],
};

export interface TextParts {
  readonly parts: readonly Part[];
  /** Whether every text is like one of them. */
  readonly complete: boolean;
}

/** The constants, and for each set of patterns that a text may match one that is none of them. */
export function textParts(
  schema: JsonObject,
  demand: Demand,
  { fits, matches }: { readonly fits: Fits; readonly matches: Facts["matches"] },
): TextParts {
  const constants = new Set(constantsOf(demand).filter((constant) => typeof constant === "string"));
  const parts: Part[] = [...constants].filter(fits).map((value) => ({ value, assumed: false }));
  const others = candidates(schema, demand).filter((text) => !constants.has(text) && fits(text));
  const found = toldApart(
    others.map((value) => ({ value, assumed: false })),
    demand,
    matches,
  );
  const isEmptyOnly = schema["maxLength"] === 0;
  if (demand.patterns.size > 0) {
    const complete = found.length === 2 ** demand.patterns.size;
    return { parts: toldApart([...parts, ...found], demand, matches), complete };
  }
  // Every constant answers in its own way; whatever is none of them answers like any other.
  const other: readonly Part[] =
    found.length > 0 || isEmptyOnly ? found : [{ value: unlike(constants), assumed: true }];
  return { parts: toldApart([...parts, ...other], demand, matches), complete: true };
}

function unlike(constants: ReadonlySet<string>): string {
  let text = "other";
  while (constants.has(text)) text += "+";
  return text;
}

function candidates(schema: JsonObject, { patterns }: Demand): readonly string[] {
  const { format, pattern, examples, minLength, maxLength } = schema;
  const shown = (Array.isArray(examples) ? examples : []).filter((each) => typeof each === "string");
  const formatted = typeof format === "string" ? (ofFormat[format] ?? []) : [];
  const matching = [...(typeof pattern === "string" ? [pattern] : []), ...patterns].flatMap(textsMatching);
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  const sized = words.map((word) => word.padEnd(Math.min(least, 10_000), "x").slice(0, most));
  return [...shown, ...formatted, ...matching, ...sized];
}
