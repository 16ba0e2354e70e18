import { describe, expect, it } from "vitest";
import { parse, type Declaration } from "../../grammar/index.js";
import { samplesOf } from "../support/corpus.js";
import { countOf } from "../support/counts.js";
import { mutantOf, pick, randomFrom } from "../support/mutants.js";

/** A declaration without its places. */
function shapeOf(declaration: Declaration): string {
  return JSON.stringify(declaration, (key, value: unknown) =>
    key === "span" || key === "keyword" || key === "operatorSpan" ? undefined : value,
  );
}

/** From its doc or first suppression to its end. */
function extentOf({ span, doc, suppressions }: Declaration): { start: number; end: number } {
  return {
    start: Math.min(
      span.start,
      doc?.span.start ?? span.start,
      ...suppressions.map((each) => each.span.start),
    ),
    end: span.end,
  };
}

describe("one token too few, twice, or too many", () => {
  it("[L-34] is one error, and leaves every other declaration as it was", () => {
    const count = countOf(2_000, 40_000);
    const random = randomFrom(20_260_801);
    const samples = samplesOf("corpus").map(({ text }) => ({
      text,
      before: parse("a.playbook", text).file.declarations,
    }));
    let rejected = 0;
    const several: string[] = [];
    const lost: string[] = [];
    for (let index = 0; index < count; index++) {
      const { text, before } = pick(samples, random);
      const mutant = mutantOf(text, random);
      const { file, diagnostics } = parse("a.playbook", mutant.text);
      if (diagnostics.length === 0) continue;
      rejected++;
      const told = diagnostics.map(({ code, message }) => `${code} ${message}`).join("; ");
      if (diagnostics.length > 1) several.push(`${mutant.what}: ${told}`);
      const after = new Set(file.declarations.map(shapeOf));
      const untouched = before.filter((each) => {
        const { start, end } = extentOf(each);
        return end < mutant.start || mutant.start < start;
      });
      for (const each of untouched)
        if (!after.has(shapeOf(each))) lost.push(`${mutant.what}: ${each.name.text} (${told})`);
    }
    const share = (100 * (rejected - several.length)) / rejected;
    console.log(
      `${count} mutants, ${rejected} rejected, ${share.toFixed(2)} % of them with exactly one error`,
    );
    expect(lost).toEqual([]);
    expect(share > 99 ? [] : several).toEqual([]);
  }, 600_000);
});
