import { describe, expect, it } from "vitest";
import { parse } from "../../grammar/index.js";
import { codes, messages } from "../support/reading.js";

/** What of a broken file is in the tree. */
function readings(text: string) {
  const { file } = parse("a.playbook", text);
  return {
    declarations: file.declarations.map(
      ({ kind, name, broken }) => `${kind} ${name.text}${broken ? "!" : ""}`,
    ),
    skipped: file.skipped.map(({ start, end }) => text.slice(start, end)),
  };
}

function clauseKinds(text: string): readonly string[] {
  const [first] = parse("a.playbook", text).file.declarations;
  return first?.kind === "playbook" ? first.clauses.map(({ kind }) => kind) : [];
}

describe("a broken file", () => {
  it("[L-34] a misspelt clause is one error that names the clause that was meant, with a fix", () => {
    const text = 'playbook a {\n  intent "x"\n  requries b == "x"\n  outputs c\n}';
    const [fault, ...more] = parse("a.playbook", text).diagnostics;
    expect(more).toEqual([]);
    expect(fault).toMatchObject({
      code: "LB2001",
      message: "unknown clause `requries`; did you mean `requires`?",
      fix: { edits: [{ span: fault?.place.span, text: "requires" }] },
    });
    expect(clauseKinds(text)).toEqual(["intent", "requires", "outputs"]);
  });

  it("[L-34] a clause that nothing resembles is skipped up to the next", () => {
    const text = 'playbook a {\n  intent "x"\n  foobar b == "x" and\n    c\n  outputs c\n}';
    expect(messages(text)).toEqual(["LB2001 unknown clause `foobar`"]);
    expect(clauseKinds(text)).toEqual(["intent", "outputs"]);
    expect(readings(text).skipped).toEqual(['foobar b == "x" and\n    c']);
  });

  it("[L-34] faults in several declarations and clauses are all reported in one pass", () => {
    const text =
      'evidence\nplaybook a {\n  intnt "x"\n  uses b c\n  limits { rounds }\n}\nartifact b at\nevidence d';
    expect(messages(text)).toEqual([
      "LB1001 expected a name for the evidence after `evidence`",
      "LB2001 unknown clause `intnt`; did you mean `intent`?",
      "LB1001 expected `,` before `c`",
      "LB1001 expected a whole number after `rounds`",
      "LB1001 expected a place in the workspace, in quotes after `at`",
    ]);
    expect(readings(text).declarations).toEqual(["playbook a!", "artifact b!", "evidence d"]);
  });

  it("[L-34] a missing brace does not swallow the declarations below", () => {
    const text = 'playbook a {\n  do {\n    advise "x"\n\nplaybook b { intent "y" }\nevidence c';
    expect(codes(text)).toHaveLength(1);
    expect(readings(text).declarations).toEqual(["playbook a!", "playbook b", "evidence c"]);
  });

  it("[L-34] nor does a text that is never closed", () => {
    const text =
      'playbook a {\n  prompt """\n    one\n}\n\nplaybook b {\n  prompt """\n    two\n    """\n}\n';
    expect(messages(text)).toEqual(['LB1002 the text that begins here with `"""` is never closed']);
    expect(readings(text).declarations).toEqual(["playbook a!", "playbook b"]);
  });

  it("[L-34] a brace too many leaves what follows in its playbook", () => {
    const text = 'playbook a {\n  limits { rounds 3 } }\n  intent "x"\n}\nevidence b';
    expect(messages(text)).toEqual(["LB1010 `}` closes nothing"]);
    expect(clauseKinds(text)).toEqual(["limits", "intent"]);
  });

  it("[L-34] what could be read of a broken declaration is kept, its name above all", () => {
    const text = 'artifact a "x.json" { t: text }\nverdict v per { p: text }\ntype T { a: , b: text }';
    const { declarations } = parse("a.playbook", text).file;
    expect(declarations).toMatchObject([
      { kind: "artifact", name: { text: "a" }, broken: true, at: { text: "x.json" }, type: {} },
      { kind: "verdict", name: { text: "v" }, broken: true },
      {
        kind: "type",
        name: { text: "T" },
        broken: true,
        type: { type: { fields: [{ name: { text: "a" } }, { name: { text: "b" } }] } },
      },
    ]);
  });

  it("[L-34] names that were read of a broken clause are kept", () => {
    const [first] = parse("a.playbook", "playbook a {\n  admits b, c each x in\n  until landed d\n}").file
      .declarations;
    expect(first).toMatchObject({
      clauses: [
        { kind: "admits", entries: [{ name: { text: "b" } }, { name: { text: "c" } }] },
        { kind: "until" },
      ],
    });
  });

  it("[L-34] a fault of the text is not told again by the parser", () => {
    for (const text of [
      'playbook a { intent "x }',
      'playbook a {\n  intent "x\n  outputs b\n}',
      "playbook a { requires b % c }",
      "evidence 3days",
      "type A = x ; y",
      "evidence `a b",
    ]) {
      expect([text, codes(text).length]).toEqual([text, 1]);
    }
  });

  it("[L-34] a hundred faults are told, and then no more", () => {
    expect(codes("playbook a {\n  intent\n}\n".repeat(300))).toHaveLength(100);
    expect(codes("%\n".repeat(300))).toHaveLength(100);
  });

  it("brackets by the thousand are one fault, and nothing overflows", () => {
    for (const text of [
      `playbook a { requires ${"(".repeat(1_000)}x${")".repeat(1_000)} }`,
      `playbook a {\n  requires ${"(".repeat(100_000)}\n}`,
      `type T = ${"map<".repeat(1_000)}x${">".repeat(1_000)}`,
      `type T ${"{ a: ".repeat(1_000)} x ${"}".repeat(1_000)}`,
      `type T = x${"[]".repeat(1_000)}`,
      `playbook a { requires ${"not ".repeat(10_000)}x }`,
      `playbook a { requires ${"x ?? ".repeat(10_000)}x }`,
      `playbook a { prompt """{{ ${"[".repeat(1_000)}${"]".repeat(1_000)} }}""" }`,
      `playbook a { key ${"x[".repeat(1_000)}1${"]".repeat(1_000)} }`,
    ]) {
      expect([text.slice(0, 60), ...codes(`${text}\nevidence e`)]).toEqual([text.slice(0, 60), "LB1007"]);
      expect(readings(`${text}\nevidence e`).declarations).toContain("evidence e");
    }
  }, 60_000);
});
