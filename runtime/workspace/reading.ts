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
import { diskCode, unreadableWords } from "./disk.js";
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
      // Also where its folder cannot be listed any more, it is known to be there or not.
      .map((at) => readOne(ground, machine, ref, at.key, pathOfKey(artifact, at.key)));
    for (const reading of [...there, ...gone]) {
      const name = nameOf(ref, reading.key);
      if (!known.has(name) || known.get(name) !== (reading.sha256 ?? null)) changed.push(reading);
    }
  }
  return { kind: "workspace.read", path: command.path, changed };
}

/** What `sha256` of a reading would be now; null: absent (`[R-52]`). */
export function digestOfReading(ground: Ground, path: string): string | null {
  const seen = look(ground, path, contentLimits.artifactBytes);
  return seen.kind === "absent" ? null : seen.sha256;
}

type Seen =
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly problem: string; readonly sha256: string }
  | { readonly kind: "text"; readonly text: string; readonly sha256: string };

/** What stands at a path, before it is parsed (`[R-58]`). */
function look(ground: Ground, path: string, artifactBytes: number): Seen {
  // It has no content of its own: the problem stands for it, so that another problem is a change.
  const refused = (problem: string): Seen => ({
    kind: "unreadable",
    problem,
    sha256: documentDigest(problem),
  });
  const { disk } = ground;
  try {
    const from = readable(ground, path);
    if (from.kind === "absent") return from;
    if (from.kind === "refused") return refused(from.problem);
    if (from.bytes > artifactBytes) {
      const problem = `\`${path}\` has ${from.bytes} bytes; documents have at most ${artifactBytes}`;
      return { kind: "unreadable", problem, sha256: disk.digest(from.file) };
    }
    const bytes = disk.read(from.file);
    const sha256 = documentDigest(bytes);
    const text = decode(bytes);
    return text === undefined
      ? { kind: "unreadable", problem: `\`${path}\` is not UTF-8`, sha256 }
      : { kind: "text", text, sha256 };
  } catch (error) {
    const code = diskCode(error);
    if (code === undefined) throw error;
    return refused(unreadableWords(code, path));
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
  ground: Ground,
  machine: Machine,
  ref: string,
  key: string | undefined,
  path: string,
): Reading {
  const at = { artifact: ref, ...(key === undefined ? {} : { key }), path };
  const seen = look(ground, path, machine.limits.artifactBytes);
  switch (seen.kind) {
    case "absent":
      return { ...at, state: "absent" };
    case "unreadable":
      return { ...at, state: "unreadable", sha256: seen.sha256, problem: seen.problem };
    case "text":
      return readDocument(machine, ref, key, path, seen.text);
  }
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
