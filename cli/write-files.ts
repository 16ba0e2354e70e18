import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileFault, makeFolders } from "../runtime/files.js";
import { found, refusal, type Found } from "./problem.js";

/** Writes files below a folder, which is made where it is missing; gives their paths as they are to be named. */
export function writeFiles(
  cwd: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): Found<readonly string[]> {
  const written: string[] = [];
  for (const [path, text] of files) {
    const name = join(folder, path);
    try {
      makeFolders(dirname(resolve(cwd, name)));
      writeFileSync(resolve(cwd, name), text);
      written.push(name);
    } catch (error) {
      return refusal(`\`${name}\` ${writeFault(error)}`);
    }
  }
  return found(written);
}

/** Why a file could not be written, in words. */
export function writeFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EACCES" || code === "EPERM") return "may not be written";
  if (code === "EEXIST") return "cannot be written: a file stands where a folder is needed";
  if (code === "ENOENT") return "cannot be written: its folder cannot be made";
  return fileFault(error);
}
