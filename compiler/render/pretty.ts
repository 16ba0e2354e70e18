/** Diagnostics for people: what is wrong, the code it is about, what explains it, and what to do. */
import type { Diagnostic, LineIndex, Place, Severity } from "../../ir/index.js";
import { type FrameLine, frameOf, indexOf } from "./frame.js";
import { visible } from "./width.js";

export interface PrettyOptions {
  /** ANSI colours; without, the text alone. */
  readonly color?: boolean;
  /** Lines of code above the one at fault; 1 where nothing is said. */
  readonly context?: number;
}

type Paint = (text: string) => string;

interface Palette {
  readonly severity: Readonly<Record<Severity, Paint>>;
  readonly strong: Paint;
  readonly quiet: Paint;
  readonly related: Paint;
  readonly advice: Paint;
}

const plain: Paint = (text) => text;
const ansi =
  (code: number): Paint =>
  (text) =>
    `\u001b[${code}m${text}\u001b[0m`;

const plainPalette: Palette = {
  severity: { error: plain, warning: plain, info: plain },
  strong: plain,
  quiet: plain,
  related: plain,
  advice: plain,
};
const colors: Palette = {
  severity: { error: ansi(31), warning: ansi(33), info: ansi(34) },
  strong: ansi(1),
  quiet: ansi(2),
  related: ansi(36),
  advice: ansi(32),
};

/** All of them, one after the other, with a blank line between; ends with a line break unless there is none. */
export function pretty(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
  options: PrettyOptions = {},
): string {
  const palette = options.color === true ? colors : plainPalette;
  const index = indexOf(files);
  return diagnostics.map((each) => `${shown(each, index, palette, options.context ?? 1)}\n`).join("\n");
}

/** One of them without colours, as lines without a break at their end. */
export function prettyOne(diagnostic: Diagnostic, index: (file: string) => LineIndex | undefined): string {
  return shown(diagnostic, index, plainPalette, 1);
}

function shown(
  diagnostic: Diagnostic,
  index: (file: string) => LineIndex | undefined,
  palette: Palette,
  context: number,
): string {
  const { severity, code, message, place, related, hint, fix } = diagnostic;
  const paint = palette.severity[severity];
  const places = [place, ...related.map((each) => each.place)];
  const gutter = Math.max(...places.map((each) => widthOfNumber(each, index)));
  const margin = " ".repeat(gutter);
  const lines = [
    `${paint(`${severity} ${code}`)}: ${palette.strong(visible(message))}`,
    `${margin}${palette.quiet("-->")} ${position(place, index)}`,
    ...framed(place, index, { gutter, context, palette, paint }),
  ];
  for (const each of related) {
    lines.push(
      `${margin}${palette.quiet("---")} ${position(each.place, index)}: ${palette.related(visible(each.message))}`,
    );
    lines.push(
      ...framed(each.place, index, { gutter, context: 0, palette, paint: palette.related, mark: "-" }),
    );
  }
  if (hint !== undefined)
    lines.push(`${margin} ${palette.quiet("=")} ${palette.advice("hint")}: ${visible(hint)}`);
  // A hint that names the near thing says what its fix does.
  if (fix !== undefined && hint?.startsWith("did you mean") !== true) {
    lines.push(`${margin} ${palette.quiet("=")} ${palette.advice("fix")}: ${visible(fix.title)}`);
  }
  return lines.join("\n");
}

/** `file:line:column`, both from 1; the file alone where its text is not known. */
function position({ file, span }: Place, index: (file: string) => LineIndex | undefined): string {
  const at = index(file)?.position(span.start);
  return at === undefined ? visible(file) : `${visible(file)}:${at.line}:${at.column}`;
}

function widthOfNumber({ file, span }: Place, index: (file: string) => LineIndex | undefined): number {
  return String(index(file)?.position(span.start).line ?? "").length;
}

interface FrameStyle {
  readonly gutter: number;
  readonly context: number;
  readonly palette: Palette;
  readonly paint: Paint;
  readonly mark?: string;
}

function framed(
  { file, span }: Place,
  index: (file: string) => LineIndex | undefined,
  style: FrameStyle,
): readonly string[] {
  const lines = index(file);
  if (lines === undefined) return [];
  return frameOf(lines, span, style.context, style.mark).map((line) => withGutter(line, style));
}

function withGutter({ number, text, isMarks }: FrameLine, { gutter, palette, paint }: FrameStyle): string {
  const left = (number === undefined ? "" : String(number)).padStart(gutter);
  return `${palette.quiet(`${left} |`)} ${isMarks ? paint(text) : text}`.trimEnd();
}
