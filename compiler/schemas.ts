import type { Schema } from "../ir/index.js";
import type { Checking } from "./checking.js";
import { schemaOf } from "./types/schema.js";
import type { Type } from "./types/type.js";

/** The type's JSON Schema, its fields' places and docs noted for the source map (`[L-10]`). */
export function schemaFor({ marks }: Pick<Checking, "marks">, type: Type): Schema {
  return schemaOf(type, (properties, name, property) => marks.markProperty(properties, name, property));
}
