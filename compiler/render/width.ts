/** How wide text is where every character has a cell, or two: terminals and code frames. */

const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2fb}\u{20000}-\u{3fffd}]/u;
const emoji = /\p{Emoji_Presentation}|\ufe0f/u;
const unseen = /^(?:\p{Mn}|\p{Me}|\p{Cf}|[\u{fe00}-\u{fe0e}])+$/u;
/** What a terminal acts on, or what turns the order of the text around: it is shown by its number. */
const acting = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]/u;
const tabWidth = 4;

/** What one user-perceived character of a line is shown as. */
export interface Cell {
  /** Its offset in the line, in UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
  readonly shown: string;
  readonly width: number;
}

let segmenter: Intl.Segmenter | undefined;

/** The cells of a line: tabs as the blanks up to the next stop, control characters made visible. */
export function cellsOf(line: string): readonly Cell[] {
  if (/^[\x20-\x7e]*$/.test(line))
    return [...line].map((shown, offset) => ({ offset, length: 1, shown, width: 1 }));
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    const shown = segment === "\t" ? " ".repeat(tabWidth - (column % tabWidth)) : visible(segment);
    const width = shown === segment ? graphemeWidth(segment) : shown.length;
    cells.push({ offset: index, length: segment.length, shown, width });
    column += width;
  }
  return cells;
}

function graphemeWidth(grapheme: string): number {
  if (unseen.test(grapheme)) return 0;
  return emoji.test(grapheme) || wide.test(grapheme) ? 2 : 1;
}

/** Text whose control and bidirectional characters are written as their numbers: `<U+202E>`. Line breaks stay. */
export function visible(text: string): string {
  return acting.test(text)
    ? [...text].map((each) => (each !== "\n" && acting.test(each) ? `<U+${hex(each)}>` : each)).join("")
    : text;
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
