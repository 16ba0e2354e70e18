import { describe, expect, it } from "vitest";
import { codes, messages, readClause, readClauses, readOne, readSteps, shapeOf } from "../support/reading.js";

describe("artifacts, evidence, verdicts", () => {
  it("[L-11] an artifact has its place, and may have a format, `given`, and fields or a type", () => {
    const full = readOne("artifact", 'artifact a at "reports/{x}.md" as markdown given { t: string }');
    expect([full.at?.text, full.format?.text, full.given, full.type?.type.kind]).toEqual([
      "reports/{x}.md",
      "markdown",
      true,
      "object",
    ]);
    const typed = readOne("artifact", 'artifact a at "a.json" : Report');
    expect([typed.format, typed.given, typed.type?.type.kind]).toEqual([undefined, false, "reference"]);
    expect(readOne("artifact", 'artifact a at "a.txt"').type).toBeUndefined();
    expect(messages("artifact a { t: string }")).toEqual(["LB1001 expected `at`, found `{`"]);
  });

  it("[L-12] evidence has a name", () => {
    expect(readOne("evidence", "evidence market-evidence").name.text).toBe("market-evidence");
    expect(messages("evidence")).toEqual(["LB1001 expected a name for the evidence after `evidence`"]);
  });

  it("[L-13] a verdict has fields or a type", () => {
    expect(readOne("verdict", "verdict v { p: text }").type?.type.kind).toBe("object");
    expect(readOne("verdict", 'verdict v: "cleared" | "blocked"').type?.type.kind).toBe("union");
    expect(messages("verdict v")).toEqual(["LB1001 expected `{` or `:` after `v`"]);
  });

  it("[L-36] a verdict may be kept by the key of a fan-out", () => {
    expect(readOne("verdict", "verdict v per entry { p: text }").per?.text).toBe("entry");
    expect(readOne("verdict", "verdict per per per: text")).toMatchObject({
      name: { text: "per" },
      per: { text: "per" },
    });
  });
});

describe("playbooks", () => {
  it("[L-35] an entry of `admits` fans out over an array", () => {
    const { entries } = readClause(
      "admits",
      "admits a, b each entry in list.entries by entry.id max 200, c each x in [1, 2], d each y in z by y",
    );
    expect(
      entries.map(({ name, each }) => [
        name.text,
        each?.name.text,
        each === undefined ? undefined : shapeOf(each.array),
        each?.by === undefined ? undefined : shapeOf(each.by),
        each?.max?.value,
      ]),
    ).toEqual([
      ["a", undefined, undefined, undefined, undefined],
      ["b", "entry", "list.entries", "entry.id", 200],
      ["c", "x", "[1 2]", undefined, undefined],
      ["d", "y", "z", "y", undefined],
    ]);
  });

  it("keeps the clauses in the order written, the doubled ones too", () => {
    const kinds = readClauses('intent "a" once requires a intent "b" requires b').map(({ kind }) => kind);
    expect(kinds).toEqual(["intent", "once", "requires", "intent", "requires"]);
  });

  it("[L-32] a suppression stands above a declaration, clause, field, `admits` entry, step or rule", () => {
    const suppress = '#suppress LB4001 "why"';
    expect(readOne("evidence", `${suppress}\n${suppress}\nevidence e`).suppressions).toHaveLength(2);
    expect(readClause("once", `${suppress} once`).suppressions).toMatchObject([
      { code: { text: "LB4001" }, reason: { text: "why" } },
    ]);
    expect(
      readClause("admits", `admits ${suppress} a, ${suppress} b`).entries.map(
        (each) => each.suppressions.length,
      ),
    ).toEqual([1, 1]);
    expect(readSteps(`${suppress} advise "x" together { ${suppress} ask W "q" }`)).toMatchObject([
      { suppressions: [{}] },
      { asks: [{ suppressions: [{}] }] },
    ]);
    const effect = readOne("effect", `effect e { input { ${suppress} a: text } ${suppress} refuse }`);
    expect(effect.members).toMatchObject([
      { type: { type: { fields: [{ suppressions: [{}] }] } } },
      { kind: "rule", suppressions: [{}] },
    ]);
  });

  it("[L-32] a suppression is left out of the span of what it stands above", () => {
    const text = '#suppress LB4001 "why"\nevidence e';
    expect(readOne("evidence", text).span).toEqual({ start: text.indexOf("evidence"), end: text.length });
  });

  it("[L-32] a suppression stands nowhere else, and has a code and a reason", () => {
    expect(messages('#suppress LB2010 "r"\nimport { a } from "./a"')).toEqual([
      "LB1001 an import takes no `#suppress`",
    ]);
    expect(messages('#suppress LB2010 "r"\nnamespace a')).toEqual([
      "LB1001 a namespace takes no `#suppress`",
    ]);
    expect(messages('wait W {\n  #suppress LB2010 "r"\n  class signal\n}')).toEqual([
      "LB1001 `#suppress` cannot stand here",
    ]);
    expect(messages("#suppress LB2010\nevidence e")).toEqual([
      "LB1001 expected the reason, in quotes, found `evidence`",
    ]);
    expect(codes("#suppress")).toEqual(["LB1001"]);
  });
});

describe("waits, tools and effects", () => {
  it("[L-22] a wait has a class", () => {
    expect(readOne("wait", "wait W { class schedule }").members).toMatchObject([
      { kind: "class", class: { text: "schedule" } },
    ]);
  });

  it("[L-23] a wait may be declinable, and its answer has a type", () => {
    const { members } = readOne("wait", "wait W { class intervention answer { a: text } declinable }");
    expect(members.map(({ kind }) => kind)).toEqual(["class", "answer", "declinable"]);
  });

  it("[L-24] a wait may expire, with an answer of its own", () => {
    const { members } = readOne("wait", "wait W { expires 7d answering { a: 1 } expires 30m declinable }");
    expect(members).toMatchObject([
      { kind: "expires", after: { milliseconds: 604_800_000 }, answering: { kind: "object" } },
      { kind: "expires", after: { text: "30m" } },
      { kind: "declinable" },
    ]);
  });

  it("[L-40] an `ask` may have its moment: `at`, `in`, or `next` with a zone", () => {
    const steps = readSteps(
      'ask W "q" at "2026-01-05T09:00:00Z" ask W "q" in 2h as x ask W "q" next "0 9 * * 1" zone "Europe/Paris" when a ask W "q" next "@daily"',
    );
    expect(steps).toMatchObject([
      { moment: { kind: "at", value: { kind: "string" } } },
      { moment: { kind: "in", value: { kind: "duration" } }, as: { text: "x" } },
      {
        moment: { kind: "next", cron: { text: "0 9 * * 1" }, zone: { text: "Europe/Paris" } },
        when: { kind: "path" },
      },
      { moment: { kind: "next", cron: { text: "@daily" } } },
    ]);
  });

  it("[L-26] a tool has an input and an output, an effect a key and flags too", () => {
    expect(
      readOne("tool", "tool t { input { a: text } output string[] }").members.map(({ kind }) => kind),
    ).toEqual(["input", "output"]);
    expect(
      readOne("effect", "effect e { input T output U key a.b irreversible lookup }").members.map(
        ({ kind }) => kind,
      ),
    ).toEqual(["input", "output", "key", "irreversible", "lookup"]);
  });

  it("[L-27] an effect's rules are kept in their order, each with its predicate and expiry", () => {
    const { members } = readOne(
      "effect",
      "effect e { terminate when a in [1] permit when b < 2 approve when c expires 2h approve expires 1d refuse }",
    );
    expect(
      members.map((member) =>
        member.kind === "rule"
          ? [
              member.verb,
              member.predicate === undefined ? undefined : shapeOf(member.predicate),
              member.expires === undefined ? undefined : shapeOf(member.expires),
            ]
          : member.kind,
      ),
    ).toEqual([
      ["terminate", "(in a [1])", undefined],
      ["permit", "(< b 2)", undefined],
      ["approve", "c", "2h"],
      ["approve", undefined, "1d"],
      ["refuse", undefined, undefined],
    ]);
  });
});
