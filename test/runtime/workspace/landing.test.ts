import { chmodSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Document } from "../../../ir/index.js";
import { documentDigest } from "../../../runtime/core/index.js";
import { type Disk, realDisk } from "../../../runtime/workspace/disk.js";
import { folderWorkspace } from "../../../runtime/workspace/folder.js";
import { contents, document, fill, freshFolder, landCommand, leapingClock, neverAborted } from "./sample.js";

let root = "";
beforeEach(() => {
  root = freshFolder();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const held = (): boolean => true;

function workspace(disk: Disk = realDisk) {
  return folderWorkspace(root, { clock: leapingClock(), disk });
}

async function land(
  documents: readonly Document[],
  more: Parameters<typeof landCommand>[1] = {},
  disk: Disk = realDisk,
) {
  return workspace(disk).land("r1", landCommand(documents, more), held, neverAborted);
}

function refused(reason: string, message: unknown) {
  return [{ kind: "landing.refused", lane: "1", reason, message }];
}

describe("landing", () => {
  it("[R-5] says in words that what is kept of landings cannot be read", async () => {
    fill(root, { ".laban/landing/x": "" });
    const disk: Disk = {
      ...realDisk,
      names(folder) {
        throw Object.assign(new Error("no"), { code: "EACCES", path: folder });
      },
    };
    const tidied = workspace(disk).tidy("r1", { pending: [], isJournaled: () => false });
    await expect(tidied).rejects.toThrow("`.laban/landing` may not be used by this user");
  });

  const inTheWay: readonly (readonly [what: string, make: () => void, words: string])[] = [
    ["a file for a folder", () => fill(root, { a: "x" }), "`a` on the way to `a/b.json` is no folder"],
    [
      "a folder for the file",
      () => mkdirSync(join(root, "a/b.json"), { recursive: true }),
      "`a/b.json` is no file",
    ],
    ["a link to itself", () => symlinkSync("a", join(root, "a")), "`a` is a symbolic link"],
    ["a file for Laban's own folder", () => fill(root, { ".laban": "x" }), "`.laban` is in the way"],
    ["a file for its records", () => fill(root, { ".laban/landing": "x" }), "a folder of `.laban/landing/"],
    [
      "a folder for its lock",
      () => mkdirSync(join(root, ".laban/workspace.lock"), { recursive: true }),
      "is no lock",
    ],
    [
      "another file for its lock",
      () => fill(root, { ".laban/workspace.lock": "x".repeat(4_096) }),
      "is no lock",
    ],
  ];
  it.each(inTheWay)("[R-6] %s in the way is told, and nothing is written", async (_what, make, words) => {
    make();
    await workspace().tidy("r1", { pending: [], isJournaled: () => false });
    const landed = await land([document("a/b.json", "one")]);
    expect(landed).toMatchObject([{ kind: "landing.refused", message: expect.stringContaining(words) }]);
  });

  it("[R-6] writes what is landed, in folders that it makes, and says each with its SHA-256", async () => {
    const keyed = { ...document("b/c/2.json", "two"), key: "2" };
    expect(await land([document("a.json", "one"), keyed])).toEqual([
      { kind: "artifact.landed", lane: "1", artifact: "a", path: "a.json", sha256: documentDigest("one") },
      {
        kind: "artifact.landed",
        lane: "1",
        artifact: "a",
        key: "2",
        path: "b/c/2.json",
        sha256: documentDigest("two"),
      },
    ]);
    await workspace().forget("r1", "land:1");
    expect(contents(root)).toEqual({ "a.json": "one", "b/c/2.json": "two" });
  });

  it("[R-6] replaces what it expects there, and keeps nothing of it once that is journaled", async () => {
    fill(root, { "a.json": "old" });
    await land([document("a.json", "new", "old")]);
    expect(contents(root)["a.json"]).toBe("new");
    await workspace().forget("r1", "land:1");
    expect(contents(root)).toEqual({ "a.json": "new" });
  });

  it("[R-6] [R-5] counts a target that has the new content already as written", async () => {
    fill(root, { "a.json": "new" });
    const before = statSync(join(root, "a.json")).ino;
    expect(await land([document("a.json", "new", "old"), document("b.json", "two")])).toHaveLength(2);
    expect(statSync(join(root, "a.json")).ino).toBe(before);
    expect(contents(root)).toMatchObject({ "a.json": "new", "b.json": "two" });
  });

  it("[R-5] stays done until it is journaled, whatever a person writes in the meantime", async () => {
    const first = await land([document("a.json", "one")]);
    fill(root, { "a.json": "edited" });
    expect(await land([document("a.json", "one")])).toEqual(first);
    expect(contents(root)["a.json"]).toBe("edited");
    await workspace().forget("r1", "land:1");
    expect(await land([document("a.json", "one")])).toEqual(
      refused("superseded", "`a.json` has changed since it was read: nothing was written"),
    );
  });

  it.each([
    ["a target was edited", { "a.json": "edited" }, "a.json"],
    ["a target came into being", { "b.json": "by a person" }, "b.json"],
    ["a target is gone", { "a.json": undefined }, "a.json"],
    ["a document that was read was edited", { "read.json": "edited" }, "read.json"],
    ["a document that was read is gone", { "read.json": undefined }, "read.json"],
    ["a document came where there was none", { "none.json": "there" }, "none.json"],
  ])("[R-52] writes nothing when %s", async (_, change, path) => {
    fill(root, { "a.json": "old", "read.json": "read" });
    for (const [name, content] of Object.entries(change)) {
      if (content === undefined) rmSync(join(root, name));
      else fill(root, { [name]: content });
    }
    const before = contents(root);
    const reads = [
      { path: "read.json", sha256: documentDigest("read") },
      { path: "none.json", sha256: null },
    ];
    expect(await land([document("a.json", "new", "old"), document("b.json", "two")], { reads })).toEqual(
      refused("superseded", `\`${path}\` has changed since it was read: nothing was written`),
    );
    expect(contents(root)).toEqual(before);
  });

  it("[R-52] takes a target that the brief read as well for a target", async () => {
    fill(root, { "a.json": "old" });
    const reads = [{ path: "a.json", sha256: documentDigest("old") }];
    expect(await land([document("a.json", "new", "old")], { reads })).toMatchObject([
      { kind: "artifact.landed" },
    ]);
  });

  it("[R-7] refuses a path outside of the scope, and lands nothing else either", async () => {
    const documents = [document("in/a.json", "one"), document("out/b.json", "two")];
    expect(await land(documents, { scope: ["in/*"] })).toEqual(
      refused(
        "outside",
        "`out/b.json` is outside of what this playbook may write: its write scope is `in/*`",
      ),
    );
    expect(contents(root)).toEqual({});
  });

  it("[R-7] follows no link: not of a folder, not of a target, not one that stays inside", async () => {
    const outside = freshFolder();
    fill(root, { "real/x": "" });
    symlinkSync(outside, join(root, "away"));
    symlinkSync("real", join(root, "near"));
    symlinkSync(join(outside, "new.json"), join(root, "target.json"));
    const words = (link: string, path: string): string =>
      `\`${link}\` is a symbolic link: \`${path}\` is written only where no link leads elsewhere`;
    expect(await land([document("away/a.json", "x")])).toEqual(
      refused("outside", words("away", "away/a.json")),
    );
    expect(await land([document("near/b/a.json", "x")])).toEqual(
      refused("outside", words("near", "near/b/a.json")),
    );
    expect(await land([document("target.json", "x")])).toEqual(
      refused("outside", words("target.json", "target.json")),
    );
    expect(contents(outside)).toEqual({});
    rmSync(outside, { recursive: true });
  });

  it("[R-7] looks at the folders again before it writes and before it renames", async () => {
    const outside = freshFolder();
    for (const moment of ["create", "rename"] as const) {
      fill(root, { "in/x": "" });
      let isSwapped = false;
      const swap = (): void => {
        if (isSwapped) return;
        isSwapped = true;
        rmSync(join(root, "in"), { recursive: true });
        symlinkSync(outside, join(root, "in"));
      };
      const racing: Disk = {
        ...realDisk,
        create(path, content) {
          // The record is kept before the folder is looked at again; its creation is where the race is lost.
          if (moment === "create" && path.includes("landing")) swap();
          realDisk.create(path, content);
          if (moment === "rename" && path.includes("in/.laban-")) swap();
        },
      };
      const outcome = await land([document("in/a.json", "x")], { id: moment }, racing);
      expect(outcome).toEqual(
        refused(
          "outside",
          "a folder on the way to `in/a.json` was changed while it was being written: nothing was",
        ),
      );
      expect(contents(outside)).toEqual({});
      rmSync(join(root, "in"));
    }
    rmSync(outside, { recursive: true });
  });

  it("[R-7] refuses a name that differs from another only in case or form", async () => {
    fill(root, { "Market/a.json": "", "market2/É.json": "" });
    expect(await land([document("market/b.json", "x")])).toEqual(
      refused(
        "outside",
        "`market/b.json` and `Market`, which is there, differ only in case or form: to some file systems they are one",
      ),
    );
    expect(await land([document("market2/é.json", "x")])).toEqual(
      refused(
        "outside",
        "`market2/é.json` and `market2/É.json`, which is there, differ only in case or form: to some file systems they are one",
      ),
    );
    expect(await land([document("x/a.json", "1"), document("x/A.json", "2")])).toEqual(
      refused(
        "outside",
        "`x/a.json` and `x/A.json` differ only in case or form: to some file systems they are one",
      ),
    );
    expect(await land([document("x/a.json", "1"), document("x/a.json", "2")])).toEqual(
      refused("outside", "`x/a.json` is landed twice at once"),
    );
  });

  it("[R-7] refuses what is no file, or lies below one", async () => {
    mkdirSync(join(root, "folder"));
    fill(root, { file: "" });
    expect(await land([document("folder", "x")])).toEqual(refused("outside", "`folder` is no file"));
    expect(await land([document("file/a", "x")])).toEqual(
      refused("outside", "`file` on the way to `file/a` is no folder"),
    );
  });

  it("writes no other name of a file: a hard link keeps what it had", async () => {
    fill(root, { "a.json": "old" });
    linkSync(join(root, "a.json"), join(root, "other.json"));
    await land([document("a.json", "new", "old")]);
    expect(contents(root)).toMatchObject({ "a.json": "new", "other.json": "old" });
  });

  it("[R-4] writes nothing once the lease is lost", async () => {
    const outcome = await workspace().land(
      "r1",
      landCommand([document("a.json", "x")]),
      () => false,
      neverAborted,
    );
    expect(outcome).toBeUndefined();
    expect(contents(root)).toEqual({});
  });

  it.each([
    ["ENOSPC", "the disk is full: `a.json` was not written; make room and retry"],
    ["EROFS", "`a.json` may not be used by this user: give the right to, and retry"],
    ["EIO", "`a.json` could not be written (EIO)"],
  ])("[R-6] lands nothing and says why when the disk fails at any step (%s)", async (code, words) => {
    const old = { "b/2.json": "old" };
    const documents = [
      document("a.json", "one"),
      document("b/2.json", "two", "old"),
      document("c/d/3.json", "three"),
    ];
    let failures = 0;
    for (let step = 1, hasFailed = true; hasFailed; step += 1) {
      rmSync(root, { recursive: true });
      mkdirSync(root);
      fill(root, old);
      const disk = failingDisk(step, code);
      const outcome = await land(documents, {}, disk.disk);
      hasFailed = disk.hasFailed();
      // What has no links is copied instead.
      const isLanded = outcome?.[0]?.kind === "artifact.landed";
      const isRefused = outcome?.[0]?.kind === "landing.refused" && outcome[0].reason === "failed";
      if (isRefused) failures += 1;
      expect([isLanded || isRefused, isLanded ? old : contents(root)]).toEqual([true, old]);
      expect(isRefused ? words.replace("a.json", shownIn(outcome)) : undefined).toBe(
        isRefused ? messageOf(outcome) : undefined,
      );
      expect(await land(documents)).toHaveLength(3);
    }
    expect(failures).toBeGreaterThan(15);
  });

  it("says in words that a folder may not be written", async () => {
    fill(root, { "in/x": "" });
    chmodSync(join(root, "in"), 0o555);
    const disk: Disk =
      process.getuid?.() === 0 ? { ...realDisk, create: refuseIn(join(root, "in")) } : realDisk;
    expect(await land([document("in/a.json", "x")], {}, disk)).toEqual(
      refused("failed", "`in/a.json` may not be used by this user: give the right to, and retry"),
    );
    chmodSync(join(root, "in"), 0o755);
    expect(contents(root)).toEqual({ "in/x": "" });
  });
});

describe("after a landing that nobody waits for", () => {
  const pair = [document("a.json", "new", "old"), document("x/b.json", "two")];

  it("[R-35] makes everything as it was", async () => {
    fill(root, { "a.json": "old" });
    await land(pair);
    await workspace().takeBack("r1", "land:1");
    expect(contents(root)).toEqual({ "a.json": "old" });
    await workspace().takeBack("r1", "land:1");
    expect(contents(root)).toEqual({ "a.json": "old" });
  });

  it("[R-52] leaves what a person wrote since", async () => {
    fill(root, { "a.json": "old" });
    await land(pair);
    fill(root, { "a.json": "edited", "x/c.json": "more" });
    await workspace().takeBack("r1", "land:1");
    expect(contents(root)).toEqual({ "a.json": "edited", "x/c.json": "more" });
  });

  it("tidies up after a restart: what is journaled stays, what is not goes, what is pending waits", async () => {
    const landed = (id: string, path: string) => land([document(path, id)], { id });
    await landed("journaled", "j.json");
    await landed("abandoned", "a.json");
    await landed("pending", "p.json");
    await workspace().land(
      "r2",
      landCommand([document("other.json", "x")], { id: "abandoned" }),
      held,
      neverAborted,
    );
    await workspace().tidy("r1", {
      pending: ["pending"],
      isJournaled: (path, sha256) => path === "j.json" && sha256 === documentDigest("journaled"),
    });
    const left = contents(root);
    expect(Object.keys(left).filter((path) => !path.startsWith(".laban"))).toEqual([
      "j.json",
      "other.json",
      "p.json",
    ]);
    expect(Object.keys(left).filter((path) => path.startsWith(".laban"))).toHaveLength(2);
  });
});

/** A disk on which the n-th write fails. */
function failingDisk(step: number, code: string): { readonly disk: Disk; readonly hasFailed: () => boolean } {
  let steps = 0;
  const failing =
    <A extends readonly unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      steps += 1;
      if (steps === step) throw Object.assign(new Error(code), { code });
      return work(...args);
    };
  const disk: Disk = {
    ...realDisk,
    makeFolder: failing(realDisk.makeFolder),
    create: failing(realDisk.create),
    link: failing(realDisk.link),
    copy: failing(realDisk.copy),
    rename: failing(realDisk.rename),
    syncFolder: failing(realDisk.syncFolder),
  };
  return { disk, hasFailed: () => steps >= step };
}

function refuseIn(folder: string): Disk["create"] {
  return (path, content) => {
    if (path.startsWith(`${folder}/`)) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    writeFileSync(path, content, { flag: "wx" });
  };
}

/** The path that a refusal names. */
function shownIn(outcome: Awaited<ReturnType<typeof land>>): string {
  return /`([^`]+)`/.exec(messageOf(outcome) ?? "")?.[1] ?? "";
}

function messageOf(outcome: Awaited<ReturnType<typeof land>>): string | undefined {
  const first = outcome?.[0];
  return first?.kind === "landing.refused" ? first.message : undefined;
}
