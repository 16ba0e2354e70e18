/** A half-open range `[start, end)` of UTF-16 code units in the text of one file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span in a named file. `file` is the path as the host gave it, relative to the project root, with `/`. */
export interface Place {
  readonly file: string;
  readonly span: Span;
}

/** The smallest span that covers both. */
export function cover(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** One-based line and column (in UTF-16 code units) of an offset. CRLF and LF both end a line. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Looks positions up in O(log lines); build one per file text. */
export interface LineIndex {
  position(offset: number): Position;
  /** The text of a one-based line without its line end. */
  line(number: number): string;
  readonly lines: number;
}

export function lineIndex(text: string): LineIndex {
  const starts: number[] = [0];
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  return {
    lines: starts.length,
    position(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
    line(number) {
      const end = number < starts.length ? startOf(number + 1) - 1 : text.length;
      const raw = text.slice(startOf(number), end);
      return raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    },
  };
}
