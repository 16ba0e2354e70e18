// Copies an example as it was checked out: what was recorded and landed where somebody ran it in place stays behind.

import { cpSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Copies the folder of an example to `to`, without the folders at its top that its `.gitignore` names.
 *
 * @param {string} from
 * @param {string} to
 */
export function copyExample(from, to) {
  const ignored = readFileSync(join(from, ".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replaceAll("/", ""));
  cpSync(from, to, {
    recursive: true,
    filter: (path) => path === from || !ignored.includes(relative(from, path)),
  });
}
