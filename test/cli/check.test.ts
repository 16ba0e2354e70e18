import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";
import { example, project, soundPlaybook as good, steady } from "./projects.js";
import { laban, transcript, type Ended } from "./session.js";

const misspelt = good.replace("outputs report", "outputs reprot");
/** Reported by one warning. */
const unused = `${good}
/// Read by nobody.
tool search {
  input { query: string }
  output { result: string }
}
`;

// Loaded before, so that no test's time is spent on it.
await Promise.all(commands.map(({ load }) => load()));

async function check(folder: string, ...words: readonly string[]): Promise<Ended> {
  return laban(["check", ...words], { cwd: folder });
}

describe("laban check", () => {
  it("of playbooks without a fault says so, and ends with 0", async () => {
    const folder = example("market-analysis");
    expect(await check(folder)).toEqual({ code: 0, stdout: "no findings in 1 file\n", stderr: "" });
  });

  it("shows each finding with its lines, and ends with 1", async () => {
    const words = ["check", "a.playbook"];
    const ended = await laban(words, { cwd: project({ "a.playbook": misspelt }) });
    expect(ended.code).toBe(1);
    await expect(transcript(words, ended)).toMatchFileSnapshot("golden/check-misspelt.txt");
  });

  it("gives programs JSON on standard output, and people nothing", async () => {
    const folder = project({ "a.playbook": misspelt });
    const ended = await check(folder, "--format", "json");
    expect(ended).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      version: 1,
      diagnostics: [
        { code: "LB2001", severity: "error", file: "a.playbook", start: { line: 7, column: 11 } },
      ],
    });
    expect((await check(folder, "--json")).stdout).toBe(ended.stdout);
  });

  it("names files from the top of the repository where findings are shown beside them", async () => {
    const folder = project({
      ".git/HEAD": "",
      "agents/laban.config.json": "{}",
      "agents/a.playbook": misspelt,
    });
    const github = await check(folder, "agents", "--format", "github");
    expect(github).toMatchObject({ code: 1, stderr: "" });
    expect(github.stdout).toMatch(/^::error file=agents\/a\.playbook,line=7,/);
    expect((await check(join(folder, "agents"), "--format", "github")).stdout).toBe(github.stdout);
    const sarif = await check(folder, "agents", "--format", "sarif");
    expect(sarif).toMatchObject({ code: 1, stderr: "" });
    expect(sarif.stdout).toContain('"uri": "agents/a.playbook"');
    const junit = await check(folder, "agents", "--format", "junit");
    expect(junit).toMatchObject({ code: 1, stderr: "" });
    expect(junit.stdout).toContain('<testsuite name="agents/a.playbook" tests="1" failures="1"');
  });

  it("shows faults in the settings where findings are shown, and ends with 2 all the same", async () => {
    const folder = project({ "laban.config.json": `{ "inclued": ["a"] }`, "a.playbook": good });
    const ended = await check(folder, "--format", "github");
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("error LB2001") });
    expect(ended.stdout).toMatch(/^::error file=laban\.config\.json,line=1,/);
    for (const words of [["--json"], ["--format", "json"], ["--format=json"]]) {
      const { code, stdout } = await check(folder, ...words);
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 2,
        version: 1,
        error: { code: "configuration" },
        diagnostics: [{ code: "LB2001", file: "laban.config.json" }],
      });
    }
  });

  it("a warning is no failure, unless there are more than `--max-warnings`", async () => {
    const folder = project({ "a.playbook": unused });
    const ended = await check(folder);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/\n1 warning in 1 file\n$/);
    expect((await check(folder, "--max-warnings", "1")).code).toBe(0);
    expect((await check(folder, "--max-warnings", "0")).code).toBe(1);
  });

  it("[L-6] checks every playbook below a folder, and each once", async () => {
    const folder = project({
      "one/a.playbook": good,
      "two/b.playbook": good.replaceAll("report", "letter").replace("playbook write", "playbook send"),
      "node_modules/x/c.playbook": misspelt,
      ".hidden/d.playbook": misspelt,
    });
    expect((await check(folder)).stdout).toBe("no findings in 2 files\n");
    expect((await check(folder, "one", "one/a.playbook", ".")).stdout).toBe("no findings in 2 files\n");
    expect((await check(join(folder, "one"))).stdout).toBe("no findings in 1 file\n");
  });

  it("colours a terminal", async () => {
    const ended = await laban(["check"], { cwd: project({ "a.playbook": misspelt }), typed: [] });
    expect(ended.stdout).toContain("\u001b[31m");
  });
});

describe("[L-33] the settings of a project", () => {
  it("say what is checked, from wherever below the command is given", async () => {
    const folder = project({
      "laban.config.json": `{ "include": ["books"], "exclude": ["books/old", "**/*.draft.playbook"] }`,
      "books/a.playbook": good,
      "books/old/b.playbook": misspelt,
      "books/c.draft.playbook": misspelt,
      "other.playbook": misspelt,
    });
    mkdirSync(join(folder, "deep/er"), { recursive: true });
    expect((await check(folder)).stdout).toBe("no findings in 1 file\n");
    expect((await check(join(folder, "deep/er"))).stdout).toBe("no findings in 1 file\n");
    expect((await check(folder, "other.playbook")).code).toBe(1);
  });

  const included: readonly (readonly [pattern: string, files: number])[] = [
    ["*.playbook", 1],
    ["./*.playbook", 1],
    ["**/*.playbook", 4],
    ["books/*", 3],
    ["books/*/", 3],
    ["books/*/*", 2],
    ["book[s]", 3],
    ["books/{one,two}/a.playbook", 2],
    ["books", 3],
    ["books/", 3],
    ["books/one/a.playbook", 1],
  ];
  it.each(included)("include %s: %i of the playbooks", async (pattern, files) => {
    const names = ["a", "books/b", "books/one/a", "books/two/a"];
    const folder = project({
      "laban.config.json": JSON.stringify({ include: [pattern], exclude: ["**/*.draft.playbook"] }),
      "books/two/c.draft.playbook": misspelt,
      "node_modules/x/d.playbook": misspelt,
      ...Object.fromEntries(
        names.map((name, index) => [`${name}.playbook`, `/// Found.\nevidence found-${index}\n`]),
      ),
    });
    const { stdout } = await check(folder);
    expect(stdout).toBe(`no findings in ${files} file${files === 1 ? "" : "s"}\n`);
  });

  it("say how seriously a check is taken", async () => {
    const rules = (rule: string) =>
      check(project({ "laban.config.json": `{ "rules": { "LB2010": "${rule}" } }`, "a.playbook": unused }));
    expect(await rules("error")).toMatchObject({ code: 1, stdout: expect.stringContaining("error LB2010") });
    expect(await rules("off")).toMatchObject({ code: 0, stdout: "no findings in 1 file\n" });
  });

  it("[L-32] cannot silence an error of names and types", async () => {
    const folder = project({
      "laban.config.json": `{ "rules": { "LB2001": "off" } }`,
      "a.playbook": misspelt,
    });
    expect(await check(folder)).toMatchObject({ code: 1, stdout: expect.stringContaining("error LB2001") });
  });

  const wrong: readonly (readonly [string, string])[] = [
    ["unknown-key", `{ "inclued": ["a"] }`],
    ["unknown-code", `{ "rules": { "LB9999": "off" } }`],
    ["syntax", `{ "include": ["a",] }`],
    ["include", `{\n  "include": ["*.playbok", "a.playbook", "books", "../out", "none/**", "empty"]\n}`],
  ];
  it.each(wrong)("that are wrong (%s) are shown at their place, and end with 2", async (name, text) => {
    const words = ["check"];
    const files = { "laban.config.json": text, "a.playbook": good, "empty/notes.md": "" };
    const ended = await laban(words, { cwd: project(files) });
    expect(ended.code).toBe(2);
    await expect(transcript(words, ended)).toMatchFileSnapshot(`golden/config-${name}.txt`);
  });
});

describe("what cannot be checked is said in words, and never a stack trace", () => {
  const cases: readonly (readonly [string, () => string, readonly string[], number])[] = [
    ["missing", () => project({ "a.playbook": good }), ["no/such.playbook"], 2],
    ["no-playbook-file", () => project({ "notes.md": "# Notes" }), ["notes.md"], 2],
    [
      "outside",
      () => join(project({ "in/laban.config.json": "{}", "out.playbook": good }), "in"),
      ["../out.playbook"],
      2,
    ],
    ["no-playbooks", () => project({ "notes.md": "# Notes" }), [], 1],
    ["not-utf-8", () => project({ "a.playbook": Buffer.from("playbook caf\xe9 {}", "latin1") }), [], 1],
    ["utf-16", () => project({ "a.playbook": Buffer.from("\ufeffplaybook a {}", "utf16le") }), [], 1],
    ["empty", () => project({ "a.playbook": "" }), [], 0],
    [
      "nested",
      () => project({ "a.playbook": `type T = ${"(".repeat(1000)}string${")".repeat(1000)}\n` }),
      [],
      1,
    ],
    ["open-brackets", () => project({ "a.playbook": `type T = ${"{ a: [".repeat(1000)}` }), [], 1],
    [
      "garbage",
      () => project({ "a.playbook": Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 256)) }),
      [],
      1,
    ],
    ["folder-as-file", () => project({ "a.playbook/inner.txt": "x" }), ["a.playbook"], 1],
  ];
  it.each(cases)("%s", async (name, folder, paths, code) => {
    const cwd = folder();
    const words = ["check", ...paths];
    const ended = await laban(words, { cwd });
    expect(ended.code).toBe(code);
    expect(ended.stdout + ended.stderr).not.toMatch(/\n\s+at .*:\d+:\d+\)?\n/);
    expect(ended.stderr).not.toContain("fault of Laban");
    await expect(steady(transcript(words, ended), cwd)).toMatchFileSnapshot(`golden/check-${name}.txt`);
  });

  it("a file of 10 MB", async () => {
    const line = `/// ${"x".repeat(94)}\n`;
    const folder = project({ "a.playbook": line.repeat(102_000) + good });
    const begun = performance.now();
    const ended = await check(folder);
    expect([0, 1]).toContain(ended.code);
    expect(ended.stderr).not.toContain("fault of Laban");
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it("10 000 faults are counted, and the first hundred shown", async () => {
    const folder = project({ "a.playbook": "nonsense here\n".repeat(10_000) });
    const { stdout } = await check(folder);
    expect(stdout.match(/^error LB/gm)?.length).toBeLessThanOrEqual(100);
    expect(stdout).toMatch(/ errors? in 1 file\n$/);
  });
});
