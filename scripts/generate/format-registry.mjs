// compiler/render/*.ts → compiler/render/index.gen.ts, every format of a report for programs. A format's module is
// imported only when it is asked for.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { header, literalIn, namesIn } from "./naming.mjs";

const folder = "compiler/render";

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder,
  owns: /\.gen\.ts$/,
  async generate(root) {
    const entries = namesIn(root, folder, /^(?!.*\.gen\.ts$)(?!.*\.d\.ts$).*\.ts$/).flatMap((file) => {
      const source = readFileSync(join(root, folder, file), "utf8");
      if (!/^export const format\b/m.test(source)) return [];
      const where = { path: `${folder}/${file}`, constant: "format" };
      return `  {
    name: ${literalIn(source, "name", where)},
    summary: ${literalIn(source, "summary", where)},
    load: async () => (await import(${JSON.stringify(`./${file.replace(/\.ts$/, ".js")}`)})).format,
  },\n`;
    });
    const text = `${header(`${folder}/*.ts`)}
/** Every format, in the order of its name: what help shows of it, and how to load it. */
export const formats = [
${entries.join("")}] as const;
`;
    return new Map([["index.gen.ts", text]]);
  },
};
