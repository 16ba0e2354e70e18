// stdlib/*.playbook → stdlib/index.gen.ts, so that the compiler has the text without reading files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { header, namesIn } from "./naming.mjs";

const extension = /\.playbook$/;

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "stdlib",
  owns: /\.gen\.ts$/,
  async generate(root) {
    const entries = namesIn(root, "stdlib", extension).map((name) => {
      const text = readFileSync(join(root, "stdlib", name), "utf8").replaceAll("\r\n", "\n");
      return `  ${JSON.stringify(name.replace(extension, ""))}: ${JSON.stringify(text)},\n`;
    });
    const text = `${header("stdlib/*.playbook")}
/** The text of each module that is imported as \`std:NAME\`. */
export const stdlib: Readonly<Record<string, string>> = {
${entries.join("")}};
`;
    return new Map([["index.gen.ts", text]]);
  },
};
