/**
 * Settings against their schema, each misfit at its place with the nearest name that is known (`[L-33]`). A light walk over
 * the few keywords that the schemas of settings use, so that reading a configuration costs nothing.
 *
 * Of `oneOf`, the branch is meant whose `const` fields the value has, or else whose `required` fields it has all.
 */
import {
  type Diagnostic,
  type Json,
  type JsonObject,
  isJsonObject,
  nearest,
  suggestion,
} from "../../ir/index.js";
import type { Located } from "./located.js";

export interface SettingsSchema {
  readonly root: JsonObject;
  readonly file: string;
}

/** Everything that does not fit, in the order of its places. */
export function conform(located: Located, schema: JsonObject, file: string): readonly Diagnostic[] {
  const walk = new Walk(schema, file);
  walk.visit(located, schema, undefined);
  return walk.found.toSorted((a, b) => a.place.span.start - b.place.span.start);
}

class Walk {
  readonly found: Diagnostic[] = [];

  constructor(
    private readonly root: JsonObject,
    private readonly file: string,
  ) {}

  /** `name`: the key that the value stands under. */
  visit(located: Located, given: Json | undefined, name: string | undefined): void {
    const schema = this.resolve(given);
    if (schema === undefined) return;
    if (Array.isArray(schema["oneOf"])) return this.visitOneOf(located, schema["oneOf"], name);
    if (Array.isArray(schema["enum"])) return this.visitEnum(located, schema["enum"], name);
    if (schema["const"] !== undefined) return this.visitEnum(located, [schema["const"]], name);
    const type = schema["type"];
    if (typeof type === "string" && !isOfType(located.value, type)) {
      this.report(
        "LB2004",
        located,
        `${shown(name)} has to be ${typeWords(type)}, and is ${valueWords(located.value)}`,
        hintOf(schema),
      );
      return;
    }
    this.visitBounds(located, schema, name);
    if (located.items !== undefined)
      for (const item of located.items) this.visit(item, schema["items"], name);
    if (located.fields !== undefined) this.visitFields(located, schema, name);
  }

  private visitFields(located: Located, schema: JsonObject, name: string | undefined): void {
    const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
    const others = schema["additionalProperties"];
    // A key that is only misspelt is one fault, not two.
    const meant = new Set<string>();
    for (const field of located.fields ?? []) {
      const property = Object.hasOwn(properties, field.name) ? properties[field.name] : undefined;
      if (property !== undefined) this.visit(field.value, property, field.name);
      else if (others === false) meant.add(this.reportUnknown(field, Object.keys(properties), name) ?? "");
      else this.visit(field.value, others, field.name);
    }
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const there = new Set((located.fields ?? []).map((field) => field.name));
    for (const needed of required)
      if (typeof needed === "string" && !there.has(needed) && !meant.has(needed))
        this.report(
          "LB2016",
          located,
          `${shown(name)} needs \`${needed}\``,
          hintOf(this.resolve(properties[needed])),
        );
  }

  private visitOneOf(located: Located, branches: readonly Json[], name: string | undefined): void {
    const schemas = branches.map((branch) => this.resolve(branch)).filter((schema) => schema !== undefined);
    const fitting = schemas.filter((schema) => isOfType(located.value, String(schema["type"] ?? "object")));
    if (fitting.length === 0) {
      const types = [...new Set(schemas.map((schema) => typeWords(String(schema["type"]))))];
      this.report(
        "LB2004",
        located,
        `${shown(name)} has to be ${types.join(" or ")}, and is ${valueWords(located.value)}`,
      );
      return;
    }
    const verbs = verbsIn(located, fitting);
    if (verbs.length > 1) return this.reportSeveral(located, verbs, name);
    const meant = fitting.length === 1 ? fitting[0] : this.branchOf(located, fitting);
    if (meant !== undefined) return this.visit(located, meant, name);
    const mark = constantOf(fitting[0]);
    if (mark === undefined) return this.reportNoBranch(located, fitting, name);
    const marks = fitting.flatMap((schema) => constantOf(schema)?.value ?? []);
    const field = located.fields?.find((one) => one.name === mark.name);
    if (field !== undefined) return this.visitEnum(field.value, marks, mark.name);
    this.report("LB2016", located, `${shown(name)} needs \`${mark.name}\``, `one of ${listed(marks)}`);
  }

  private reportSeveral(located: Located, verbs: readonly string[], name: string | undefined): void {
    const [, second = ""] = verbs;
    const span = located.fields?.find((field) => field.name === second)?.span ?? located.span;
    const where = name === undefined ? "" : ` in \`${name}\``;
    this.report(
      "LB2016",
      { span },
      `${listed(verbs)} stand together${where}, and one of them is meant`,
      "keep one",
    );
  }

  private reportNoBranch(located: Located, branches: readonly JsonObject[], name: string | undefined): void {
    const verbs = branches.flatMap(requiredOf);
    const known = branches.flatMap((schema) =>
      Object.keys(isJsonObject(schema["properties"]) ? schema["properties"] : {}),
    );
    const unknown = located.fields?.find((field) => !known.includes(field.name));
    if (unknown !== undefined) this.reportUnknown(unknown, known, name);
    else this.report("LB2016", located, `${shown(name)} needs one of ${listed(verbs)}`);
  }

  private branchOf(located: Located, branches: readonly JsonObject[]): JsonObject | undefined {
    const value = located.value;
    if (!isJsonObject(value)) return branches[0];
    return branches.find((schema) => {
      const mark = constantOf(schema);
      if (mark !== undefined) return value[mark.name] === mark.value;
      return requiredOf(schema).every((key) => Object.hasOwn(value, key));
    });
  }

  private visitEnum(located: Located, members: readonly Json[], name: string | undefined): void {
    if (members.includes(located.value)) return;
    const near = isString(located.value) ? suggestion(located.value, members.filter(isString)) : "";
    const value = isString(located.value) ? `\`${located.value}\`` : valueWords(located.value);
    this.report("LB2006", located, `${shown(name)} cannot be ${value}${near}`, `one of ${listed(members)}`);
  }

  private visitBounds({ value, span, items }: Located, schema: JsonObject, name: string | undefined): void {
    const located = { value, span };
    const { minimum, maximum, minLength, minItems, pattern, description } = schema;
    if (typeof minimum === "number" && typeof value === "number" && value < minimum)
      this.report("LB2006", located, `${shown(name)} has to be at least ${minimum}, and is ${value}`);
    if (typeof maximum === "number" && typeof value === "number" && value > maximum)
      this.report("LB2006", located, `${shown(name)} can be at most ${maximum}, and is ${value}`);
    if (typeof minLength === "number" && typeof value === "string" && value.length < minLength)
      this.report("LB2006", located, `${shown(name)} is empty`, hintOf(schema));
    if (typeof minItems === "number" && items !== undefined && items.length < minItems)
      this.report("LB2006", located, `${shown(name)} is empty`, hintOf(schema));
    if (typeof pattern === "string" && typeof value === "string" && !new RegExp(pattern, "u").test(value))
      this.report(
        "LB2006",
        located,
        `${shown(name)} cannot be \`${value}\``,
        typeof description === "string" ? description : undefined,
      );
  }

  /** The name that was probably meant. */
  private reportUnknown(
    field: NonNullable<Located["fields"]>[number],
    known: readonly string[],
    name: string | undefined,
  ): string | undefined {
    const where = name === undefined ? "" : ` in \`${name}\``;
    this.found.push({
      code: "LB2001",
      severity: "error",
      message: `there is no setting \`${field.name}\`${where}${suggestion(field.name, known)}`,
      place: { file: this.file, span: field.span },
      related: [],
      hint: `one of ${listed(known.filter((one) => one !== "$schema"))}`,
    });
    return nearest(field.name, known);
  }

  private report(code: string, { span }: Pick<Located, "span">, message: string, hint?: string): void {
    this.found.push({
      code,
      severity: "error",
      message,
      place: { file: this.file, span },
      related: [],
      ...(hint === undefined ? {} : { hint }),
    });
  }

  private resolve(schema: Json | undefined): JsonObject | undefined {
    if (!isJsonObject(schema)) return undefined;
    const ref = schema["$ref"];
    if (typeof ref !== "string") return schema;
    const definitions = this.root["$defs"];
    return isJsonObject(definitions) ? this.resolve(definitions[ref.slice("#/$defs/".length)]) : undefined;
  }
}

/** The fields there that name a branch: each needs another one first, and one of them is meant. */
function verbsIn({ fields }: Located, branches: readonly JsonObject[]): readonly string[] {
  const verbs = branches.flatMap((schema) =>
    constantOf(schema) === undefined ? requiredOf(schema).slice(0, 1) : [],
  );
  return (fields ?? []).map((field) => field.name).filter((field) => verbs.includes(field));
}

/** The field by which a branch is told from the others. */
function constantOf(
  schema: JsonObject | undefined,
): { readonly name: string; readonly value: Json } | undefined {
  const properties = schema?.["properties"];
  if (!isJsonObject(properties)) return undefined;
  for (const name of requiredOf(schema ?? {})) {
    const property = properties[name];
    if (isJsonObject(property) && property["const"] !== undefined) return { name, value: property["const"] };
  }
  return undefined;
}

function requiredOf(schema: JsonObject): readonly string[] {
  const required = schema["required"];
  return Array.isArray(required) ? required.filter(isString) : [];
}

function isString(value: Json): value is string {
  return typeof value === "string";
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function typeWords(type: string): string {
  switch (type) {
    case "object":
      return "an object";
    case "array":
      return "a list";
    case "string":
      return "text";
    case "integer":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "`true` or `false`";
    default:
      return type;
  }
}

function valueWords(value: Json): string {
  if (value === null) return "`null`";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  if (typeof value === "string") return "text";
  return `\`${String(value)}\``;
}

function shown(name: string | undefined): string {
  return name === undefined ? "the file" : `\`${name}\``;
}

function listed(values: readonly Json[]): string {
  return [...new Set(values)].map((value) => `\`${String(value)}\``).join(", ");
}

function hintOf(schema: JsonObject | undefined): string | undefined {
  const description = schema?.["description"];
  return typeof description === "string"
    ? description.replace(/\.$/, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    : undefined;
}
