/** Which effects playbooks hold a grant for, and which they perform (`[L-26]`). */
import type { Name } from "../../grammar/tree.js";
import { type Declared } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { type Admission, admissionsOf } from "./admission.js";
import {
  admitsOf,
  bodiesOf,
  namesListed,
  stepsOf,
  type WrittenPlaybook,
  writtenPlaybooks,
} from "./clauses.js";
import { lookedUp } from "./looked-up.js";

/** An effect, where it is named. */
export interface NamedEffect {
  readonly name: Name;
  readonly effect: Declared;
}

export interface Grants {
  readonly playbook: WrittenPlaybook;
  readonly isComposite: boolean;
  /** The names in `performs`. */
  readonly granted: readonly NamedEffect[];
  /** Those of `perform` steps. */
  readonly performed: readonly NamedEffect[];
  /** Its models may perform whatever it holds a grant for. */
  readonly hasModelSteps: boolean;
  /** What members hold a grant for; `undefined` where not all of them are known. */
  readonly ofMembers: readonly { readonly admission: Admission; readonly granted: NamedEffect }[] | undefined;
}

/** The grants of all playbooks without an error, in the order of their text. */
export function grantsOf(program: CheckedProgram): readonly Grants[] {
  const playbooks = writtenPlaybooks(program).filter(({ declared }) => !program.isFaulty(declared.ref));
  const granted = new Map(
    playbooks.map((playbook) => [
      playbook.declared.ref,
      named(program, playbook, namesListed(playbook.syntax, "performs")),
    ]),
  );
  return playbooks.map((playbook) => {
    const { declared, syntax } = playbook;
    const steps = stepsOf(syntax);
    const entries = admitsOf(syntax).flatMap((clause) => clause.entries);
    const admissions = admissionsOf(program).get(declared.ref) ?? [];
    const areKnown =
      admissions.length === entries.length && admissions.every(({ member }) => granted.has(member.ref));
    return {
      playbook,
      isComposite: entries.length > 0,
      granted: granted.get(declared.ref) ?? [],
      performed: named(
        program,
        playbook,
        steps.flatMap((step) => (step.kind === "perform" ? [step.callee] : [])),
      ),
      hasModelSteps:
        bodiesOf(syntax).some(({ kind }) => kind === "prompt") ||
        steps.some(({ kind }) => kind === "generate"),
      ofMembers: areKnown
        ? admissions.flatMap((admission) =>
            (granted.get(admission.member.ref) ?? []).map((each) => ({ admission, granted: each })),
          )
        : undefined,
    };
  });
}

function named(
  program: CheckedProgram,
  { module }: WrittenPlaybook,
  names: readonly Name[],
): readonly NamedEffect[] {
  return names.flatMap((name) => {
    const effect = lookedUp(program, module, name);
    return effect?.syntax.kind === "effect" ? [{ name, effect }] : [];
  });
}
