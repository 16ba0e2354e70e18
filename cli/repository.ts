import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/**
 * The way from the top of the repository that a folder lies in to the folder, with `/` at its end: what is shown beside
 * the repository's files has to name them from there. Empty where the folder is the top, or in no repository.
 */
export function pathInRepository(folder: string): string {
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, ".git"))) {
      return relative(top, folder)
        .split(sep)
        .map((name) => (name === "" ? "" : `${name}/`))
        .join("");
    }
    if (dirname(top) === top) return "";
  }
}
