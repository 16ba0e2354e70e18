/**
 * Landing documents in a workspace (`[R-6]`, `[R-7]`, `[R-52]`).
 *
 * Invariants
 * 1. All of this happens under the workspace's lock; nothing here awaits.
 * 2. All documents of a landing stand at their targets, or none. A record says what is being replaced before anything is,
 *    and each replaced file is kept under another name first, so that whoever comes after a crash can finish or take back.
 * 3. A target is replaced only while its content is what the landing expects. What a person wrote is never lost: not by a
 *    landing, and not by taking one back.
 * 4. The same landing again does nothing twice: a target that has the new content counts as written, and a landing that was
 *    done stays done until its run has journaled it.
 * 5. A record is forgotten only once the journal has what it says, or once it was taken back.
 */
import { dirname, join } from "node:path";
import type { ArtifactLandedEvent, Document, LandingRefusedEvent } from "../../ir/index.js";
import { invariant } from "../../ir/index.js";
import { foldName, refusePath } from "../core/index.js";
import { diskCode, diskWords } from "./disk.js";
import { type Ground, type Way, isSameWay, walk } from "./ground.js";
import {
  type LandingRecord,
  type LandingTarget,
  forgetLanding,
  keepRecord,
  landingFolder,
  makeLandingFolder,
  oldFile,
  readRecord,
  removeIfThere,
  temporaryName,
} from "./landing-record.js";
import { digestOfReading } from "./reading.js";

export interface Landing {
  /** Of this landing alone, the same after a restart; letters, digits and `-`. */
  readonly id: string;
  readonly lane: string;
  readonly documents: readonly Document[];
  readonly reads: readonly { readonly path: string; readonly sha256: string | null }[];
  readonly scope: readonly string[];
}

export type Landed = readonly (ArtifactLandedEvent | LandingRefusedEvent)[];

/** Lands all documents or none, and says which; a refusal has changed nothing. */
export function land(ground: Ground, landing: Landing): Landed {
  const { lane, documents, scope } = landing;
  const outside = documents
    .map(({ path }) => refusePath(path, scope))
    .find((refused) => refused !== undefined);
  if (outside !== undefined) return [refusal(lane, "outside", outside)];
  const doubled = doubledPath(documents);
  if (doubled !== undefined) return [refusal(lane, "outside", doubled)];

  const before = readRecord(ground, landing.id);
  if (before?.state === "done") return landed(landing);
  const refuse = (reason: LandingRefusedEvent["reason"], message: string): Landed => {
    if (before !== undefined) takeBack(ground, before);
    forgetLanding(ground, landing.id);
    return [refusal(lane, reason, message)];
  };
  const ways: Way[] = [];
  for (const { path } of documents) {
    const way = walk(ground, path);
    if ("refused" in way) return refuse("outside", way.refused);
    ways.push(way);
  }
  const moved = movedSince(ground, landing);
  if (moved !== undefined) return refuse("superseded", movedWords(moved));
  return write(ground, landing, ways, before ?? newRecord(ground, landing, ways));
}

/** What is about to happen, as it is before anything has. */
function newRecord(ground: Ground, { id, documents }: Landing, ways: readonly Way[]): LandingRecord {
  const targets = documents.map(({ path, sha256, expected }) => ({
    path,
    sha256,
    expected,
    isWritten: targetDigest(ground, path) === sha256,
  }));
  return { id, state: "writing", targets, folders: missingFolders(ground, ways) };
}

function write(ground: Ground, landing: Landing, ways: readonly Way[], record: LandingRecord): Landed {
  const { id, lane, documents } = landing;
  let at = documents[0]?.path ?? "";
  try {
    makeLandingFolder(ground);
    keepRecord(ground, record);
    for (const folder of record.folders) makeFolder(ground, join(ground.root, folder));
    const open: { readonly way: Way; readonly index: number }[] = [];
    for (const [index, { path, content, sha256 }] of documents.entries()) {
      at = path;
      // The folders are looked at again, now that those which were missing are there.
      const way = walk(ground, path);
      const known = ways[index];
      if ("refused" in way || known === undefined || !isSameWay(ground, existing(known)))
        return giveUp(ground, record, lane, "outside", changedOnTheWay(path));
      if (targetDigest(ground, path) === sha256) continue;
      const temporary = join(dirname(way.file), temporaryName(id, index));
      removeIfThere(ground.disk, temporary);
      ground.disk.create(temporary, content);
      open.push({ way, index });
    }
    for (const { way, index } of open) {
      at = way.path;
      const target = record.targets[index];
      invariant(target !== undefined, "each way is a target's");
      keepOld(ground, id, index, way, target);
    }
    for (const { way, index } of open) {
      at = way.path;
      const expected = record.targets[index]?.expected ?? null;
      if (!isSameWay(ground, way)) return giveUp(ground, record, lane, "outside", changedOnTheWay(way.path));
      if (targetDigest(ground, way.path) !== expected)
        return giveUp(ground, record, lane, "superseded", movedWords(way.path));
      ground.disk.rename(join(dirname(way.file), temporaryName(id, index)), way.file);
    }
    for (const folder of new Set(open.map(({ way }) => dirname(way.file)))) ground.disk.syncFolder(folder);
    keepRecord(ground, { ...record, state: "done" });
    return landed(landing);
  } catch (error) {
    const why = diskWords(error, ground.root, at);
    if (why === undefined) throw error;
    return giveUp(ground, record, lane, "failed", why);
  }
}

/**
 * Makes everything as it was before the landing: what it replaced comes back, what it added goes. What somebody else wrote
 * since stays. Also finishes what an earlier attempt to take it back left.
 */
export function takeBack(ground: Ground, record: LandingRecord): void {
  const { disk } = ground;
  for (const [index, target] of record.targets.entries()) {
    const way = walk(ground, target.path);
    if ("refused" in way) continue;
    removeIfThere(disk, join(dirname(way.file), temporaryName(record.id, index)));
    if (target.isWritten || targetDigest(ground, target.path) !== target.sha256) continue;
    const old = oldFile(ground, record.id, index);
    if (target.expected === null) disk.remove(way.file);
    else if (disk.found(old) !== undefined) disk.rename(old, way.file);
    disk.syncFolder(dirname(way.file));
  }
  for (const folder of record.folders.toReversed()) {
    const path = join(ground.root, folder);
    if (disk.found(path)?.kind === "folder" && disk.names(path).length === 0) disk.removeFolder(path);
  }
  forgetLanding(ground, record.id);
}

function giveUp(
  ground: Ground,
  record: LandingRecord,
  lane: string,
  reason: LandingRefusedEvent["reason"],
  message: string,
): Landed {
  takeBack(ground, record);
  return [refusal(lane, reason, message)];
}

/** What stands at the target is kept under another name, before the new content takes its place. */
function keepOld(ground: Ground, id: string, index: number, way: Way, target: LandingTarget): void {
  const { disk } = ground;
  if (target.expected === null) return;
  const old = oldFile(ground, id, index);
  removeIfThere(disk, old);
  try {
    disk.link(way.file, old);
  } catch (error) {
    // Not every file system has links, and some lie across a border.
    const code = diskCode(error);
    if (code === undefined || code === "ENOSPC" || code === "EDQUOT") throw error;
    disk.copy(way.file, old);
  }
  disk.syncFolder(landingFolder(ground));
}

/** Which target or read document is not what the landing was made from. */
function movedSince(ground: Ground, { documents, reads }: Landing): string | undefined {
  const targets = new Set(documents.map(({ path }) => path));
  const target = documents.find(({ path, sha256, expected }) => {
    const now = targetDigest(ground, path);
    return now !== expected && now !== sha256;
  });
  return (
    target?.path ??
    reads.find(({ path, sha256 }) => !targets.has(path) && digestOfReading(ground, path) !== sha256)?.path
  );
}

function movedWords(path: string): string {
  return `\`${path}\` has changed since it was read: nothing was written`;
}

function changedOnTheWay(path: string): string {
  return `a folder on the way to \`${path}\` was changed while it was being written: nothing was`;
}

/** The digest of what stands at a target that `walk` admits; null: nothing. */
function targetDigest({ root, disk }: Ground, path: string): string | null {
  const file = join(root, path);
  return disk.found(file)?.kind === "file" ? disk.digest(file) : null;
}

/** Two documents of one landing at one place, for some file system. */
function doubledPath(documents: readonly Document[]): string | undefined {
  const seen = new Map<string, string>();
  for (const { path } of documents) {
    const other = seen.get(foldName(path));
    if (other === path) return `\`${path}\` is landed twice at once`;
    if (other !== undefined)
      return `\`${other}\` and \`${path}\` differ only in case or form: to some file systems they are one`;
    seen.set(foldName(path), path);
  }
  return undefined;
}

function missingFolders({ root }: Ground, ways: readonly Way[]): readonly string[] {
  const missing = ways.flatMap(({ parents }) => parents.filter(({ identity }) => identity === undefined));
  return [...new Set(missing.map(({ folder }) => folder.slice(root.length + 1)))];
}

function makeFolder({ disk }: Ground, folder: string): void {
  if (disk.found(folder) !== undefined) return;
  disk.makeFolder(folder);
  disk.syncFolder(dirname(folder));
}

function existing(way: Way): Way {
  return { ...way, parents: way.parents.filter(({ identity }) => identity !== undefined) };
}

function landed({ lane, documents }: Landing): Landed {
  return documents.map(({ artifact, key, path, sha256 }) => ({
    kind: "artifact.landed",
    lane,
    artifact,
    ...(key === undefined ? {} : { key }),
    path,
    sha256,
  }));
}

function refusal(lane: string, reason: LandingRefusedEvent["reason"], message: string): LandingRefusedEvent {
  return { kind: "landing.refused", lane, reason, message };
}
