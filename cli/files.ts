import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { found, misuse, type Found } from "./problem.js";

const faults: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "may not be read",
  EPERM: "may not be read",
  EISDIR: "is a folder",
  ELOOP: "is a link that leads to itself",
  ENAMETOOLONG: "has too long a name",
  ENOTDIR: "lies in something that is no folder",
  ENOSPC: "cannot be written: the disk is full",
  EROFS: "cannot be written: the disk is read-only",
};

/** What is wrong with a file, in words: `does not exist`. */
export function fileFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return faults[code] ?? `cannot be used (${code === "" ? String(error) : code})`;
}

/** The text of a file that was named on the command line, which has to be UTF-8 and at most `limit` bytes. */
export function readNamedFile(cwd: string, name: string, what: string, limit = 16_000_000): Found<string> {
  try {
    const path = resolve(cwd, name);
    const { size } = statSync(path);
    if (size > limit) {
      return misuse(`${what} \`${name}\` has ${String(size)} bytes, and ${String(limit)} are the most`);
    }
    const bytes = readFileSync(path);
    return found(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof TypeError ? "is not UTF-8" : fileFault(error);
    return misuse(`${what} \`${name}\` ${why}`);
  }
}
