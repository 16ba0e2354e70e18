import type { Diagnostic, Place } from "../../ir/index.js";
import { type Check, diagnose } from "../check.js";

export const check: Check = {
  code: "LB2015",
  name: "external-schema",
  severity: "error",
  summary: "an external JSON Schema that is unreadable or not valid",
  why: "A type that nobody can read accepts everything, and the values that it should refuse go on.",
  fix: "Correct the path or the JSON Pointer, mend the schema, or write it in JSON Schema 2020-12 or draft-07.",
  bad: `/// An order as the shop sends it.
type Order = schema "./order.schema.json#/$defs/Ordre"

/// The order at hand.
artifact order at "order.json" given : Order
`,
  good: `/// An order as the shop sends it.
type Order = schema "./order.schema.json#/$defs/Order"

/// The order at hand.
artifact order at "order.json" given : Order
`,
  files: {
    "order.schema.json": `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$defs": {
    "Order": {
      "type": "object",
      "properties": { "id": { "type": "string" } },
      "required": ["id"]
    }
  }
}
`,
  },
};

/** `how`: what is wrong with it, as the end of a sentence. */
export function schemaUnusable(place: Place, path: string, how: string, hint?: string): Diagnostic {
  return diagnose(check, place, `the schema \`${path}\` ${how}`, { hint });
}
