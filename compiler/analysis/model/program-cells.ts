/** The cells of what a program's predicates read. */
import { cellsOf, readsOf } from "../cells.js";
import { valuesOf } from "../cells/values.js";
import type { CheckedProgram } from "../../program.js";
import { predicatesOf } from "../predicates-of.js";
import type { CellsOf } from "./build.js";

/** How many cells of one value are told apart, at most. */
const most = 64;

export function cellsOfProgram({ program, matches }: CheckedProgram): CellsOf {
  const values = valuesOf(program.types, matches);
  const predicates = predicatesOf(program.playbooks);
  return (subject) => {
    switch (subject.kind) {
      case "artifact":
      case "verdict": {
        const schema =
          program[subject.kind === "artifact" ? "artifacts" : "verdicts"][subject.ref]?.schema ?? true;
        return cellsOf(schema, values, predicates, readsOf(subject.kind, subject.ref), { most });
      }
      case "input": {
        const input = program.playbooks[subject.playbook]?.inputs[subject.name];
        return cellsOf(input?.schema ?? true, values, predicates, readsOf("input", subject.name), {
          optional: input?.required === false && input.default === undefined,
          most,
        });
      }
    }
  };
}
