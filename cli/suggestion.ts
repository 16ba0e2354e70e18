import { nearest } from "../ir/nearest.js";

/** ``, did you mean `x`?`` or nothing: the end of a message about an unknown name. */
export function suggestion(word: string, known: Iterable<string>): string {
  const near = nearest(word, known);
  return near === undefined ? "" : `, did you mean \`${near}\`?`;
}
