/** The text that a string stands for, with the way back from each of its characters to the file. */
import type { IToken } from "chevrotain";
import type { Span } from "../ir/span.js";

/** A stretch of cooked text. `width`: of what it was written as; where it equals `length`, character for character. */
interface Stretch {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly width: number;
}

export class Cooked {
  text = "";
  private readonly stretches: Stretch[] = [];

  add(text: string, from: number, width = text.length): void {
    if (text === "") return;
    this.stretches.push({ at: this.text.length, length: text.length, from, width });
    this.text += text;
  }

  /** The span in the file of a range of the cooked text that is not empty. */
  span(start: number, end: number): Span {
    const first = this.stretchAt(start);
    const last = this.stretchAt(end - 1);
    return {
      start: first.length === first.width ? first.from + start - first.at : first.from,
      end: last.length === last.width ? last.from + end - last.at : last.from + last.width,
    };
  }

  private stretchAt(index: number): Stretch {
    let low = 0;
    let high = this.stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.stretches[middle]?.at ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return this.stretches[low] ?? { at: 0, length: 0, from: 0, width: 0 };
  }
}

export function isBlock(token: IToken): boolean {
  return token.image.startsWith('"""') && token.image.length >= 6;
}

/** Decodes the escapes of `"…"`, or drops the indentation of `"""…"""` (`[L-42]`). */
export function cook(token: IToken): Cooked {
  const { image, startOffset } = token;
  return isBlock(token)
    ? cookBlock(image.slice(3, -3), startOffset + 3)
    : cookQuoted(image.slice(1, -1), startOffset + 1);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** A bad escape, which was reported when it was scanned, is taken as what its fix makes of it. */
function cookQuoted(content: string, offset: number): Cooked {
  const cooked = new Cooked();
  let done = 0;
  for (let i = content.indexOf("\\"); i !== -1; i = content.indexOf("\\", done)) {
    cooked.add(content.slice(done, i), offset + done);
    const unit = /^\\u([0-9A-Fa-f]{4})/.exec(content.slice(i, i + 6))?.[1];
    const plain = escapes.get(content.charAt(i + 1));
    if (unit !== undefined) cooked.add(String.fromCharCode(Number.parseInt(unit, 16)), offset + i, 6);
    else if (plain !== undefined) cooked.add(plain, offset + i, 2);
    else cooked.add("\\", offset + i);
    done = i + (unit !== undefined ? 6 : plain !== undefined ? 2 : 1);
  }
  cooked.add(content.slice(done), offset + done);
  return cooked;
}

function cookBlock(content: string, offset: number): Cooked {
  const cooked = new Cooked();
  const lines = [...content.matchAll(/([^\n]*?)(\r?\n|$)/g)].filter(
    ([whole], index, all) => whole !== "" || index === 0 || all[index - 1]?.[2] !== "",
  );
  const last = lines.length - 1;
  const indentation = last > 0 ? (/^[ \t]*/.exec(lines[last]?.[1] ?? "")?.[0] ?? "") : "";
  const first = last > 0 && isBlank(lines[0]?.[1]) ? 1 : 0;
  const end = last > 0 && isBlank(lines[last]?.[1]) ? last - 1 : last;
  for (let index = first; index <= end; index++) {
    const line = lines[index];
    if (line === undefined) continue;
    const [, text = "", newline = ""] = line;
    const skip = index === 0 ? 0 : sharedPrefix(text, indentation);
    cooked.add(text.slice(skip), offset + line.index + skip);
    if (index < end) cooked.add("\n", offset + line.index + text.length, newline.length);
  }
  return cooked;
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && /^[ \t]*$/.test(line);
}

function sharedPrefix(line: string, indentation: string): number {
  let length = 0;
  while (length < indentation.length && line.charAt(length) === indentation.charAt(length)) length++;
  return length;
}
