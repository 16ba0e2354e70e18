import { type Json, type JsonObject, type Schema, typeReference } from "../../ir/index.js";
import { type Property, type Scalar, stringFormats, type Type } from "./type.js";

/** Is told of every field of an object type: where its schema stands, and what else is known of it. */
export type FieldNote = (properties: object, name: string, property: Property) => void;

/** The JSON Schema (2020-12) of a type (`[L-10]`). Named types are `$ref`s into the program's `types`. */
export function schemaOf(type: Type, note?: FieldNote): Schema {
  const schema = type.external === undefined ? plainSchema(type, note) : type.external.schema;
  if (type.constraints === undefined) return schema;
  return schema === true
    ? { ...type.constraints }
    : schema === false
      ? false
      : { ...schema, ...type.constraints };
}

function plainSchema(type: Type, note: FieldNote | undefined): Schema {
  switch (type.kind) {
    case "unknown":
    case "any":
      return true;
    case "string": {
      const format = stringFormats[type.name];
      return format === undefined ? { type: "string" } : { type: "string", format };
    }
    case "secret":
      return { type: "string" };
    case "number":
      return { type: type.integer ? "integer" : "number" };
    case "boolean":
      return { type: "boolean" };
    case "enum":
      return enumSchema(type.values);
    case "array":
      return { type: "array", items: schemaOf(type.element, note) };
    case "map":
      return { type: "object", additionalProperties: schemaOf(type.value, note) };
    case "object":
      return objectSchema(type.fields, type.open, note);
    case "union":
      return { anyOf: type.members.map((member) => schemaOf(member, note)) };
    case "named":
      return { $ref: typeReference(type.ref) };
  }
}

function enumSchema(values: readonly Scalar[]): Schema {
  const kinds = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  const [kind] = kinds;
  // A model's form is better made when the kind stands beside the values.
  return kinds.size === 1 && kind !== undefined && kind !== "null"
    ? { type: kind, enum: [...values] }
    : { enum: [...values] };
}

/** `required` is sorted: the order of fields is layout, and layout never changes the digest (`[L-2]`). */
function objectSchema(
  fields: ReadonlyMap<string, Property>,
  open: boolean,
  note: FieldNote | undefined,
): JsonObject {
  const properties = Object.fromEntries(
    [...fields].map(([name, property]) => [name, propertySchema(property, note)]),
  );
  if (note !== undefined) for (const [name, property] of fields) note(properties, name, property);
  const required = [...fields]
    .filter(([, { optional, default: value }]) => !optional && value === undefined)
    .map(([name]) => name);
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required: required.toSorted(byCodeUnits) } : {}),
    ...(open ? {} : { additionalProperties: false }),
  };
}

function propertySchema({ type, default: value }: Property, note: FieldNote | undefined): Json {
  const schema = schemaOf(type, note);
  if (value === undefined) return schema;
  return typeof schema === "boolean" ? { default: value } : { ...schema, default: value };
}

export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
