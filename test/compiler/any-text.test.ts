import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile, memoryHost, pretty } from "../../compiler/index.js";
import { validateBundle } from "../../ir/validate.gen.js";
import { countOf } from "../support/counts.js";

const corpus = join(import.meta.dirname, "corpus");
const read = (name: string): string => readFileSync(join(corpus, name), "utf8");
const everything = read("everything.playbook");
const beside = { "intake.md": read("intake.md"), "order.schema.json": read("order.schema.json") };

const words = [...new Set(everything.match(/[A-Za-z_][\w-]*|"[^"\n]*"|\d+\w*|[^\s\w]/g))];
/** The text with some of its words exchanged for others of its words. */
const exchanged = fc
  .array(fc.tuple(fc.nat(everything.length), fc.constantFrom(...words)), { minLength: 1, maxLength: 4 })
  .map((changes) => {
    let text = everything;
    for (const [at, word] of changes)
      text = text.slice(0, at) + text.slice(at).replace(/[A-Za-z_][\w-]*/, () => word);
    return text;
  });

describe("whatever the text is", () => {
  it("[L-34] it is checked to the end, every place is in a file, and what is compiled is valid", async () => {
    await fc.assert(
      fc.asyncProperty(exchanged, async (text) => {
        const { bundle, diagnostics, files } = await compile(
          memoryHost({ "main.playbook": text, ...beside }),
          ["main.playbook"],
        );
        for (const { place, related } of diagnostics) {
          for (const { file, span } of [place, ...related.map((each) => each.place)]) {
            const length = files.get(file)?.length ?? -1;
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeGreaterThanOrEqual(span.start);
            expect(span.end).toBeLessThanOrEqual(length);
          }
        }
        expect(pretty(diagnostics, files)).not.toContain("undefined");
        const plain: unknown = JSON.parse(JSON.stringify(bundle ?? null));
        const misfits = plain === null || validateBundle(plain) ? [] : validateBundle.errors;
        expect(misfits).toEqual([]);
        expect(plain === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
      }),
      { numRuns: countOf(12, 1_500) },
    );
  });
});
