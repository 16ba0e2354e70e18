import { isJsonObject, refOfTypeReference, type Json, type JsonObject, type Schema } from "../../ir/index.js";
import { shortRef } from "./names.js";

/** Named types by ref, as a program keeps them. */
export type Types = Readonly<Record<string, Schema>>;

/** The schema that is meant: references are followed, through the schema's own `$defs` too. */
export function resolved(schema: Schema, types: Types): Schema {
  let current = schema;
  for (let depth = 0; depth < 64 && isJsonObject(current); depth++) {
    const target = reference(current);
    if (target === undefined) return current;
    const next = types[target] ?? ownDefinition(schema, target);
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

function ownDefinition(schema: Schema, name: string): Schema | undefined {
  const definitions = isJsonObject(schema) ? schema["$defs"] : undefined;
  const definition = isJsonObject(definitions) ? definitions[name] : undefined;
  return isJsonObject(definition) || typeof definition === "boolean" ? definition : undefined;
}

function reference(schema: JsonObject): string | undefined {
  const target = schema["$ref"];
  return typeof target === "string" ? refOfTypeReference(target) : undefined;
}

/** What fits a schema, written as a type of the language: `"a" | "b"`, `{ id: string, amount?: number }`. */
export function typeWords(schema: Schema, home?: string): string {
  if (typeof schema === "boolean") return "json";
  const target = reference(schema);
  if (target !== undefined) return shortRef(target, home);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const values = schema["enum"];
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schemasIn(schema["anyOf"] ?? schema["oneOf"]);
  if (alternatives.length > 0) return alternatives.map((one) => typeWords(one, home)).join(" | ");
  const type = schema["type"];
  if (Array.isArray(type)) return type.map((one) => typeWords({ ...schema, type: one }, home)).join(" | ");
  switch (type) {
    case "string":
      return stringWords(schema);
    case "array":
      return arrayWords(schema, home);
    case "object":
      return objectWords(schema, home);
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      return "json";
  }
}

function stringWords(schema: JsonObject): string {
  switch (schema["format"]) {
    case "date":
    case "duration":
    case "uri":
    case "email":
    case "uuid":
      return schema["format"];
    case "date-time":
      return "datetime";
    default:
      return "text";
  }
}

function arrayWords(schema: JsonObject, home: string | undefined): string {
  const items = asSchema(schema["items"]);
  const words = items === undefined ? "json" : typeWords(items, home);
  return words.includes(" | ") ? `(${words})[]` : `${words}[]`;
}

function objectWords(schema: JsonObject, home: string | undefined): string {
  const fields = fieldsOf(schema).map(
    ({ name, required, schema: field }) => `${name}${required ? "" : "?"}: ${typeWords(field, home)}`,
  );
  const values = asSchema(schema["additionalProperties"]);
  if (fields.length === 0) {
    return isJsonObject(values) ? `map<${typeWords(values, home)}>` : values === false ? "{}" : "open {}";
  }
  return `${values === false ? "" : "open "}{ ${fields.join(", ")} }`;
}

/** One field of an object. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly default?: Json;
  readonly doc?: string;
}

/** The fields that an object's schema names, in its order. */
export function fieldsOf(schema: JsonObject): readonly Field[] {
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return [];
  const required = schema["required"];
  return Object.entries(properties).flatMap(([name, value]) => {
    const field = asSchema(value);
    if (field === undefined) return [];
    const preset = isJsonObject(field) ? field["default"] : undefined;
    const doc = isJsonObject(field) ? field["description"] : undefined;
    return [
      {
        name,
        required: Array.isArray(required) && required.includes(name),
        schema: field,
        ...(preset === undefined ? {} : { default: preset }),
        ...(typeof doc === "string" ? { doc } : {}),
      },
    ];
  });
}

/** The values of an enum; none where the schema is none. */
export function choicesOf(schema: Schema): readonly Json[] {
  if (!isJsonObject(schema)) return [];
  if (Array.isArray(schema["enum"])) return schema["enum"];
  if ("const" in schema) return [schema["const"] ?? null];
  const alternatives = schemasIn(schema["anyOf"] ?? schema["oneOf"]).map(choicesOf);
  return alternatives.length > 0 && alternatives.every((one) => one.length > 0) ? alternatives.flat() : [];
}

/** Which kinds of JSON value can fit; `any` where the schema does not say. */
export function kindsOf(schema: Schema, types: Types): ReadonlySet<Kind> {
  const meant = resolved(schema, types);
  if (!isJsonObject(meant)) return new Set<Kind>(["any"]);
  const choices = choicesOf(meant);
  if (choices.length > 0) return new Set(choices.map(kindOf));
  const alternatives = schemasIn(meant["anyOf"] ?? meant["oneOf"]);
  if (alternatives.length > 0) return new Set(alternatives.flatMap((one) => [...kindsOf(one, types)]));
  const type = meant["type"];
  const named = kinds.filter((kind) => (Array.isArray(type) ? type.includes(kind) : type === kind));
  return new Set<Kind>(named.length > 0 ? named : ["any"]);
}

const kinds = ["string", "integer", "number", "boolean", "null", "array", "object"] as const;
export type Kind = (typeof kinds)[number] | "any";

export function kindOf(value: Json): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object";
}

export function asSchema(value: Json | undefined): Schema | undefined {
  return isJsonObject(value) || typeof value === "boolean" ? value : undefined;
}

function schemasIn(value: Json | undefined): readonly Schema[] {
  return Array.isArray(value) ? value.map(asSchema).filter((one) => one !== undefined) : [];
}
