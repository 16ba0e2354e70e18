/** Conditions and choices as Promela writes them. */

/** A guard, and what follows where it holds. */
export type Case = readonly [guard: string, effects: readonly string[]];

/** The first case that fits; nothing where none does. */
export function cases(list: readonly Case[]): string {
  return list.reduceRight(
    (otherwise, [guard, effects]) =>
      effects.length === 0
        ? otherwise
        : `if :: (${guard}) -> ${effects.join("; ")} :: else -> ${otherwise} fi`,
    "skip",
  );
}

export function and(conditions: readonly string[]): string {
  return conditions.length === 0 ? "true" : conditions.map((condition) => `(${condition})`).join(" && ");
}

export function or(conditions: readonly string[]): string {
  return conditions.length === 0 ? "false" : conditions.map((condition) => `(${condition})`).join(" || ");
}

/** Every subset of at most so many, the empty one too, in the order of the list. */
export function subsets<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]];
  for (const item of list)
    all = [...all, ...all.flatMap((set) => (set.length < most ? [[...set, item]] : []))];
  return all;
}
