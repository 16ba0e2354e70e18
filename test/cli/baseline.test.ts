import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addFiles, project } from "./projects.js";
import { laban, transcript, type Ended } from "./session.js";

const report = `/// What was found.
artifact report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report"
  input tone: string
  outputs report
  prompt "Write the report."
}
`;
const tool = (name: string): string => `
/// Read by nobody.
tool ${name} {
  input { query: string }
  output { result: string }
}
`;
const unused = `${report}${tool("search")}`;

async function check(folder: string, ...words: readonly string[]): Promise<Ended> {
  return laban(["check", ...words], { cwd: folder });
}
const withBaseline = (folder: string, ...words: readonly string[]): Promise<Ended> =>
  check(folder, "--baseline", "accepted.json", ...words);
const accept = (folder: string, ...words: readonly string[]): Promise<Ended> =>
  withBaseline(folder, "--write-baseline", ...words);
const read = (folder: string): string => readFileSync(join(folder, "accepted.json"), "utf8");

describe("[L-32] a baseline", () => {
  it("accepts what the project has, and reports what is new", async () => {
    const folder = project({ "a.playbook": unused });
    expect(await accept(folder)).toEqual({
      code: 0,
      stderr: "",
      stdout: "no findings in 1 file\n2 accepted by `accepted.json`\n",
    });
    await expect(read(folder)).toMatchFileSnapshot("golden/baseline.json");
    expect(await withBaseline(folder, "--max-warnings", "0")).toMatchObject({ code: 0 });
    expect((await check(folder)).stdout).toContain("2 warnings");

    addFiles(folder, { "a.playbook": `${unused}${tool("browse")}` });
    const ended = await withBaseline(folder);
    expect(ended.stdout.match(/^warning /gm)).toHaveLength(1);
    expect(ended.stdout).toContain("the tool `browse` is not used");
    expect(ended.stdout).toContain("1 warning in 1 file\n2 accepted by `accepted.json`\n");
    const machine = JSON.parse((await withBaseline(folder, "--json")).stdout);
    expect(machine.diagnostics).toMatchObject([{ code: "LB2010", message: "the tool `browse` is not used" }]);
  });

  it("knows its findings again where lines move, and not in another declaration", async () => {
    const folder = project({ "a.playbook": unused });
    await accept(folder);
    addFiles(folder, { "a.playbook": `// A note.\n\n${unused.replace("intent", "\n\n  intent")}` });
    expect((await withBaseline(folder)).stdout).toMatch(/^no findings/);
    addFiles(folder, { "a.playbook": unused.replaceAll("report-write", "report-compose") });
    expect((await withBaseline(folder)).stdout).toContain("the input `tone` of");
  });

  it("accepts a finding as often as it was there", async () => {
    const twice = report.replace("  outputs", "  input mood: text\n  outputs");
    const folder = project({ "a.playbook": `${report}${tool("search")}` });
    await accept(folder);
    addFiles(folder, { "a.playbook": `${twice}${tool("search")}` });
    expect((await withBaseline(folder)).stdout.match(/^warning /gm)).toHaveLength(1);
    const counted = JSON.parse(read(folder));
    counted.findings[0].count = 3;
    addFiles(folder, { "accepted.json": JSON.stringify(counted), "a.playbook": unused });
    expect((await withBaseline(folder)).stdout).toContain(
      "`LB2010` in `a.playbook` is accepted 3 times here, and reported once",
    );
  });

  it("tells what it accepts and is there no more, at its place, where nothing else is wrong", async () => {
    const folder = project({ "a.playbook": unused });
    await accept(folder);
    addFiles(folder, { "a.playbook": report });
    const words = ["check", "--baseline", "accepted.json"];
    const ended = await laban(words, { cwd: folder });
    expect(ended.code).toBe(0);
    await expect(transcript(words, ended)).toMatchFileSnapshot("golden/baseline-stale.txt");
    expect((await withBaseline(folder, "--max-warnings", "0")).code).toBe(1);
    addFiles(folder, { "a.playbook": report.replace("outputs report", "outputs reprot") });
    expect((await withBaseline(folder)).stdout).not.toContain("LB8004");

    addFiles(folder, { "a.playbook": report });
    expect((await accept(folder)).stdout).toMatch(/^no findings/);
    expect((await withBaseline(folder, "--max-warnings", "0")).stdout).toMatch(/^no findings/);
    expect(JSON.parse(read(folder)).findings).toHaveLength(1);
  });

  it("of the whole project is neither stale nor rewritten where a part is checked", async () => {
    const other = tool("browse");
    const folder = project({ "a.playbook": unused, "b.playbook": other });
    await accept(folder);
    expect((await withBaseline(folder, "a.playbook")).stdout).toMatch(/^no findings in 1 file/);
    addFiles(folder, { "a.playbook": report });
    await accept(folder, "a.playbook");
    expect((await withBaseline(folder)).stdout).toMatch(/^no findings in 2 files/);
  });

  it("accepts no error of the text, of names or of types, and is not written where there is one", async () => {
    const folder = project({ "a.playbook": unused });
    await accept(folder);
    const before = read(folder);
    addFiles(folder, { "a.playbook": unused.replace("outputs report", "outputs reprot") });
    const words = ["check", "--baseline", "accepted.json", "--write-baseline"];
    const ended = await laban(words, { cwd: folder });
    expect(ended.code).toBe(1);
    await expect(transcript(words, ended)).toMatchFileSnapshot("golden/baseline-refused.txt");
    expect(read(folder)).toBe(before);

    const forged = before.replace("LB2010", "LB2001").replace(/the input[^"]*/, "unknown name `reprot`");
    addFiles(folder, { "accepted.json": forged });
    expect((await withBaseline(folder)).code).toBe(1);
  });

  it("is where the command was given, and names files from the project's root", async () => {
    const folder = project({ "laban.config.json": "{}", "sub/a.playbook": unused });
    await accept(join(folder, "sub"));
    expect(JSON.parse(read(join(folder, "sub"))).findings[0].file).toBe("sub/a.playbook");
    expect((await check(folder, "--baseline", "sub/accepted.json")).stdout).toMatch(/^no findings/);
  });

  it("may lie outside of the project, and is named from the top of the repository", async () => {
    const folder = project({
      ".git/HEAD": "",
      "agents/laban.config.json": "{}",
      "agents/a.playbook": unused,
    });
    await accept(folder, "agents");
    expect((await withBaseline(folder, "agents")).stdout).toMatch(/^no findings/);
    addFiles(folder, { "agents/a.playbook": report });
    const { stdout } = await withBaseline(folder, "agents", "--format", "github");
    expect(stdout).toMatch(/^::warning file=accepted\.json,line=5,.*title=LB8004::/);
  });

  it("leaves what it accepts as it is where findings are fixed", async () => {
    const folder = project({ "a.playbook": `import { Approval } from "std:waits"\n\n${unused}` });
    const before = readFileSync(join(folder, "a.playbook"), "utf8");
    await accept(folder);
    await withBaseline(folder, "--fix");
    expect(readFileSync(join(folder, "a.playbook"), "utf8")).toBe(before);
    await accept(folder, "--fix-unsafe");
    expect(readFileSync(join(folder, "a.playbook"), "utf8")).toBe(before);
  });
});

describe("a baseline that is not right", () => {
  it("or not there is said in words, and ends with 2", async () => {
    const folder = project({ "a.playbook": report });
    expect(await withBaseline(folder)).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: the baseline `accepted.json` does not exist\n" +
        "  `laban check --baseline accepted.json --write-baseline` writes it, with all that is found now\n",
    });
    expect(await check(folder, "--write-baseline")).toMatchObject({
      code: 2,
      stderr: "error: `--write-baseline` needs the file to write\n  --baseline FILE\n",
    });
    expect((await check(folder, "--baseline", ".")).code).toBe(2);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ["version", `{ "version": 2, "findings": [] }`],
    ["other", `{ "name": "x", "dependencies": {} }`],
    ["entry", `{ "version": 1, "findings": [\n  { "file": "a.playbook", "code": 1, "message": "x" }\n] }`],
    ["syntax", `{ "version": 1,\n<<<<<<< ours\n "findings": [] }`],
  ];
  it.each(wrong)("(%s) is shown at its place, and nothing is written over it", async (name, text) => {
    const folder = project({ "a.playbook": report, "accepted.json": text });
    const words = ["check", "--baseline", "accepted.json"];
    const ended = await laban(words, { cwd: folder });
    expect(ended.code).toBe(2);
    await expect(transcript(words, ended)).toMatchFileSnapshot(`golden/baseline-${name}.txt`);
    expect(await accept(folder)).toMatchObject({ code: 2, stderr: ended.stderr });
    expect(read(folder)).toBe(text);
    const github = await withBaseline(folder, "--format", "github");
    expect(github.stdout).toMatch(/^::error file=accepted\.json,line=/);
  });

  it("that cannot be written is said", async () => {
    const folder = project({ "a.playbook": report, there: "" });
    const ended = await check(folder, "--baseline", "there/b.json", "--write-baseline");
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("there/b.json") });
  });
});
