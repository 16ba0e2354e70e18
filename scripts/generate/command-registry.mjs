// cli/commands/*.ts → cli/commands/index.gen.ts. Names and summaries stand there as they are, and a command's module
// is imported only when it is asked for: `laban --version` and `laban --help` load no command.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { header, literalIn, namesIn } from "./naming.mjs";

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "cli/commands",
  owns: /\.gen\.ts$/,
  async generate(root) {
    const files = namesIn(root, "cli/commands", /^(?!.*\.gen\.ts$)(?!.*\.d\.ts$).*\.ts$/);
    const entries = files.map((file) => {
      const source = readFileSync(join(root, "cli/commands", file), "utf8");
      const where = { path: `cli/commands/${file}`, constant: "command" };
      const specifier = JSON.stringify(`./${file.replace(/\.ts$/, ".js")}`);
      return `  {
    name: ${literalIn(source, "name", where)},
    summary: ${literalIn(source, "summary", where)},
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
