import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob, placeOf, refuseGlob, refusePlace, refuseSyntax } from "../../../runtime/core/index.js";
import { escapeGlob } from "../../../runtime/core/scope/glob.js";
import { countOf } from "../../support/counts.js";

const names = [
  "a",
  "b.md",
  ".",
  "..",
  "",
  ".git",
  ".LABAN",
  "git~1",
  "laban.config.json",
  "x.PlayBook",
  "con.txt",
  "a.",
  "é",
  "e\u0301",
  "a:b",
  "\u200D",
  "*",
  "C:",
];
const name = fc.constantFrom(...names);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const paths = [...names, ...names.flatMap((one) => names.map((two) => `${one}/${two}`))];

describe("a glob that is refused", () => {
  it.each([
    ["", "the glob is empty"],
    ["/abs/**", "`/abs/**` is absolute: paths are relative to the workspace"],
    ["a//b", "`a//b` has an empty name between two `/`, or at its end"],
    ["out/", "`out/` has an empty name between two `/`, or at its end"],
    ["[z-a]", "`[z-a]` has the range `z-a`, in which nothing is"],
    ["[a", "`[a` has a `[` that no `]` closes"],
    ["{a", "`{a` has a `{` without its partner"],
    ["a}", "`a}` has a `}` without its partner"],
    ["out/{slug}.md", "`out/{slug}.md` has `{slug}`, a choice of one: write `*` for every name, or `{a,b}`"],
    ["out\\a.md", "`out\\a.md` has a `\\` that takes no meaning away: folders are separated by `/`"],
    ["a\\", "`a\\` has a `\\` that takes no meaning away: folders are separated by `/`"],
    ["out/**.md", "`out/**.md` has `**` beside other text: it is a whole segment, as in `a/**/*.md`"],
    ["a/***", "`a/***` has `**` beside other text: it is a whole segment, as in `a/**/*.md`"],
    [
      "../**",
      "`../**` stands for nothing that may be written: `../a` has `..` in it: no path leads out of the workspace",
    ],
    [
      "C:/*",
      "`C:/*` stands for nothing that may be written: `C:/a` is absolute: paths are relative to the workspace",
    ],
    [
      ".laban/**",
      "`.laban/**` stands for nothing that may be written: `.laban/a` leads to Laban's own folder (`.laban`), which is never written",
    ],
    [
      "**/*.PLAYBOOK",
      "`**/*.PLAYBOOK` stands for nothing that may be written: `.PLAYBOOK` leads to a playbook (`.PLAYBOOK`), which is never written",
    ],
    [
      "{.git,.GIT}/**",
      "`{.git,.GIT}/**` stands for nothing that may be written: `.git/a` leads to Git's own folder (`.git`), which is never written",
    ],
    [
      "laban.config.json",
      "`laban.config.json` leads to the configuration (`laban.config.json`), which is never written",
    ],
  ])("[R-7] `%s` says why", (glob, why) => {
    expect(refuseGlob(glob)).toBe(why);
  });

  it.each([
    "**",
    "*",
    "a/**/b",
    "{a,b/**}/c",
    "{.git,out}/**",
    ".*/x",
    "[!a]",
    "[]x]",
    "a\\{b,{c\\},d}",
    "{**,a}/b",
    "*.playboo?",
    "über/*.md",
  ])("[R-7] `%s` is none", (glob) => {
    expect(refuseGlob(glob)).toBeUndefined();
  });

  it("[R-7] is refused literally where landing refuses the path", () => {
    fc.assert(
      fc.property(path, (each) => {
        expect([each, refuseGlob(escapeGlob(each)) !== undefined]).toEqual([
          each,
          refuseSyntax(each) !== undefined,
        ]);
      }),
      { numRuns: countOf(500) },
    );
  });

  it("[R-7] reaches no path that landing would take", () => {
    const piece = fc.oneof(
      name.map(escapeGlob),
      fc.constantFrom("*", "?", "**", ".g*", "*.playbook", "{a,..}", "[.a]*", "*.", "*[:]*"),
    );
    const glob = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(glob, (each) => {
        if (refuseGlob(each) === undefined) return;
        expect([
          each,
          ...paths.filter((one) => matchesGlob(each, one) && refuseSyntax(one) === undefined),
        ]).toEqual([each]);
      }),
      { numRuns: countOf(500) },
    );
  });
});

describe("a place that is refused", () => {
  it.each([
    ["", "the path is empty"],
    ["a/{y.json", "`a/{y.json` has a `{` without its partner: a name stands in one pair of braces"],
    ["a/y}.json", "`a/y}.json` has a `}` without its partner: a name stands in one pair of braces"],
    ["{{y}}.json", "`{{y}}.json` has a `{` without its partner: a name stands in one pair of braces"],
    ["a/{}.json", "`a/{}.json` has `{}`, which names nothing"],
    ["../{y}.json", "`../{y}.json` has `..` in it: no path leads out of the workspace"],
    ["{y}.playbook", "`{y}.playbook` leads to a playbook (`{y}.playbook`), which is never written"],
    ["{y}/", "`{y}/` has an empty name between two `/`, or at its end"],
  ])("[L-11] [R-7] `%s` says why", (at, why) => {
    expect(refusePlace(at)).toBe(why);
  });

  it("[L-11] [R-7] is refused whatever fills it, and any other is taken for some key", () => {
    const piece = fc.oneof(
      name,
      fc.constantFrom("{y}", "{y}.md", ".{y}", "{y}.", "au{y}", "git~{y}", "{y}.playboo{y}"),
    );
    const keys = ["a", "k", "x", "1", "_", "..", "con", "git"];
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), (parts) => {
        const at = parts.join("/");
        const taken = keys.filter((y) => {
          const place = placeOf(
            { at, keys: at.includes("{") ? ["y"] : [], format: "json", given: false, schema: true },
            { instance: undefined, inputs: { y }, value: undefined },
          );
          return "path" in place && refuseSyntax(place.path) === undefined;
        });
        expect([at, taken.length > 0]).toEqual([at, refusePlace(at) === undefined]);
      }),
      { numRuns: countOf(500) },
    );
  });
});
