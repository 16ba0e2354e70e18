/** The keywords of values as a whole, of numbers and of texts. */
import type { Json, JsonObject } from "../../../ir/index.js";
import { equal } from "../equal.js";
import { isMultiple } from "./decimal.js";
import { formatOf } from "./formats.js";
import { type Matches, misfit, type Node } from "./node.js";
import { a, count, kindOf, meant, not, oneOf } from "./words.js";

export function typeNode(schema: JsonObject): Node | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
  const words = names.map((name, index) => (index === 0 ? a(name) : name)).join(" or ");
  return (value, at, found) =>
    names.some((name) => isOfType(value, name)) ||
    misfit(found, at, `must be ${words}, not ${kindOf(value)}`, "type");
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

export function valueNodes(schema: JsonObject): readonly Node[] {
  const nodes: Node[] = [];
  const { enum: allowed, const: only } = schema;
  if (Array.isArray(allowed)) {
    const values: readonly Json[] = allowed;
    nodes.push(
      (value, at, found) =>
        values.some((other) => equal(value, other)) ||
        misfit(found, at, `must be ${oneOf(values)}${not(value)}${meant(value, values)}`, "value"),
    );
  }
  if (only !== undefined) {
    nodes.push(
      (value, at, found) =>
        equal(value, only) || misfit(found, at, `must be ${JSON.stringify(only)}${not(value)}`, "value"),
    );
  }
  return nodes;
}

export function numberNodes(schema: JsonObject): readonly Node[] {
  const nodes: Node[] = [];
  const bound = (keyword: string, words: string, holds: (value: number, limit: number) => boolean): void => {
    const limit = schema[keyword];
    if (typeof limit !== "number") return;
    nodes.push(
      (value, at, found) =>
        typeof value !== "number" ||
        holds(value, limit) ||
        misfit(found, at, `must be ${words} ${limit}${not(value)}`),
    );
  };
  bound("minimum", ">=", (value, limit) => value >= limit);
  bound("maximum", "<=", (value, limit) => value <= limit);
  bound("exclusiveMinimum", ">", (value, limit) => value > limit);
  bound("exclusiveMaximum", "<", (value, limit) => value < limit);
  bound("multipleOf", "a multiple of", isMultiple);
  return nodes;
}

export function stringNodes(schema: JsonObject, matches: Matches): readonly Node[] {
  const nodes: Node[] = [];
  const { minLength, maxLength, pattern, format } = schema;
  if (typeof minLength === "number") {
    nodes.push(
      (value, at, found) =>
        typeof value !== "string" ||
        lengthOf(value) >= minLength ||
        misfit(found, at, `must have at least ${count(minLength, "character")}`),
    );
  }
  if (typeof maxLength === "number") {
    nodes.push(
      (value, at, found) =>
        typeof value !== "string" ||
        value.length <= maxLength ||
        lengthOf(value) <= maxLength ||
        misfit(found, at, `must have at most ${count(maxLength, "character")}`),
    );
  }
  if (typeof pattern === "string") {
    nodes.push(
      (value, at, found) =>
        typeof value !== "string" ||
        matches(value, pattern) ||
        misfit(found, at, `must match \`${pattern}\`${not(value)}`),
    );
  }
  const isOfFormat = typeof format === "string" ? formatOf(format) : undefined;
  if (isOfFormat !== undefined && typeof format === "string") {
    nodes.push(
      (value, at, found) =>
        typeof value !== "string" ||
        isOfFormat(value) ||
        misfit(found, at, `must be ${a(format)}${not(value)}`),
    );
  }
  return nodes;
}

/** In characters, not in the units of UTF-16. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      length--;
      at++;
    }
  }
  return length;
}
