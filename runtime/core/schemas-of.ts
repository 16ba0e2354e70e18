import type { Schema } from "../../ir/index.js";
import { patternOf } from "./patterns.js";
import { type Schemas, schemasMatching } from "./schemas.js";

/** `types`: what `#/$defs/<ref>` means; a schema may bring its own `$defs`, which stand before them. */
export function schemasOf(types: Readonly<Record<string, Schema>>): Schemas {
  return schemasMatching(types, (text, pattern) => patternOf(pattern).test(text));
}
