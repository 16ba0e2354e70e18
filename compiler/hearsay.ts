import type { Span } from "../ir/index.js";
import type { SourceFile } from "../grammar/tree.js";

const word = /`([^`\n]*)`|[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*/g;

/**
 * The words in the text of a file that could not be read: what was skipped, broken declarations and broken imports.
 * Each may have been declared or used there (`[L-34]`).
 */
export function hearsayOf(file: SourceFile): ReadonlySet<string> {
  const spans: Span[] = [
    ...file.skipped,
    ...file.declarations.filter(({ broken }) => broken).map(({ span }) => span),
    ...file.imports.filter(({ broken }) => broken).map(({ span }) => span),
  ];
  const words = new Set<string>();
  for (const { start, end } of spans) {
    for (const match of file.text.slice(start, end).matchAll(word)) words.add(match[1] ?? match[0]);
  }
  return words;
}
