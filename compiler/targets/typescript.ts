/** JSON Schema → TypeScript. What TypeScript cannot say (bounds, patterns, formats) is left out; nothing is made narrower. */
import { isJsonObject, type Json, pointer, refOfTypeReference } from "../../ir/index.js";

export interface Printing {
  /** The name of the type with that ref. */
  readonly nameOf: (ref: string) => string;
  /** The doc of what stands at a JSON Pointer. */
  readonly docAt: (path: string) => string | undefined;
}

/** The type that a schema describes, on lines that are indented by `indent`. `path`: where the schema stands. */
export function typeText(schema: Json | undefined, printing: Printing, path: string, indent = ""): string {
  if (schema === false) return "never";
  if (!isJsonObject(schema)) return "unknown";
  const parts: string[] = [];
  const reference = schema["$ref"];
  const ref = typeof reference === "string" ? refOfTypeReference(reference) : undefined;
  if (ref !== undefined) parts.push(printing.nameOf(ref));
  if ("const" in schema) parts.push(JSON.stringify(schema["const"]));
  else if (Array.isArray(schema["enum"])) parts.push(union(schema["enum"].map((value) => literal(value))));
  else parts.push(...ownText(schema, printing, path, indent));
  for (const key of ["anyOf", "oneOf"]) {
    const choice = schema[key];
    if (Array.isArray(choice))
      parts.push(
        union(choice.map((each, index) => typeText(each, printing, `${path}${pointer(key, index)}`, indent))),
      );
  }
  const { allOf } = schema;
  if (Array.isArray(allOf))
    parts.push(
      ...allOf.map((each, index) => typeText(each, printing, `${path}${pointer("allOf", index)}`, indent)),
    );
  const told = [...new Set(parts)].filter((part) => part !== "unknown");
  if (told.length < 2) return told[0] ?? "unknown";
  return told.map((part) => (part.includes(" | ") ? `(${part})` : part)).join(" & ");
}

function literal(value: Json): string {
  return typeof value === "object" && value !== null ? "unknown" : JSON.stringify(value);
}

function union(parts: readonly string[]): string {
  const distinct = [...new Set(parts)];
  return distinct.includes("unknown") ? "unknown" : distinct.join(" | ");
}

function ownText(
  schema: Readonly<Record<string, Json>>,
  printing: Printing,
  path: string,
  indent: string,
): readonly string[] {
  const { type } = schema;
  const kinds = typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : guessed(schema);
  if (kinds.length === 0) return [];
  return [union(kinds.map((kind) => kindText(kind, schema, printing, path, indent)))];
}

function guessed(schema: Readonly<Record<string, Json>>): readonly string[] {
  if ("properties" in schema || "required" in schema) return ["object"];
  return "items" in schema || "prefixItems" in schema ? ["array"] : [];
}

function kindText(
  kind: string,
  schema: Readonly<Record<string, Json>>,
  printing: Printing,
  path: string,
  indent: string,
): string {
  switch (kind) {
    case "string":
    case "boolean":
    case "null":
      return kind;
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayText(schema, printing, path, indent);
    case "object":
      return objectText(schema, printing, path, indent);
    default:
      return "unknown";
  }
}

function arrayText(
  schema: Readonly<Record<string, Json>>,
  printing: Printing,
  path: string,
  indent: string,
): string {
  const { prefixItems, items } = schema;
  if (Array.isArray(prefixItems)) {
    const first = prefixItems.map(
      (each, index) => `${typeText(each, printing, `${path}${pointer("prefixItems", index)}`, indent)}?`,
    );
    const rest =
      items === false ? [] : [`...${elements(typeText(items, printing, `${path}/items`, indent))}`];
    return `[${[...first, ...rest].join(", ")}]`;
  }
  return elements(typeText(items, printing, `${path}/items`, indent));
}

function elements(element: string): string {
  return /[|&]/.test(element) ? `(${element})[]` : `${element}[]`;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A field's name as TypeScript writes it. */
export function fieldName(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}

function objectText(
  schema: Readonly<Record<string, Json>>,
  printing: Printing,
  path: string,
  indent: string,
): string {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const more = schema["additionalProperties"];
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, each]) => {
    const at = `${path}${pointer("properties", name)}`;
    const mark = required.includes(name) ? "" : "?";
    return [
      ...docLines(printing.docAt(at), inner, isJsonObject(each) && each["deprecated"] === true),
      `${inner}${fieldName(name)}${mark}: ${typeText(each, printing, at, inner)};`,
    ];
  });
  const isOpen = more !== false || "patternProperties" in schema;
  if (isOpen) {
    // Beside named fields an index of one type would have to hold those too.
    const value =
      lines.length === 0 && isJsonObject(more)
        ? typeText(more, printing, `${path}/additionalProperties`, inner)
        : "unknown";
    lines.push(`${inner}[key: string]: ${value};`);
  }
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("\n")}\n${indent}}`;
}

/** A doc as a comment; none where there is nothing to say. */
export function docLines(doc: string | undefined, indent: string, isDeprecated = false): readonly string[] {
  const told = [doc?.trim() ?? "", isDeprecated ? "@deprecated" : ""].filter((part) => part !== "");
  const lines = told.flatMap((part) => part.replaceAll("*/", "*\\/").split("\n"));
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1) return [`${indent}/** ${only} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

export function isObjectText(text: string): boolean {
  return text.startsWith("{\n");
}
