/** The things that an expression names, and whether it wants them there ([L-14]). */
import { type Expression, type Key, unreachable } from "../ir/index.js";

export interface Reference {
  readonly ref: string;
  /** It stands under `not` or `absent` (an even number of them takes itself back). */
  readonly isNegated: boolean;
}

/** Every artifact, evidence and verdict that is named in it. */
export function referencesIn(expression: Expression, isNegated = false): readonly Reference[] {
  const found: Reference[] = [];
  collect(expression, isNegated, found);
  return found;
}

function collect(node: Expression, isNegated: boolean, found: Reference[]): void {
  switch (node.kind) {
    case "literal":
    case "declined":
    case "reason":
    case "absentInput":
      return;
    case "get":
      if (node.from === "artifact" || node.from === "evidence" || node.from === "verdict") {
        found.push({ ref: node.name, isNegated });
      }
      return collectKey(node.key, found);
    case "array":
      for (const item of node.items) collect(item, isNegated, found);
      return;
    case "object":
      for (const field of Object.values(node.fields)) collect(field, isNegated, found);
      return;
    case "latest":
      found.push({ ref: node.evidence, isNegated });
      return;
    case "failed":
      found.push({ ref: node.verdict, isNegated });
      return;
    case "count":
      found.push({ ref: node.ref, isNegated });
      return;
    case "state":
      found.push({ ref: node.ref, isNegated: (node.state === "absent") !== isNegated });
      return collectKey(node.key, found);
    case "available":
      found.push({ ref: node.ref, isNegated });
      return collectKey(node.key, found);
    case "quantified":
      found.push({ ref: node.ref, isNegated });
      if (node.test !== undefined) collect(node.test.right, isNegated, found);
      return;
    case "coalesce":
    case "compare":
      collect(node.left, isNegated, found);
      collect(node.right, isNegated, found);
      return;
    case "matches":
      return collect(node.value, isNegated, found);
    case "not":
      return collect(node.operand, !isNegated, found);
    case "and":
    case "or":
      for (const operand of node.operands) collect(operand, isNegated, found);
      return;
    case "template":
      for (const part of node.parts) if (typeof part !== "string") collect(part, isNegated, found);
      return;
    default:
      return unreachable(node);
  }
}

/** A key is read to find what it names, whatever is asked of that. */
function collectKey(key: Key | undefined, found: Reference[]): void {
  if (key?.kind === "value") collect(key.value, false, found);
}
