import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentsRead, type Cells, cellsOf, readsOf, sampleOf } from "../../../compiler/analysis/cells.js";
import { valuesOf } from "../../../compiler/analysis/cells/values.js";
import { textsMatching } from "../../../compiler/analysis/cells/pattern-samples.js";
import type { Expression, Json, Operator, Schema } from "../../../ir/index.js";
import { evaluate, patternOf, schemasOf, scopeOf } from "../../../runtime/core/index.js";
import { noFacts } from "../../../compiler/analysis/no-facts.js";
import { countOf } from "../../support/counts.js";

const matches = (text: string, pattern: string): boolean => patternOf(pattern).test(text);
const plain = valuesOf({}, matches);

const get = (...path: readonly (string | number)[]): Expression => ({
  kind: "get",
  from: "verdict",
  name: "v",
  path,
});
const literal = (value: Json): Expression => ({ kind: "literal", value });
const compare = (left: Expression, operator: Operator, right: Expression): Expression => ({
  kind: "compare",
  operator,
  left,
  right,
});
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const cells = (schema: Schema, ...predicates: readonly Expression[]): Cells =>
  cellsOf(schema, plain, predicates, readsOf("verdict", "v"));
const values = (schema: Schema, ...predicates: readonly Expression[]): readonly (Json | undefined)[] => {
  const found = cells(schema, ...predicates);
  expect(found).toMatchObject({ complete: true, why: undefined });
  expect(found.cells.filter(({ assumed }) => assumed)).toEqual([]);
  return found.cells.map(({ value }) => value);
};

describe("the cells of a value", () => {
  it("are one where nothing is asked", () => {
    expect(values(object({ n: { type: "number" }, s: { type: "string" } }))).toHaveLength(1);
  });

  it("are enum, constant and boolean values as they are", () => {
    const schema: Schema = { enum: ["a", 2, null] };
    expect(values(schema, compare(get(), "==", literal("a")))).toEqual(["a", 2, null]);
    expect(values({ const: "only" }, compare(get(), "==", literal("a")))).toEqual(["only"]);
    expect(values(object({ ok: { type: "boolean" } }), get("ok"))).toEqual([{ ok: true }, { ok: false }]);
  });

  it("cut numbers at the thresholds, those that answer alike together", () => {
    const schema: Schema = { type: "number" };
    const asked = [compare(get(), "<=", literal(100)), compare(get(), "<=", literal(10_000))];
    expect(values(schema, ...asked)).toEqual([100, 10_000, 10_001]);
    expect(values(schema, compare(get(), "==", literal(3)))).toEqual([3, 2]);
    expect(values(schema, compare(literal(3), "<", get()))).toEqual([3, 4]);
  });

  it.each<[string, Schema, readonly Json[]]>([
    ["a minimum", { type: "integer", minimum: 5 }, [5, 6]],
    ["an exclusive minimum", { type: "integer", exclusiveMinimum: 5 }, [6]],
    ["a maximum below", { type: "number", maximum: 4 }, [4]],
    ["bounds that leave one value", { type: "integer", minimum: 5, maximum: 5 }, [5]],
    ["bounds that leave none", { type: "integer", exclusiveMinimum: 4, exclusiveMaximum: 5 }, []],
    ["multiples", { type: "number", multipleOf: 0.3, minimum: 4.9 }, [5.1]],
    ["whole multiples of a fraction", { type: "integer", multipleOf: 1.5, minimum: 1 }, [3, 6]],
    ["a narrow range", { type: "number", minimum: 4.9, maximum: 5.1 }, [5, 5.05]],
  ])("keeps numbers within the schema: %s", (_, schema, expected) => {
    expect(values(schema, compare(get(), "<=", literal(5)))).toEqual(expected);
  });

  it("are of texts the constants, and one that is none of them", () => {
    const asked = compare(get(), "in", { kind: "array", items: [literal("a"), literal("b")] });
    expect(values({ type: "string" }, asked, compare(get(), "==", literal("b")))).toEqual([
      "a",
      "b",
      "other",
    ]);
    expect(values({ type: "string" }, compare(get(), "!=", literal("other")))).toEqual(["other", "another"]);
    expect(values({ type: "string", maxLength: 0 }, compare(get(), "==", literal("")))).toEqual([""]);
    expect(values({ type: "string", minLength: 7 }, compare(get(), "==", literal("a")))).toEqual(["otherxx"]);
  });

  it.each(["date", "date-time", "duration", "uri", "email", "uuid"])("finds texts of format %s", (format) => {
    const schema: Schema = { type: "string", format };
    const [first] = values(schema, compare(get(), "==", literal("no")));
    expect(values(schema, compare(get(), "==", literal(first ?? null)))).toHaveLength(2);
  });

  it("finds texts that match a pattern, and assumes one where it finds none", () => {
    expect(values({ type: "string", pattern: "^[A-Z]{3}$" }, compare(get(), "==", literal("EUR")))).toEqual([
      "EUR",
      "AAA",
    ]);
    const found = cells({ type: "string", pattern: "^\\p{Greek}+$" }, compare(get(), "==", literal("α")));
    expect(found.complete).toBe(true);
    expect(found.cells).toEqual([
      { value: "α", assumed: false },
      { value: "other", assumed: true },
    ]);
  });

  it("tell apart what `matches` does, and say where no text was found", () => {
    const matching = (pattern: string): Expression => ({ kind: "matches", value: get(), pattern });
    expect(values({ type: "string" }, matching("^INV-\\d+$"))).toEqual(["INV-11", "other"]);
    expect(cells({ type: "string" }, matching("^\\p{Greek}+$")).complete).toBe(false);
  });

  it("are one more where something is optional", () => {
    const schema = object({ n: { type: "boolean" } }, []);
    expect(values(schema, get("n"))).toEqual([{ n: true }, { n: false }, {}]);
    const { cells: found } = cellsOf(true, plain, [get()], readsOf("verdict", "v"), { optional: true });
    expect(found[0]).toEqual({ value: undefined, assumed: false });
  });

  it("fill in what is needed and not read", () => {
    const schema = object({
      ok: { type: "boolean" },
      gaps: { type: "array", items: { type: "string" }, minItems: 2 },
    });
    expect(values(schema, get("ok"))).toEqual([
      { ok: true, gaps: ["other", "other"] },
      { ok: false, gaps: ["other", "other"] },
    ]);
  });

  it("are of arrays the sets of items that are asked for, and items by their place", () => {
    const schema: Schema = { type: "array", items: { enum: ["a", "b", "c"] }, maxItems: 1 };
    expect(
      values(schema, compare(get(), "contains", literal("a")), compare(literal("b"), "in", get())),
    ).toEqual([[], ["a"], ["b"]]);
    expect(values({ ...schema, minItems: 1 }, compare(get(), "contains", literal("a")))).toEqual([
      ["b"],
      ["a"],
    ]);
    expect(values(schema, compare(get(0), "==", literal("a")))).toEqual([[], ["a"], ["b"], ["c"]]);
  });

  it("follow names, unions, and objects that are open", () => {
    const types = { "a.Node": object({ next: { anyOf: [{ $ref: "#/$defs/a.Node" }, { type: "null" }] } }) };
    expect(sampleOf({ $ref: "#/$defs/a.Node" }, valuesOf(types, matches))).toEqual({ next: null });
    const union: Schema = {
      anyOf: [object({ k: { const: "a" }, n: { type: "boolean" } }), object({ k: { const: "b" } })],
    };
    expect(values(union, compare(get("k"), "==", literal("a")), get("n"))).toEqual([
      { k: "a", n: true },
      { k: "a", n: false },
      { k: "b" },
    ]);
    expect(values({ type: "object", additionalProperties: { type: "boolean" } }, get("x"))).toEqual([
      { x: true },
      { x: false },
      {},
    ]);
  });

  it("have no value where none fits", () => {
    expect(values(object({ a: false }), get("a"))).toEqual([]);
    expect(
      sampleOf({ $ref: "#/$defs/t" }, valuesOf({ t: object({ t: { $ref: "#/$defs/t" } }) }, matches)),
    ).toBeUndefined();
  });

  it("are assumed where the schema says more than was looked at", () => {
    const schema: Schema = { type: "object", properties: { a: { type: "boolean" } }, minProperties: 3 };
    const found = cells(schema, get("a"));
    expect(found.complete).toBe(true);
    expect(found.cells.every(({ assumed }) => assumed)).toBe(true);
  });

  it("say what was not told apart", () => {
    const pair = object({ a: { type: "number" }, b: { type: "number" } });
    expect(cells(pair, compare(get("a"), "<", get("b"))).why).toBe(
      "it is compared with something that is no constant",
    );
    expect(cells(pair, compare(get(), "==", literal({ a: 1, b: 1 }))).why).toBe("it is compared as a whole");
    const other: Expression = { kind: "get", from: "input", name: "x", path: [] };
    expect(cells(pair, compare(get("a"), "<", other)).complete).toBe(false);
    expect(cells(pair, compare(literal(3), "<", other)).complete).toBe(true);
  });

  it("are no more than they may be", () => {
    const names = Array.from({ length: 12 }, (_, at) => `f${at}`);
    const schema = object(Object.fromEntries(names.map((name) => [name, { type: "boolean" }])));
    const found = cells(schema, ...names.map((name) => get(name)));
    expect(found.cells).toHaveLength(512);
    expect(found.why).toBe("there are too many cells: more than 512");
  });

  it("are those of all of an effect's arguments together", () => {
    const argument = (name: string): Expression => ({ kind: "get", from: "argument", name, path: [] });
    const schema = object({ to: { type: "string" }, amount: { type: "integer", minimum: 1 } });
    const asked = [
      compare(argument("to"), "==", literal("x")),
      compare(argument("amount"), "<=", literal(1)),
    ];
    expect(cellsOf(schema, plain, asked, argumentsRead).cells.map(({ value }) => value)).toEqual([
      { to: "x", amount: 1 },
      { to: "x", amount: 2 },
      { to: "other", amount: 1 },
      { to: "other", amount: 2 },
    ]);
  });
});

// --------------------------------------------------------------------------------------------------- as a property

const scalar = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom<Json>("a", "b", "ab", "", true, false, null, 0.5),
);
const bounded = <T extends Schema>(schema: T, extras: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  extras.map((extra) => (typeof extra === "object" ? { ...extra, ...(schema as object) } : schema));
const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(true, { type: "boolean" }, { type: "null" }, { type: ["integer", "null"] }),
  fc
    .uniqueArray(scalar, { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) })
    .map((all) => ({ enum: all })),
  bounded(
    { type: "integer" },
    fc.record(
      { minimum: fc.integer({ min: -3, max: 3 }), multipleOf: fc.constantFrom(1, 2) },
      { requiredKeys: [] },
    ),
  ),
  bounded(
    { type: "number" },
    fc.record(
      { exclusiveMinimum: fc.integer({ min: -3, max: 3 }), maximum: fc.integer({ min: -3, max: 3 }) },
      { requiredKeys: [] },
    ),
  ),
  bounded(
    { type: "string" },
    fc.record({ minLength: fc.nat({ max: 2 }), maxLength: fc.nat({ max: 3 }) }, { requiredKeys: [] }),
  ),
);
const { schema: anySchema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.record({ a: tie("schema"), b: tie("schema") }, { requiredKeys: [] }).chain((properties) =>
      fc
        .record({ required: fc.subarray(Object.keys(properties)), open: fc.boolean() })
        .map(({ required, open }) => ({
          type: "object",
          properties,
          required,
          ...(open ? {} : { additionalProperties: false }),
        })),
    ),
    fc
      .tuple(tie("schema"), fc.nat({ max: 2 }))
      .map(([items, minItems]) => ({ type: "array", items, minItems })),
    fc.tuple(tie("schema"), tie("schema")).map(([one, other]) => ({ anyOf: [one, other] })),
  ),
}));

const pathOfValue = fc.array(fc.constantFrom<string | number>("a", "b", 0, 1), { maxLength: 2 });
const comparison = fc
  .tuple(
    pathOfValue,
    fc.constantFrom<Operator>("==", "!=", "<", "<=", ">", ">=", "contains", "in"),
    scalar,
    scalar,
  )
  .map(([path, operator, one, other]) =>
    compare(get(...path), operator, literal(operator === "in" ? [one, other] : one)),
  );
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.record({ a: tie("value"), b: tie("value") }, { requiredKeys: [] }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));

describe("as a property", () => {
  it("every value that fits answers like a cell, and every cell that is not assumed fits", () => {
    const trials = fc.tuple(
      anySchema,
      fc.array(comparison, { minLength: 1, maxLength: 3 }),
      fc.array(anyValue, { minLength: 20, maxLength: 20 }),
    );
    fc.assert(
      fc.property(trials, ([schema, predicates, tried]) => {
        const { cells: found, complete } = cellsOf(schema, plain, predicates, readsOf("verdict", "v"));
        const check = schemasOf({}).check(schema);
        const answers = (value: Json | undefined): string =>
          predicates
            .map((predicate) =>
              evaluate(predicate, scopeOf({ ...noFacts(plain.matches), verdict: () => value })),
            )
            .join(" ");
        const misfits = found.filter(({ value, assumed }) => !assumed && check(value ?? null).length > 0);
        expect(misfits).toEqual([]);
        const known = new Set(found.map(({ value }) => answers(value)));
        const unlike = tried.filter((value) => check(value).length === 0 && !known.has(answers(value)));
        expect(complete ? unlike : []).toEqual([]);
      }),
      { numRuns: countOf(400, 20_000) },
    );
  });

  it("texts made for a pattern match it", () => {
    const patterns = [
      "^[A-Z]{3}$",
      "a|b+c?",
      "^(?:x|yz){2,}$",
      "^INV-\\d{4}$",
      "^[^a-z]$",
      "\\.json$",
      "^[a-z0-9-]+@x\\.org$",
    ];
    for (const pattern of patterns) {
      const texts = textsMatching(pattern);
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.filter((text) => !patternOf(pattern).test(text))).toEqual([]);
    }
    for (const pattern of ["(", "[a", "a{9999}", "(?i)a", "\\p{Greek}", "*"])
      expect(textsMatching(pattern)).toEqual([]);
  });
});
