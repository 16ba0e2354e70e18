import { resolve } from "node:path";
import { readText } from "../runtime/files.js";
import { found, misuse, type Found } from "./problem.js";

/** The text of a file, or pipe, that was named on the command line, which has to be UTF-8 and at most `limit` bytes. */
export function readNamedFile(cwd: string, name: string, what: string, limit?: number): Found<string> {
  if (name === "") return misuse(`${what} has no name`);
  const read = readText(resolve(cwd, name), { pipes: true, ...(limit === undefined ? {} : { limit }) });
  return "text" in read ? found(read.text) : misuse(`${what} \`${name}\` ${read.problem}`);
}
