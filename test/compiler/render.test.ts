import { describe, expect, it } from "vitest";
import { check, json, jsonReport, memoryHost, pretty } from "../../compiler/index.js";
import type { Diagnostic } from "../../ir/index.js";

function fault(
  text: string,
  marked: string,
  more: Partial<Diagnostic> = {},
): { shown: string; files: Map<string, string>; diagnostic: Diagnostic } {
  const start = text.indexOf(marked);
  const diagnostic: Diagnostic = {
    code: "LB2001",
    severity: "error",
    message: "it is wrong",
    place: { file: "a.playbook", span: { start, end: start + marked.length } },
    related: [],
    ...more,
  };
  const files = new Map([["a.playbook", text]]);
  return { shown: pretty([diagnostic], files), files, diagnostic };
}

/** The marked line and the marks. */
function frame(text: string, marked: string): readonly string[] {
  return fault(text, marked)
    .shown.split("\n")
    .filter((line) => / \|/.test(line))
    .slice(-2);
}

describe("diagnostics for people", () => {
  it("show the line before, the line, and marks below the text at fault", () => {
    expect(fault("one\n  two three\nfour", "three").shown).toBe(
      [
        "error LB2001: it is wrong",
        " --> a.playbook:2:7",
        "1 | one",
        "2 |   two three",
        "  |       ^^^^^",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["tabs", "\tx\ty", "y", "1 |     x   y", "  |         ^"],
    ["wide characters", "漢字 x", "x", "1 | 漢字 x", "  |      ^"],
    ["marks below wide characters", "a 漢字 x", "漢字", "1 | a 漢字 x", "  |   ^^^^"],
    ["emoji of several code points", "👩‍👩‍👧 x", "x", "1 | 👩‍👩‍👧 x", "  |    ^"],
    ["combining marks", "e\u0301 x", "x", "1 | e\u0301 x", "  |   ^"],
    ["characters that turn text around", "\u202ea x", "x", "1 | <U+202E>a x", "  |           ^"],
  ])("align with %s", (_what, text, marked, line, marks) => {
    expect(frame(text, marked)).toEqual([line, marks]);
  });

  it("mark an insertion with one mark, at the end of a line too", () => {
    expect(fault("ab", "").shown).toContain("1 | ab\n  | ^\n");
    const end: Partial<Diagnostic> = { place: { file: "a.playbook", span: { start: 2, end: 2 } } };
    expect(fault("ab", "", end).shown).toContain("1 | ab\n  |   ^\n");
  });

  it("show the first line of what goes on below", () => {
    expect(frame("ab {\n  c\n}\n", "{\n  c\n}")).toEqual(["1 | ab {", "  |    ^ …"]);
  });

  it("cut long lines around the text at fault", () => {
    const [line = "", marks = ""] = frame(`${"a".repeat(200)} here ${"b".repeat(200)}`, "here");
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/^1 \| …a+ here b+…$/);
    expect(marks.indexOf("^")).toBe(line.indexOf("here"));
    expect(marks.trimEnd().length - marks.indexOf("^")).toBe(4);
  });

  it("show what explains it, what to do, and the fix", () => {
    const { shown } = fault("one\ntwo", "two", {
      related: [{ place: { file: "a.playbook", span: { start: 0, end: 3 } }, message: "it began here" }],
      hint: "mend it",
      fix: { title: "write `2`", safe: false, edits: [] },
    });
    expect(shown.split("\n").slice(4)).toEqual([
      "  | ^^^",
      " --- a.playbook:1:1: it began here",
      "1 | one",
      "  | ---",
      "  = hint: mend it",
      "  = fix: write `2`",
      "",
    ]);
  });

  it("do without code where there is none", () => {
    const { diagnostic } = fault("x", "x");
    expect(pretty([diagnostic, diagnostic], new Map())).toBe(
      "error LB2001: it is wrong\n--> a.playbook\n\nerror LB2001: it is wrong\n--> a.playbook\n",
    );
    expect(pretty([], new Map())).toBe("");
  });

  it("never let what was written act on the terminal", () => {
    const { shown } = fault("x\u001b[31m", "x", { message: "say `\u001b[31m`" });
    expect(shown).not.toContain("\u001b");
    expect(shown).toContain("<U+001B>[31m");
  });

  it("are coloured where that is asked for, and say the same", () => {
    const { diagnostic, files } = fault("one two", "two", { hint: "mend it" });
    const colored = pretty([diagnostic], files, { color: true });
    expect(colored).toContain("\u001b[31merror LB2001\u001b[0m");
    // eslint-disable-next-line no-control-regex
    expect(colored.replaceAll(/\u001b\[\d+m/g, "")).toBe(pretty([diagnostic], files));
  });
});

describe("diagnostics for programs", () => {
  it("are versioned, with offsets, lines and columns", async () => {
    const { diagnostics, files } = await check(
      memoryHost({ "a.playbook": "/// E.\nevidence e\nverdict e: boolean\n" }),
      ["a.playbook"],
    );
    expect(jsonReport(diagnostics, files)).toEqual({
      version: 1,
      diagnostics: [
        {
          code: "LB2002",
          severity: "error",
          message: "`e` is declared twice",
          file: "a.playbook",
          start: { offset: 26, line: 3, column: 9 },
          end: { offset: 27, line: 3, column: 10 },
          related: [
            {
              message: "it is declared here first",
              file: "a.playbook",
              start: { offset: 16, line: 2, column: 10 },
              end: { offset: 17, line: 2, column: 11 },
            },
          ],
          hint: "rename one of the two, or put it into another namespace",
        },
      ],
    });
  });

  it("have their fixes, and are one JSON text with a line break", async () => {
    const { diagnostics, files } = await check(
      memoryHost({ "a.playbook": 'import { Approvl } from "std:waits"\n' }),
      ["a.playbook"],
    );
    const text = json(diagnostics, files);
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      diagnostics: [
        {
          code: "LB2003",
          fix: {
            title: "write `Approval`",
            safe: false,
            edits: [{ file: "a.playbook", text: "Approval", start: { offset: 9 }, end: { offset: 16 } }],
          },
        },
      ],
    });
  });
});
