import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, Schema } from "../../../ir/index.js";
import { schemasOf } from "../../../runtime/core/index.js";

const schemas = schemasOf({
  "ns.Entry": {
    type: "object",
    properties: { id: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/ns.Entry" } } },
    required: ["id"],
    additionalProperties: false,
  },
  "ns.Never": { type: "string" },
});

const said = (schema: Schema, value: Json): readonly string[] =>
  schemas
    .check(schema)(value)
    .map(({ message, pointer }) => (pointer === undefined ? message : `${pointer} ${message}`));

describe("a value that does not fit", () => {
  it("[L-8] [R-9] is told every misfit in the user's words, with its place", () => {
    const cases: readonly (readonly [Schema, Json, readonly string[]])[] = [
      [{ type: "string" }, 3, ["must be a string, not a number"]],
      [{ type: "integer" }, 1.5, ["must be an integer, not a number"]],
      [{ type: ["string", "null"] }, [], ["must be a string or null, not an array"]],
      [
        { enum: ["adequate", "thin"] },
        "thinn",
        ['must be one of "adequate", "thin", not "thinn"; did you mean "thin"?'],
      ],
      [{ const: 3 }, 4, ["must be 3, not 4"]],
      [{ type: "string", minLength: 1 }, "", ["must have at least 1 character"]],
      [{ type: "string", maxLength: 2 }, "abc", ["must have at most 2 characters"]],
      [{ type: "array", minItems: 2 }, [1], ["must have at least 2 items"]],
      [{ type: "array", maxItems: 1 }, [1, 2], ["must have at most 1 item"]],
      [{ type: "array", uniqueItems: true }, [1, 2, 1], ["has the same item twice, at 0 and 2"]],
      [{ type: "number", minimum: 1 }, 0, ["must be >= 1, not 0"]],
      [{ type: "number", exclusiveMaximum: 5 }, 5, ["must be < 5, not 5"]],
      [{ type: "number", multipleOf: 5 }, 7, ["must be a multiple of 5, not 7"]],
      [{ type: "string", pattern: "^a+$" }, "b", ['must match `^a+$`, not "b"']],
      [
        { type: "string", format: "date" },
        "tomorrow",
        ['must be a date, such as 2026-01-31, not "tomorrow"'],
      ],
      [
        { type: "string", format: "date-time" },
        "2026-01-31",
        ['must be a datetime, such as 2026-01-31T09:00:00Z, not "2026-01-31"'],
      ],
      [{ type: "string", format: "email" }, "x", ['must be an email, not "x"']],
      [{ type: "string", format: "uuid" }, "x", ['must be a uuid, not "x"']],
      [{ type: "string", format: "uri" }, "x y", ['must be a uri, not "x y"']],
      [{ type: "string", format: "duration" }, "1h", ['must be a duration, such as PT1H30M, not "1h"']],
      [false, 1, ["must not be given"]],
      [
        { anyOf: [{ type: "string" }, { type: "integer" }] },
        true,
        ["must be a string or an integer, not a boolean"],
      ],
      [
        { anyOf: [{ type: "string" }, { type: "object", properties: { n: { type: "integer" } } }] },
        { n: "x" },
        ["/n must be an integer, not a string"],
      ],
    ];
    for (const [schema, value, expected] of cases)
      expect([schema, said(schema, value)]).toEqual([schema, expected]);
  });

  it("[L-10] is told of fields that are missing or that there are none of, by the nearest name", () => {
    const schema: Schema = {
      type: "object",
      properties: { summary: { type: "string" }, "odd/key": { type: "string" } },
      required: ["summary"],
      additionalProperties: false,
    };
    expect(said(schema, { sumary: "x", "odd/kez": 1 })).toEqual([
      "lacks `summary`",
      "/sumary has no `sumary`; did you mean `summary`?",
      "/odd~1kez has no `odd/kez`; did you mean `odd/key`?",
    ]);
  });

  it("[L-9] [L-10] is told through named types, recursive ones too", () => {
    expect(said({ $ref: "#/$defs/ns.Entry" }, { id: "a", children: [{ id: "b", children: [{}] }] })).toEqual([
      "/children/0/children/0 lacks `id`",
    ]);
    expect(schemas.alone({ type: "array", items: { $ref: "#/$defs/ns.Entry" } })).toMatchObject({
      $defs: { "ns.Entry": { type: "object" } },
    });
    expect(schemas.alone({ type: "array", items: { $ref: "#/$defs/ns.Entry" } })).not.toHaveProperty([
      "$defs",
      "ns.Never",
    ]);
  });

  it("[R-58] has no power over what an object is", () => {
    const value = JSON.parse('{"__proto__":{"id":"x"}}') as Json;
    expect(said({ $ref: "#/$defs/ns.Entry" }, value)).toEqual([
      "lacks `id`",
      "/__proto__ has no `__proto__`",
    ]);
    expect(said({ type: "object", required: ["constructor", "toString"] }, {})).toEqual([
      "lacks `constructor`",
      "lacks `toString`",
    ]);
  });

  it("[L-41] is matched in linear time", () => {
    const check = schemas.check({ type: "string", pattern: "^(a+)+$" });
    const began = process.cpuUsage().user;
    expect(check(`${"a".repeat(20_000)}!`)).toHaveLength(1);
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
  });

  it("[L-10] is never silent: whatever is refused has a finding", () => {
    const anySchema: fc.Arbitrary<Schema> = fc.oneof(
      fc.constantFrom<Schema>(
        { type: "string", minLength: 2 },
        { oneOf: [{ type: "number" }, { type: "integer" }] },
        { not: { type: "null" } },
        { type: "array", items: { type: "integer" }, contains: { const: 1 } },
        { type: "object", propertyNames: { maxLength: 1 }, minProperties: 1 },
        JSON.parse('{"if":{"type":"string"},"then":{"minLength":3},"else":{"type":"null"}}') as Schema,
        {
          type: "object",
          dependentRequired: { a: ["b"] },
          unevaluatedProperties: false,
          properties: { a: {} },
        },
        { prefixItems: [{ type: "string" }], items: false },
      ),
    );
    const all = schemasOf({});
    fc.assert(
      fc.property(anySchema, fc.jsonValue({ maxDepth: 2 }), (schema, drawn) => {
        const value = JSON.parse(JSON.stringify(drawn)) as Json;
        const findings = all.check(schema)(value);
        expect(findings.every(({ message }) => message.length > 0)).toBe(true);
        expect(all.check({ not: schema })(value).length > 0).toBe(findings.length === 0);
      }),
      { numRuns: 200 },
    );
  });
});
