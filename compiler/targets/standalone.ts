import { isJsonObject, type Json, refOfTypeReference, type Schema } from "../../ir/index.js";

/** The refs of the types that a schema names, directly or through others, in the order met. */
export function typesIn(
  schema: Json,
  types: Readonly<Record<string, Schema>>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const item of schema) typesIn(item, types, found);
  if (!isJsonObject(schema)) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "enum" || key === "const" || key === "default" || key === "examples") continue;
    const ref = key === "$ref" && typeof value === "string" ? refOfTypeReference(value) : undefined;
    if (ref === undefined) typesIn(value, types, found);
    else if (!found.has(ref) && Object.hasOwn(types, ref)) {
      found.add(ref);
      typesIn(types[ref] ?? true, types, found);
    }
  }
  return found;
}

/** The schema with every type that it names, so that it stands alone. */
export function standalone(
  schema: Schema,
  types: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Json>> {
  const needed = [...typesIn(schema, types)].toSorted((a, b) => (a < b ? -1 : 1));
  const own: Readonly<Record<string, Json>> = schema === true ? {} : schema === false ? { not: {} } : schema;
  if (needed.length === 0) return own;
  return { ...own, $defs: Object.fromEntries(needed.map((ref) => [ref, types[ref] ?? true])) };
}
