// cli/commands/*.ts → cli/commands/index.gen.ts. Names and summaries stand there as they are, and a command's module
// is imported only when it is asked for: `laban --version` and `laban --help` load no command.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { header, namesIn } from "./naming.mjs";

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "cli/commands",
  owns: /\.gen\.ts$/,
  async generate(root) {
    const files = namesIn(root, "cli/commands", /^(?!.*\.gen\.ts$)(?!.*\.d\.ts$).*\.ts$/);
    const entries = files.map((file) => {
      const source = readFileSync(join(root, "cli/commands", file), "utf8");
      const name = literal(source, "name", file);
      const summary = literal(source, "summary", file);
      const specifier = JSON.stringify(`./${file.replace(/\.ts$/, ".js")}`);
      return `  {
    name: ${JSON.stringify(name)},
    summary: ${JSON.stringify(summary)},
    load: async () => (await import(${specifier})).command,
  },\n`;
    });
    const text = `${header("cli/commands/*.ts")}
/** Every command: what help shows of it, and how to load it. */
export const commands = [
${entries.join("")}] as const;
`;
    return new Map([["index.gen.ts", text]]);
  },
};

/**
 * The string that the command gives for `key`. It is read from the text, so it has to be a literal.
 *
 * @param {string} source
 * @param {string} key
 * @param {string} file
 * @returns {string}
 */
function literal(source, key, file) {
  const start = source.indexOf("export const command");
  const found = new RegExp(`\\b${key}:\\s*("(?:[^"\\\\\\n]|\\\\.)*")`).exec(
    start < 0 ? "" : source.slice(start),
  );
  if (found?.[1] === undefined) {
    throw new Error(`cli/commands/${file} has to export \`const command\` with a literal \`${key}: "…"\``);
  }
  return JSON.parse(found[1]);
}
