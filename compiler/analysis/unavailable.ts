/** Values that something rests on and that may not be there when it runs (`[L-20]`). */
import { all, impliedBy, rootFact } from "../availability.js";
import { factsWhenRunning } from "../implied.js";
import type { CheckedPlaybook, CheckedProgram, Local, Rest } from "../program.js";
import type { Need } from "../things.js";
import { requiresSoundly } from "./required.js";

export interface Unavailable {
  readonly need: Need;
  readonly rest: Rest;
  /** The answer, where it is not there because somebody may decline to give it (`[L-23]`). */
  readonly declinable: Local | undefined;
}

const found = new WeakMap<CheckedProgram, readonly Unavailable[]>();

/** Of a path's parts the first that may be missing: it is the cause. */
export function unavailableIn(program: CheckedProgram): readonly Unavailable[] {
  const known = found.get(program);
  if (known !== undefined) return known;
  const isClear = requiresSoundly(program);
  const missing = [...program.playbooks.values()].flatMap((playbook) =>
    playbook.rests.length === 0 || !isClear(playbook.declared.ref) ? [] : missingIn(program, playbook),
  );
  found.set(program, missing);
  return missing;
}

function missingIn(program: CheckedProgram, playbook: CheckedPlaybook): readonly Unavailable[] {
  const facts = factsWhenRunning(program.program, playbook.declared.ref);
  if (facts === undefined) return [];
  const declinable = new Map(
    [...playbook.locals.values()].flatMap((local) =>
      local.declinable ? [[rootFact("local", local.name), local] as const] : [],
    ),
  );
  return playbook.rests.flatMap((rest) => {
    const here = rest.when.length === 0 ? facts : all([facts, ...rest.when.map((when) => impliedBy(when))]);
    const first = new Map<string, Need>();
    for (const need of rest.needs) {
      const { start, end } = need.place.span;
      const key = `${need.place.file}:${start}:${end}`;
      if (!here.has(need.fact) && !first.has(key)) first.set(key, need);
    }
    return [...first.values()].map((need) => ({ need, rest, declinable: declinable.get(need.fact) }));
  });
}
