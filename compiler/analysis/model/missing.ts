/** Why a predicate never holds, as the fewest things that would have to come about. */
import type { Predicate } from "./predicates.js";
import type { Relaxed } from "./relaxed.js";
import type { Variable } from "./variables.js";

/** A variable, and the values of which it never has one. */
export interface MissingFact {
  readonly variable: Variable;
  readonly values: readonly number[];
}

/**
 * The fewest variables that would have to have other values than they ever have for the predicate to hold, each with all
 * the values of which one would do; `undefined`: no values make it hold.
 */
export function missingFor(predicate: Predicate, relaxed: Relaxed): readonly MissingFact[] | undefined {
  const { support } = predicate;
  let fewest: readonly number[] | undefined;
  const alternatives = new Map<number, Set<number>>();
  const visit = (
    at: number,
    combination: number,
    missing: readonly number[],
    values: readonly number[],
  ): void => {
    if (fewest !== undefined && missing.length > fewest.length) return;
    const variable = support[at];
    if (variable === undefined) {
      if (!predicate.holdsAt(combination)) return;
      if (fewest === undefined || missing.length < fewest.length) {
        fewest = missing;
        alternatives.clear();
      } else if (missing.some((index, place) => fewest?.[place] !== index)) return;
      for (const index of missing) {
        const known = alternatives.get(index) ?? new Set();
        alternatives.set(index, known.add(values[index] ?? 0));
      }
      return;
    }
    for (let value = 0; value < variable.size; value += 1) {
      const isReached = relaxed.reached(variable, value) !== undefined;
      visit(at + 1, combination * variable.size + value, isReached ? missing : [...missing, at], [
        ...values,
        value,
      ]);
    }
  };
  visit(0, 0, [], []);
  return fewest?.flatMap((index) => {
    const variable = support[index];
    return variable === undefined ? [] : [{ variable, values: [...(alternatives.get(index) ?? [])] }];
  });
}
