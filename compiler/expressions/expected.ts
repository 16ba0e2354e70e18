/** Values that are written out part by part, each part against what is declared for it. */
import type { Expression as Ir, Json } from "../../ir/index.js";
import { nearest } from "../../ir/index.js";
import type { Entry, Expression } from "../../grammar/tree.js";
import { unknownName } from "../checks/lb2001.js";
import { declaredTwice } from "../checks/lb2002.js";
import { fieldMissing, mismatch, notA } from "../checks/lb2004.js";
import { breaksBounds } from "../checks/lb2006.js";
import type { Typed } from "../things.js";
import {
  alternatives,
  anyType,
  arrayOf,
  type Property,
  resolved,
  type Type,
  unionOf,
  unknownType,
} from "../types/type.js";
import { type Elaboration, placeOfSpan, shown } from "./elaboration.js";

type ObjectNode = Extract<Expression, { readonly kind: "object" }>;
type ArrayNode = Extract<Expression, { readonly kind: "array" }>;
type ObjectType = Extract<Type, { readonly kind: "object" }>;

/** An object that is written out. `open` and `json` take any field; a union takes what its best member takes. */
export function objectValue(elaboration: Elaboration, node: ObjectNode, expected: Type | undefined): Typed {
  const entries = distinct(elaboration, node.entries);
  const wanted = expected === undefined ? anyType : objectTypeFor(elaboration, entries, expected);
  if (wanted === undefined) {
    elaboration.checking.report(
      mismatch(placeOfSpan(elaboration, node.span), "an object", expected ?? anyType),
    );
    return objectOf(entries.map((entry) => [entry.key.text, elaboration.value(entry.value), true]));
  }
  const typed = entries.map((entry): FieldValue => {
    const property = propertyFor(elaboration, entry, wanted);
    return [entry.key.text, elaboration.value(entry.value, property?.type), !isOptional(property)];
  });
  if (wanted.kind === "object") expectAll(elaboration, node, wanted);
  return objectOf(typed);
}

type FieldValue = readonly [name: string, value: Typed, isNeeded: boolean];

/** A field that may be left out is left out where its value is not there; the others have to be. */
function objectOf(fields: readonly FieldValue[]): Typed {
  return {
    ir: { kind: "object", fields: Object.fromEntries(fields.map(([name, { ir }]) => [name, ir])) },
    type: {
      kind: "object",
      open: false,
      fields: new Map(
        fields.map(([name, { type }]): [string, Property] => [name, { type, optional: false }]),
      ),
    },
    needs: fields.flatMap(([, { needs }, isNeeded]) => (isNeeded ? needs : [])),
  };
}

function isOptional(property: Property | undefined): boolean {
  return property !== undefined && (property.optional || property.default !== undefined);
}

function distinct(elaboration: Elaboration, entries: readonly Entry[]): readonly Entry[] {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const before = first.get(entry.key.text);
    if (before === undefined) first.set(entry.key.text, entry);
    else {
      const place = placeOfSpan(elaboration, entry.key.span);
      elaboration.checking.report(
        declaredTwice(place, entry.key.text, placeOfSpan(elaboration, before.key.span), "field"),
      );
    }
  }
  return [...first.values()];
}

/** The object, map or loose type that the entries are meant for; `undefined` where no object fits. */
function objectTypeFor(
  elaboration: Elaboration,
  entries: readonly Entry[],
  expected: Type,
): Type | undefined {
  const all = alternatives(expected);
  const loose = all.find(({ kind }) => kind === "unknown" || kind === "any");
  const fitting = all.filter(({ kind }) => kind === "object" || kind === "map");
  if (loose !== undefined || fitting.length < 2) return loose ?? fitting[0];
  const scored = fitting.map((type) => ({
    type,
    score: type.kind === "object" ? faultsOf(elaboration, entries, type) : 1,
  }));
  return scored.toSorted((a, b) => a.score - b.score)[0]?.type;
}

/** How badly the entries fit one member of a union, nothing reported: `kind: "a"` beside `kind: "b"` weighs most. */
function faultsOf(elaboration: Elaboration, entries: readonly Entry[], type: ObjectType): number {
  const given = new Set(entries.map(({ key }) => key.text));
  const missing = [...type.fields].filter(
    ([name, property]) => !given.has(name) && !isOptional(property),
  ).length;
  const surplus = type.open ? 0 : entries.filter(({ key }) => !type.fields.has(key.text)).length;
  let wrong = 0;
  const silent: Elaboration = elaboration.trial(() => (wrong += 1));
  for (const { key, value } of entries) silent.value(value, type.fields.get(key.text)?.type);
  return missing + surplus + 2 * wrong;
}

function propertyFor(elaboration: Elaboration, { key }: Entry, wanted: Type): Property | undefined {
  if (wanted.kind === "map") return { type: wanted.value, optional: false };
  if (wanted.kind !== "object") return undefined;
  const property = wanted.fields.get(key.text);
  if (property === undefined && !wanted.open) {
    const near = nearest(key.text, wanted.fields.keys());
    const place = placeOfSpan(elaboration, key.span);
    const known = { near, has: [...wanted.fields.keys()] };
    elaboration.checking.report(unknownName(place, key.text, "field", known));
    return { type: unknownType, optional: false };
  }
  return property;
}

function expectAll(elaboration: Elaboration, node: ObjectNode, wanted: ObjectType): void {
  const given = new Set(node.entries.map(({ key }) => key.text));
  const { start, end } = node.span;
  // A start without inputs has no brace: the name of the playbook stands for it.
  const brace = shown(elaboration, node.span).startsWith("{") ? { start, end: start + 1 } : { start, end };
  for (const [name, property] of wanted.fields) {
    if (given.has(name) || isOptional(property)) continue;
    // A misspelt field is reported as unknown; that the right one is missing only follows from it.
    if ([...given].some((each) => !wanted.fields.has(each) && nearest(each, [name]) !== undefined)) continue;
    elaboration.checking.report(fieldMissing(placeOfSpan(elaboration, brace), name, property));
  }
}

/** An array that is written out. */
export function arrayValue(elaboration: Elaboration, node: ArrayNode, expected: Type | undefined): Typed {
  const all = expected === undefined ? [] : alternatives(expected);
  const arrays = all.flatMap((type) => (type.kind === "array" ? [type] : []));
  const isLoose = expected === undefined || all.some(({ kind }) => kind === "unknown" || kind === "any");
  if (!isLoose && arrays.length === 0) {
    elaboration.checking.report(mismatch(placeOfSpan(elaboration, node.span), "an array", expected));
  }
  const [array] = arrays;
  const element = isLoose || arrays.length === 0 ? undefined : unionOf(arrays.map((type) => type.element));
  const items = node.items.map((item) => elaboration.value(item, element));
  if (!isLoose && array !== undefined && arrays.length === 1)
    expectLength(elaboration, node, array, expected);
  return {
    ir: { kind: "array", items: items.map(({ ir }) => ir) },
    type: arrayOf(items.length === 0 ? unknownType : unionOf(items.map(({ type }) => type))),
    needs: items.flatMap(({ needs }) => needs),
  };
}

function expectLength(elaboration: Elaboration, node: ArrayNode, array: Type, expected: Type): void {
  const constraints = { ...array.constraints, ...expected.constraints };
  const count = node.items.length;
  const least = constraints["minItems"];
  const most = constraints["maxItems"];
  const how =
    typeof least === "number" && count < least
      ? `has fewer than ${least} ${least === 1 ? "element" : "elements"}`
      : typeof most === "number" && count > most
        ? `has more than ${most} ${most === 1 ? "element" : "elements"}`
        : constraints["uniqueItems"] === true && hasDoubles(elaboration, node)
          ? "has an element twice"
          : undefined;
  if (how === undefined) return;
  elaboration.checking.report(
    breaksBounds(placeOfSpan(elaboration, node.span), shown(elaboration, node.span), how, []),
  );
}

function hasDoubles(elaboration: Elaboration, node: ArrayNode): boolean {
  const values = node.items.map((item) => constantOf(elaboration.trial(() => 0).value(item).ir));
  const texts = values.filter((value) => value !== undefined).map((value) => JSON.stringify(value));
  return new Set(texts).size < texts.length;
}

/** The JSON value of lowered code that reads nothing; `undefined` where it reads something. */
export function constantOf(ir: Ir): Json | undefined {
  switch (ir.kind) {
    case "literal":
      return ir.value;
    case "array": {
      const items = ir.items.map(constantOf);
      const known = items.filter((item) => item !== undefined);
      return known.length < items.length ? undefined : known;
    }
    case "object": {
      const fields = Object.entries(ir.fields).map(([name, value]) => [name, constantOf(value)] as const);
      return fields.some(([, value]) => value === undefined)
        ? undefined
        : Object.fromEntries(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
    }
    case "template":
      return ir.parts.every((part) => typeof part === "string") ? ir.parts.join("") : undefined;
    default:
      return undefined;
  }
}

/** Reports something that is not written out where only what is written out may stand. */
export function notConstant(elaboration: Elaboration, expression: Expression, what: string): void {
  const { root } = expression.kind === "path" ? expression : { root: undefined };
  elaboration.checking.report(
    notA(
      placeOfSpan(elaboration, expression.span),
      `\`${shown(elaboration, expression.span)}\` is to be worked out`,
      `${what} is a value that is written out`,
      { hint: root === undefined ? undefined : wordMeant(root.text) },
    ),
  );
}

function wordMeant(word: string): string {
  const lower = word.toLowerCase();
  const meant =
    ["true", "false", "null"].find((each) => each === lower) ??
    (/^(?:none|nil|undefined)$/.test(lower) ? "null" : undefined);
  return meant === undefined
    ? `put a text into quotes: \`${JSON.stringify(word)}\``
    : `did you mean \`${meant}\`?`;
}

/** The fit with an external schema, which says more than its type does. */
export function expectExternal(
  elaboration: Elaboration,
  expression: Expression,
  typed: Typed,
  expected: Type,
): void {
  const misfits = externalOf(expected)?.misfits;
  const value = misfits === undefined ? undefined : constantOf(typed.ir);
  const [first] = value === undefined || misfits === undefined ? [] : misfits(value);
  if (first === undefined) return;
  const place = placeOfSpan(elaboration, expression.span);
  elaboration.checking.report(breaksBounds(place, shown(elaboration, expression.span), first, []));
}

/** The external schema that a type is, by whatever name. */
export function externalOf(type: Type): Type["external"] {
  return type.external ?? resolved(type).external;
}
