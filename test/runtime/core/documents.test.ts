import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../ir/index.js";
import {
  documentDigest,
  encodeKey,
  keyAt,
  machine,
  parseDocument,
  pathOfKey,
  placeGlob,
  placeOf,
  printDocument,
  readDocument,
  type Format,
} from "../../../runtime/core/index.js";
import { artifact, objectSchema, programOf } from "../../support/programs.js";

/** JSON that has no half characters and no `-0`, which no document keeps. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const wellFormed = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\r", ""));

describe("a document", () => {
  it("[L-11] is read back as the value that was printed", () => {
    const roundTrip = (format: Format, value: Json, fields: boolean): unknown =>
      parseDocument(format, printDocument(format, value), fields);
    for (const format of ["json", "yaml"] as const) {
      fc.assert(
        fc.property(json, (value) => {
          expect(roundTrip(format, value, true)).toEqual({ value });
        }),
        { numRuns: 100 },
      );
    }
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(roundTrip("text", value, false)).toEqual({
          value: value.startsWith("\uFEFF") ? value.slice(1) : value,
        });
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), json), wellFormed, (matter, body) => {
        const value = { ...matter, body };
        expect(roundTrip("markdown", value, true)).toEqual({ value });
      }),
      { numRuns: 100 },
    );
  });

  it("[R-58] keeps `__proto__` and `constructor` as plain data in every format", () => {
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":"x","body":"b"}') as Json;
    for (const format of ["json", "yaml", "markdown"] as const) {
      const parsed = parseDocument(format, printDocument(format, value), true);
      expect("value" in parsed && JSON.stringify(parsed.value)).toBe(JSON.stringify(value));
    }
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  it("[L-11] in Markdown has its fields as front matter and a body", () => {
    const text = "---\ntitle: Bread\ntags:\n  - rye\n---\n\n# Bread\n\nRye.\n";
    const value = { title: "Bread", tags: ["rye"], body: "# Bread\n\nRye." };
    expect(parseDocument("markdown", text, true)).toEqual({ value });
    expect(printDocument("markdown", value)).toBe(text);
    expect(parseDocument("markdown", "just text\n", true)).toEqual({ value: { body: "just text" } });
    expect(parseDocument("markdown", text.replaceAll("\n", "\r\n"), true)).toEqual({ value });
    expect(parseDocument("markdown", "---\ntitle: x\n", true)).toEqual({
      problem: "its front matter is not closed by a line `---`",
    });
  });

  it("[R-58] in YAML has no aliases, no tags of its own, no key twice, and nothing that JSON lacks", () => {
    const refused = (text: string): string => {
      const parsed = parseDocument("yaml", text, true);
      return "problem" in parsed ? parsed.problem : "read";
    };
    expect(refused("a: &x 1\nb: *x\n")).toBe("it has an anchor or alias, which YAML here may not have");
    expect(refused("a: &x 1\n")).toBe("it has an anchor or alias, which YAML here may not have");
    expect(refused("a: !secret x\n")).toContain("it is not the YAML that is read here");
    expect(refused("a: !!binary aGk=\n")).not.toBe("read");
    expect(refused("a: 1\na: 2\n")).toContain("Map keys must be unique");
    expect(refused("a: .inf\n")).toBe("it holds a value that JSON does not have");
    expect(refused("a: 2026-01-01\nb: yes\nc: 0o14\n")).toBe("read");
    expect(parseDocument("yaml", "a: 2026-01-01\nb: yes\n", true)).toEqual({
      value: { a: "2026-01-01", b: "yes" },
    });
  });

  it("[R-58] is refused where it is too large, too deep, or holds half a character", () => {
    const problem = (format: Format, text: string): unknown => parseDocument(format, text, false);
    expect(problem("text", "x".repeat(16_000_001))).toEqual({
      problem: "the document is larger than 16000000 bytes",
    });
    expect(problem("json", `${"[".repeat(70)}${"]".repeat(70)}`)).toEqual({
      problem: "the document is nested deeper than 64 levels",
    });
    expect(problem("json", `[${"1,".repeat(100_000)}1]`)).toEqual({
      problem: "the document has more than 100000 items",
    });
    expect(problem("json", '"\\ud800"')).toEqual({
      problem: "the document has half a surrogate pair, which is no character",
    });
    expect(problem("json", "{,}")).toMatchObject({ problem: expect.stringContaining("it is not JSON") });
  });

  it("[L-38] that does not parse or fit is unreadable, and says why", () => {
    const of = machine(
      programOf({ artifacts: { note: artifact("note.json", objectSchema({ n: { type: "integer" } })) } }),
    );
    const read = (text: string) => readDocument(of, "note", undefined, "note.json", text);
    expect(read('{"n":1}')).toEqual({
      artifact: "note",
      path: "note.json",
      sha256: documentDigest('{"n":1}'),
      state: "landed",
      value: { n: 1 },
    });
    expect(read('{"n":"1"}')).toMatchObject({
      state: "unreadable",
      problem: "/n must be an integer, not a string",
    });
    expect(read("{")).toMatchObject({ state: "unreadable", problem: expect.stringContaining("not JSON") });
  });
});

describe("a place", () => {
  it("[L-35] keeps every key within its folder, and is read back as the key", () => {
    const many = artifact("reviews/{entry}.json");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (drawn) => {
        const key = drawn.normalize("NFC");
        const path = pathOfKey(many, key);
        expect(path).toMatch(/^reviews\/[A-Za-z0-9_%-]+\.json$/);
        expect(keyAt(many, path)).toEqual({ key });
      }),
    );
    expect(encodeKey("../a b")).toBe("%2E%2E%2Fa%20b");
    expect(keyAt(many, "reviews/a/b.json")).toBeUndefined();
    expect(keyAt(many, "reviews/%41.json")).toBeUndefined();
    expect(keyAt(artifact("a.json"), "a.json")).toEqual({ key: undefined });
  });

  it("[L-11] is filled by the fan-out's key, else the input, else the field", () => {
    const place = (filling: Parameters<typeof placeOf>[1]) => placeOf(artifact("{x}/{y}.txt"), filling);
    expect(
      place({ instance: { name: "x", key: "k" }, inputs: { x: "i", y: 7 }, value: { x: "f", y: "f" } }),
    ).toEqual({ path: "k/7.txt", key: "k/7" });
    expect(place({ instance: undefined, inputs: {}, value: { x: "f", y: "g" } })).toEqual({
      path: "f/g.txt",
      key: "f/g",
    });
    expect(place({ instance: undefined, inputs: {}, value: { x: "f", y: "" } })).toEqual({ missing: "y" });
    expect(placeGlob(artifact("a*/{x}/{y}.txt"), { name: "x", key: "a b" })).toBe("a\\*/a%20b/*.txt");
  });
});
