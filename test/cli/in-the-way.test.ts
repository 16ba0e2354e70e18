import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../runtime/drive/clock.js";
import { makeFolders, readText } from "../../runtime/files.js";
import { project } from "./projects.js";
import { laban } from "./session.js";

const settings = { models: { default: { provider: "script", file: "replies.yaml" } } };
const files = {
  "laban.config.json": JSON.stringify(settings),
  "replies.yaml": "playbooks: { write: [{ lands: Hello }] }\n",
  "note.playbook": `
namespace a
artifact note at "note.md"
playbook write { intent "Write"  input about: text  outputs note  prompt "Write." }
`,
};

function first(text: string): string {
  return text.split("\n").find((line) => line.startsWith("error")) ?? "";
}

describe("what stands in the way is told, and nothing waits for it", () => {
  const things: readonly (readonly [what: string, put: (path: string) => void, words: string])[] = [
    ["nothing", () => undefined, "does not exist"],
    ["a folder", (path) => mkdirSync(path), "is a folder"],
    ["a pipe", (path) => execFileSync("mkfifo", [path]), "is no file"],
    ["a device", (path) => symlinkSync("/dev/zero", path), "is no file"],
    ["a link to itself", (path) => symlinkSync(path, path), "is a link that leads to itself"],
    ["a link to nothing", (path) => symlinkSync("gone", path), "does not exist"],
    ["other bytes", (path) => writeFileSync(path, Uint8Array.of(0xff)), "is not UTF-8"],
  ];
  it.each(things)("%s for the settings, a script, an input", async (what, put, words) => {
    const cwd = project(files);
    const run = async (...given: readonly string[]) => {
      const { code, stderr } = await laban(given, { cwd, clock: systemClock });
      return [code, first(stderr).replaceAll(cwd, "<folder>")];
    };
    rmSync(join(cwd, "replies.yaml"));
    put(join(cwd, "replies.yaml"));
    const words2 = `error LB2003: the script \`replies.yaml\` cannot be read: it ${words}`;
    expect(await run("run", "write", "--input", "about=x")).toEqual([2, words2]);

    put(join(cwd, "input"));
    // A pipe is what a shell hands over: it is read.
    const given = what === "a pipe" ? [] : [await run("run", "write", "--input", "about=@input")];
    for (const one of given) expect(one[0]).toBe(2);

    rmSync(join(cwd, "laban.config.json"));
    put(join(cwd, "laban.config.json"));
    const isThere = what !== "nothing";
    expect(await run("check")).toEqual(
      isThere ? [2, `error: \`<folder>/laban.config.json\` ${words}`] : [0, ""],
    );
  });

  it("a file that never ends is not read for ever, and a large one not at all", () => {
    const cwd = project({ "large.txt": "x".repeat(101) });
    expect(readText("/dev/zero", { pipes: true })).toEqual({ problem: "is no file" });
    expect(readText(join(cwd, "large.txt"), { limit: 100 })).toEqual({
      problem: "has more than 100 bytes, which are the most",
    });
    expect(readText(join(cwd, "large.txt"), { limit: 101 })).toEqual({ text: "x".repeat(101) });
  });

  it("a file where the workspace, the store's folder or the log is to be", async () => {
    const told = async (more: object) => {
      const cwd = project({ ...files, "laban.config.json": JSON.stringify({ ...settings, ...more }) });
      const words = ["run", "write", "--input", "about=x"];
      const { code, stderr } = await laban(words, { cwd, clock: systemClock });
      return [code, stderr.replaceAll(cwd, "<folder>")];
    };
    expect(await told({ workspace: "replies.yaml" })).toEqual([
      2,
      expect.stringContaining("the workspace `replies.yaml` is no folder"),
    ]);
    expect(await told({ store: "replies.yaml/laban.db" })).toEqual([
      2,
      expect.stringContaining("the folder `<folder>/replies.yaml` for the store cannot be made"),
    ]);
    const log = { models: { default: { ...settings.models.default, log: "replies.yaml/log" } } };
    expect(await told(log)).toEqual([
      4,
      expect.stringContaining("the log `<folder>/replies.yaml/log` lies in something that is no folder"),
    ]);
  });

  it("folders are made where they can be, and end where they cannot", () => {
    const cwd = project({ file: "" });
    makeFolders(join(cwd, "a/b/c"));
    makeFolders(join(cwd, "a/b"));
    expect(existsSync(join(cwd, "a/b/c"))).toBe(true);
    expect(() => makeFolders(join(cwd, "file/b"))).toThrow(/E(EXIST|NOTDIR)/);
  });
});

it("[L-43] a loop whose selector is not in the settings is refused before it starts", async () => {
  const cwd = project(files);
  const run = (...words: readonly string[]) => laban(words, { cwd, clock: systemClock });
  expect(await run("loop", "--goal", "g", "--select", "mine")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no selector is configured as `mine`"),
  });
  expect((await run("runs", "--json")).stdout).toContain('"runs": []');
  expect((await run("loop", "--goal", "g", "--select", "first")).code).not.toBe(2);
});

it("a run is named by the beginning of its id, and by no empty text", async () => {
  const cwd = project(files);
  const run = (...words: readonly string[]) => laban(words, { cwd, clock: systemClock });
  await run("run", "write", "--input", "about=x");
  expect(await run("show", "")).toMatchObject({ code: 2 });
  expect(await run("show", "run_")).toMatchObject({ code: 0 });
});
