import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";
import { addFiles, example, project, steady } from "./projects.js";
import { laban, transcript } from "./session.js";

// Loaded before, so that no test's time is spent on it.
await Promise.all(commands.map(({ load }) => load()));

describe("laban test", () => {
  it("names each scenario with its time, and ends with 0 where all hold", async () => {
    const ended = await laban(["test"], { cwd: example("pricing") });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(steady(ended.stdout)).toBe(`✓ the answer is in the landing  <time>
✓ a declined question is landed as an assumption  <time>
✓ a cancelled question ends the run, and nothing is written  <time>
✓ the question outlives a crash  <time>
4 scenarios hold · <time>
`);
  });

  it("[L-30] where one fails shows the rounds as they went and what was expected, and ends with 1", async () => {
    const cwd = example("market-analysis");
    const source = readFileSync(join(cwd, "market.playbook"), "utf8");
    addFiles(cwd, {
      "market.playbook": source.replace(
        "expect count(market-evidence) == 2",
        "expect count(market-evidence) == 3",
      ),
    });
    const ended = await laban(["test"], { cwd });
    expect(ended.code).toBe(1);
    await expect(steady(transcript(["test"], ended), cwd)).toMatchFileSnapshot("golden/test-fails.txt");
    const { scenarios } = JSON.parse((await laban(["test", "--json"], { cwd })).stdout);
    expect(scenarios).toMatchObject([
      { passed: false, file: "market.playbook", failures: [{ kind: "expectation" }], transcript: {} },
    ]);
  });

  it("plays those alone whose name has a word in it", async () => {
    const cwd = example("pricing");
    expect((await laban(["test", "--only", "crash"], { cwd })).stdout).toMatch(
      /^✓ the question outlives a crash .*\n1 /,
    );
    expect(await laban(["test", "--only", "no such"], { cwd })).toMatchObject({ code: 2 });
  });

  it("says where there is no scenario", async () => {
    const cwd = project({ "a.playbook": `type Size = "s" | "m"` });
    expect(await laban(["test"], { cwd })).toMatchObject({
      code: 0,
      stderr: 'there is no scenario: `scenario "name" { run … }` in a playbook file is one\n',
    });
  });

  it("every example's scenarios hold", async () => {
    for (const name of ["market-analysis", "pricing", "product-loop", "trip"]) {
      expect(await laban(["test"], { cwd: example(name) })).toMatchObject({ code: 0 });
    }
  });
});

describe("laban explain", () => {
  it("shows a check's page on standard output, by its code or name", async () => {
    const words = ["explain", "LB2003"];
    const ended = await laban(words, { cwd: "/" });
    await expect(transcript(words, ended)).toMatchFileSnapshot("golden/explain.txt");
    expect(await laban(["explain", "lb2003"], { cwd: "/" })).toEqual(ended);
    expect(await laban(["explain", "import"], { cwd: "/" })).toEqual(ended);
    expect(JSON.parse((await laban(["explain", "LB2003", "--json"], { cwd: "/" })).stdout)).toMatchObject({
      version: 1,
      check: { code: "LB2003", name: "import" },
    });
  });

  it("an unknown code is told from the nearest known", async () => {
    expect(await laban(["explain", "LB2030"], { cwd: "/" })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: there is no check `LB2030`; did you mean `LB20\d\d`\?\n/),
    });
  });
});
