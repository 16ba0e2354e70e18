/** What members can give: one value of each kind that some predicate of the program tells apart. */
import { isJsonObject, type Json, type JsonObject, type Program } from "../../ir/index.js";
import { test } from "../../runtime/core/index.js";
import { markOf } from "./answers.js";

type Comparison = (value: Json) => boolean | undefined;

/** Every object within a value. */
function* objectsIn(value: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) {
    for (const item of value) yield* objectsIn(item);
  } else if (typeof value === "object" && value !== null) {
    yield { ...value };
    for (const item of Object.values(value)) yield* objectsIn(item);
  }
}

/** The comparisons of a verdict's field with a literal, wherever they stand. */
function comparisonsWith(program: Program, verdict: string, field: string): readonly Comparison[] {
  const found: Comparison[] = [];
  for (const each of objectsIn(program.playbooks)) {
    if (each["kind"] !== "compare") continue;
    const { left, right, operator } = each as unknown as Parameters<typeof read>[0];
    const comparison = read({ left, right, operator }, verdict, field);
    if (comparison !== undefined) found.push(comparison);
  }
  return found;
}

function read(
  {
    left,
    right,
    operator,
  }: {
    readonly left: { readonly kind: string; readonly name?: string; readonly path?: readonly unknown[] };
    readonly right: { readonly kind: string; readonly value?: Json; readonly items?: readonly unknown[] };
    readonly operator: Parameters<typeof test>[0];
  },
  verdict: string,
  field: string,
): Comparison | undefined {
  if (left.kind !== "get" || left.name !== verdict || left.path?.[0] !== field) return undefined;
  const literal = right.value;
  return literal === undefined ? undefined : (value) => test(operator, value, literal);
}

/** One value of each kind. An optional field is missing in one of them. */
export function valuesOf(program: Program, verdict: string): readonly Json[] {
  const { schema } = program.verdicts[verdict]!;
  if (!isJsonObject(schema)) throw new Error(`\`${verdict}\` has no schema that can be sampled`);
  const own = scalarsOf(schema);
  if (own !== undefined) return own;
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  let objects: readonly Readonly<Record<string, Json>>[] = [{}];
  for (const [name, property] of Object.entries(properties)) {
    const values = isJsonObject(property) ? scalarsOf(property) : undefined;
    if (values === undefined) throw new Error(`\`${name}\` of \`${verdict}\` cannot be sampled`);
    const comparisons = comparisonsWith(program, verdict, name);
    if (values.length === 1 && comparisons.length > 0)
      throw new Error(`comparisons with \`${name}\` of \`${verdict}\` are not sampled`);
    const different = distinct(values, property, comparisons);
    objects = objects.flatMap((object) => [
      ...different.map((value) => ({ ...object, [name]: value })),
      ...(required.includes(name) ? [] : [object]),
    ]);
  }
  return objects;
}

/** What an artifact may hold; contents of different versions differ. */
export function contentOf(program: Program, artifact: string, version: number): Json {
  return filled(program.artifacts[artifact]!.schema, `version ${version}`);
}

/** A value that fits, in which every text is the given one. */
function filled(schema: unknown, text: string): Json {
  if (!isSchema(schema)) throw new Error("such an artifact is not sampled");
  const { type, enum: values, properties, items } = schema;
  if (Array.isArray(values)) return values[0] ?? null;
  if (type === "string") return text;
  if (type === "boolean") return false;
  if (type === "array") return [filled(items, text)];
  if (type === "object" && isSchema(properties))
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, filled(each, text)]));
  throw new Error("such an artifact is not sampled");
}

function isSchema(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All values of an enum, of a boolean, of a whole number between bounds; of what no rule looks into, one. */
function scalarsOf(schema: Readonly<Record<string, Json>>): readonly Json[] | undefined {
  const { enum: values, type, minimum, maximum } = schema;
  if (Array.isArray(values)) return values;
  if (type === "boolean") return [true, false];
  if (type === "string") return ["something"];
  if (type === "array") return [[]];
  if (type !== "integer" || typeof minimum !== "number" || typeof maximum !== "number") return undefined;
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/** Whole numbers that no comparison tells apart are one. */
function distinct(
  values: readonly Json[],
  schema: Json,
  comparisons: readonly Comparison[],
): readonly Json[] {
  if (!isJsonObject(schema) || schema["type"] !== "integer") return values;
  const seen = new Set<string>();
  return values.filter((value) => {
    const row = JSON.stringify(comparisons.map((comparison) => comparison(value) ?? null));
    return !seen.has(row) && seen.add(row);
  });
}

/** The marks of a verdict's value: its enum and boolean fields. */
export function marksOf(program: Program, verdict: string, value: Json): readonly string[] {
  const { schema } = program.verdicts[verdict]!;
  if (!isJsonObject(value)) return [`${verdict} ${markOf([], value)}`];
  const properties = isJsonObject(schema) && isJsonObject(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(value).flatMap(([name, field]) => {
    const property = properties[name];
    const isCounted =
      isJsonObject(property) && (property["enum"] !== undefined || property["type"] === "boolean");
    return isCounted ? [`${verdict} ${markOf([name], field)}`] : [];
  });
}

/** The largest number that a predicate compares a count of this evidence with, and one more; 1 at least. */
export function capOf(program: Program, evidence: string): number {
  let cap = 1;
  for (const each of objectsIn(program.playbooks)) {
    if (each["kind"] !== "compare") continue;
    const sides = [each["left"], each["right"]];
    if (![...objectsIn(sides)].some(({ kind, ref }) => kind === "count" && ref === evidence)) continue;
    for (const { value } of objectsIn(sides)) if (typeof value === "number") cap = Math.max(cap, value + 1);
  }
  return cap;
}
