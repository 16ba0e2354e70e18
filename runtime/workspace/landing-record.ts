/**
 * What is kept of a landing until its run's journal has it: enough to finish it or to take it back after a crash.
 *
 * `.laban/landing/<id>.json` is the record, `.laban/landing/<id>.<n>.old` what stood at the n-th target before.
 */
import { join } from "node:path";
import type { Disk } from "./disk.js";
import type { Ground } from "./ground.js";

export interface LandingRecord {
  readonly id: string;
  /** `writing`: targets may have been replaced, some or all. `done`: all were. */
  readonly state: "writing" | "done";
  readonly targets: readonly LandingTarget[];
  /** Folders that it made, the outermost first. */
  readonly folders: readonly string[];
}

export interface LandingTarget {
  readonly path: string;
  readonly sha256: string;
  /** What stood there before; null: nothing. */
  readonly expected: string | null;
  /** It had the new content before anything was written: there is nothing to take back. */
  readonly isWritten: boolean;
}

export function landingFolder({ root }: Ground): string {
  return join(root, ".laban", "landing");
}

function recordFile(ground: Ground, id: string): string {
  return join(landingFolder(ground), `${id}.json`);
}

export function oldFile(ground: Ground, id: string, index: number): string {
  return join(landingFolder(ground), `${id}.${index}.old`);
}

/** The temporary file beside a target: its name is the landing's, so that a leftover is found again. */
export function temporaryName(id: string, index: number): string {
  return `.laban-${id}-${index}.tmp`;
}

/** Makes the folders of the records where they are missing. */
export function makeLandingFolder(ground: Ground): void {
  const { root, disk } = ground;
  for (const folder of [join(root, ".laban"), landingFolder(ground)]) {
    if (disk.found(folder) === undefined) {
      disk.makeFolder(folder);
      disk.syncFolder(join(folder, ".."));
    }
  }
}

/** Keeps the record durably; it replaces an older one whole. */
export function keepRecord(ground: Ground, record: LandingRecord): void {
  const { disk } = ground;
  const file = recordFile(ground, record.id);
  const temporary = `${file}.tmp`;
  removeIfThere(disk, temporary);
  disk.create(temporary, JSON.stringify(record));
  disk.rename(temporary, file);
  disk.syncFolder(landingFolder(ground));
}

export function readRecord(ground: Ground, id: string): LandingRecord | undefined {
  const file = recordFile(ground, id);
  if (ground.disk.found(file) === undefined) return undefined;
  const record: LandingRecord = JSON.parse(new TextDecoder().decode(ground.disk.read(file)));
  return record;
}

/** The ids, beginning so, of the landings that something is kept of. */
export function keptLandings(ground: Ground, start: string): readonly string[] {
  const ids = namesKept(ground, start).map((name) => name.slice(0, name.indexOf(".")));
  return [...new Set(ids)].toSorted();
}

/** Forgets the landing, also where a crash left only parts of what is kept. Its record goes first. */
export function forgetLanding(ground: Ground, id: string): void {
  const names = namesKept(ground, `${id}.`);
  const record = `${id}.json`;
  for (const name of [...names.filter((one) => one === record), ...names.filter((one) => one !== record)])
    ground.disk.remove(join(landingFolder(ground), name));
}

function namesKept(ground: Ground, start: string): readonly string[] {
  const folder = landingFolder(ground);
  if (ground.disk.found(folder)?.kind !== "folder") return [];
  return ground.disk.names(folder).filter((name) => name.startsWith(start));
}

export function removeIfThere(disk: Disk, path: string): void {
  if (disk.found(path) !== undefined) disk.remove(path);
}
