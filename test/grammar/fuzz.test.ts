import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../../ir/span.js";
import { children, decode, type Node, parse, type SourceFile } from "../../grammar/index.js";
import * as words from "../../grammar/words.js";
import { samplesOf } from "../support/corpus.js";
import { countOf } from "../support/counts.js";

const marks = [
  "{",
  "}",
  "[",
  "]",
  "(",
  ")",
  "<",
  ">",
  ",",
  ":",
  ".",
  "|",
  "?",
  "??",
  "=",
  "==",
  "@",
  '"',
  '"""',
  "{{",
  "}}",
  "`",
  "#suppress",
  "//",
  "/*",
  "*/",
  "\\",
  "'",
  ";",
];
const literals = [
  '"x"',
  '"{{ a }}"',
  "3",
  "-1.5",
  "40m",
  "1h30",
  "a",
  "a-b",
  "`if`",
  '"""\n  a\n  """',
  "/// doc\n",
  "\n",
  "\n\n",
  "  ",
];
const vocabulary = [...new Set([...Object.values(words).flat(), ...marks, ...literals])];

/** Text made of the language's own words, on lines of any depth. */
const soup = fc
  .array(
    fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(" ", " ", " ", "\n", "\n  ", "\n    ", "")),
    { maxLength: 120 },
  )
  .map((pieces) => pieces.map(([word, gap]) => word + gap).join(""));

const bytes = fc.uint8Array({ maxLength: 300 });
const text = fc.oneof(
  soup,
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);

/** What is wrong with how a text is read: spans outside of it, or of their parents. */
function problemsIn(source: string): readonly string[] {
  const { file, diagnostics } = parse("a.playbook", source);
  const told = diagnostics.flatMap(({ code, place, related, fix }) =>
    [place, ...related.map((each) => each.place), ...(fix?.edits ?? [])].map(({ span }) => ({
      kind: code,
      span,
    })),
  );
  const strays = told.filter(({ span }) => !isWithin(span, { start: 0, end: source.length }));
  return [...strays.map(({ kind }) => `${kind} is out of the text`), ...misplaced(file, source)];
}

function misplaced(file: SourceFile, source: string): readonly string[] {
  const problems: string[] = [];
  const check = (child: Node, parent: { readonly kind: string; readonly span: Span }): void => {
    // Suppressions stand above what they are about.
    const isIn = child.kind === "suppression" || isWithin(child.span, parent.span);
    if (!isIn) problems.push(`${child.kind} is out of ${parent.kind}`);
    for (const below of children(child)) check(below, child);
  };
  for (const child of children(file)) check(child, { kind: "file", span: { start: 0, end: source.length } });
  for (const { text: written, span } of file.comments) {
    if (source.slice(span.start, span.end) !== written) problems.push(`comment ${written}`);
  }
  return problems;
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end;
}

describe("whatever the text", () => {
  it("parsing ends without an exception, with spans that lie in the text and in one another", () => {
    fc.assert(
      fc.property(text, (each) => void expect(problemsIn(each)).toEqual([])),
      { numRuns: countOf(400, 20_000) },
    );
  });

  it("so it does for parts of good files put together", () => {
    const samples = samplesOf("corpus").map((each) => each.text);
    const cut = fc
      .tuple(fc.constantFrom(...samples), fc.nat(10_000), fc.nat(600))
      .map(([sample, from, length]) => sample.slice(from % sample.length).slice(0, length));
    fc.assert(
      fc.property(
        fc.array(cut, { maxLength: 4 }),
        (parts) => void expect(problemsIn(parts.join(""))).toEqual([]),
      ),
      {
        numRuns: countOf(150, 8_000),
      },
    );
  });

  it("[L-1] bytes are read or refused", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        const decoded = decode(each, "a.playbook");
        const problems = "text" in decoded ? problemsIn(decoded.text) : [decoded.diagnostic.code];
        expect(problems.filter((problem) => problem !== "LB1004")).toEqual([]);
      }),
      { numRuns: countOf(200, 10_000) },
    );
  });

  it("a megabyte of it takes seconds, not minutes", () => {
    const random = fc.sample(soup, { numRuns: 200, seed: 7 }).join(" ");
    const large = random.repeat(Math.ceil(500_000 / random.length));
    const start = performance.now();
    parse("a.playbook", large);
    parse("a.playbook", large.replaceAll("\n", " "));
    expect(performance.now() - start).toBeLessThan(30_000);
  }, 60_000);
});

describe("good files", () => {
  it.each(samplesOf("corpus"))(
    "[L-2] $name: spans nest, and every comment is there once and whole",
    ({ text: source }) => {
      const { file } = parse("a.playbook", source);
      expect(misplaced(file, source)).toEqual([]);
      // With the comments taken out, no mark of one is left but in strings.
      const { comments } = file;
      const rest = comments
        .toReversed()
        .reduce((left, { span }) => left.slice(0, span.start) + left.slice(span.end), source);
      const outside = rest.replaceAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\])*"/g, '""');
      expect(outside).not.toMatch(/\/\/|\/\*/);
      expect(comments.toSorted((a, b) => a.span.start - b.span.start)).toEqual(comments);
    },
  );
});
