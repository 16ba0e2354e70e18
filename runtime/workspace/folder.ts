import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Workspace } from "../ports.js";
import { type Disk, diskWords, isFolder, realDisk } from "./disk.js";
import type { Ground } from "./ground.js";
import { forgetLanding, keptLandings, readRecord } from "./landing-record.js";
import { land, takeBack } from "./landing.js";
import { withLock } from "./lock.js";
import { readFamilies } from "./reading.js";
import { StoreFailure } from "../stores/failure.js";

export interface FolderOptions {
  readonly clock: Clock;
  /** Another disk, for tests. */
  readonly disk?: Disk;
  /** How long a landing waits for another process's, in ms. Default 30 000. */
  readonly patienceMs?: number;
}

/** The workspace in a folder, which has to be there. Landing leaves its own files in `.laban/` below it (`[R-6]`). */
export function folderWorkspace(folder: string, options: FolderOptions): Workspace {
  const { clock, disk = realDisk, patienceMs } = options;
  const ground: Ground = { root: disk.resolve(folder), disk };
  const lockFile = join(ground.root, ".laban", "workspace.lock");

  const locked = async <T>(signal: AbortSignal, body: () => T): Promise<T | "busy"> => {
    if (!isFolder(join(ground.root, ".laban"))) mkdirSync(join(ground.root, ".laban"));
    const outcome = await withLock(lockFile, clock, signal, body, patienceMs);
    return outcome.kind === "busy" ? "busy" : outcome.result;
  };

  return {
    async read(machine, command) {
      return readFamilies(ground, machine, command);
    },
    async land(run, command, isHeld, signal) {
      const refused = (message: string) =>
        [{ kind: "landing.refused", lane: command.lane, reason: "failed", message }] as const;
      try {
        const outcome = await locked(signal, () =>
          isHeld() ? land(ground, { ...command, id: landingId(run, command.id) }) : undefined,
        );
        return outcome === "busy"
          ? refused("another process has held the workspace for too long: end it, and retry")
          : outcome;
      } catch (error) {
        const why = diskWords(error, ground.root, command.documents[0]?.path ?? ".");
        if (why !== undefined) return refused(why);
        if (error instanceof StoreFailure) return refused(`landings cannot be kept apart: ${error.message}`);
        throw error;
      }
    },
    forget: (run, command) => telling(ground, async () => forgetLanding(ground, landingId(run, command))),
    takeBack: (run, command) =>
      telling(ground, async () => {
        await locked(new AbortController().signal, () => {
          const record = readRecord(ground, landingId(run, command));
          if (record !== undefined) takeBack(ground, record);
        });
      }),
    tidy: (run, { pending, isJournaled }) =>
      telling(ground, async () => {
        const kept = new Set(pending.map((command) => landingId(run, command)));
        const left = keptLandings(ground, runMark(run)).filter((id) => !kept.has(id));
        if (left.length === 0) return;
        await locked(new AbortController().signal, () => {
          for (const id of left) {
            const record = readRecord(ground, id);
            const isKnown = record?.targets.every(({ path, sha256 }) => isJournaled(path, sha256));
            if (record === undefined || (record.state === "done" && isKnown)) forgetLanding(ground, id);
            else takeBack(ground, record);
          }
        });
      }),
  };
}

/** What is kept of landings is part of the store: where the disk is in the way of it, a `StoreFailure` says so. */
async function telling(ground: Ground, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    const why = diskWords(error, ground.root, ".laban/landing");
    if (why === undefined) throw error;
    throw new StoreFailure("unusable", why, { cause: error });
  }
}

function landingId(run: string, command: string): string {
  return `${runMark(run)}${mark(command)}`;
}

function runMark(run: string): string {
  return `${mark(run)}-`;
}

function mark(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
