import type { Schema } from "../../../ir/index.js";
import { schemasMatching } from "../../../runtime/core/schemas.js";
import type { Values } from "../cells.js";

const known = new WeakMap<Values["types"], Values>();

/** The interpreter's own word on values, with the engine for patterns that the caller has. */
export function valuesOf(types: Readonly<Record<string, Schema>>, matches: Values["matches"]): Values {
  const before = known.get(types);
  if (before !== undefined) return before;
  const values: Values = { types, check: schemasMatching(types, matches).check, matches };
  known.set(types, values);
  return values;
}
