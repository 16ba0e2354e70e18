import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";
import { example, project } from "./projects.js";
import { laban } from "./session.js";

// Loaded before, so that no test's time is spent on it.
await Promise.all(commands.map(({ load }) => load()));

describe("laban build", () => {
  it("writes the compiled program, its source map and JSON Schemas, and names each file", async () => {
    const cwd = example("market-analysis");
    const ended = await laban(["build", "-o", "out"], { cwd });
    expect(ended).toMatchObject({ code: 0, stdout: "" });
    const files = ended.stderr.trimEnd().split("\n");
    expect(files).toContain(join("out", "bundle.json"));
    expect(files).toContain(join("out", "source-map.json"));
    expect(files).toContain(join("out", "artifacts", "top_down.market-snapshot.schema.json"));
    for (const file of files) expect(() => JSON.parse(readFileSync(join(cwd, file), "utf8"))).not.toThrow();
    const machine = JSON.parse((await laban(["build", "-o", "out", "--json"], { cwd })).stdout);
    expect(machine).toEqual({ version: 1, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), files });
  });

  it("the same files give the same output, to the byte", async () => {
    const cwd = example("trip");
    await laban(["build", "-o", "one", "--target", "ir"], { cwd });
    await laban(["build", "-o", "two", "--target", "ir"], { cwd });
    const read = (folder: string): string => readFileSync(join(cwd, folder, "bundle.json"), "utf8");
    expect(read("one")).toBe(read("two"));
  });

  it("needs a folder, and knows its targets", async () => {
    const cwd = example("market-analysis");
    expect(await laban(["build"], { cwd })).toMatchObject({
      code: 2,
      stderr: "error: `laban build` needs a folder to write to\n  -o DIR\n",
    });
    expect(await laban(["build", "-o", "out", "--target", "schema"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no target `schema`; did you mean `schemas`?"),
    });
  });

  it("writes nothing of playbooks with an error, nor where a file is in the way", async () => {
    const broken = project({ "a.playbook": "playbook a {}" });
    expect(await laban(["build", "-o", "out"], { cwd: broken })).toMatchObject({ code: 1 });
    const cwd = project({ "a.playbook": `type Size = "s" | "m"`, out: "a file" });
    expect(await laban(["build", "-o", "out"], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/`out\/.*` cannot be written: a file stands where a folder is needed/),
    });
  });
});

describe("laban types", () => {
  it("[L-10] writes TypeScript to a file, or to standard output", async () => {
    const cwd = example("market-analysis");
    const printed = await laban(["types"], { cwd });
    expect(printed).toMatchObject({ code: 0, stderr: "" });
    expect(printed.stdout).toContain("export interface MarketSnapshot {");
    expect(await laban(["types", "-o", "gen/types.ts"], { cwd })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: `${join("gen", "types.ts")}\n`,
    });
    expect(readFileSync(join(cwd, "gen/types.ts"), "utf8")).toBe(printed.stdout);
  });
});
