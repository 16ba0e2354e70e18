import { isJsonObject, type Json } from "../../ir/index.js";
import { cut, oneLine, printable } from "./text.js";

/** A value in one line of at most `width` columns, as the language writes it: `{ verdict: "thin", gaps: ["buyers"] }`. */
export function inline(value: Json, width: number): string {
  return cut(oneLine(written(value)), width);
}

function written(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.map(written).join(", ")}]`;
  if (isJsonObject(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${fieldName(name)}: ${written(field)}`);
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return JSON.stringify(value);
}

function fieldName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*$/.test(name) ? name : JSON.stringify(name);
}

/** A value in as many lines as it needs: text as it is, anything else as JSON. */
export function block(value: Json): readonly string[] {
  return printable(typeof value === "string" ? value : JSON.stringify(value, null, 2)).split("\n");
}
