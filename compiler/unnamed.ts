/** Names that may have been those of declarations that lost theirs (`[L-34]`). */
import type { Diagnostic } from "../ir/index.js";
import type { Name } from "../grammar/tree.js";
import type { Checking } from "./checking.js";
import type { Kind, Module } from "./names.js";

/** A name that nothing stands for, in a module with a declaration of its kind that has none. */
export interface Unnamed {
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

/** Reports a name that nothing stands for, unless text that could not be read may have declared it. */
export function reportMissing(
  checking: Pick<Checking, "report" | "unnamed">,
  module: Module,
  name: Name,
  kinds: readonly Kind[],
  diagnostic: () => Diagnostic,
): void {
  if (!module.nameless.some((kind) => kinds.includes(kind))) {
    if (!module.hearsay.has(name.text)) checking.report(diagnostic());
    return;
  }
  const path = (module.namedBy ?? module).path;
  const missing = checking.unnamed.get(path) ?? [];
  missing.push({ name: name.text, diagnostic: diagnostic() });
  checking.unnamed.set(path, missing);
}

/**
 * Of the names that nothing stands for, as many as declarations lost theirs are taken for those, and are hearsay from
 * then on: all of them, or the ones that are named most often. Where that does not tell them apart, all are reported.
 */
export function settleUnnamed({ names, unnamed, report }: Checking): void {
  for (const module of names.modules) {
    const all = unnamed.get(module.path) ?? [];
    const missing = all.filter(({ name }) => !module.hearsay.has(name));
    const counts = new Map<string, number>();
    for (const { name } of missing) counts.set(name, (counts.get(name) ?? 0) + 1);
    const byCount = [...counts].toSorted(([, a], [, b]) => b - a);
    // What stands in text that could not be read is the likeliest.
    const heard = new Set(all.map(({ name }) => name).filter((name) => module.hearsay.has(name)));
    const lost = Math.max(0, module.nameless.length - heard.size);
    const [last, next] = [byCount[lost - 1], byCount[lost]];
    const isClear = last === undefined || next === undefined || last[1] > next[1];
    for (const [name] of isClear ? byCount.slice(0, lost) : []) module.hearsay.add(name);
    for (const { name, diagnostic } of missing) if (!module.hearsay.has(name)) report(diagnostic);
  }
}
