import { cover, type Span } from "../../ir/index.js";
import { type Node, walk } from "../../grammar/index.js";
import type { Suppression } from "../../grammar/tree.js";
import type { Module } from "../names.js";

/** A suppression, and the text from it to the end of what it stands above. */
export interface Standing {
  readonly module: Module;
  readonly suppression: Suppression;
  readonly span: Span;
}

/** The suppressions of a module in text order, those of broken declarations left out. */
export function coveredIn(module: Module): readonly Standing[] {
  const found: Standing[] = [];
  walk(module.syntax, (node, parents) => {
    if ("broken" in node && node.broken) return false;
    if (!("suppressions" in node)) return true;
    for (const suppression of node.suppressions) {
      found.push({ module, suppression, span: cover(suppression.span, owner(node, parents).span) });
    }
    return true;
  });
  return found;
}

/** What stands above the field of an interview stands above its question. */
function owner(node: Node, parents: readonly Node[]): Node {
  const parent = parents.at(-1);
  return parent?.kind === "question" ? parent : node;
}
