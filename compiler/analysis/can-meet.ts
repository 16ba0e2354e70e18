import type { ModelMember } from "./model/choreography.js";
import type { Predicate } from "./model/predicates.js";
import type { Variable } from "./model/variables.js";
import type { Explored } from "./reachability.js";

/**
 * Whether both can be chosen in one round; where not every state was looked at, whether each can be chosen at all and
 * what both require may hold at once.
 */
export function canMeet(explored: Explored, one: ModelMember, other: ModelMember): boolean {
  const { choreography, relaxed } = explored;
  if (relaxed.runsIn(one) === undefined || relaxed.runsIn(other) === undefined) return false;
  if (!mayHoldTogether(explored, one.requires, other.requires)) return false;
  if (choreography.open.length > 0) return true;
  const { search } = explored;
  if (!search.isComplete) return true;
  return search.find((state) => search.canRun(state, one) && search.canRun(state, other)) !== undefined;
}

/** How many combinations of values are looked at before two predicates are taken to hold together. */
const mostCombinations = 1 << 14;

function mayHoldTogether(
  { relaxed }: Explored,
  one: Predicate | undefined,
  other: Predicate | undefined,
): boolean {
  const predicates = [one, other].filter((each) => each !== undefined);
  // What is not modelled is answered anew whenever it is asked: the two have nothing of it in common.
  const support = [...new Set(predicates.flatMap((each) => each.support))];
  if (support.reduce((product, { size }) => product * size, 1) > mostCombinations) return true;
  const values = new Map<Variable, number>();
  const search = (at: number): boolean => {
    const variable = support[at];
    if (variable === undefined) {
      return predicates.every((each) => each.holds(each.support.map((asked) => values.get(asked) ?? 0)));
    }
    for (let value = 0; value < variable.size; value += 1) {
      if (relaxed.reached(variable, value) === undefined) continue;
      values.set(variable, value);
      if (search(at + 1)) return true;
    }
    return false;
  };
  return search(0);
}
