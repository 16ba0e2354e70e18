import type { Playbook, Program } from "../ir/index.js";
import { shortName } from "../runtime/core/names.js";
import { found, misuse, type Found } from "./problem.js";
import { listed } from "./rendering/text.js";
import { suggestion } from "../ir/nearest.js";

export interface Named {
  readonly ref: string;
  readonly playbook: Playbook;
}

/** The playbook that is meant: by its ref, or its name where only one has it (`[L-4]`). */
export function findPlaybook(program: Program, given: string): Found<Named> {
  const all = Object.entries(program.playbooks).map(([ref, playbook]) => ({ ref, playbook }));
  const exact = all.find(({ ref }) => ref === given);
  if (exact !== undefined) return found(exact);
  const named = all.filter(({ ref }) => shortName(ref) === given);
  const [only, second] = named;
  if (only !== undefined && second === undefined) return found(only);
  if (only !== undefined) {
    return misuse(`several playbooks are called \`${given}\``, {
      hint: `say which: ${listed(
        named.map(({ ref }) => ref),
        "or",
      )}`,
    });
  }
  const refs = all.map(({ ref }) => ref);
  if (refs.length === 0) return misuse("there is no playbook here");
  return misuse(`there is no playbook \`${given}\`${suggestion(given, [...refs, ...refs.map(shortName)])}`, {
    hint: refs.length <= 12 ? `there are ${listed(refs)}` : "`laban check` names the files that are read",
  });
}
