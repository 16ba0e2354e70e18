import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from "vitest";
import type { Document } from "../../../ir/index.js";
import { folderWorkspace } from "../../../runtime/workspace/folder.js";
import { bundleProgram, runProgram } from "../../support/child.js";
import { countOf } from "../../support/counts.js";
import { Crash, crashingDisk, quickDisk } from "./crashing-disk.js";
import { contents, document, fill, freshFolder, landCommand, leapingClock, neverAborted } from "./sample.js";

const before = { "b/2.json": "old", "c.json": "three", "read.json": "read" };
const documents: readonly Document[] = [
  document("a.json", "one"),
  document("b/2.json", "two", "old"),
  document("c.json", "three", "other"),
  document("d/e/4.json", "four"),
];
const after = { ...before, "a.json": "one", "b/2.json": "two", "d/e/4.json": "four" };

let root = "";
beforeEach(() => {
  root = freshFolder();
  fill(root, before);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const held = (): boolean => true;
const workspace = (disk = quickDisk) => folderWorkspace(root, { clock: leapingClock(), disk });
const command = landCommand(documents);

function restart(): void {
  rmSync(root, { recursive: true });
  mkdirSync(root);
  fill(root, before);
}

/** Whether `work` got to die. */
async function dies(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

/** A landing that dies before its n-th write; false when it did not get to. */
async function crashAt(step: number): Promise<boolean> {
  return dies(() => workspace(crashingDisk(step)).land("r1", command, held, neverAborted));
}

describe("a landing that dies", () => {
  it("[R-5] [R-6] at any step is finished by the same landing, once, with nothing left over", async () => {
    let steps = 0;
    while (await crashAt(steps + 1)) {
      steps += 1;
      expect(await workspace().land("r1", command, held, neverAborted)).toHaveLength(4);
      await workspace().forget("r1", command.id);
      expect(contents(root)).toEqual(after);
      restart();
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("[R-5] at any two steps one after the other is finished all the same", async () => {
    let pairs = 0;
    for (let first = 1; await crashAt(first); first += countOf(3, 1)) {
      for (let second = 1; await crashAt(second); second += countOf(6, 1)) {
        pairs += 1;
        await workspace().land("r1", command, held, neverAborted);
        await workspace().forget("r1", command.id);
        expect(contents(root)).toEqual(after);
        restart();
        await crashAt(first);
      }
      restart();
    }
    expect(pairs).toBeGreaterThan(20);
  });

  it.each([
    ["a target", "b/2.json"],
    ["a target that was not there", "d/e/4.json"],
    ["what the brief read", "read.json"],
  ])("[R-6] [R-52] lands all or none when a person edits %s before the restart", async (_, edited) => {
    const withReads = landCommand(documents, {
      reads: [{ path: "read.json", sha256: documentDigestOf("read") }],
    });
    let steps = 0;
    while (await crashAt(steps + 1)) {
      steps += 1;
      fill(root, { [edited]: "edited" });
      const outcome = await workspace().land("r1", withReads, held, neverAborted);
      await workspace().forget("r1", command.id);
      const isLanded = outcome?.[0]?.kind === "artifact.landed";
      const rest = isLanded ? after : before;
      expect(contents(root)).toEqual({ ...rest, [edited]: "edited" });
      restart();
    }
    expect(steps).toBeGreaterThan(20);
  });

  it("[R-35] at any step, also while it is taken back, leaves nothing when nobody waits for it", async () => {
    let steps = 0;
    while (await crashAt(steps + 1)) {
      steps += 1;
      for (let second = 1; second < 40; second += 7) {
        await dies(() => workspace(crashingDisk(second)).takeBack("r1", command.id));
      }
      await workspace().tidy("r1", { pending: [], isJournaled: () => false });
      expect(contents(root)).toEqual(before);
      restart();
    }
    expect(steps).toBeGreaterThan(20);
  });
});

describe("a landing in a process of its own", () => {
  let lander = "";
  beforeAll(async () => {
    lander = await bundleProgram(join(import.meta.dirname, "lander.program.ts"));
  });
  afterAll(() => rmSync(lander, { force: true }));

  it("[R-5] [R-6] that is killed at a step is finished by the next one", async () => {
    const given = JSON.stringify(command);
    const stride = countOf(13, 1);
    const kill = (step: number) => runProgram(lander, [root, given, String(step)]).ended;
    let kills = 0;
    let last = await kill(1);
    for (; last.signal === "SIGKILL"; last = await kill(1 + kills * stride)) {
      kills += 1;
      const finished = await runProgram(lander, [root, given, "0"]).ended;
      expect(finished.stderr).toBe("");
      await workspace().forget("r1", command.id);
      expect(contents(root)).toEqual(after);
      restart();
    }
    expect(last.stdout).toContain("artifact.landed");
    expect(kills).toBeGreaterThan(20 / stride);
  });

  it("[R-52] waits for another's, whose lock dies with it", async () => {
    const holding = runProgram(lander, [root, JSON.stringify(command), "hold"]);
    await holding.line("holding");
    const other = landCommand([document("z.json", "z")], { id: "land:2" });
    const impatient = folderWorkspace(root, { clock: leapingClock(), patienceMs: 100 });
    expect(await impatient.land("r2", other, held, neverAborted)).toMatchObject([
      { reason: "failed", message: "another process has held the workspace for too long: end it, and retry" },
    ]);
    holding.child.kill("SIGKILL");
    await holding.ended;
    expect(await impatient.land("r2", other, held, neverAborted)).toMatchObject([
      { kind: "artifact.landed" },
    ]);
  });
});

function documentDigestOf(content: string): string {
  return document("x", content).sha256;
}
