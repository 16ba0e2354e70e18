import type { Artifact, Reading, WorkspaceReadEvent } from "../../ir/index.js";
import {
  type Command,
  type Machine,
  contentLimits,
  documentDigest,
  keyAt,
  nameOf,
  pathOfKey,
  readDocument,
} from "../core/index.js";
import { type Ground, readable } from "./ground.js";

/** Reads the families that are asked for and gives what differs from what is known (`[L-38]`, `[R-58]`). */
export function readFamilies(
  ground: Ground,
  machine: Machine,
  command: Command & { readonly kind: "read-workspace" },
): WorkspaceReadEvent {
  const known = new Map(command.known.map((at) => [nameOf(at.artifact, at.key), at.sha256]));
  const changed: Reading[] = [];
  for (const ref of command.families) {
    const artifact = machine.program.artifacts[ref];
    if (artifact === undefined) continue;
    const there = readFamily(ground, machine, ref, artifact);
    const names = new Set(there.map(({ key }) => nameOf(ref, key)));
    const gone = command.known
      .filter((at) => at.artifact === ref && !names.has(nameOf(ref, at.key)))
      .map((at) => absent(ref, artifact, at.key));
    for (const reading of [...there, ...gone]) {
      const name = nameOf(ref, reading.key);
      if (!known.has(name) || known.get(name) !== (reading.sha256 ?? null)) changed.push(reading);
    }
  }
  return { kind: "workspace.read", path: command.path, changed };
}

/** What `sha256` of a reading would be now; null: absent (`[R-52]`). */
export function digestOfReading(ground: Ground, path: string): string | null {
  const from = readable(ground, path);
  switch (from.kind) {
    case "absent":
      return null;
    case "refused":
      return documentDigest(from.problem);
    case "file":
      return ground.disk.digest(from.file);
  }
}

/** Every document of the family, in the order of their paths; of a family of one also that it is absent. */
function readFamily(ground: Ground, machine: Machine, ref: string, artifact: Artifact): readonly Reading[] {
  const found: Reading[] = [];
  for (const path of artifact.keys.length === 0 ? [artifact.at] : listPaths(ground, artifact.at)) {
    const at = keyAt(artifact, path);
    if (at === undefined) continue;
    const reading = readOne(ground, machine, ref, at.key, path);
    // A listed file that is gone by now was never there.
    if (reading.state !== "absent" || at.key === undefined) found.push(reading);
  }
  return found;
}

function readOne(
  { root, disk }: Ground,
  machine: Machine,
  ref: string,
  key: string | undefined,
  path: string,
): Reading {
  const keyed = key === undefined ? {} : { key };
  const unreadable = (problem: string, sha256: string): Reading => ({
    artifact: ref,
    ...keyed,
    path,
    state: "unreadable",
    sha256,
    problem,
  });
  const from = readable({ root, disk }, path);
  switch (from.kind) {
    case "absent":
      return { artifact: ref, ...keyed, path, state: "absent" };
    case "refused":
      // It has no content of its own: the problem stands for it, so that another problem is a change.
      return unreadable(from.problem, documentDigest(from.problem));
    case "file": {
      if (from.bytes > contentLimits.artifactBytes)
        return unreadable(
          `\`${path}\` has ${from.bytes} bytes; documents have at most ${contentLimits.artifactBytes}`,
          disk.digest(from.file),
        );
      const bytes = disk.read(from.file);
      const text = decode(bytes);
      if (text === undefined) return unreadable(`\`${path}\` is not UTF-8`, documentDigest(bytes));
      return readDocument(machine, ref, key, path, text);
    }
  }
}

function absent(ref: string, artifact: Artifact, key: string | undefined): Reading {
  const path = pathOfKey(artifact, key);
  return { artifact: ref, ...(key === undefined ? {} : { key }), path, state: "absent" };
}

/** Every path that the place's text could have produced; whether its keys fit is not looked at. */
function listPaths({ root, disk }: Ground, at: string): readonly string[] {
  let folders: readonly string[] = [""];
  const segments = at.split("/");
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    folders = folders.flatMap((folder) => {
      const below = (name: string): string => (folder === "" ? name : `${folder}/${name}`);
      if (!segment.includes("{")) return [below(segment)];
      return namesIn({ root, disk }, folder)
        .filter((name) => isLast || !name.startsWith("."))
        .map(below);
    });
  }
  return folders.toSorted();
}

function namesIn({ root, disk }: Ground, folder: string): readonly string[] {
  try {
    return disk.names(folder === "" ? root : `${root}/${folder}`);
  } catch {
    // Not there, or no folder: it has no documents.
    return [];
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
