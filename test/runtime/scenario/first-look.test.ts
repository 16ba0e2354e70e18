import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf, played } from "../../support/play.js";

const source = readFileSync(
  join(import.meta.dirname, "../../../examples/market-analysis/market.playbook"),
  "utf8",
);

/** The program with one text of its scenario in place of another. */
function changed(from: string, to: string): string {
  expect(source).toContain(from);
  return source.replace(from, to);
}

const play = async (text: string) => played(await bundleOf(text, "market.playbook"));

describe("the first look's scenario", () => {
  it("[L-29] [L-30] [L-31] passes as it stands, and tells how it went", async () => {
    const result = await play(source);
    expect(result.failures).toEqual([]);
    expect(result.passed).toBe(true);
    expect(result.view?.status).toBe("completed");
    await expect(result.told).toMatchFileSnapshot("golden/first-look.txt");
  });

  it("[L-31] a call that the scenario did not script fails it and says which and with what prompt", async () => {
    const result = await play(changed(' then "Buyers: households, offices."', ""));
    expect(result.passed).toBe(false);
    await expect(result.text).toMatchFileSnapshot("golden/first-look-less-script.txt");
  });

  it("[L-31] a model that is called past the end of its script fails the scenario", async () => {
    const lines = "  choose market-research\n  choose market-research\n  choose market-research\n";
    const result = await play(changed("  expect landed market-snapshot\n", lines));
    expect(result.failures.map(({ kind, at, message }) => [kind, at.line, message])).toEqual([
      ["unscripted", 73, "`market-research` was called for `market-evidence`, and its script is used up"],
    ]);
    await expect(result.text).toMatchFileSnapshot("golden/first-look-unscripted.txt");
  });

  it("[L-30] says what was seen in place of what was expected, at the line that expects it", async () => {
    const result = await play(
      changed(
        "  market-snapshot-produce lands {",
        '  market-snapshot-produce fails "out of ideas" then lands {',
      )
        .replace("expect stopped goal_met", "expect stopped nothing_eligible")
        .replace("count(market-evidence) == 2", "count(market-evidence) == 3"),
    );
    expect(result.passed).toBe(false);
    await expect(result.text).toMatchFileSnapshot("golden/first-look-expectations.txt");
  });

  it("[L-30] a predicate that does not hold says what was missing", async () => {
    const result = await play(
      changed("gaps: [] }", 'gaps: [] } then { verdict: "thin", gaps: ["prices"] }').replace(
        'verdict: "adequate", gaps',
        'verdict: "thin", gaps',
      ),
    );
    await expect(result.text).toMatchFileSnapshot("golden/first-look-thin.txt");
  });
});
