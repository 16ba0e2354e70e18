import type { Expression, Program } from "../../ir/index.js";

/** Every `requires`, `until` and `ends … when` of a program. */
export function predicatesOf(playbooks: Program["playbooks"]): readonly Expression[] {
  return Object.values(playbooks).flatMap(({ requires, choreography }) =>
    [requires, choreography?.until, ...(choreography?.ends ?? []).map(({ when }) => when)].filter(
      (expression) => expression !== undefined,
    ),
  );
}
