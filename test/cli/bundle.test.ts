import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../scripts/bundle.mjs";
import { addFiles, example, project, steady } from "./projects.js";

const root = resolve(import.meta.dirname, "../..");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe("the command line as it is shipped", () => {
  // Below node_modules, so that the packages which stay outside of the bundle are found from it.
  const caches = join(root, "node_modules/.cache");
  let outdir = "";
  beforeAll(async () => {
    mkdirSync(caches, { recursive: true });
    outdir = mkdtempSync(join(caches, "laban-cli-"));
    await bundle(outdir);
  }, 60_000);
  afterAll(() => {
    rmSync(outdir, { recursive: true });
  });

  const main = (): string => join(outdir, "cli/main.js");
  const laban = (cwd: string, ...words: readonly string[]): Ended => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main(), ...words], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { code: status, stdout, stderr };
  };

  it("checks and runs the first example to its landing", { timeout: 60_000 }, () => {
    const folder = example("market-analysis");
    expect(laban(folder, "check")).toEqual({ code: 0, stdout: "no findings in 1 file\n", stderr: "" });
    const ran = laban(folder, "run", "top_down.market-analysis", "--input", "brief=Bakeries in Lyon");
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(JSON.parse(readFileSync(join(folder, "market/snapshot.json"), "utf8"))).toHaveProperty("segments");
  });

  it("[L-10] reads external schemas, whose validators are loaded only then", () => {
    const folder = project({
      "order.playbook":
        '/// An order.\ntype Order = schema "./order.json"\n/// The order.\nartifact order at "order.json" given : Order\n',
      "order.json": '{ "type": "object", "properties": { "n": { "type": "integer" } } }',
    });
    expect(laban(folder, "check")).toEqual({ code: 0, stdout: "no findings in 1 file\n", stderr: "" });
    addFiles(folder, { "order.json": '{ "type": "objekt" }' });
    expect(laban(folder, "check")).toMatchObject({ code: 1, stdout: expect.stringContaining("LB2015") });
  });

  it(
    "[R-4] [R-5] a killed run is taken up where it was, and nothing is asked for twice",
    { timeout: 60_000 },
    async () => {
      const folder = example("market-analysis");
      const replies = readFileSync(join(folder, "replies.yaml"), "utf8");
      addFiles(folder, {
        "replies.yaml": replies.replace(
          "verdict: thin, gaps: [Who buys is not known.] }\n      after: 20ms",
          "verdict: thin, gaps: [Who buys is not known.] }\n      after: 1h",
        ),
      });
      const run = spawn(process.execPath, [main(), "run", "market-analysis", "--input", "brief=x"], {
        cwd: folder,
        stdio: ["ignore", "ignore", "pipe"],
      });
      const closed = new Promise<void>((done) => {
        run.on("close", () => {
          done();
        });
      });
      const begun = new Promise<void>((done) => {
        let seen = "";
        run.stderr.on("data", (text: Buffer) => {
          seen += text.toString();
          if (seen.includes("round 2")) done();
        });
      });
      await Promise.race([begun, closed]);
      run.kill("SIGKILL");
      await closed;
      addFiles(folder, { "replies.yaml": replies });
      const resumed = laban(folder, "resume");
      expect(resumed).toMatchObject({ code: 0 });
      expect(resumed.stderr).not.toContain("contribution 1");
      expect(resumed.stderr).toContain("landed market/snapshot.json");
    },
  );

  it("ctrl-c ends with 130 and says how to go on", { timeout: 60_000 }, async () => {
    const folder = example("market-analysis");
    const replies = readFileSync(join(folder, "replies.yaml"), "utf8");
    addFiles(folder, { "replies.yaml": replies.replaceAll(/after: \d+ms/g, "after: 1h") });
    const run = spawn(process.execPath, [main(), "run", "market-analysis", "--input", "brief=x"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let seen = "";
    run.stderr.on("data", (text: Buffer) => {
      if (seen === "") run.kill("SIGINT");
      seen += text.toString();
    });
    const code = await new Promise((done) => run.on("close", done));
    expect(code).toBe(130);
    expect(steady(seen)).toContain("go on with laban resume <run>");
  });

  it("a reader that goes away is no fault", async () => {
    const check = spawn(process.execPath, [main(), "explain", "LB2003"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    check.stdout.destroy();
    let said = "";
    check.stderr.on("data", (text: Buffer) => {
      said += text.toString();
    });
    expect(await new Promise((done) => check.on("close", done))).toBe(0);
    expect(said).toBe("");
  });

  it("a misspelt command ends with 2 and no stack trace", () => {
    expect(laban(project({}), "chekc")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: there is no command `chekc`; did you mean `check`?\n  `laban --help` lists the commands\n",
    });
  });
});
