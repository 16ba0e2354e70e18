/** Files of this machine that a person named, and what is wrong with them in words. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";

const faults: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "may not be read",
  EPERM: "may not be read",
  EISDIR: "is a folder",
  ELOOP: "is a link that leads to itself",
  ENAMETOOLONG: "has too long a name",
  ENOTDIR: "lies in something that is no folder",
  EEXIST: "lies in something that is no folder",
  ENOSPC: "cannot be written: the disk is full",
  EROFS: "cannot be written: the disk is read-only",
};

/** What is wrong with a file, in words: `does not exist`. */
export function fileFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return faults[code] ?? `cannot be used (${code === "" ? String(error) : code})`;
}

export type ReadText = { readonly text: string } | { readonly problem: string };

/**
 * The text of a file, which has to be UTF-8 and at most `limit` bytes, or what is wrong with it. A pipe is read where
 * `pipes` says so: a shell hands over what a command wrote as one. Nothing else that never ends is.
 */
export function readText(path: string, { pipes = false, limit = 16_000_000 } = {}): ReadText {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return { problem: "is a folder" };
    if (!found.isFile() && !(pipes && found.isFIFO())) return { problem: "is no file" };
    const bytes = readUpTo(path, limit + 1);
    if (bytes.length > limit) return { problem: `has more than ${limit} bytes, which are the most` };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    return { problem: error instanceof TypeError ? "is not UTF-8" : fileFault(error) };
  }
}

function readUpTo(path: string, most: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const room = Math.min(most, Math.max(fstatSync(file).size + 1, 1 << 16));
    while (size < most) {
      const chunk = Buffer.alloc(Math.min(room, most - size));
      const read = readSync(file, chunk);
      if (read === 0) break;
      size += read;
      chunks.push(chunk.subarray(0, read));
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(file);
  }
}

/** Makes a folder and those above it. Throws Node's errors; Node's own way of it never ends in some folders (`/proc`). */
export function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
