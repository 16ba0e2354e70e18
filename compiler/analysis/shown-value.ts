import { type Expression, isJsonObject, type Json, type JsonObject } from "../../ir/index.js";
import { showName } from "../types/show.js";
import { argumentsRead } from "./cells.js";
import { demandsOf } from "./cells/demands.js";

/** The arguments that the predicates look at, as they would be written: `{ amount: 100  to: "x" }`. */
export function argumentsShown(input: JsonObject, predicates: readonly Expression[]): string {
  return objectShown(input, [...demandsOf(predicates, argumentsRead).root.parts.keys()].map(String));
}

function objectShown(value: JsonObject, names: readonly string[]): string {
  const fields = names.flatMap((name): readonly string[] => {
    const field = Object.hasOwn(value, name) ? value[name] : undefined;
    return field === undefined ? [] : [`${showName(name)}: ${valueShown(field)}`];
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join("  ")} }`;
}

/** A value as it would be written in a playbook. */
export function valueShown(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(valueShown).join(", ")}]`;
  return isJsonObject(value) ? objectShown(value, Object.keys(value)) : JSON.stringify(value);
}
