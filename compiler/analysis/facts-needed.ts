/** What has to be there for a predicate to hold, when whatever else it asks comes as it is wanted. */
import type { CompareExpression, Expression, Ref } from "../../ir/index.js";

/** Artifacts that are landed, verdicts and evidence that were returned; `depth`: the round of the last of them. */
export interface Needed {
  readonly facts: readonly Ref[];
  readonly depth: number;
}

/** The round after which a fact is there: 0 at the start, `undefined` where nothing gives it. */
export type Depths = ReadonlyMap<Ref, number>;

const nothing: Needed = { facts: [], depth: 0 };

/**
 * The facts that are there soonest and let the expression hold, or have a value; `undefined` where some are never there.
 * What stands under `not` or `absent` needs nothing.
 */
export function factsNeeded(expression: Expression, depths: Depths): Needed | undefined {
  switch (expression.kind) {
    case "literal":
    case "declined":
    case "reason":
    case "failed":
    case "absentInput":
    case "not":
      return nothing;
    case "get":
      return expression.from === "artifact" || expression.from === "verdict" || expression.from === "evidence"
        ? fact(expression.name, depths)
        : nothing;
    case "latest":
      return fact(expression.evidence, depths);
    case "count":
    case "available":
    case "quantified":
      return fact(expression.ref, depths);
    case "state":
      return expression.state === "absent" ? nothing : fact(expression.ref, depths);
    case "coalesce":
      return soonest([expression.left, expression.right], depths);
    case "compare":
      return holdsOfNone(expression) ? nothing : together([expression.left, expression.right], depths);
    case "matches":
      return factsNeeded(expression.value, depths);
    case "and":
      return together(expression.operands, depths);
    case "or":
      return soonest(expression.operands, depths);
    case "array":
      return together(expression.items, depths);
    case "object":
      return together(Object.values(expression.fields), depths);
    case "template":
      return together(
        expression.parts.filter((part) => typeof part !== "string"),
        depths,
      );
  }
}

function fact(ref: Ref, depths: Depths): Needed | undefined {
  const depth = depths.get(ref);
  return depth === undefined ? undefined : { facts: [ref], depth };
}

function together(expressions: readonly Expression[], depths: Depths): Needed | undefined {
  const facts: Ref[] = [];
  let depth = 0;
  for (const expression of expressions) {
    const needed = factsNeeded(expression, depths);
    if (needed === undefined) return undefined;
    facts.push(...needed.facts);
    depth = Math.max(depth, needed.depth);
  }
  return { facts, depth };
}

function soonest(expressions: readonly Expression[], depths: Depths): Needed | undefined {
  let best: Needed | undefined;
  for (const expression of expressions) {
    const needed = factsNeeded(expression, depths);
    if (needed === undefined) continue;
    const isSooner =
      best === undefined ||
      needed.depth < best.depth ||
      (needed.depth === best.depth && needed.facts.length < best.facts.length);
    if (isSooner) best = needed;
  }
  return best;
}

/** Whether the comparison is of a count and holds where there are none. */
function holdsOfNone({ left, operator, right }: CompareExpression): boolean {
  if (left.kind !== "count" || right.kind !== "literal" || typeof right.value !== "number") return false;
  const bound = right.value;
  switch (operator) {
    case "==":
      return bound === 0;
    case "!=":
      return bound !== 0;
    case "<":
      return 0 < bound;
    case "<=":
      return 0 <= bound;
    case ">":
      return 0 > bound;
    case ">=":
      return 0 >= bound;
    case "in":
    case "contains":
      return false;
  }
}
