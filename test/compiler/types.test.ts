import { describe, expect, it } from "vitest";
import type { JsonObject, Schema } from "../../ir/index.js";
import { diagnosed, mended, told } from "./checks/diagnosed.js";
import { program } from "./compiled.js";

/** The schema of a type that is written out. */
async function schema(type: string, around = ""): Promise<Schema | undefined> {
  return (await program(`artifact a at "a.json" : ${type}\n${around}`)).artifacts["a"]?.schema;
}

/** What is said of a type, but for its being unused. */
async function faults(source: string): Promise<readonly string[]> {
  return (await told(source)).filter((line) => !line.startsWith("LB2010"));
}

describe("[L-10] types become JSON Schema", () => {
  it.each<[string, Schema]>([
    ["string", { type: "string" }],
    ["text", { type: "string" }],
    ["integer", { type: "integer" }],
    ["number", { type: "number" }],
    ["boolean", { type: "boolean" }],
    ["json", true],
    ["date", { type: "string", format: "date" }],
    ["datetime", { type: "string", format: "date-time" }],
    ["duration", { type: "string", format: "duration" }],
    ["uri", { type: "string", format: "uri" }],
    ["email", { type: "string", format: "email" }],
    ["uuid", { type: "string", format: "uuid" }],
    ['"a" | "b"', { type: "string", enum: ["a", "b"] }],
    ['"a" | 3 | null', { enum: ["a", 3, null] }],
    ["true | false", { type: "boolean", enum: [true, false] }],
    ["string | null", { anyOf: [{ enum: [null] }, { type: "string" }] }],
    ["string[] | integer", { anyOf: [{ type: "array", items: { type: "string" } }, { type: "integer" }] }],
    ["string[]", { type: "array", items: { type: "string" } }],
    ["integer[][]", { type: "array", items: { type: "array", items: { type: "integer" } } }],
    ["(string @minLength(1))[]", { type: "array", items: { type: "string", minLength: 1 } }],
    ["map<integer @minimum(0)>", { type: "object", additionalProperties: { type: "integer", minimum: 0 } }],
    ["{}", { type: "object", properties: {}, additionalProperties: false }],
    [
      '{ b: string  a?: integer = 3  "odd key": boolean }',
      {
        type: "object",
        properties: {
          b: { type: "string" },
          a: { type: "integer", default: 3 },
          "odd key": { type: "boolean" },
        },
        required: ["b", "odd key"],
        additionalProperties: false,
      },
    ],
    ["open { a: string }", { type: "object", properties: { a: { type: "string" } }, required: ["a"] }],
  ])("%s", async (type, expected) => {
    expect(await schema(type)).toEqual(expected);
  });

  it("names are references", async () => {
    const { types, artifacts } = await program(
      'namespace n\ntype Id = string @minLength(3)\nartifact a at "a.json" { id: Id  more: Id[] }\n',
    );
    expect(types).toEqual({ "n.Id": { type: "string", minLength: 3 } });
    expect(artifacts["n.a"]?.schema).toMatchObject({
      properties: { id: { $ref: "#/$defs/n.Id" }, more: { items: { $ref: "#/$defs/n.Id" } } },
    });
  });

  it("a decorator on a name stands beside the reference", async () => {
    expect(await schema("Id @maxLength(5)", "type Id = string\n")).toEqual({
      $ref: "#/$defs/Id",
      maxLength: 5,
    });
  });

  it("inputs, interviews, waits, tools and effects have theirs", async () => {
    const { playbooks, tools, effects, waits } = await program(`
tool t { input { q: string } output { r: string[] } }
effect f { input { to: email } output { id: uuid } }
wait W { class signal answer { n: integer } }
playbook p {
  intent "i"
  input brief: text
  interview { sure: boolean ask "Sure about {{ brief }}?" }
  performs f
  do {
    ask W "w"
    call t { q: brief }
    perform f { to: "a@b.org" } when sure
  }
}
`);
    expect(playbooks["p"]).toMatchObject({
      inputs: { brief: { schema: { type: "string" }, required: true, secret: false } },
      interview: [{ name: "sure", schema: { type: "boolean" }, required: true }],
    });
    expect(tools["t"]).toMatchObject({ input: { required: ["q"] }, output: { required: ["r"] } });
    expect(effects["f"]).toMatchObject({
      input: { properties: { to: { type: "string", format: "email" } } },
      output: { properties: { id: { type: "string", format: "uuid" } } },
    });
    expect(waits["W"]?.schema).toMatchObject({ properties: { n: { type: "integer" } } });
  });

  it("a tool without `input` takes nothing, one without `output` gives anything", async () => {
    const { tools } = await program('tool t {}\nplaybook p { intent "i" do { call t {} } }\n');
    expect(tools["t"]).toEqual({
      input: { type: "object", properties: {}, additionalProperties: false },
      output: true,
    });
  });
});

describe("[L-8] decorators", () => {
  it("become the keywords of their names", async () => {
    expect(
      await schema(
        '{ n: number @minimum(0) @exclusiveMaximum(1) @multipleOf(0.5)  s: string @pattern("^a+$") @examples("a", "aa") @deprecated  l: integer[] @minItems(1) @maxItems(3) @uniqueItems }',
      ),
    ).toMatchObject({
      properties: {
        n: { type: "number", minimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 },
        s: { type: "string", pattern: "^a+$", examples: ["a", "aa"], deprecated: true },
        l: { type: "array", minItems: 1, maxItems: 3, uniqueItems: true },
      },
    });
  });

  it.each([
    ["string @minimum(3)", "LB2008 «minimum» `@minimum` is for numbers, and this is `string`"],
    ["integer @minLength(3)", "LB2008 «minLength» `@minLength` is for strings, and this is `integer`"],
    ["string @minItems(1)", "LB2008 «minItems» `@minItems` is for arrays, and this is `string`"],
    ["string[] @minLength(1)", "LB2008 «minLength» `@minLength` is for strings, and this is `string[]`"],
    ["Short @uniqueItems", "LB2008 «uniqueItems» `@uniqueItems` is for arrays, and this is `Short`"],
    ["string @minLength(-1)", "LB2008 «@minLength(-1)» `@minLength` takes one whole number"],
    ['number @minimum("1")', 'LB2008 «@minimum("1")» `@minimum` takes one number'],
    ["number @multipleOf(0)", "LB2008 «@multipleOf(0)» `@multipleOf` takes one number over 0"],
    ["string @deprecated(1)", "LB2008 «@deprecated(1)» `@deprecated` takes nothing"],
    [
      "integer @minimum(3) @maximum(2)",
      "LB2008 «@maximum(2)» no value is within `@minimum(3)` and `@maximum(2)`",
    ],
    [
      "number @minimum(3) @exclusiveMaximum(3)",
      "LB2008 «@exclusiveMaximum(3)» no value is both `@minimum(3)` and `@exclusiveMaximum(3)`",
    ],
    [
      "string @minLength(3) @maxLength(2)",
      "LB2008 «@maxLength(2)» no value is within `@minLength(3)` and `@maxLength(2)`",
    ],
  ])("%s is an error", async (type, line) => {
    expect(await faults(`type Short = string\ntype T = ${type}\n`)).toEqual([line]);
  });

  it("fit where one member of a union takes them", async () => {
    expect(await faults("type T = string | null @minLength(1)\n")).toEqual([]);
  });

  it.each([
    ["integer @minimum(1) = 0", "LB2006 «0» `0` is under the minimum 1"],
    ["integer @maximum(5) = 6", "LB2006 «6» `6` is over the maximum 5"],
    ["number @exclusiveMinimum(1) = 1", "LB2006 «1» `1` is not over 1"],
    ["number @multipleOf(0.1) = 0.35", "LB2006 «0.35» `0.35` is not a multiple of 0.1"],
    ["integer = 1.5", "LB2006 «1.5» `1.5` is not an integer"],
    ['integer = "1"', 'LB2004 «"1"» `"1"` does not fit `integer`'],
    ['string @minLength(2) = "a"', 'LB2006 «"a"» `"a"` is shorter than 2 characters'],
    ['string @maxLength(1) = "ab"', 'LB2006 «"ab"» `"ab"` is longer than 1 character'],
    ['string @pattern("^a+$") = "ab"', 'LB2006 «"ab"» `"ab"` does not match `^a+$`'],
    ['"low" | "high" = "lwo"', 'LB2006 «"lwo"» `"lwo"` is not one of `"low" | "high"`'],
    ['"low" | "high" = 3', 'LB2004 «3» `3` does not fit `"low" | "high"`'],
    ['date = "2027-02-29"', 'LB2006 «"2027-02-29"» `"2027-02-29"` is not a date'],
    ['datetime = "2027-02-28"', 'LB2006 «"2027-02-28"» `"2027-02-28"` is not a datetime'],
    ['email = "nobody"', 'LB2006 «"nobody"» `"nobody"` is not an email'],
    ["string[] @minItems(1) = []", "LB2006 «[]» `[]` has fewer than 1 element"],
    ['string[] @uniqueItems = ["a", "a"]', 'LB2006 «["a", "a"]» `["a", "a"]` has an element twice'],
    ["string[] = [1]", "LB2004 «1» `1` does not fit `string`"],
    ['{ a: string } = { b: "x" }', "LB2001 «b» unknown field `b`"],
    ["{ a: string } = {}", "LB2004 «{» `a` is missing"],
    ['string @examples(3) = "x"', "LB2004 «3» `3` does not fit `string`"],
    [
      "boolean = other",
      "LB2004 «other» `other` is to be worked out, and a default is a value that is written out",
    ],
  ])("a default that its type refuses is an error: %s", async (field, line) => {
    expect(await faults(`type T { f: ${field} }\n`)).toContain(line);
  });

  it("a default that fits is the schema's, durations in ISO 8601", async () => {
    expect(
      await schema('{ f: "low" | "high" = "low"  d?: duration = 1h30m  n: integer = 10_000 }'),
    ).toMatchObject({
      properties: { f: { default: "low" }, d: { default: "PT1H30M" }, n: { default: 10_000 } },
      additionalProperties: false,
    });
  });

  it("the nearest member is offered", async () => {
    expect(await mended('type T { f: "low" | "high" = "lwo" }\nartifact a at "a.json" : T\n')).toContain(
      '= "low"',
    );
  });
});

describe("[L-41] patterns", () => {
  it.each([["(?=a)b"], ["(?<!a)b"], [String.raw`(a)\\1`], ["(a"]])(
    "%s does not compile on the linear-time engine",
    async (pattern) => {
      const inType = await diagnosed(`artifact a at "a.json" { f: string @pattern("${pattern}") }\n`);
      expect(inType).toMatchObject([
        { code: "LB2008", message: expect.stringContaining("does not compile") as string },
      ]);
      const inMatches = await diagnosed(
        `evidence e\nplaybook p { intent "i" input s: text requires matches(s, "${pattern}") returns e prompt "x" }\n`,
      );
      expect(inMatches).toMatchObject([{ code: "LB2008" }]);
    },
  );

  it("are kept as they are written", async () => {
    expect(await schema('string @pattern("^[A-Z]{3}$")')).toEqual({ type: "string", pattern: "^[A-Z]{3}$" });
  });

  it("in external schemas are held to the same", async () => {
    const lines = await told({
      "main.playbook": 'type T = schema "./t.schema.json"\nartifact a at "a.json" : T\n',
      "t.schema.json": '{ "type": "string", "pattern": "(?=a)" }',
    });
    expect(lines).toMatchObject([expect.stringContaining("LB2015") as string]);
  });
});

describe("[L-9] recursive types", () => {
  it("are allowed where a value of finite size exists", async () => {
    const { types } = await program(
      'type Tree { name: string  children: Tree[] }\nartifact a at "a.json" : Tree\n',
    );
    expect(types["Tree"]).toMatchObject({
      properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
    });
  });

  it.each([
    ["type A = A"],
    ["type A = B\ntype B = A"],
    ["type A = A | string"],
    ["type A = B | null\ntype B = A | integer"],
    ["type A { self: A }"],
  ])(
    "without a finite value are an error, and whatever uses them is checked all the same: %s",
    async (types) => {
      const source = `${types}
artifact a at "a.json" given { x: A = "s"  y: A[] }
artifact b at "b.md"
playbook p { intent "i" requires a.x == "t" and a.y contains 3 outputs b prompt """{{ a.x ?? a.x }}""" }
scenario "s" { run p  artifact a is { x: 1, y: [true, {}] }  p lands 3 }
`;
      const lines = await told(source);
      expect(lines.filter((line) => line.startsWith("LB2009"))).toHaveLength(1);
      expect(lines).toContain("LB2004 «3» `3` does not fit `text`");
    },
  );

  it("are walked by paths and values", async () => {
    const tree =
      'type Tree { name: string  child?: Tree }\nartifact a at "a.json" given : Tree\nartifact b at "b.md"\n';
    const read = (path: string): string =>
      `${tree}playbook p { intent "i" requires landed a outputs b prompt """{{ ${path} ?? "none" }}""" }\n`;
    expect(await told(read("a.child.child.name"))).toEqual([]);
    expect(await told(read("a.child.child.nam"))).toEqual([
      "LB2005 «nam» `nam` is not declared in `a.child.child`",
    ]);
  });
});

describe("[L-10] external schemas", () => {
  const order: JsonObject = {
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: { Line: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] } },
    type: "object",
    properties: {
      id: { type: "string" },
      lines: { type: "array", items: { $ref: "#/definitions/Line" } },
      pair: { type: "array", items: [{ type: "string" }], additionalItems: false },
      base: { $ref: "parts/base.json#/$defs/Base", description: "ignored beside a reference in draft-07" },
    },
    dependencies: { id: ["lines"] },
    required: ["id"],
    additionalProperties: false,
  };
  const files = {
    "main.playbook": 'type Order = schema "./order.json"\nartifact a at "a.json" given : Order\n',
    "order.json": JSON.stringify(order),
    "parts/base.json": JSON.stringify({
      $defs: { Base: { $ref: "#/$defs/Text" }, Text: { type: "string" } },
    }),
  };

  it("are inlined, in the words of 2020-12, with whatever they refer to", async () => {
    expect((await program(files)).types).toEqual({
      Order: {
        type: "object",
        properties: {
          id: { type: "string" },
          lines: { type: "array", items: { $ref: "#/$defs/Order.$Line" } },
          pair: { type: "array", prefixItems: [{ type: "string" }], items: false },
          base: { $ref: "#/$defs/Order.$Base" },
        },
        dependentRequired: { id: ["lines"] },
        required: ["id"],
        additionalProperties: false,
      },
      "Order.$Line": { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] },
      "Order.$Base": { $ref: "#/$defs/Order.$Text" },
      "Order.$Text": { type: "string" },
    });
  });

  it("are read by paths, and have the last word on values", async () => {
    const use = (rest: string): Readonly<Record<string, string>> => ({
      ...files,
      "main.playbook": `${files["main.playbook"]}artifact b at "b.md"\nplaybook p { intent "i" requires landed a outputs b prompt "{{ a.id }}" }\n${rest}`,
    });
    expect(await told(use('scenario "s" { run p  artifact a is { id: "x", lines: [] } }\n'))).toEqual([]);
    expect(await told(use('scenario "s" { run p  artifact a is { id: "x" } }\n'))).toEqual([
      expect.stringMatching(/^LB2006 «\{ id: "x" \}»/) as string,
    ]);
    expect(
      await told(use('scenario "s" { run p  artifact a is { id: "x", lines: [{ sku: 3 }] } }\n')),
    ).toEqual(["LB2004 «3» `3` does not fit `string`"]);
  });

  it.each([
    ["./none.json", "does not exist"],
    ["../up.json", "is not below the project root"],
    ["./broken.json", "is not JSON"],
    ["./old.json", "is written in `http://json-schema.org/draft-04/schema#`"],
    ["./wrong.json", "is not valid JSON Schema 2020-12: `/type` must be equal to one of the allowed values"],
    ["./order.json#/definitions/Lime", "has no `#/definitions/Lime`"],
    ["./far.json", "refers to `https://example.org/x.json`, which is outside the project"],
    ["./up.json", "refers to `../../x.json`, which is outside the project"],
    ["./dynamic.json", "uses `$dynamicRef`, which has no meaning here"],
  ])("LB2015: %s", async (path, how) => {
    const diagnostics = await diagnosed({
      ...files,
      "main.playbook": `type Order = schema "${path}"\nartifact a at "a.json" given : Order\n`,
      "broken.json": "{",
      "old.json": '{ "$schema": "http://json-schema.org/draft-04/schema#" }',
      "wrong.json": '{ "type": "strnig" }',
      "far.json": '{ "$ref": "https://example.org/x.json" }',
      "up.json": '{ "$ref": "../../x.json" }',
      "dynamic.json": '{ "$dynamicRef": "#x" }',
    });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["LB2015", `the schema \`${path}\` ${how}`],
    ]);
  });

  it("refer to themselves by `$id` and by anchors", async () => {
    const { types } = await program({
      "main.playbook": 'type T = schema "./t.json"\nartifact a at "a.json" : T\n',
      "t.json": JSON.stringify({
        $id: "https://example.org/t.json",
        properties: { up: { $ref: "https://example.org/t.json" }, name: { $ref: "#name" } },
        $defs: { n: { $anchor: "name", type: "string" } },
      }),
    });
    expect(types["T"]).toEqual({ properties: { up: { $ref: "#/$defs/T" }, name: { $ref: "#/$defs/T.$n" } } });
    expect(types["T.$n"]).toEqual({ type: "string" });
  });
});

describe("[L-42] literals", () => {
  it("numbers, strings, durations, arrays and objects mean what they say", async () => {
    const { playbooks } = await program(`
artifact a at "a.json" { n: number  s: text  d: duration  xs: integer[]  o: { ok: boolean } }
playbook p {
  intent "i"
  outputs a
  do { land a { n: -1.5e3, s: "tab\\t", d: 1w2d3h4m5s6ms, xs: [10_000, -1], o: { ok: true } } }
}
`);
    expect(playbooks["p"]?.steps).toMatchObject([
      {
        value: {
          fields: {
            n: { value: -1500 },
            s: { value: "tab\t" },
            d: { value: "P9DT3H4M5.006S" },
            xs: { items: [{ value: 10_000 }, { value: -1 }] },
            o: { fields: { ok: { value: true } } },
          },
        },
      },
    ]);
  });
});
