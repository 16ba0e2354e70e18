import { stripVTControlCharacters } from "node:util";

/**
 * Text that came from outside (models, files, people), as a terminal may show it: control characters, escape
 * sequences and whatever turns or hides text are made visible, so that nothing written by a model can move the cursor
 * or fake a line of Laban's (`[R-56]`). Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(hidden, (found) => {
    const code = found.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

const hidden =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** The same in one line: line ends become spaces. */
export function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, " ").trim();
}

/** The first line of it, with `…` where more follow. */
export function firstLine(text: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  return rest.length === 0 ? oneLine(first) : `${oneLine(first)} …`;
}

let segmenter: Intl.Segmenter | undefined;

/** What a person sees as one character each. The segmenter takes its time to make, so it is made when it is needed. */
function graphemes(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

const wide =
  /^(?:\p{Emoji_Presentation}|.*\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;

/** How many columns a terminal needs for it; colours count nothing. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes(stripVTControlCharacters(text))) columns += segmentColumns(segment);
  return columns;
}

function segmentColumns(segment: string): number {
  return wide.test(segment) ? 2 : 1;
}

/** Cut to `width` columns with `…` at the end where something is left out. Only for text without colours. */
export function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = "";
  let columns = 0;
  for (const { segment } of graphemes(text)) {
    columns += segmentColumns(segment);
    if (columns > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Padded with spaces to `width` columns. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columnsOf(text)));
}

/** Broken between words into lines of at most `width` columns; line feeds and the indentation of a line are kept. */
export function wrapped(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(20, width)));
}

function wrapLine(line: string, width: number): readonly string[] {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = indent;
  for (const word of line.slice(indent.length).split(/ +/)) {
    const joined = current.trim() === "" ? current + word : `${current} ${word}`;
    if (current.trim() !== "" && columnsOf(joined) > width) {
      lines.push(current);
      current = indent + word;
    } else {
      current = joined;
    }
  }
  lines.push(current.trim() === "" ? "" : current);
  return lines;
}

/** Rows in columns that are as wide as they need, two spaces apart; the last column is left as it is. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : padded(cell, widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** Each line moved right. */
export function indented(lines: readonly string[], by = 2): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(by) + line));
}

/** `1 lane`, `2 lanes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[], joint = "and"): string {
  const last = items.at(-1);
  if (last === undefined) return "";
  return items.length === 1 ? last : `${items.slice(0, -1).join(", ")} ${joint} ${last}`;
}
