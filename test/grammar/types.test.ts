import { describe, expect, it } from "vitest";
import type { TypeExpression, TypeUse } from "../../grammar/index.js";
import { codes, messages, readFields, readOne, shapeOf } from "../support/reading.js";

function shapeOfType(use: TypeUse | undefined): string {
  if (use === undefined) return "none";
  const decorators = use.decorators.map(
    ({ name, arguments: given }) =>
      ` @${name.text}${given.length > 0 ? `(${given.map(shapeOf).join(" ")})` : ""}`,
  );
  return `${shapeOfTerm(use.type)}${decorators.join("")}`;
}

function shapeOfTerm(type: TypeExpression): string {
  switch (type.kind) {
    case "reference":
      return type.name.text;
    case "literal":
      return JSON.stringify(type.value);
    case "array":
      return `(array ${shapeOfTerm(type.element)})`;
    case "map":
      return `(map ${shapeOfType(type.value)})`;
    case "union":
      return `(or ${type.members.map(shapeOfTerm).join(" ")})`;
    case "group":
      return `(group ${shapeOfType(type.inner)})`;
    case "object":
      return `(${type.open ? "open" : "object"} ${type.fields.map(({ name, type: of }) => `${name.text}: ${shapeOfType(of)}`).join(" ")})`;
  }
}

function shapeOfText(text: string): string {
  const { type } = readOne("type", `type T = ${text}`);
  return type?.kind === "type-use" ? shapeOfType(type) : "external";
}

describe("types", () => {
  it.each([
    ["string", "string"],
    ["Name", "Name"],
    ['"a" | "b" | 3 | -1.5 | true | null', '(or "a" "b" 3 -1.5 true null)'],
    ["string[]", "(array string)"],
    ["string[][]", "(array (array string))"],
    ["A | B[]", "(or A (array B))"],
    ["(A | B)[]", "(array (group (or A B)))"],
    ["map<integer>", "(map integer)"],
    ["map<map<A | B>[]>", "(map (array (map (or A B))))"],
    ["{ a: text, b?: A | null }", "(object a: text b: (or A null))"],
    ["open { a: text }", "(open a: text)"],
    ["{}", "(object )"],
    ["(string @minLength(1))[]", "(array (group string @minLength(1)))"],
  ])("%s is %s", (text, shape) => {
    expect(shapeOfText(text)).toBe(shape);
  });

  it("[L-8] decorators follow the whole type", () => {
    expect(shapeOfText('A | B[] @minItems(1) @maxItems(10_000) @examples("a", ["b"]) @deprecated')).toBe(
      '(or A (array B)) @minItems(1) @maxItems(10_000) @examples("a" ["b"]) @deprecated',
    );
  });

  it("[L-8] a default comes last", () => {
    const [field] = readFields('n?: integer @minimum(1) = 3 next: text = "x"');
    expect([field?.optional, shapeOfType(field?.type), field?.default?.kind]).toEqual([
      true,
      "integer @minimum(1)",
      "number",
    ]);
    expect(messages("type T { n: integer = 3 @minimum(1) }")).toEqual([
      "LB1001 decorators stand after a type and before its default",
    ]);
  });

  it("a map's bracket and the mark of its default may adjoin", () => {
    const [field] = readFields("m: map<integer>= {}");
    expect([shapeOfType(field?.type), field?.default?.kind]).toEqual(["(map integer)", "object"]);
  });

  it("a field's name may be any string", () => {
    const [odd, escaped] = readFields('"odd key": text "\\u00e9\\"": text');
    expect([odd?.name.text, odd?.name.quoted, escaped?.name.text]).toEqual(["odd key", true, 'é"']);
  });

  it("a type is an external schema where the word `schema` and a path say so, and else it may be named so", () => {
    expect(readOne("type", 'type T = schema "./x.json#/$defs/A"').type).toMatchObject({
      kind: "external",
      path: { text: "./x.json#/$defs/A" },
    });
    expect(shapeOfText("schema")).toBe("schema");
  });

  it("a type with fields needs no `=`", () => {
    expect(readOne("type", "type T { a: text }").type).toMatchObject({
      kind: "type-use",
      type: { kind: "object" },
    });
    expect(codes("type T")).toEqual(["LB1001"]);
  });
});
