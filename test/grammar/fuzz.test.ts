import fc from "fast-check";
import { describe, expect, it } from "vitest";
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

/** What holds of the tree and the diagnostics of whatever text. */
function checkReading(source: string): void {
  const { file, diagnostics } = parse("a.playbook", source);
  expect(diagnostics.length).toBeLessThanOrEqual(300);
  for (const { place, related, fix } of diagnostics) {
    for (const { span } of [place, ...related.map((each) => each.place), ...(fix?.edits ?? [])]) {
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeGreaterThanOrEqual(span.start);
      expect(span.end).toBeLessThanOrEqual(source.length);
    }
  }
  checkSpans(file, source);
}

/** Children lie within their parents, and the comments are what they say. */
function checkSpans(file: SourceFile, source: string): void {
  const check = (node: Node): void => {
    const { start, end } = node.span;
    expect(
      Number.isInteger(start) && Number.isInteger(end) && start <= end && end <= source.length,
      node.kind,
    ).toBe(true);
    for (const child of children(node)) {
      // Suppressions stand above what they are about.
      if (child.kind !== "suppression") {
        expect(start <= child.span.start && child.span.end <= end, `${child.kind} in ${node.kind}`).toBe(
          true,
        );
        check(child);
      }
    }
  };
  for (const child of children(file)) check(child);
  for (const { text: written, span } of file.comments)
    expect(source.slice(span.start, span.end)).toBe(written);
}

describe("whatever the text", () => {
  it("parsing ends without an exception, with spans that lie in the text and in one another", () => {
    fc.assert(fc.property(text, checkReading), { numRuns: countOf(400, 20_000) });
  });

  it("so it does for parts of good files put together", () => {
    const samples = samplesOf("corpus").map((each) => each.text);
    const cut = fc
      .tuple(fc.constantFrom(...samples), fc.nat(10_000), fc.nat(600))
      .map(([sample, from, length]) => sample.slice(from % sample.length).slice(0, length));
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 4 }), (parts) => checkReading(parts.join(""))),
      {
        numRuns: countOf(150, 8_000),
      },
    );
  });

  it("[L-1] bytes are read or refused", () => {
    fc.assert(
      fc.property(bytes, (each) => {
        const decoded = decode(each, "a.playbook");
        if ("text" in decoded) checkReading(decoded.text);
        else expect(decoded.diagnostic.code).toBe("LB1004");
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
      checkSpans(file, source);
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
