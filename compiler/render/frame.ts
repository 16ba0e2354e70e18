import { type LineIndex, lineIndex, type Span } from "../../ir/index.js";
import { type Cell, cellsOf } from "./width.js";

/** A line of code with the marks below it: `left` is the number of the line, or nothing. */
export interface FrameLine {
  readonly number: number | undefined;
  readonly text: string;
  /** Whether it is the marks. */
  readonly isMarks: boolean;
}

const longest = 110;
const before = 24;

/**
 * The lines around a span and the span underlined: `context` lines above, its first line, and `^^^^` below the span. Of
 * a span that goes on further down the first line is shown, and `…` behind the marks. A line that is too long is cut
 * around the span.
 */
export function frameOf(index: LineIndex, span: Span, context: number, mark = "^"): readonly FrameLine[] {
  const { line, column } = index.position(span.start);
  const lines: FrameLine[] = [];
  const text = index.line(line);
  const cells = cellsOf(text);
  const start = column - 1;
  const length = span.end - span.start;
  const isCut = start + length > text.length && length > 0 && start <= text.length;
  const view = viewOf(cells, start);
  for (let above = Math.max(1, line - context); above < line; above += 1) {
    const shown = viewOf(cellsOf(index.line(above)), 0).text;
    if (lines.length > 0 || shown.trim() !== "") lines.push({ number: above, text: shown, isMarks: false });
  }
  const from = widthOf(cells, view.first, start);
  const underlined = widthOf(cells, start, Math.min(start + length, text.length));
  const room = Math.max(1, view.width - from);
  const marks = `${" ".repeat(view.indent + from)}${mark.repeat(Math.max(1, Math.min(underlined, room)))}${isCut ? " …" : ""}`;
  return [
    ...lines,
    { number: line, text: view.text, isMarks: false },
    { number: undefined, text: marks, isMarks: true },
  ];
}

interface View {
  readonly text: string;
  /** The offset of the first character shown. */
  readonly first: number;
  /** Cells that stand before it: the `…` of a cut. */
  readonly indent: number;
  /** In cells, of what is shown behind the indent. */
  readonly width: number;
}

/** The part of a line that is shown, so that what starts at `start` is in it. */
function viewOf(cells: readonly Cell[], start: number): View {
  const total = cells.reduce((sum, { width }) => sum + width, 0);
  const from = widthOf(cells, 0, start);
  if (total <= longest)
    return {
      text: cells
        .map(({ shown }) => shown)
        .join("")
        .trimEnd(),
      first: 0,
      indent: 0,
      width: total,
    };
  const skipped = from < longest - before ? 0 : from - before;
  let column = 0;
  let width = 0;
  let text = "";
  let first: number | undefined;
  for (const cell of cells) {
    if (column >= skipped && width + cell.width <= longest) {
      first ??= cell.offset;
      text += cell.shown;
      width += cell.width;
    }
    column += cell.width;
  }
  const isCutBefore = skipped > 0;
  const isCutBehind = skipped + width < total;
  return {
    text: `${isCutBefore ? "…" : ""}${text}${isCutBehind ? "…" : ""}`,
    first: first ?? 0,
    indent: isCutBefore ? 1 : 0,
    width,
  };
}

/** The cells of the characters from one offset to another. */
function widthOf(cells: readonly Cell[], from: number, to: number): number {
  let width = 0;
  for (const cell of cells) if (cell.offset >= from && cell.offset < to) width += cell.width;
  return width;
}

export function indexOf(files: ReadonlyMap<string, string>): (file: string) => LineIndex | undefined {
  const known = new Map<string, LineIndex>();
  return (file) => {
    const text = files.get(file);
    if (text === undefined) return undefined;
    const index = known.get(file) ?? lineIndex(text);
    known.set(file, index);
    return index;
  };
}
