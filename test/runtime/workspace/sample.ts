import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Artifact, Document, Program } from "../../../ir/index.js";
import { type Command, documentDigest, machine } from "../../../runtime/core/index.js";
import type { Clock } from "../../../runtime/ports.js";

export function freshFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "laban-workspace-")));
}

/** Writes files; an empty path's folder is made as well. */
export function fill(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Every file below the folder with its content, Laban's lock left out. */
export function contents(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (statSync(join(root, path)).isDirectory()) visit(path);
      else if (path !== ".laban/workspace.lock") found[path] = readFileSync(join(root, path), "utf8");
    }
  };
  visit("");
  return found;
}

const anyObject = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

export function family(
  at: string,
  keys: readonly string[] = [],
  format: Artifact["format"] = "json",
): Artifact {
  return { at, keys, format, given: false, schema: format === "text" ? { type: "string" } : anyObject };
}

export function machineWith(artifacts: Program["artifacts"]) {
  return machine({
    laban: "1",
    types: {},
    artifacts,
    evidence: {},
    verdicts: {},
    waits: {},
    tools: {},
    effects: {},
    playbooks: {},
  });
}

export function document(path: string, content: string, expected: string | null = null): Document {
  return {
    artifact: "a",
    path,
    sha256: documentDigest(content),
    content,
    expected: expected === null ? null : documentDigest(expected),
    value: content,
  };
}

export function landCommand(
  documents: readonly Document[],
  more: Partial<Command & { readonly kind: "land" }> = {},
): Command & { readonly kind: "land" } {
  return { kind: "land", id: "land:1", lane: "1", documents, reads: [], scope: ["**"], ...more };
}

/** A clock that stands; who waits for it is told at once that the moment has come. */
export function leapingClock(start = 0): Clock {
  let now = start;
  return {
    now: () => now,
    async until(at, signal) {
      signal.throwIfAborted();
      now = Math.max(now, at);
    },
  };
}

export const neverAborted: AbortSignal = new AbortController().signal;
