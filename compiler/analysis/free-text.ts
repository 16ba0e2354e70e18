/** Text that nothing checks: whether any may stand in a value, and whether an effect's rules permit it. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PerformStep,
  refOfTypeReference,
} from "../../ir/index.js";
import { judge } from "../../runtime/core/effects/judgement.js";
import { sampleOf, type Values } from "./cells.js";
import type { JudgedEffect } from "./effect-rules.js";
import { noFacts } from "./no-facts.js";
import { schemaAt } from "./schema-at.js";

/** Texts that nobody would list: where one of them fits, so does what a model makes up. Two are of formats. */
const anyTexts = ["any text at all", "any", "?", "https://any.example/at/all", "anyone@any.example"];

/** How deep fields and items are looked into. */
const mostDepth = 4;

/** Values of the schema in which some text is free: it has no enum, constant or pattern. None: there is no such text. */
export function withFreeText(schema: Json, values: Values, depth: number = mostDepth): readonly Json[] {
  if (schema === true) return anyTexts.slice(0, 1);
  if (!isJsonObject(schema) || depth < 0 || schema["pattern"] !== undefined) return [];
  const check = values.check(schema);
  const fits = (value: Json): boolean => check(value).length === 0;
  const text = anyTexts.find(fits);
  if (text !== undefined) return [text];
  return [ofType, inBranches, inItems, inFields]
    .flatMap((find) => find(schema, values, depth - 1))
    .filter(fits);
}

type Find = (schema: JsonObject, values: Values, depth: number) => readonly Json[];

const ofType: Find = ({ $ref }, values, depth) => {
  const ref = typeof $ref === "string" ? refOfTypeReference($ref) : undefined;
  const type = ref !== undefined && Object.hasOwn(values.types, ref) ? values.types[ref] : undefined;
  return type === undefined ? [] : withFreeText(type, values, depth);
};

const inBranches: Find = ({ anyOf }, values, depth) =>
  Array.isArray(anyOf) ? anyOf.flatMap((branch) => withFreeText(branch, values, depth)) : [];

const inItems: Find = ({ items, minItems }, values, depth) => {
  if (items === undefined) return [];
  const length = Math.max(1, typeof minItems === "number" ? Math.min(minItems, 100) : 1);
  return withFreeText(items, values, depth).map((item) => Array.from({ length }, () => item));
};

const inFields: Find = (schema, values, depth) => {
  const { properties, additionalProperties } = schema;
  const around = sampleOf(schema, values);
  if (!isJsonObject(around)) return [];
  const fields = new Map(Object.entries(isJsonObject(properties) ? properties : {}));
  if (additionalProperties !== undefined) fields.set("any", additionalProperties);
  return [...fields].flatMap(([name, field]) =>
    withFreeText(field, values, depth).map((value) => ({ ...around, [name]: value })),
  );
};

export interface Permitted {
  readonly input: JsonObject;
  /** The place of the rule that permits it, among the effect's. */
  readonly rule: number;
}

/**
 * Arguments with free text in one of them that the rules permit; `undefined` where there are none. `given`: what a step
 * gives, so that its constants stand, and what it leaves out is left out.
 */
export function permittedWithFreeText(
  { effect, judged, values }: JudgedEffect,
  name: string,
  given: PerformStep["input"] | undefined,
): Permitted | undefined {
  const check = values.check(effect.input);
  const texts = withFreeText(schemaAt(effect.input, [name], values.types), values);
  for (const text of texts) {
    // A pattern that has to be matched is a check, however much it lets through.
    const facts = noFacts(
      (asked, pattern) => !JSON.stringify(text).includes(asked) && values.matches(asked, pattern),
    );
    for (const { input: sample, assumed } of judged) {
      const input = { ...(given === undefined ? sample : asGiven(sample, given)), [name]: text };
      if (assumed || check(input).length > 0) continue;
      const { decision, rule } = judge(effect, input, facts);
      if (decision === "permit" && rule !== undefined) return { input, rule };
    }
  }
  return undefined;
}

function asGiven(sample: JsonObject, given: PerformStep["input"]): JsonObject {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, expression]): [string, Json][] => {
      if (expression.kind === "literal") return [[name, expression.value]];
      const value = Object.hasOwn(sample, name) ? sample[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
