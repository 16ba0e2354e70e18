import { isJsonObject, type Json, refOfTypeReference, type Schema } from "../../ir/index.js";

type Types = Readonly<Record<string, Schema>>;

/** The schema of what lies at a path; `true` where it cannot be told. */
export function schemaAt(schema: Json, path: readonly (string | number)[], types: Types): Json {
  const [first, ...rest] = path;
  const at = resolved(schema, types);
  if (first === undefined || !isJsonObject(at)) return at;
  const { properties, items, additionalProperties } = at;
  const field = typeof first === "string" && isJsonObject(properties) ? properties[first] : undefined;
  return schemaAt(field ?? (typeof first === "number" ? items : additionalProperties) ?? true, rest, types);
}

/** The fields that an object's schema declares. */
export function fieldNames(schema: Json, types: Types): readonly string[] {
  const at = resolved(schema, types);
  const properties = isJsonObject(at) ? at["properties"] : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function resolved(schema: Json, types: Types): Json {
  let at = schema;
  for (let steps = 0; steps < 100 && isJsonObject(at) && typeof at["$ref"] === "string"; steps += 1) {
    const ref = refOfTypeReference(at["$ref"]);
    const { $ref: _, ...beside } = at;
    const target: Json = ref !== undefined && Object.hasOwn(types, ref) ? (types[ref] ?? true) : true;
    at = isJsonObject(target) ? { ...target, ...beside } : target;
  }
  return at;
}
