/** Where playbooks perform effects: in `perform` steps, and by their models (`[L-26]`). */
import type { PerformStep, Ref } from "../../ir/index.js";
import type { CallStep } from "../../grammar/tree.js";
import type { CheckedProgram } from "../program.js";
import { namesListed, stepsOf, type WrittenPlaybook, writtenPlaybooks } from "./clauses.js";
import type { NamedEffect } from "./grants.js";
import { lookedUp } from "./looked-up.js";

export interface Performing {
  readonly playbook: WrittenPlaybook;
  readonly effect: Ref;
  /** `undefined`: a model step performs it, with whatever arguments its model wants. */
  readonly step: { readonly written: CallStep; readonly ir: PerformStep } | undefined;
  /** The effect's name there: of the step, or of the grant. */
  readonly named: NamedEffect["name"];
}

const known = new WeakMap<CheckedProgram, readonly Performing[]>();

/** Every place where an effect is performed, of playbooks without an error, in the order of their text. */
export function performingIn(program: CheckedProgram): readonly Performing[] {
  const before = known.get(program) ?? writtenPlaybooks(program).flatMap((each) => ofPlaybook(program, each));
  known.set(program, before);
  return before;
}

function ofPlaybook(program: CheckedProgram, playbook: WrittenPlaybook): readonly Performing[] {
  const { declared, module, syntax } = playbook;
  const { steps: compiled = [] } = program.program.playbooks[declared.ref] ?? {};
  if (program.isFaulty(declared.ref) || compiled.length === 0) return [];
  const byModel = compiled.some((step) => step.kind === "generate" && step.performs.length > 0)
    ? namesListed(syntax, "performs").flatMap((named): readonly Performing[] => {
        const effect = lookedUp(program, module, named)?.ref;
        return effect === undefined ? [] : [{ playbook, effect, step: undefined, named }];
      })
    : [];
  // Without an error every step that was written is there.
  const bySteps = stepsOf(syntax).flatMap((written, index): readonly Performing[] => {
    const ir = compiled[index];
    return written.kind === "perform" && ir?.kind === "perform"
      ? [{ playbook, effect: ir.effect, step: { written, ir }, named: written.callee }]
      : [];
  });
  return [...byModel, ...bySteps];
}
