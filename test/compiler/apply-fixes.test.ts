import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFixes } from "../../compiler/fixes.js";
import { parse } from "../../compiler/index.js";
import type { Diagnostic, Edit } from "../../ir/index.js";
import { countOf } from "../support/counts.js";

interface Wanted {
  readonly safe?: boolean;
  readonly file?: string;
}

/** A finding whose fix makes these edits: `[start, end, text]`. */
function fault(
  edits: readonly (readonly [start: number, end: number, text: string])[],
  { safe = true, file = "a.md" }: Wanted = {},
): Diagnostic {
  const made = edits.map(([start, end, text]): Edit => ({ file, span: { start, end }, text }));
  return {
    code: "LB2010",
    severity: "warning",
    message: "it is wrong",
    place: { file, span: made[0]!.span },
    related: [],
    fix: { title: "mend it", safe, edits: made },
  };
}

function applied(text: string, diagnostics: readonly Diagnostic[], unsafe = false, file = "a.md") {
  const fixed = applyFixes(diagnostics, new Map([[file, text]]), { unsafe });
  return { text: fixed.texts.get(file), count: fixed.diagnostics.length };
}

describe("fixes", () => {
  it("are applied in one go where they are apart", () => {
    const faults = [fault([[8, 13, "3"]]), fault([[0, 3, "1"]]), fault([[4, 7, "2"]])];
    expect(applied("one two three", faults)).toEqual({ text: "1 2 3", count: 3 });
  });

  it("that touch one that is applied are left for later, whole", () => {
    const touching = [fault([[0, 3, "1"]]), fault([[3, 4, ""]]), fault([[3, 3, "!"]]), fault([[2, 5, ""]])];
    expect(applied("one two three", touching)).toEqual({ text: "1 two three", count: 1 });
    const half = [fault([[0, 3, "1"]]), fault([[2, 3, ""], [8, 13, "3"]])]; // prettier-ignore
    expect(applied("one two three", half)).toEqual({ text: "1 two three", count: 1 });
  });

  it("that may change what is meant are applied where they are asked for alone", () => {
    const faults = [fault([[0, 3, "1"]], { safe: false })];
    expect(applied("one", faults)).toEqual({ text: undefined, count: 0 });
    expect(applied("one", faults, true)).toEqual({ text: "1", count: 1 });
  });

  it("write the line ends that the text has", () => {
    expect(applied("one\r\ntwo", [fault([[3, 3, "\nmore"]])]).text).toBe("one\r\nmore\r\ntwo");
    expect(applied("one\ntwo", [fault([[3, 3, "\nmore"]])]).text).toBe("one\nmore\ntwo");
  });

  it("that change nothing, overlap themselves, or are about what is not ours are none", () => {
    expect(applied("one", [fault([[0, 3, "one"]])]).count).toBe(0);
    expect(applied("one", [fault([[0, 2, "1"], [1, 3, "2"]])]).count).toBe(0); // prettier-ignore
    expect(applied("one", [fault([[0, 3, "1"]], { file: "std:waits" })], false, "std:waits").count).toBe(0);
    expect(applied("one", [fault([[0, 3, "1"]], { file: "b.md" })]).count).toBe(0);
  });

  it("that would leave a text which parses worse are not applied, and keep no other from it", () => {
    const text = 'artifact a at "a.md"\nartifact b at "b.md"\n';
    const file = "a.playbook";
    const breaking = fault([[0, 8, "artefact"]], { file });
    const good = fault([[30, 31, "c"]], { file });
    expect(applied(text, [breaking, good], false, file)).toEqual({
      text: 'artifact a at "a.md"\nartifact c at "b.md"\n',
      count: 1,
    });
    expect(parse(file, text).diagnostics).toEqual([]);
  });

  it("give what they give one by one, from the last to the first", () => {
    const span = fc.tuple(fc.nat(30), fc.nat(4), fc.stringMatching(/^[xyz]{0,3}$/));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
        const text = "abcdefghijklmnopqrstuvwxyz0123456789";
        const faults = spans.map(([start, length, written]) => fault([[start, start + length, written]]));
        const { texts, diagnostics } = applyFixes(faults, new Map([["a.md", text]]));
        const edits = diagnostics.flatMap(({ fix }) => fix?.edits ?? []);
        const one = edits
          .toSorted((a, b) => b.span.start - a.span.start)
          .reduce((now, edit) => now.slice(0, edit.span.start) + edit.text + now.slice(edit.span.end), text);
        expect(texts.get("a.md") ?? text).toBe(one);
      }),
      { numRuns: countOf(300) },
    );
  });
});
