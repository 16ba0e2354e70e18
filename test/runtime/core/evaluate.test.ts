import { describe, expect, it } from "vitest";
import type { Expression, Json } from "../../../ir/index.js";
import {
  evaluate,
  explain,
  holds,
  patternOf,
  scopeOf,
  type Facts,
  type VerdictRow,
} from "../../../runtime/core/index.js";

const contribution = { playbook: "ns.gather", key: undefined, round: 2, lane: "1", text: "a fact" };

function facts(known: {
  readonly verdicts?: Readonly<Record<string, Json>>;
  readonly documents?: Readonly<Record<string, Json>>;
  readonly rows?: readonly VerdictRow[];
  readonly evidence?: number;
}): Facts {
  return {
    document: (ref, key) => known.documents?.[key === undefined ? ref : `${ref}/${key}`],
    isAbsent: (ref) => known.documents?.[ref] === undefined,
    isDelivered: () => false,
    isStale: () => false,
    documentKeys: () => Object.keys(known.documents ?? {}).flatMap((name) => name.split("/").slice(1)),
    contributions: () => Array.from({ length: known.evidence ?? 0 }, () => contribution),
    verdict: (ref) => known.verdicts?.[ref],
    rows: () => known.rows,
    isKeyed: (ref) => ref === "review",
    matches: (text, pattern) => patternOf(pattern).test(text),
  };
}

const scope = scopeOf(
  facts({
    verdicts: { v: { ok: true, n: 3, tags: ["a"], none: null, deep: [{ x: 1 }] } },
    documents: { d: "text" },
    evidence: 1,
  }),
  {
    inputs: { given: "yes", zero: 0 },
    locals: new Map([
      ["said", { value: "hello", declined: false, reason: undefined }],
      ["unsaid", { value: undefined, declined: true, reason: "no time" }],
    ]),
  },
);

const literal = (value: Json): Expression => ({ kind: "literal", value });
const at = (name: string, ...path: readonly (string | number)[]): Expression => ({
  kind: "get",
  from: "verdict",
  name,
  path,
});
const missing = at("w", "x");
const compare = (
  left: Expression,
  operator: "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "contains",
  right: Json,
): Expression => ({
  kind: "compare",
  operator,
  left,
  right: literal(right),
});

describe("a path", () => {
  it("[L-21] is unavailable through what is not there, null included, and never fails", () => {
    expect(evaluate(at("v", "ok"), scope)).toBe(true);
    expect(evaluate(at("v", "deep", 0, "x"), scope)).toBe(1);
    expect(evaluate(at("v", "none"), scope)).toBeNull();
    for (const path of [
      ["none", "x"],
      ["missing"],
      ["tags", 5],
      ["tags", "x"],
      ["n", "x"],
      ["constructor"],
      ["__proto__"],
    ]) {
      expect(evaluate(at("v", ...path), scope)).toBeUndefined();
    }
    expect(evaluate(missing, scope)).toBeUndefined();
  });

  it("[L-38] reads a document that is landed, and one of many by its key", () => {
    const many = scopeOf(facts({ documents: { "f/k": { n: 1 } } }), { key: "k" });
    const document = (key?: Expression): Expression => ({
      kind: "get",
      from: "artifact",
      name: "f",
      path: ["n"],
      ...(key === undefined ? { key: { kind: "instance" } } : { key: { kind: "value", value: key } }),
    });
    expect(evaluate(document(), many)).toBe(1);
    expect(evaluate(document(literal("k")), many)).toBe(1);
    expect(evaluate(document(literal("other")), many)).toBeUndefined();
    expect(evaluate(document(missing), many)).toBeUndefined();
  });

  it("[L-12] [R-20] of evidence is the text of every contribution, each under its author", () => {
    expect(evaluate({ kind: "get", from: "evidence", name: "e", path: [] }, scope)).toBe(
      "[gather, round 2]\na fact",
    );
    expect(evaluate({ kind: "latest", evidence: "e" }, scope)).toBe("a fact");
    expect(evaluate({ kind: "count", of: "evidence", ref: "e" }, scope)).toBe(1);
    expect(evaluate({ kind: "count", of: "evidence", ref: "e" }, scopeOf(facts({})))).toBe(0);
  });

  it("[L-23] of a declined answer is unavailable, and that it was declined is not", () => {
    const local = (name: string): Expression => ({ kind: "get", from: "local", name, path: [] });
    expect(evaluate(local("said"), scope)).toBe("hello");
    expect(evaluate(local("unsaid"), scope)).toBeUndefined();
    expect(evaluate({ kind: "declined", local: "unsaid" }, scope)).toBe(true);
    expect(evaluate({ kind: "declined", local: "said" }, scope)).toBe(false);
    expect(evaluate({ kind: "reason", local: "unsaid" }, scope)).toBe("no time");
    expect(evaluate({ kind: "reason", local: "said" }, scope)).toBeUndefined();
  });
});

describe("logic", () => {
  const values = { yes: literal(true), no: literal(false), unknown: missing };
  const and = (...operands: readonly Expression[]): Expression => ({ kind: "and", operands });
  const or = (...operands: readonly Expression[]): Expression => ({ kind: "or", operands });
  const not = (operand: Expression): Expression => ({ kind: "not", operand });

  it("[L-21] is Kleene's", () => {
    const { yes, no, unknown } = values;
    const table = [yes, no, unknown].flatMap((a) =>
      [yes, no, unknown].map((b) => [evaluate(and(a, b), scope), evaluate(or(a, b), scope)]),
    );
    const [t, f, u] = [true, false, undefined];
    expect(table).toEqual([
      [t, t],
      [f, t],
      [u, t],
      [f, t],
      [f, f],
      [f, u],
      [u, t],
      [f, u],
      [u, u],
    ]);
    expect([yes, no, unknown].map((operand) => evaluate(not(operand), scope))).toEqual([
      false,
      true,
      undefined,
    ]);
  });

  it("[L-21] does not hold where it is unavailable at the end, nor does its negation", () => {
    expect(holds(compare(missing, "==", 1), scope)).toBe(false);
    expect(holds(not(compare(missing, "==", 1)), scope)).toBe(false);
    expect(holds(undefined, scope)).toBe(true);
  });

  it("[L-21] tells whether something is there without being unavailable itself", () => {
    expect(evaluate({ kind: "available", of: "verdict", ref: "v" }, scope)).toBe(true);
    expect(evaluate({ kind: "available", of: "verdict", ref: "w" }, scope)).toBe(false);
    expect(evaluate({ kind: "state", state: "absent", of: "verdict", ref: "w" }, scope)).toBe(true);
    expect(evaluate({ kind: "state", state: "landed", of: "artifact", ref: "d" }, scope)).toBe(true);
    expect(evaluate({ kind: "absentInput", name: "given" }, scope)).toBe(false);
    expect(evaluate({ kind: "absentInput", name: "other" }, scope)).toBe(true);
  });
});

describe("a comparison", () => {
  it("compares values, orders numbers, and is unavailable where an operator does not fit", () => {
    const cases: readonly (readonly [Expression, boolean | undefined])[] = [
      [compare(at("v", "n"), "==", 3), true],
      [compare(at("v", "n"), "!=", 3), false],
      [compare(at("v", "tags"), "==", ["a"]), true],
      [compare(at("v", "deep"), "==", [{ x: 1 }]), true],
      [compare(at("v", "deep"), "==", [{ x: 1, y: 2 }]), false],
      [compare(at("v", "n"), "<", 4), true],
      [compare(at("v", "n"), "<=", 3), true],
      [compare(at("v", "n"), ">", 3), false],
      [compare(at("v", "n"), ">=", 3), true],
      [compare(at("v", "n"), "in", [1, 3]), true],
      [compare(at("v", "tags"), "contains", "b"), false],
      [compare(literal("2"), "<", 4), undefined],
      [compare(literal("2"), "in", "234"), undefined],
      [compare(missing, "==", 1), undefined],
    ];
    for (const [expression, value] of cases) expect(evaluate(expression, scope)).toBe(value);
  });

  it("[L-41] matches on a linear-time engine", () => {
    const matches = (value: string, pattern: string): Expression => ({
      kind: "matches",
      value: literal(value),
      pattern,
    });
    expect(evaluate(matches("ab12", "^[a-z]+\\d+$"), scope)).toBe(true);
    expect(evaluate(matches("ab12", "^\\d"), scope)).toBe(false);
    const began = process.cpuUsage().user;
    expect(evaluate(matches(`${"a".repeat(20_000)}!`, "^(a+)+$"), scope)).toBe(false);
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
  });
});

describe("a value", () => {
  it("[L-20] goes into text as it is, and as JSON where it is no text", () => {
    const template: Expression = {
      kind: "template",
      parts: ["<", at("v", "tags"), "> ", literal("x"), " ", at("v", "n")],
    };
    expect(evaluate(template, scope)).toBe('<["a"]> x 3');
    expect(evaluate({ kind: "template", parts: [missing] }, scope)).toBeUndefined();
  });

  it("[L-20] `??` replaces what is unavailable, and keeps null, false, 0 and the empty text", () => {
    const or = (left: Expression): Expression => ({ kind: "coalesce", left, right: literal("else") });
    expect(evaluate(or(missing), scope)).toBe("else");
    for (const value of [null, false, 0, ""]) expect(evaluate(or(literal(value)), scope)).toBe(value);
  });

  it("[R-58] may have any key", () => {
    const fields = JSON.parse('{"__proto__":{"kind":"literal","value":1}}') as Record<string, Expression>;
    expect(JSON.stringify(evaluate({ kind: "object", fields }, scope))).toBe('{"__proto__":1}');
    expect(evaluate({ kind: "object", fields: { a: missing, b: literal(1) } }, scope)).toEqual({ b: 1 });
    expect(evaluate({ kind: "array", items: [literal(1), missing] }, scope)).toBeUndefined();
  });
});

describe("a verdict kept by key", () => {
  const over = (rows: readonly VerdictRow[] | undefined) =>
    scopeOf(facts(rows === undefined ? {} : { rows }), { key: "a" });
  const every = (right?: Json): Expression => ({
    kind: "quantified",
    quantifier: "every",
    of: "verdict",
    ref: "review",
    path: right === undefined ? [] : ["ok"],
    ...(right === undefined ? {} : { test: { operator: "==", right: literal(right) } }),
  });
  const some = (right: Json): Expression => ({
    kind: "quantified",
    quantifier: "some",
    of: "verdict",
    ref: "review",
    path: ["ok"],
    test: { operator: "==", right: literal(right) },
  });
  const good = { key: "a", value: { ok: true } };
  const bad = { key: "b", value: { ok: false } };
  const failed = { key: "c", failure: "down" };
  const open = { key: "d" };

  it("[L-36] holds for every one once each has returned or failed for good, and over none", () => {
    expect(evaluate(every(), over([good, bad, failed]))).toBe(true);
    expect(evaluate(every(), over([good, open]))).toBe(false);
    expect(evaluate(every(), over([]))).toBe(true);
    expect(evaluate(every(), over(undefined))).toBeUndefined();
  });

  it("[L-36] holds for every value only where each has returned and fits, and for some where one does", () => {
    expect(evaluate(every(true), over([good]))).toBe(true);
    expect(evaluate(every(true), over([good, bad]))).toBe(false);
    expect(evaluate(every(true), over([good, failed]))).toBe(false);
    expect(evaluate(some(false), over([good, bad]))).toBe(true);
    expect(evaluate(some(false), over([good, open]))).toBe(false);
    expect(evaluate(some(true), over([]))).toBe(false);
  });

  it("[L-36] is counted, and is an array of rows as a value", () => {
    const rows = [good, failed, open];
    expect(evaluate({ kind: "count", of: "verdict", ref: "review" }, over(rows))).toBe(1);
    expect(evaluate({ kind: "failed", verdict: "review" }, over(rows))).toBe(1);
    expect(evaluate({ kind: "get", from: "verdict", name: "review", path: [] }, over(rows))).toEqual([
      { key: "a", value: { ok: true } },
      { key: "c", failure: "down" },
      { key: "d" },
    ]);
  });
});

describe("an explanation", () => {
  it("[L-21] says what was missing, in the author's names", () => {
    const said = (expression: Expression): readonly string[] => explain(expression, scope);
    expect(said(compare(at("ns.v", "ok"), "==", true))).toEqual(["`v.ok` is not available"]);
    expect(said(compare(at("v", "n"), ">=", 5))).toEqual(["`v.n` is 3, and must be at least 5"]);
    expect(said(compare(at("v", "ok"), "==", false))).toEqual(["`v.ok` is true, and must be false"]);
    expect(said({ kind: "state", state: "landed", of: "artifact", ref: "ns.report" })).toEqual([
      "`report` is not landed",
    ]);
    expect(said({ kind: "available", of: "evidence", ref: "ns.e" })).toEqual([]);
    expect(
      said({
        kind: "and",
        operands: [
          { kind: "available", of: "verdict", ref: "ns.w" },
          {
            kind: "or",
            operands: [
              compare(at("v", "n"), "<", 1),
              { kind: "state", state: "stale", of: "artifact", ref: "d" },
            ],
          },
          { kind: "not", operand: { kind: "state", state: "landed", of: "artifact", ref: "d" } },
        ],
      }),
    ).toEqual([
      "`w` is not there yet",
      "`v.n` is 3, and must be below 1, or `d` is not stale",
      "not (landed `d`) does not hold",
    ]);
    expect(said(literal(true))).toEqual([]);
  });

  it("[L-21] says a thing once, however often it was asked for", () => {
    const unreturned = compare(at("ns.v", "ok"), "==", true);
    for (const kind of ["and", "or"] as const)
      expect(explain({ kind, operands: [unreturned, unreturned] }, scope)).toEqual([
        "`v.ok` is not available",
      ]);
  });
});
