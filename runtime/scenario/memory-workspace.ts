/**
 * A workspace that is a map: the same rules of reading and landing as a folder's (`[L-38]`, `[R-6]`, `[R-52]`), so that
 * what a scenario shows of them holds outside too. It is the world's, not the run's: a crash loses nothing of it.
 */
import type { ArtifactLandedEvent, Event, Json, LandingRefusedEvent, Reading } from "../../ir/index.js";
import {
  documentDigest,
  keyAt,
  nameOf,
  printDocument,
  readDocument,
  refusePath,
  type Command,
  type Machine,
} from "../core/index.js";

export interface MemoryWorkspace {
  /** Puts a document there that no run landed. */
  give(artifact: string, path: string, value: Json): void;
  read(command: Command & { readonly kind: "read-workspace" }): Event & { readonly kind: "workspace.read" };
  /** All or none; the same landing again, after a crash between the writing and the journal, is done already. */
  land(command: Command & { readonly kind: "land" }): readonly (ArtifactLandedEvent | LandingRefusedEvent)[];
  /** Every document of the family that stands there now, unreadable ones included. */
  documents(artifact: string): readonly Reading[];
  /** Paths to contents. */
  readonly files: ReadonlyMap<string, string>;
}

export function memoryWorkspace(machine: Machine): MemoryWorkspace {
  const files = new Map<string, string>();

  const digestAt = (path: string): string | null => {
    const content = files.get(path);
    return content === undefined ? null : documentDigest(content);
  };
  const documents = (ref: string): readonly Reading[] => {
    const artifact = machine.program.artifacts[ref];
    if (artifact === undefined) return [];
    const found: Reading[] = [];
    for (const path of [...files.keys()].toSorted()) {
      const at = keyAt(artifact, path);
      const content = files.get(path);
      if (at !== undefined && content !== undefined)
        found.push(readDocument(machine, ref, at.key, path, content));
    }
    return found;
  };

  return {
    files,
    documents,
    give(ref, path, value) {
      files.set(path, printDocument(machine.program.artifacts[ref]?.format ?? "json", value));
    },
    read(command) {
      const known = new Map(command.known.map((at) => [nameOf(at.artifact, at.key), at.sha256]));
      const changed = command.families.flatMap((ref): readonly Reading[] => {
        const there = documents(ref);
        const artifact = machine.program.artifacts[ref];
        const single =
          artifact !== undefined && artifact.keys.length === 0 && there.length === 0 && !known.has(ref);
        const absent: readonly Reading[] = single
          ? [{ artifact: ref, path: artifact.at, state: "absent" }]
          : [];
        // Nothing takes a document away here, so that one which was known and is gone cannot be.
        return [
          ...absent,
          ...there.filter((reading) => known.get(nameOf(ref, reading.key)) !== reading.sha256),
        ];
      });
      return { kind: "workspace.read", path: command.path, changed };
    },
    land({ lane, documents: landing, reads, scope }) {
      const refusal = (
        reason: LandingRefusedEvent["reason"],
        message: string,
      ): readonly LandingRefusedEvent[] => [{ kind: "landing.refused", lane, reason, message }];
      for (const { path } of landing) {
        const refused = refusePath(path, scope);
        if (refused !== undefined) return refusal("outside", refused);
      }
      const targets = new Set(landing.map(({ path }) => path));
      const moved =
        landing.find(({ path, expected, sha256 }) => ![expected, sha256].includes(digestAt(path)))?.path ??
        reads.find(({ path, sha256 }) => !targets.has(path) && digestAt(path) !== sha256)?.path;
      if (moved !== undefined)
        return refusal("superseded", `\`${moved}\` has changed since it was read: nothing was written`);
      for (const { path, content } of landing) files.set(path, content);
      return landing.map(({ artifact, key, path, sha256 }) => ({
        kind: "artifact.landed",
        lane,
        artifact,
        ...(key === undefined ? {} : { key }),
        path,
        sha256,
      }));
    },
  };
}
