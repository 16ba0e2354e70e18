import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Json, invariant } from "../../../ir/index.js";
import { readScript } from "../../../runtime/config/read-script.js";
import { systemClock } from "../../../runtime/drive/clock.js";
import { mapTexts, redact, resolveSecret } from "../../../runtime/secrets.js";
import { type CommandOptions, commandTool } from "../../../runtime/tools/command.js";
import { scriptTool } from "../../../runtime/tools/script.js";
import { ManualClock } from "../drive/manual-clock.js";
import { leapingClock, neverAborted } from "../workspace/sample.js";

const context = { callId: "c", tool: "a.search", ordinal: 0, signal: neverAborted };

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "laban-tool-")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A tool that is a program of Node's. */
function program(source: string, options: Partial<CommandOptions> = {}) {
  return commandTool({
    command: [process.execPath, "-e", source],
    folder,
    clock: systemClock,
    env: { PATH: process.env["PATH"], HOME: "/home/ada", TOKEN: "t" },
    ...options,
  });
}

const reading =
  'let text = ""; process.stdin.on("data", (d) => (text += d)); process.stdin.on("end", () => {';

describe("a tool that is a program", () => {
  it("gets its input as JSON on standard input, and gives its output as JSON on standard output", async () => {
    const echo = program(
      `${reading} console.error("working"); console.log(JSON.stringify({ got: JSON.parse(text), cwd: process.cwd() })); });`,
    );
    const input = { query: "Lyon", odd: "'; rm -rf / #\n$(x)", n: [1, null] };
    expect(await echo.call(input, context)).toEqual({ output: { got: input, cwd: folder } });
  });

  it("is given no variables but `PATH` and those that are allowed", async () => {
    const source =
      "console.log(JSON.stringify(Object.keys(process.env).filter((name) => !name.startsWith('__')).sort()))";
    expect(await program(source).call({}, context)).toEqual({ output: ["PATH"] });
    expect(await program(source, { allowed: ["TOKEN", "NONE"] }).call({}, context)).toEqual({
      output: ["PATH", "TOKEN"],
    });
  });

  it("[R-11] gives its error with the end of what it complained of", async () => {
    const source = 'console.error("x".repeat(5000) + "no such city"); process.exit(3)';
    const result = await program(source).call({}, context);
    invariant("error" in result, "it failed");
    expect(result.error).toMatch(/^`.*node.*` ended with code 3: x+no such city$/);
    expect(result.error.length).toBeLessThan(2_200);
  });

  it.each([
    ["writes nothing", "", "wrote nothing"],
    ["writes no JSON", 'console.log("hello"); console.error("warm")', "did not write JSON: hello: warm"],
    ["is killed", 'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 60000)', "ended with SIGTERM"],
  ])("gives an error when it %s", async (_, source, words) => {
    const result = await program(source).call({}, context);
    expect(result).toEqual({ error: `\`${process.execPath}\` ${words}` });
  });

  it("gives an error when it, or its folder, is not there", async () => {
    const missing = commandTool({
      command: ["no-such-program-of-laban"],
      folder,
      clock: systemClock,
      env: process.env,
    });
    expect(await missing.call({}, context)).toEqual({
      error: `\`no-such-program-of-laban\` cannot be started: it, or the folder \`${folder}\`, is not there`,
    });
    writeFileSync(join(folder, "plain"), "no program", { mode: 0o644 });
    const plain = commandTool({
      command: [join(folder, "plain")],
      folder,
      clock: systemClock,
      env: process.env,
    });
    expect(await plain.call({}, context)).toEqual({
      error: `\`${join(folder, "plain")}\` cannot be started: this user may not run it`,
    });
  });

  it("need not read its input", async () => {
    const large = "x".repeat(1_000_000);
    expect(await program("console.log(1)").call(large, context)).toEqual({ output: 1 });
  });

  it("is ended when it writes more than it may", async () => {
    const endless = program('setInterval(() => process.stdout.write("x".repeat(65536)), 1)', {
      outputBytes: 100_000,
    });
    expect(await endless.call({}, context)).toEqual({
      error: `\`${process.execPath}\` wrote more than 100000 bytes`,
    });
  });

  it("is ended with all that it started when it takes too long", async () => {
    const clock = new ManualClock();
    const marker = join(folder, "child.pid");
    const source = `
      const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      require("node:fs").writeFileSync(${JSON.stringify(marker)}, String(child.pid));
      setInterval(() => {}, 1000);`;
    const called = program(source, { clock, timeoutMs: 30_000 }).call({}, context);
    const child = Number(await fileOf(marker));
    expect(isThere(child)).toBe(true);
    await clock.advance(30_000);
    expect(await called).toEqual({ error: `\`${process.execPath}\` took longer than 30 seconds` });
    await until(() => !isThere(child));
  });

  it("ends when the call is aborted", async () => {
    const marker = join(folder, "aborted.pid");
    const abort = new AbortController();
    const called = program(
      `require("node:fs").writeFileSync(${JSON.stringify(marker)}, String(process.pid)); setInterval(() => {}, 1000);`,
    ).call({}, { ...context, signal: abort.signal });
    const pid = Number(await fileOf(marker));
    abort.abort();
    await expect(called).rejects.toThrow("aborted");
    await until(() => !isThere(pid));
    await expect(program("").call({}, { ...context, signal: abort.signal })).rejects.toThrow("aborted");
  });

  it("gives its output though what it left behind keeps it open", async () => {
    const source = `
      require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      console.log("[1]"); process.exit(0);`;
    expect(await program(source).call({}, context)).toEqual({ output: [1] });
  });
});

describe("a tool that is scripted", () => {
  const script = readScript(
    `
tools:
  search:
    - { gives: 1 }
    - { gives: lyon, when: { query: { city: Lyon } } }
    - { fails: no net }
    - { gives: 3, after: 1s, always: true }
`,
    "replies.yaml",
  );
  invariant(script.kind === "read", "the script is read");
  const clock = leapingClock();
  const tool = scriptTool(script.script, "a.search", { clock, file: "replies.yaml" });
  const call = (input: Json, ordinal: number) => tool?.call(input, { ...context, ordinal });

  it("answers by what it is asked, else in the order of the calls", async () => {
    expect(await call({}, 0)).toEqual({ output: 1 });
    expect(await call({ query: { city: "Lyon", more: 1 }, n: 2 }, 0)).toEqual({ output: "lyon" });
    expect(await call({ query: { city: "Paris" } }, 1)).toEqual({ error: "no net" });
    const before = clock.now();
    expect(await call({}, 7)).toEqual({ output: 3 });
    expect(clock.now() - before).toBe(1_000);
  });

  it("gives an error that says which call had no output", async () => {
    const once = readScript("tools: { a.search: [{ gives: 1 }] }", "replies.yaml");
    invariant(once.kind === "read", "the script is read");
    const used = scriptTool(once.script, "a.search", { clock, file: "replies.yaml" });
    expect(await used?.call({ b: 1, a: 2 }, { ...context, ordinal: 1 })).toEqual({
      error: '`replies.yaml` has no output for call 2 of `search`, with {"a":2,"b":1}',
      reasonCode: "unscripted",
    });
    expect(scriptTool(once.script, "a.other", { clock, file: "replies.yaml" })).toBeUndefined();
  });
});

describe("secrets", () => {
  it("[R-13] are resolved from variables and files, and say what is missing", () => {
    writeFileSync(join(folder, "key"), "two\nlines\r\n");
    expect(resolveSecret("env:A", { A: "x" })).toEqual({ value: "x" });
    expect(resolveSecret(`file:${join(folder, "key")}`, {})).toEqual({ value: "two\nlines" });
    expect(resolveSecret("env:B", { B: "" })).toEqual({ problem: "the variable `B` is not set" });
    expect(resolveSecret("file:/no/such", {})).toEqual({ problem: "the file `/no/such` cannot be read" });
    expect(resolveSecret("hunter2", {})).toEqual({
      problem: "`hunter2` is no reference to a secret: write `env:NAME` or `file:PATH`",
    });
  });

  it("[R-13] are redacted wherever they appear, in keys as well", () => {
    const secrets = new Map([
      ["s3cret", "env:A"],
      ["x", "env:B"],
    ]);
    const value = { s3cret: ["a s3cret, s3crets", { deep: "s3cret" }, 1, null, "box"] };
    expect(mapTexts(value, (text) => redact(text, secrets))).toEqual({
      "[env:A]": ["a [env:A], [env:A]s", { deep: "[env:A]" }, 1, null, "box"],
    });
  });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** Killed, and not looked after by its parent yet: it does nothing any more. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The content of a file, once another process has written it. */
async function fileOf(path: string): Promise<string> {
  let text = "";
  await until(() => {
    try {
      text = readFileSync(path, "utf8");
    } catch {
      return false;
    }
    return text !== "";
  });
  return text;
}

/** Waits until another process has done something. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds())
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
}
