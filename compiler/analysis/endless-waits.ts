/** Waits for other systems that nothing ends: neither their own expiry nor a deadline of what waits (`[L-24]`, `[R-22]`). */
import type { Place, Ref } from "../../ir/index.js";
import type { Clause, Name, Step } from "../../grammar/tree.js";
import { type Declared, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { admissionsOf } from "./admission.js";
import { stepsOf, type WrittenPlaybook, writtenPlaybooks } from "./clauses.js";
import { lookedUp } from "./looked-up.js";

export interface EndlessWait {
  readonly wait: Declared;
  /** Where a playbook raises it, or lets its models, as it is called there. */
  readonly raised: { readonly place: Place; readonly name: string; readonly playbook: string };
}

/** In the order of the playbooks and of their text. */
export function endlessWaits(program: CheckedProgram): readonly EndlessWait[] {
  const isBounded = boundedBy(program);
  return writtenPlaybooks(program).flatMap((playbook) => {
    const { declared, module } = playbook;
    if (isBounded(declared.ref) || program.isFaulty(declared.ref)) return [];
    return waitsRaised(playbook).flatMap((name): readonly EndlessWait[] => {
      const wait = lookedUp(program, module, name);
      if (wait === undefined || program.isFaulty(wait.ref) || !isEndless(program, wait)) return [];
      const place = placeIn(module, name.span);
      return [{ wait, raised: { place, name: name.text, playbook: declared.name } }];
    });
  });
}

function isEndless(program: CheckedProgram, { ref }: Declared): boolean {
  const thing = program.things.get(ref);
  return thing?.kind === "wait" && thing.class === "signal" && thing.expires === undefined;
}

/** Whether a playbook has a deadline, or only ever runs inside of one that has. */
function boundedBy(program: CheckedProgram): (ref: Ref) => boolean {
  const admitters = new Map<Ref, Ref[]>();
  for (const [composite, entries] of admissionsOf(program)) {
    for (const { member } of entries)
      admitters.set(member.ref, [...(admitters.get(member.ref) ?? []), composite]);
  }
  const known = new Map<Ref, boolean>();
  const isBounded = (ref: Ref): boolean => {
    const before = known.get(ref);
    if (before !== undefined) return before;
    // A circle bounds nothing.
    known.set(ref, false);
    const around = admitters.get(ref) ?? [];
    const bounded =
      program.program.playbooks[ref]?.limits.deadline !== undefined ||
      (around.length > 0 && around.every((each) => isBounded(each)));
    known.set(ref, bounded);
    return bounded;
  };
  return isBounded;
}

function waitsRaised({ syntax }: WrittenPlaybook): readonly Name[] {
  return [...syntax.clauses.flatMap(raisedByClause), ...stepsOf(syntax).flatMap(raisedByStep)];
}

function raisedByClause(clause: Clause): readonly Name[] {
  if (clause.kind === "exhausted") return [clause.wait];
  return clause.kind === "offers" ? clause.names : [];
}

function raisedByStep(step: Step): readonly Name[] {
  switch (step.kind) {
    case "ask":
      return [step.wait];
    case "together":
      return step.asks.map(({ wait }) => wait);
    case "generate":
      return step.settings.flatMap((setting) => (setting.kind === "offers" ? setting.names : []));
    default:
      return [];
  }
}
