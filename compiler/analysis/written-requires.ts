/** Where a playbook says what it requires. */
import type { Place, Ref } from "../../ir/index.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

/** Its `requires` clauses, in text order. */
export function requiresPlaces(program: CheckedProgram, ref: Ref): readonly Place[] {
  const declared = program.declared.get(ref);
  if (declared?.syntax.kind !== "playbook") return [];
  return declared.syntax.clauses
    .filter(({ kind }) => kind === "requires")
    .map(({ span }) => placeIn(declared.module, span));
}

/** Where its `requires` first names a thing; else the first `requires`. */
export function requiredAt(program: CheckedProgram, playbook: Ref, thing: Ref): Place | undefined {
  return namedIn(program, requiresPlaces(program, playbook), thing);
}

/** Where a composite's `until` first names a thing; else the `until`. */
export function wantedAt(program: CheckedProgram, composite: Ref, thing: Ref): Place | undefined {
  const declared = program.declared.get(composite);
  if (declared?.syntax.kind !== "playbook") return undefined;
  const clauses = declared.syntax.clauses
    .filter(({ kind }) => kind === "until")
    .map(({ span }) => placeIn(declared.module, span));
  return namedIn(program, clauses, thing);
}

function namedIn(program: CheckedProgram, clauses: readonly Place[], thing: Ref): Place | undefined {
  const use = program.uses.find(
    ({ declared, module, span }) =>
      declared.ref === thing &&
      clauses.some(
        ({ file, span: clause }) =>
          file === module.path && clause.start <= span.start && span.end <= clause.end,
      ),
  );
  return use === undefined ? clauses[0] : placeIn(use.module, use.span);
}
