/** The fields of objects that are written out: arguments, results, and the inputs of scenarios. */
import type { Entry, Expression } from "../../grammar/tree.js";
import type { Module } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { fieldOf } from "../types/fields.js";
import { type Property, type Type, unknownType } from "../types/type.js";
import { stepsOf } from "./clauses.js";
import { lookedUp } from "./looked-up.js";

export interface WrittenField {
  readonly module: Module;
  readonly entry: Entry;
  readonly property: Property;
}

/** In the order of the modules and of their text; fields that are not declared are left out. */
export function writtenFields(program: CheckedProgram): readonly WrittenField[] {
  return [...program.declared.values()].flatMap(({ module, syntax, ref }) => {
    if (syntax.broken || program.isFaulty(ref)) return [];
    if (syntax.kind === "playbook") {
      return stepsOf(syntax).flatMap((step) => {
        if (step.kind === "call" || step.kind === "perform") {
          return inEntries(module, step.arguments, typeOf(program, module, step.callee));
        }
        if (step.kind !== "land" && step.kind !== "return") return [];
        return inExpression(module, step.value, typeOf(program, module, step.target));
      });
    }
    if (syntax.kind !== "scenario") return [];
    return syntax.lines.flatMap((line) => {
      const playbook = line.kind === "run" ? lookedUp(program, module, line.playbook) : undefined;
      const thing = playbook === undefined ? undefined : program.things.get(playbook.ref);
      if (line.kind !== "run" || line.inputs === undefined || thing?.kind !== "playbook") return [];
      const fields = new Map(
        [...thing.inputs].map(([name, { type, optional, place }]) => [name, { type, optional, place }]),
      );
      return inExpression(module, line.inputs, { kind: "object", fields, open: false });
    });
  });
}

/** What a tool or effect takes, or what a result is. */
function typeOf(program: CheckedProgram, module: Module, name: Parameters<typeof lookedUp>[2]): Type {
  const declared = lookedUp(program, module, name);
  const thing = declared === undefined ? undefined : program.things.get(declared.ref);
  switch (thing?.kind) {
    case "tool":
    case "effect":
      return thing.input;
    case "artifact":
    case "verdict":
      return thing.type;
    default:
      return unknownType;
  }
}

function inExpression(module: Module, expression: Expression, type: Type): readonly WrittenField[] {
  if (expression.kind === "group") return inExpression(module, expression.inner, type);
  return expression.kind === "object" ? inEntries(module, expression.entries, type) : [];
}

function inEntries(module: Module, entries: readonly Entry[], type: Type): readonly WrittenField[] {
  return entries.flatMap((entry) => {
    const field = fieldOf(type, entry.key.text);
    if (field.kind === "missing") return [];
    const { property } = field;
    const within = inExpression(module, entry.value, field.type);
    return property === undefined ? within : [{ module, entry, property }, ...within];
  });
}
