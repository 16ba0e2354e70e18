import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const effect = (...rules: readonly string[]): string => `/// Pays an invoice.
effect transfer {
  input { to: string  amount: integer @minimum(1)  currency: "EUR" | "USD"  note?: string  iban: string @pattern("^[A-Z]{2}$") }
  key to
  ${rules.join("\n  ")}
}
`;

describe("LB7002 rule-without-use", () => {
  it("[L-27] names the rule that covers it", async () => {
    expect(
      await told(effect("approve when amount <= 100 expires 2h", "permit when amount < 10", "refuse")),
    ).toEqual([
      "LB7002 «permit when amount < 10» this rule decides nothing: `approve when amount <= 100 expires 2h` above covers it",
    ]);
  });

  it("[L-27] names the rules that cover it together", async () => {
    expect(
      await told(effect('permit when currency == "EUR"', 'approve when currency == "USD"', "refuse")),
    ).toEqual([
      'LB7002 «refuse» this rule decides nothing: `permit when currency == "EUR"` and `approve when currency == "USD"` above cover it',
    ]);
  });

  it("[L-27] names everything below a rule without a condition", async () => {
    expect(await told(effect("refuse", "permit when amount < 10", "approve"))).toEqual([
      "LB7002 «permit when amount < 10» this rule decides nothing: `refuse` above covers it",
      "LB7002 «approve» this rule decides nothing: `refuse` above covers it",
    ]);
  });

  it.each([
    ["contradicts itself", "permit when amount < 10 and amount > 20"],
    ["is outside the schema", "permit when amount < 1"],
    ["lies between two integers", "permit when amount > 3 and amount < 4"],
  ])("[L-27] says so where the condition %s", async (_, rule) => {
    expect(await told(effect(rule, "approve"))).toEqual([
      `LB7002 «${rule}» this rule decides nothing: no arguments match it`,
    ]);
  });

  it.each([
    ["a boundary is left", ["approve when amount < 100", "permit when amount <= 100", "refuse"]],
    [
      "an optional argument may be missing",
      ['approve when note == "a"', 'permit when note != "a"', "refuse"],
    ],
    [
      "there is a text that is no constant",
      ['approve when to == "a"', 'permit when to in ["a", "b"]', "refuse"],
    ],
    ["a rule that never matches stands alone above", ["permit when amount <= 1", "approve"]],
    [
      "two arguments are compared, so that it cannot be told",
      ["approve when to == iban", "permit when to == iban", "refuse"],
    ],
    [
      "a pattern has no text that is known",
      ['approve when matches(to, "\\\\p{Greek}")', 'permit when to == "α"', "refuse"],
    ],
  ])("[L-27] says nothing where %s", async (_, rules) => {
    expect((await told(effect(...rules))).filter((line) => line.startsWith("LB7002"))).toEqual([]);
  });

  it("[L-27] takes the rule out", async () => {
    expect(await mended(effect("approve when amount <= 100", "permit when amount < 10", "refuse"))).toBe(
      effect("approve when amount <= 100", "refuse"),
    );
  });

  it("[L-27] covers an effect without arguments", async () => {
    expect(await told("/// Rings.\neffect ring { input {} permit approve }\n")).toEqual([
      "LB7002 «approve» this rule decides nothing: `permit` above covers it",
    ]);
  });
});
