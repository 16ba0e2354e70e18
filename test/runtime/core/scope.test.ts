import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob, overlaps } from "../../../runtime/core/index.js";

describe("a glob", () => {
  const cases: readonly (readonly [glob: string, yes: readonly string[], no: readonly string[]])[] = [
    ["a/b.txt", ["a/b.txt"], ["a/b_txt", "a/B.txt", "a/b.txt/c", "b.txt"]],
    ["*.md", ["a.md", ".md", ".hidden.md"], ["a/b.md", "a.mdx"]],
    ["a/*", ["a/b", "a/.b"], ["a", "a/b/c"]],
    ["a/**", ["a/b", "a/b/c", "a/.b/c"], ["a", "ab/c"]],
    ["**", ["a", "a/b"], []],
    ["**/x", ["x", "a/x", "a/b/x"], ["a/xx", "x/a"]],
    ["a/**/z", ["a/z", "a/b/z", "a/b/c/z"], ["a/b", "z"]],
    ["?x", ["ax", "éx", "😀x"], ["x", "aax", "/x"]],
    ["[a-c]1", ["a1", "c1"], ["d1", "A1"]],
    ["[!a-c]1", ["d1"], ["a1"]],
    ["[]x]", ["]", "x"], ["y"]],
    ["{a,b/c}.txt", ["a.txt", "b/c.txt"], ["b.txt"]],
    ["{a,{b,c}}", ["a", "b", "c"], ["{b"]],
    ["{a", ["{a"], ["a"]],
    ["\\*\\{\\[", ["*{["], ["a{["]],
    ["a*b*c", ["abc", "aXbYc", "abbc"], ["ab", "acb"]],
  ];

  it.each(cases)("%s", (glob, yes, no) => {
    for (const path of yes) expect([path, matchesGlob(glob, path)]).toEqual([path, true]);
    for (const path of no) expect([path, matchesGlob(glob, path)]).toEqual([path, false]);
  });
});

/** Globs over so few characters, none of which has a case, that every short path can be tried. */
const segment = fc
  .array(fc.constantFrom("1", "2", "?", "*", "[12]", "[!1]", "{1,22}", "\\*"), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(""));
const anyGlob = fc
  .array(fc.oneof({ weight: 3, arbitrary: segment }, fc.constant("**")), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"));

const words = ["1", "2", "*", "11", "12", "21", "22", "1*", "2*", "221", "122", "112", "222", "111"];
const paths = [
  ...words,
  ...words.flatMap((one) => words.map((two) => `${one}/${two}`)),
  ...["1", "2", "22"].flatMap((one) =>
    ["1", "2", "12"].flatMap((two) => ["1", "2"].map((three) => `${one}/${two}/${three}`)),
  ),
];

describe("the overlap of two scopes", () => {
  it("[R-7] gives an example that both reach", () => {
    fc.assert(
      fc.property(anyGlob, anyGlob, (a, b) => {
        const example = overlaps(a, b);
        if (example === undefined) return;
        expect([a, b, example, matchesGlob(a, example), matchesGlob(b, example)]).toEqual([
          a,
          b,
          example,
          true,
          true,
        ]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("[R-7] is found wherever trying every short path finds one, and is the same both ways", () => {
    fc.assert(
      fc.property(anyGlob, anyGlob, (a, b) => {
        const shared = paths.find((path) => matchesGlob(a, path) && matchesGlob(b, path));
        expect([a, b, shared === undefined || overlaps(a, b) !== undefined]).toEqual([a, b, true]);
        expect(overlaps(a, b) === undefined).toBe(overlaps(b, a) === undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  it("[R-7] is short and can be read", () => {
    expect(overlaps("**", "a/**/x")).toBe("a/x");
    expect(overlaps("drafts/*.md", "drafts/a*")).toBe("drafts/a.md");
    expect(overlaps("**/*.json", "out/**")).toBe("out/.json");
    expect(overlaps("a/**", "b/**")).toBeUndefined();
    expect(overlaps("[a-c]", "[c-e]")).toBe("c");
    expect(overlaps("*", "*")).toBe("a");
    expect(overlaps("a/**", "a")).toBeUndefined();
  });

  it("[R-7] takes no notice of case and of how a character is composed", () => {
    expect(overlaps("Notes/É.md", "notes/é.md")).toBe("notes/é.md");
    expect(overlaps("caf\u00e9", "cafe\u0301")).toBeDefined();
    expect(overlaps("STRASSE", "straße")).toBe("strasse");
    expect(overlaps("[A-C]x", "bX")).toBe("bx");
    expect(overlaps("ΣΑΣ", "σας")).toBeDefined();
  });

  it("decides 45 000 pairs at once", () => {
    const globs = Array.from({ length: 300 }, (_, index) =>
      index % 3 === 0
        ? `area-${index}/**/*.md`
        : index % 3 === 1
          ? `area-${index % 40}/{a,b}/x-${index}.json`
          : `**/x-${index}.*`,
    );
    let found = 0;
    for (const a of globs) for (const b of globs) if (a < b && overlaps(a, b) !== undefined) found++;
    expect(found).toBeGreaterThan(100);
  });
});
