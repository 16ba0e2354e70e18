import * as fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { matchesGlob, outside, overlaps } from "../../../runtime/core/index.js";
import { refaInside, refaOverlap, regExpOf, waysOf } from "../../support/glob-reference.js";
import { countOf } from "../../support/counts.js";

const part = fc.constantFrom("1", "2", "?", "*", "[12]", "[!1]", "\\*", "**");
const segment = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
/** Braces stand anywhere, over segments too, and in each other. */
const { glob: anyGlob } = fc.letrec<{ glob: string; choice: string }>((tie) => ({
  choice: fc
    .array(fc.oneof({ depthSize: "small" }, segment, fc.constant(""), tie("glob")), {
      minLength: 2,
      maxLength: 3,
    })
    .map((choices) => `{${choices.join(",")}}`),
  glob: fc
    .array(
      fc.oneof(
        { depthSize: "small" },
        segment,
        fc.constant("**"),
        fc.tuple(segment, tie("choice")).map(([one, two]) => `${one}${two}`),
        fc.tuple(tie("choice"), segment).map(([one, two]) => `${one}${two}`),
        tie("choice"),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((segments) => segments.join("/")),
}));
/** Few enough ways to write out that the other ways to say it can be tried. */
const glob = anyGlob.filter((each) => waysOf(each) <= 24);
const path = fc
  .array(fc.stringMatching(/^[12*ab]{1,3}$/), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("/"));

describe("[R-7] the dialect of scopes, beside other ways to say it", () => {
  it("matches what its written-out form matches", () => {
    fc.assert(
      fc.property(glob, fc.array(path, { minLength: 5, maxLength: 20 }), (pattern, tried) => {
        const expected = regExpOf(pattern);
        for (const each of tried) {
          expect([pattern, each, matchesGlob(pattern, each)]).toEqual([pattern, each, expected.test(each)]);
        }
      }),
      { numRuns: countOf(2_000, 50_000) },
    );
  });

  it("matches what picomatch matches, where the two mean the same", () => {
    // Not its way with a class, with `**` inside a segment or at the end, or with a star alone between braces.
    const plain = fc
      .array(
        fc.oneof(
          {
            weight: 4,
            arbitrary: fc.array(fc.constantFrom("1", "2", "?", "a*", "{1,2}"), {
              minLength: 1,
              maxLength: 3,
            }),
          },
          { weight: 1, arbitrary: fc.constant(["**"]) },
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((segments) => [...segments.map((parts) => parts.join("")), "1"].join("/"));
    fc.assert(
      fc.property(plain, fc.array(path, { minLength: 5, maxLength: 20 }), (pattern, tried) => {
        const peer = picomatch(pattern, { dot: true, posix: true, strictSlashes: true });
        for (const each of tried) {
          expect([pattern, each, matchesGlob(pattern, each)]).toEqual([pattern, each, peer(each)]);
        }
      }),
      { numRuns: countOf(1_000, 20_000) },
    );
  });

  it("finds an overlap exactly where there is one, and a path in both as the example", () => {
    fc.assert(
      fc.property(glob, glob, (a, b) => {
        const expected = refaOverlap(a, b);
        fc.pre(expected !== undefined);
        const example = overlaps(a, b);
        expect([a, b, example !== undefined]).toEqual([a, b, expected]);
        if (example === undefined) return;
        expect([a, b, example, regExpOf(a).test(example), regExpOf(b).test(example)]).toEqual([
          a,
          b,
          example,
          true,
          true,
        ]);
      }),
      { numRuns: countOf(300, 20_000) },
    );
  });

  it("finds what lies outside exactly where something does, and a path of it as the example", () => {
    fc.assert(
      fc.property(glob, fc.array(glob, { minLength: 1, maxLength: 3 }), (pattern, within) => {
        const expected = refaInside(pattern, within);
        fc.pre(expected !== undefined);
        const found = outside(pattern, within);
        expect([pattern, within, found === "inside"]).toEqual([pattern, within, expected]);
        if (typeof found === "string") return;
        const covered = within.some((each) => regExpOf(each).test(found.path));
        expect([found.path, regExpOf(pattern).test(found.path), covered]).toEqual([found.path, true, false]);
      }),
      { numRuns: countOf(300, 20_000) },
    );
  });

  it("takes braces in braces, thousands of choices and long globs in bounded time", () => {
    const nested = `${"{1,".repeat(30)}2${"}".repeat(30)}/x`;
    expect(overlaps(nested, "{1,{2,3}}/?")).toBe("1/x");
    const wide = `{${Array.from({ length: 10_000 }, (_, at) => `w${at}`).join(",")}}/x`;
    expect(matchesGlob(wide, "w9999/x")).toBe(true);
    expect(overlaps(wide, "*9998/?")).toBe("w9998/x");
    // Too many pairs to settle: taken to overlap.
    const long = Array.from({ length: 900 }, (_, at) => `*${at % 2}`).join("{,2}");
    expect(overlaps(long, `${long}3`)).toBeDefined();
  });
});
