import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const effect = (...rules: readonly string[]): string => `/// Pays an invoice.
effect transfer {
  input { to: string  amount: number @exclusiveMinimum(0)  currency: "EUR" | "USD"  note?: string  ok: boolean }
  key to
  ${rules.join("\n  ")}
}
`;

describe("LB7008 slips-through", () => {
  it("[L-27] shows arguments that a rule above permits and one below would refuse", async () => {
    expect(await told(effect("permit when amount <= 100", 'refuse when to == "x"', "approve"))).toEqual([
      'LB7008 «refuse when to == "x"» `{ amount: 100  to: "x" }` is permitted by a rule above, and is never refused',
    ]);
  });

  it("[L-27] tells approval and termination apart", async () => {
    expect(
      await told(effect('approve when currency == "EUR" expires 2h', "terminate when not ok", "refuse")),
    ).toEqual([
      'LB7008 «terminate when not ok» `{ currency: "EUR"  ok: false }` is sent for approval by a rule above, and never ends the run',
    ]);
  });

  it.each([
    ["it stands above", ['refuse when to == "x"', "permit when amount <= 100", "approve"]],
    ["they have nothing in common", ["permit when amount <= 100", "refuse when amount > 100"]],
    ["a threshold parts them", ["permit when amount < 100", "refuse when amount >= 100"]],
    ["an enum parts them", ['permit when currency == "EUR"', 'refuse when currency != "EUR"']],
    [
      "a rule above both refuses all of it",
      [
        'terminate when to == "x"',
        "permit when amount <= 100",
        'refuse when to == "x" and amount > 100',
        "approve",
      ],
    ],
    ["the one above refuses too", ["terminate when amount > 100", "refuse when amount > 50", "approve"]],
    ["it refuses everything that is left", ["permit when amount <= 100", "refuse"]],
    [
      "it is unavailable where the one above holds",
      ["permit when absent note", 'refuse when note == "x"', "approve"],
    ],
  ])("[L-27] says nothing where %s", async (_, rules) => {
    const source = effect(...rules.map((rule) => rule.replace("absent note", "amount < 1 and amount > 2")));
    expect((await told(source)).filter((line) => line.startsWith("LB7008"))).toEqual([]);
  });

  it("[L-27] is told instead of that the rule below can never match", async () => {
    expect((await told(effect("permit", 'refuse when to == "x"'))).map((line) => line.slice(0, 6))).toEqual([
      "LB7008",
    ]);
  });

  it("[L-27] tells of each rule once, beside the first that lets something through", async () => {
    const rules = [
      "permit when amount <= 100",
      "approve when amount <= 200",
      'refuse when to == "x"',
      "terminate when not ok",
    ];
    expect((await told(effect(...rules, "refuse"))).map((line) => line.slice(0, 30))).toEqual([
      'LB7008 «refuse when to == "x"»',
      "LB7008 «terminate when not ok»",
    ]);
  });

  it("[L-27] puts it above, with what suppresses other codes", async () => {
    expect(await mended(effect("permit when amount <= 100", 'refuse when to == "x"', "approve"))).toBe(
      effect('refuse when to == "x"', "permit when amount <= 100", "approve"),
    );
    expect(
      await mended(
        `/// Sends it.\neffect e { input { ok: boolean } key ok permit when true  refuse when not ok }\n`,
      ),
    ).toBe(
      `/// Sends it.\neffect e { input { ok: boolean } key ok refuse when not ok  permit when true  }\n`,
    );
  });

  it("[L-41] finds texts for patterns, and claims nothing where it finds none", async () => {
    expect(
      await told(effect("permit when amount <= 100", 'refuse when matches(to, "^EVIL-[0-9]+$")', "approve")),
    ).toEqual([
      'LB7008 «refuse when matches(to, "^EVIL-[0-9]+$")» `{ amount: 100  to: "EVIL-11" }` is permitted by a rule above, and is never refused',
    ]);
    expect(
      await told(
        effect("permit when amount <= 100", 'refuse when matches(to, "^\\\\p{Greek}+$")', "approve"),
      ),
    ).toEqual([]);
  });

  it("[L-34] says nothing of an effect with an error", async () => {
    const source = effect("permit when amount <= 100", 'refuse when too == "x"', "approve");
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });
});
