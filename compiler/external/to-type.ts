/**
 * What the compiler can say of an external schema's values: enough for paths, comparisons and values that are written
 * out. Where a schema says more than a type can, the type is wider; the schema itself has the last word.
 */
import { isJsonObject, type Json, refOfTypeReference, type Schema } from "../../ir/index.js";
import {
  anyType,
  arrayOf,
  booleanType,
  integerType,
  nullType,
  numberType,
  type Property,
  resolved,
  type Scalar,
  type StringName,
  stringFormats,
  stringType,
  type Type,
  unionOf,
} from "../types/type.js";

/** `named`: the type of one of the schema's definitions, by ref. */
export function typeOfSchema(schema: Schema | undefined, named: (ref: string) => Type): Type {
  if (typeof schema !== "object") return anyType;
  const rest = withoutAnnotations(schema);
  const ref = typeof rest["$ref"] === "string" ? refOfTypeReference(rest["$ref"]) : undefined;
  if (ref !== undefined) {
    const { $ref: _, ...beside } = rest;
    return Object.keys(beside).length === 0 ? named(ref) : merged([named(ref), typeOfSchema(beside, named)]);
  }
  if ("const" in rest) return isScalar(rest["const"]) ? { kind: "enum", values: [rest["const"]] } : anyType;
  if (Array.isArray(rest["enum"])) {
    const values = rest["enum"].filter(isScalar);
    return values.length === rest["enum"].length ? { kind: "enum", values } : anyType;
  }
  const { allOf, anyOf, oneOf, ...own } = rest;
  const parts: Type[] = [];
  if (Object.keys(own).length > 0) parts.push(ownType(own, named));
  if (Array.isArray(allOf)) parts.push(...allOf.map((each: Json) => typeOfSchema(asSchema(each), named)));
  for (const choice of [anyOf, oneOf]) {
    if (Array.isArray(choice))
      parts.push(unionOf(choice.map((each: Json) => typeOfSchema(asSchema(each), named))));
  }
  return parts.length === 0 ? anyType : merged(parts);
}

function asSchema(value: Json | undefined): Schema | undefined {
  return isJsonObject(value) || typeof value === "boolean" ? value : undefined;
}

function isScalar(value: Json | undefined): value is Scalar {
  return (
    value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  );
}

const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

function withoutAnnotations(schema: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !annotations.has(key)));
}

function ownType(schema: Readonly<Record<string, Json>>, named: (ref: string) => Type): Type {
  const { type } = schema;
  const kinds = typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : guessed(schema);
  if (kinds.length === 0) return anyType;
  return unionOf(kinds.map((kind) => typeOfKind(kind, schema, named)));
}

function guessed(schema: Readonly<Record<string, Json>>): readonly string[] {
  if ("properties" in schema || "required" in schema) return ["object"];
  return "items" in schema ? ["array"] : [];
}

function typeOfKind(
  kind: string,
  schema: Readonly<Record<string, Json>>,
  named: (ref: string) => Type,
): Type {
  switch (kind) {
    case "string":
      return stringOf(schema["format"]);
    case "integer":
      return integerType;
    case "number":
      return numberType;
    case "boolean":
      return booleanType;
    case "null":
      return nullType;
    case "array":
      return "prefixItems" in schema
        ? arrayOf(anyType)
        : arrayOf(typeOfSchema(asSchema(schema["items"]), named));
    case "object":
      return objectOf(schema, named);
    default:
      return anyType;
  }
}

function stringOf(format: Json | undefined): Type {
  const name = Object.entries(stringFormats).find(([, each]) => each !== undefined && each === format)?.[0];
  return name !== undefined && isStringName(name) ? { kind: "string", name } : stringType;
}

function isStringName(name: string): name is StringName {
  return Object.hasOwn(stringFormats, name);
}

function objectOf(schema: Readonly<Record<string, Json>>, named: (ref: string) => Type): Type {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const more = schema["additionalProperties"];
  const fields = new Map(
    Object.entries(properties).map(([name, each]): [string, Property] => [
      name,
      { type: typeOfSchema(asSchema(each), named), optional: !required.includes(name) },
    ]),
  );
  if (fields.size === 0 && isJsonObject(more)) return { kind: "map", value: typeOfSchema(more, named) };
  const isOpen = more !== false || "patternProperties" in schema;
  return { kind: "object", fields, open: isOpen };
}

/** What fits all of them: objects with the fields of each. Anything else is left to the schema. */
function merged(types: readonly Type[]): Type {
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  const told = types.filter(({ kind }) => kind !== "any");
  const [single] = told;
  if (told.length === 1 && single !== undefined) return single;
  const fields = new Map<string, Property>();
  let open = true;
  for (const type of told) {
    const at = resolved(type);
    if (at.kind !== "object") return anyType;
    open &&= at.open;
    for (const [name, property] of at.fields) {
      const before = fields.get(name);
      fields.set(
        name,
        before === undefined ? property : { ...property, optional: before.optional && property.optional },
      );
    }
  }
  return { kind: "object", fields, open };
}
