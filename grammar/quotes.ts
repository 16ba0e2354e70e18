/** Where strings end, and what is wrong inside them. */
import type { Span } from "../ir/span.js";
import type { Fault } from "./fault.js";

/** Behind the closing quote of the string at `start`; `undefined` where its line ends first. */
export function quotedEnd(text: string, start: number): number | undefined {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 92) i++;
    else if (character === 34) return i + 1;
    if (text.charCodeAt(i) === 10) return undefined;
  }
  return undefined;
}

/** Behind the closing `"""` of the block string at `start`; further quotes that adjoin it belong to the text. */
export function blockEnd(text: string, start: number): number | undefined {
  const close = text.indexOf('"""', start + 3);
  if (close === -1) return undefined;
  let end = close + 3;
  while (text.charAt(end) === '"') end++;
  return end;
}

/** Where, between two offsets, the line before one ends that begins, at its first column, as a declaration does. */
export function declarationLine(text: string, from: number, to: number): number | undefined {
  const line =
    /\r?\n(?:\s*\n)?(?=(?:\/\/\/|(?:namespace|import|type|artifact|evidence|verdict|playbook|wait|tool|effect|scenario)[ \t]+[A-Za-z_"`{][^\r\n]*))/g;
  line.lastIndex = from;
  for (let match = line.exec(text); match !== null && match.index < to; match = line.exec(text)) {
    const shape =
      /\s*(?:\/\/\/|(?:playbook|wait|tool|effect|type)\s+[\w`-]+\s*[{=]|scenario\s+"|evidence\s+[\w`-]+\s*$|artifact\s+[\w`-]+\s+at\s+"|verdict\s+[\w`-]+\s*(?:\{|:|per\s)|import\s*\{|namespace\s+[\w.`-]+\s*$)/my;
    shape.lastIndex = match.index;
    if (shape.test(text)) return match.index;
  }
  return undefined;
}

/**
 * A string that ends inside its own `{{ … }}`, because a quote in there was not escaped: the fault, and where the
 * string was meant to end.
 */
export function openHole(
  text: string,
  start: number,
  end: number,
): { fault: Fault; end: number } | undefined {
  const content = text.slice(start + 1, end - 1);
  if (!content.includes("{{")) return undefined;
  const hole = content.replaceAll("{{{{", "    ").lastIndexOf("{{");
  if (hole === -1 || content.includes("}}", hole)) return undefined;
  const rest = /[^\r\n]*/y;
  rest.lastIndex = end;
  const behind = rest.exec(text)?.[0] ?? "";
  const match = /^(.*?)\}\}[^"]*"/.exec(behind);
  const inner = match?.[1];
  if (match === null || inner === undefined || !inner.includes('"')) return undefined;
  const quotes: Span[] = [{ start: end - 1, end: end - 1 }];
  for (let i = inner.indexOf('"'); i !== -1; i = inner.indexOf('"', i + 1)) {
    quotes.push({ start: end + i, end: end + i });
  }
  return {
    end: end + match[0].length,
    fault: {
      code: "LB1012",
      span: { start: start + 1 + hole, end: end + inner.length + 2 },
      message: "a quote inside `{{ }}` ends the string",
      hint: 'write it as `\\"`, or the whole text between `"""` and `"""`',
      fix: { title: "escape the quotes", edits: quotes.map((span) => ({ span, text: "\\" })) },
    },
  };
}

/** The fault of a string with escapes that JSON does not have: one for the string, whose fix doubles each backslash (`[L-42]`). */
export function badEscapes(text: string, start: number, end: number): Fault | undefined {
  const bad: Span[] = [];
  let surrogate: Span | undefined;
  // Searched within the string alone: a file without backslashes would be read to its end for each.
  const inside = text.slice(0, end - 1);
  for (let i = inside.indexOf("\\", start); i !== -1; i = inside.indexOf("\\", i + 2)) {
    const length = escapeLength(text, i);
    if (length === undefined) bad.push({ start: i, end: Math.min(i + 2, end - 1) });
    else if (length === 6 && isLoneSurrogate(text, i)) surrogate ??= { start: i, end: i + 6 };
    if (length === 6 && isHigh(unitAt(text, i)) && isLow(unitAt(text, i + 6))) i += 10;
  }
  const [first] = bad;
  if (first !== undefined) {
    return {
      code: "LB1003",
      span: first,
      message: `\`${text.slice(first.start, first.end)}\` is not an escape`,
      hint: 'the escapes are `\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\u` with four hexadecimal digits; a backslash itself is written `\\\\`',
      fix: {
        title: bad.length === 1 ? "double the backslash" : "double the backslashes",
        edits: bad.map((span) => ({ span: { start: span.start, end: span.start }, text: "\\" })),
      },
    };
  }
  if (surrogate === undefined) return undefined;
  return {
    code: "LB1003",
    span: surrogate,
    message: `\`${text.slice(surrogate.start, surrogate.end)}\` is half of a character`,
    hint: "write the character itself, or both of its halves",
  };
}

/** The length of the escape at a backslash; `undefined` where JSON has none such. */
function escapeLength(text: string, at: number): 2 | 6 | undefined {
  if (/["\\/bfnrt]/.test(text.charAt(at + 1))) return 2;
  return unitAt(text, at) === undefined ? undefined : 6;
}

/** The UTF-16 code unit that a `\uXXXX` at `at` stands for. */
function unitAt(text: string, at: number): number | undefined {
  const digits = /^\\u([0-9A-Fa-f]{4})$/.exec(text.slice(at, at + 6))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

function isLoneSurrogate(text: string, at: number): boolean {
  const unit = unitAt(text, at);
  return isLow(unit) || (isHigh(unit) && !isLow(unitAt(text, at + 6)));
}

function isHigh(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number | undefined): boolean {
  return unit !== undefined && unit >= 0xdc00 && unit <= 0xdfff;
}
