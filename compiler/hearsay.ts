import type { Span } from "../ir/index.js";
import type { SourceFile } from "../grammar/tree.js";
import type { Kind } from "./names.js";

const word = /`([^`\n]*)`|[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*/g;

/**
 * The words in the text of a file that could not be read: what was skipped, broken declarations and broken imports.
 * Each may have been declared or used there (`[L-34]`).
 */
export function hearsayOf(file: SourceFile): Set<string> {
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

const withoutName =
  /^(?:#suppress[^\n]*\s+)*(type|artifact|evidence|verdict|playbook|wait|tool|effect)(?:\s*$|\s+(?![\sA-Za-z_`]))/;
const kinds = ["type", "artifact", "evidence", "verdict", "playbook", "wait", "tool", "effect"] as const;

/** The kinds of the declarations in a file that lost their names: `playbook {`, `artifact at "…"`. */
export function namelessIn({ text, skipped, declarations }: SourceFile): readonly Kind[] {
  const lost = skipped.flatMap(({ start, end }) => {
    if (declarations.some(({ span }) => span.start <= start && end <= span.end)) return [];
    const kind = withoutName.exec(text.slice(start, end))?.[1];
    return kinds.find((each) => each === kind) ?? [];
  });
  const misread = declarations.filter(
    ({ kind, broken, name }) => kind === "artifact" && broken && name.text === "at",
  );
  return [...lost, ...misread.map(({ kind }) => kind)];
}
