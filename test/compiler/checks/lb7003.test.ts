import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const effect = (...rules: readonly string[]): string => `/// Pays an invoice.
effect pay {
  input { amount: number @minimum(0)  to: string  note?: string }
  key to
  irreversible
  ${rules.join("\n  ")}
}
`;

describe("LB7003 never-approved", () => {
  it("[L-26] shows what is permitted where nothing is ever approved", async () => {
    const source = effect("permit when amount <= 100", "refuse");
    expect(await told(source)).toEqual([
      "LB7003 «permit when amount <= 100» `pay` cannot be taken back, and is permitted without anybody's approval, as for `{ amount: 100 }`",
    ]);
    expect((await diagnosed(source))[0]).toMatchObject({ related: [{ message: "it is irreversible" }] });
    expect(await mended(source)).toBe(effect("approve when amount <= 100", "refuse"));
  });

  it("[L-26] tells of everything that is permitted", async () => {
    expect(await told(effect("permit"))).toEqual([
      "LB7003 «permit» `pay` cannot be taken back, and is permitted without anybody's approval",
    ]);
  });

  it.each([
    ["a rule approves", ["permit when amount <= 100", "approve"]],
    ["nothing decides the rest, so that a person has to", ["permit when amount <= 100"]],
    ["nothing is permitted", ["refuse when amount > 5", "refuse"]],
    ["there is no rule, so that a person has to approve all of it", []],
    ["arguments are compared, so that the rest may be anybody's to approve", ["permit when to == note"]],
  ])("[L-27] says nothing where %s", async (_, rules) => {
    expect(await told(effect(...rules))).toEqual([]);
  });

  it("[L-27] says nothing of an effect that can be taken back", async () => {
    expect(await told(effect("permit").replace("  irreversible\n", ""))).toEqual([]);
  });

  it("[L-27] leaves it to its author which of several rules approves", async () => {
    const [diagnostic] = await diagnosed(
      effect("permit when amount <= 100", 'permit when to == "us"', "refuse"),
    );
    expect(diagnostic).toMatchObject({ code: "LB7003" });
    expect(diagnostic).not.toHaveProperty("fix");
  });
});
