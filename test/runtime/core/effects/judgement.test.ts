import { describe, expect, it } from "vitest";
import type { Json } from "../../../../ir/index.js";
import { type Decision, judge, tightened } from "../../../../runtime/core/effects/judgement.js";
import { type Facts, patternOf } from "../../../../runtime/core/index.js";
import { programFrom } from "../../../support/playbooks.js";

/** An effect's rules see its arguments alone. */
const nothing: Facts = {
  document: () => undefined,
  isAbsent: () => true,
  isDelivered: () => false,
  isStale: () => false,
  documentKeys: () => [],
  contributions: () => [],
  verdict: () => undefined,
  rows: () => undefined,
  isKeyed: () => false,
  matches: (text, pattern) => patternOf(pattern).test(text),
};

async function judged(rules: string, input: Readonly<Record<string, Json>>) {
  const program = await programFrom(`
    effect transfer {
      input { to: string  amount: number  note?: string }
      output { receipt: string }
      ${rules}
    }
    playbook pay {
      intent "Pay"
      performs transfer
      do { perform transfer { to: "a", amount: 1 } }
    }
  `);
  const effect = program.effects["transfer"];
  if (effect === undefined) throw new Error("there is no such effect");
  return judge(effect, input, nothing);
}

const rules = `
  terminate when to in ["blocked"]
  permit when amount <= 100
  approve when amount <= 10_000 expires 2h
  refuse
`;

describe("an effect's rules", () => {
  it.each<[Readonly<Record<string, Json>>, object]>([
    [
      { to: "blocked", amount: 1 },
      { decision: "terminate", rule: 0 },
    ],
    [
      { to: "a", amount: 100 },
      { decision: "permit", rule: 1 },
    ],
    [
      { to: "a", amount: 101 },
      { decision: "approve", rule: 2, expires: "PT2H" },
    ],
    [
      { to: "a", amount: 10_001 },
      { decision: "refuse", rule: 3 },
    ],
  ])("[L-27] the first that matches decides: %j", async (input, decision) => {
    expect(await judged(rules, input)).toEqual(decision);
  });

  it("[L-27] without a rule, and where none matches, a person has to approve", async () => {
    expect(await judged("", { to: "a", amount: 1 })).toEqual({ decision: "approve" });
    expect(await judged("permit when amount < 1", { to: "a", amount: 1 })).toEqual({ decision: "approve" });
  });

  it("[L-27] a refusal that cannot be told is no permit; a refusal below it stands", async () => {
    const unavailable = 'refuse when note == "cash"';
    expect(await judged(`${unavailable}\npermit`, { to: "a", amount: 1 })).toEqual({
      decision: "approve",
      rule: 1,
    });
    expect(await judged(`${unavailable}\nrefuse`, { to: "a", amount: 1 })).toEqual({
      decision: "refuse",
      rule: 1,
    });
    expect(await judged(`${unavailable}\npermit`, { to: "a", amount: 1, note: "card" })).toEqual({
      decision: "permit",
      rule: 1,
    });
  });
});

describe("a host's guardian", () => {
  const decisions: readonly Decision[] = ["permit", "approve", "refuse", "terminate"];

  it("[L-28] tightens a decision and never loosens it", () => {
    for (const [own, decision] of decisions.entries()) {
      for (const [others, guardian] of decisions.entries()) {
        expect(tightened({ decision, rule: 0 }, guardian).decision).toBe(decisions[Math.max(own, others)]);
      }
    }
  });

  it("[L-28] leaves what it agrees with as it was, with the rule that decided and how long an approval holds", () => {
    const judgement = { decision: "approve", rule: 2, expires: "PT2H" } as const;
    expect(tightened(judgement, "permit")).toEqual(judgement);
    expect(tightened(judgement, "refuse")).toEqual({ decision: "refuse" });
  });
});
