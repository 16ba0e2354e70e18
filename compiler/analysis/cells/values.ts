import type { Schema } from "../../../ir/index.js";
import { patternOf } from "../../../runtime/core/patterns.js";
import { schemasOf } from "../../../runtime/core/schemas.js";
import type { Values } from "../cells.js";

const known = new WeakMap<Values["types"], Values>();

/** The interpreter's own word on values. Loads its schemas and patterns: import this where cells are wanted, not before. */
export function valuesOf(types: Readonly<Record<string, Schema>>): Values {
  const before = known.get(types);
  if (before !== undefined) return before;
  const values: Values = {
    types,
    check: schemasOf(types).check,
    matches: (text, pattern) => patternOf(pattern).test(text),
  };
  known.set(types, values);
  return values;
}
