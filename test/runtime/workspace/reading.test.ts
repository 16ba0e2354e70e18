import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Program, Reading } from "../../../ir/index.js";
import { type KnownDocument, documentDigest } from "../../../runtime/core/index.js";
import { realDisk } from "../../../runtime/workspace/disk.js";
import { folderWorkspace } from "../../../runtime/workspace/folder.js";
import { family, fill, freshFolder, leapingClock, machineWith } from "./sample.js";

let root = "";
beforeEach(() => {
  root = freshFolder();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function read(
  artifacts: Program["artifacts"],
  already: readonly KnownDocument[] = [],
): Promise<readonly Reading[]> {
  const workspace = folderWorkspace(root, { clock: leapingClock() });
  const event = await workspace.read(machineWith(artifacts), {
    kind: "read-workspace",
    id: "read:1",
    path: "2/1",
    families: Object.keys(artifacts),
    known: already,
  });
  expect(event).toMatchObject({ kind: "workspace.read", path: "2/1" });
  return event.changed;
}

function known(readings: readonly Reading[]): readonly KnownDocument[] {
  return readings.map(({ artifact, key, sha256 }) => ({
    artifact,
    ...(key === undefined ? {} : { key }),
    sha256: sha256 ?? null,
  }));
}

describe("reading the workspace", () => {
  it("[L-38] gives what fits as landed, what is missing as absent, the rest as unreadable with what is wrong", async () => {
    fill(root, {
      "m/good.json": '{"n":1}',
      "m/wrong.json": '{"n":"one"}',
      "m/broken.json": "{",
      "m/n.md": "Hello\n",
    });
    const readings = await read({
      good: family("m/good.json"),
      wrong: family("m/wrong.json"),
      broken: family("m/broken.json"),
      none: family("m/none.json"),
      nowhere: family("no/folder/x.json"),
      note: family("m/n.md", [], "text"),
    });
    const sha256 = (text: string): string => documentDigest(text);
    expect(readings).toEqual([
      { artifact: "good", path: "m/good.json", state: "landed", sha256: sha256('{"n":1}'), value: { n: 1 } },
      {
        artifact: "wrong",
        path: "m/wrong.json",
        state: "unreadable",
        sha256: sha256('{"n":"one"}'),
        problem: expect.stringContaining("/n"),
      },
      {
        artifact: "broken",
        path: "m/broken.json",
        state: "unreadable",
        sha256: sha256("{"),
        problem: expect.stringContaining("it is not JSON"),
      },
      { artifact: "none", path: "m/none.json", state: "absent" },
      { artifact: "nowhere", path: "no/folder/x.json", state: "absent" },
      { artifact: "note", path: "m/n.md", state: "landed", sha256: sha256("Hello\n"), value: "Hello" },
    ]);
  });

  it("[L-11] [L-35] finds the documents of a family of many by their keys, and no others", async () => {
    fill(root, {
      "e/b/report.json": '{"n":2}',
      "e/a/report.json": '{"n":1}',
      "e/caf%C3%A9/report.json": '{"n":3}',
      "e/café/report.json": '{"n":4}',
      "e/%61/report.json": '{"n":5}',
      "e/a/other.json": '{"n":6}',
      "e/report.json": '{"n":7}',
      "e/c/d/report.json": '{"n":8}',
      "e/empty/x": "",
    });
    const readings = await read({ report: family("e/{entry}/report.json", ["entry"]) });
    expect(readings.map(({ key, value }) => [key, value])).toEqual([
      ["a", { n: 1 }],
      ["b", { n: 2 }],
      ["café", { n: 3 }],
    ]);
  });

  it("gives only what differs from what is known, what is gone as well", async () => {
    fill(root, { "a.json": '{"n":1}', "e/1.json": '{"n":1}', "e/2.json": '{"n":2}', "e/3.json": "{" });
    const artifacts = { a: family("a.json"), b: family("b.json"), e: family("e/{x}.json", ["x"]) };
    const first = await read(artifacts);
    expect(first).toHaveLength(5);
    expect(await read(artifacts, known(first))).toEqual([]);
    rmSync(join(root, "a.json"));
    rmSync(join(root, "e/3.json"));
    writeFileSync(join(root, "e/2.json"), '{"n":22}');
    writeFileSync(join(root, "e/4.json"), '{"n":4}');
    const second = await read(artifacts, known(first));
    expect(second.map(({ artifact, key, path, state }) => [artifact, key, path, state])).toEqual([
      ["a", undefined, "a.json", "absent"],
      ["e", "2", "e/2.json", "landed"],
      ["e", "4", "e/4.json", "landed"],
      ["e", "3", "e/3.json", "absent"],
    ]);
    const absentNow = second.map((reading) => ({ ...reading, sha256: reading.sha256 ?? null }));
    expect(
      await read(artifacts, [
        ...known(first).filter(({ artifact }) => artifact === "b"),
        { artifact: "e", key: "1", sha256: documentDigest('{"n":1}') },
        ...absentNow,
      ]),
    ).toEqual([]);
  });

  it("[R-7] reads through no link that leads out, through one that stays inside it does", async () => {
    const outside = freshFolder();
    fill(outside, { "secret.json": '{"n":1}' });
    fill(root, { "in/real.json": '{"n":1}', ".laban/own.json": '{"n":1}' });
    symlinkSync(join(outside, "secret.json"), join(root, "file.json"));
    symlinkSync(outside, join(root, "folder"));
    symlinkSync("in/real.json", join(root, "inside.json"));
    symlinkSync("nowhere.json", join(root, "dangling.json"));
    symlinkSync("loop.json", join(root, "loop.json"));
    symlinkSync(".laban/own.json", join(root, "own.json"));
    const readings = await read({
      file: family("file.json"),
      folder: family("folder/secret.json"),
      inside: family("inside.json"),
      dangling: family("dangling.json"),
      loop: family("loop.json"),
      own: family("own.json"),
      many: family("folder/{x}.json", ["x"]),
    });
    expect(readings.map(({ artifact, state, problem }) => [artifact, state, problem])).toEqual([
      ["file", "unreadable", "`file.json` leads out of the workspace through a symbolic link"],
      ["folder", "unreadable", "`folder/secret.json` leads out of the workspace through a symbolic link"],
      ["inside", "landed", undefined],
      ["dangling", "unreadable", "`dangling.json` is a symbolic link that leads nowhere"],
      ["loop", "unreadable", "`loop.json` cannot be read: a symbolic link leads to itself"],
      ["own", "unreadable", "`own.json` leads out of the workspace through a symbolic link"],
      ["many", "unreadable", "`folder/secret.json` leads out of the workspace through a symbolic link"],
    ]);
    rmSync(outside, { recursive: true });
  });

  it("[L-38] takes whatever stands in the way for what it is: nothing, or a document that cannot be read", async () => {
    fill(root, { file: "x", "bytes.json": "" });
    writeFileSync(join(root, "bytes.json"), Uint8Array.of(0xff));
    mkdirSync(join(root, "folder.json"));
    symlinkSync("circle", join(root, "circle"));
    symlinkSync("/dev/zero", join(root, "device.json"));
    execFileSync("mkfifo", [join(root, "pipe.json")]);
    const readings = await read({
      below: family("file/x.json"),
      bytes: family("bytes.json"),
      folder: family("folder.json"),
      circle: family("circle/x.json"),
      device: family("device.json"),
      pipe: family("pipe.json"),
      long: family(`${"x".repeat(300)}.json`),
      deep: family(`${"x/".repeat(900)}x.json`),
      many: family("file/{x}.json", ["x"]),
    });
    const short = (problem: string | undefined) => problem?.replace(/[x/]{20,}/, "x…");
    expect(readings.map(({ artifact, state, problem }) => [artifact, state, short(problem)])).toEqual([
      ["below", "absent", undefined],
      ["bytes", "unreadable", "`bytes.json` is not UTF-8"],
      ["folder", "unreadable", "`folder.json` is no file"],
      ["circle", "unreadable", "`circle/x.json` cannot be read: a symbolic link leads to itself"],
      ["device", "unreadable", "`device.json` leads out of the workspace through a symbolic link"],
      ["pipe", "unreadable", "`pipe.json` is no file"],
      ["long", "unreadable", "`x….json` has a name that is longer than 255 bytes"],
      ["deep", "unreadable", "the path `x……` is longer than 1024 bytes"],
    ]);
  });

  it("says of a document that may not be read that it may not, and takes another reason for a change", async () => {
    fill(root, { "a.json": '{"n":1}' });
    const disk = {
      ...realDisk,
      read: (): Uint8Array => {
        throw Object.assign(new Error("EACCES"), { code: "EACCES" });
      },
    };
    const workspace = folderWorkspace(root, { clock: leapingClock(), disk });
    const command = { kind: "read-workspace", id: "1", path: "", families: ["a"], known: [] } as const;
    const { changed } = await workspace.read(machineWith({ a: family("a.json") }), command);
    expect(changed).toMatchObject([
      { state: "unreadable", problem: "`a.json` cannot be read by this user (EACCES)" },
    ]);
    const again = await workspace.read(machineWith({ a: family("a.json") }), {
      ...command,
      known: known(changed),
    });
    expect(again.changed).toEqual([]);
    expect(await read({ a: family("a.json") }, known(changed))).toMatchObject([{ state: "landed" }]);
  });

  it("[R-58] looks at the size before it reads, and at the encoding before it parses", async () => {
    fill(root, { "large.json": "", "latin.json": "" });
    truncateSync(join(root, "large.json"), 16_000_001);
    writeFileSync(join(root, "latin.json"), Buffer.from([0x22, 0xe9, 0x22]));
    mkdirSync(join(root, "folder.json"));
    fill(root, { "deep.json": "[".repeat(65) + "]".repeat(65) });
    const artifacts = {
      large: family("large.json"),
      latin: family("latin.json"),
      folder: family("folder.json"),
      deep: family("deep.json"),
    };
    const readings = await read(artifacts);
    expect(readings.map(({ state, problem }) => [state, problem])).toEqual([
      ["unreadable", "`large.json` has 16000001 bytes; documents have at most 16000000"],
      ["unreadable", "`latin.json` is not UTF-8"],
      ["unreadable", "`folder.json` is no file"],
      ["unreadable", "the document is nested deeper than 64 levels"],
    ]);
    expect(await read(artifacts, known(readings))).toEqual([]);
  });
});
