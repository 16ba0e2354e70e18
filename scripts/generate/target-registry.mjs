// compiler/targets/*.ts → compiler/targets/index.gen.ts, the list of everything that a program can be built into.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { camelCase, header, namesIn } from "./naming.mjs";

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "compiler/targets",
  owns: /\.gen\.ts$/,
  async generate(root) {
    const folder = "compiler/targets";
    const stems = namesIn(root, folder, /^(?!.*\.gen\.ts$)(?!.*\.d\.ts$).*\.ts$/)
      .filter((name) => /^export const target\b/m.test(readFileSync(join(root, folder, name), "utf8")))
      .map((name) => name.replace(/\.ts$/, ""));
    const imports = stems.map((stem) => `import { target as ${camelCase(stem)} } from "./${stem}.js";\n`);
    const text = `${header("compiler/targets/*.ts")}
import type { Target } from "./target.js";
${imports.join("")}
/** Every target, in the order of its name. */
export const targets: readonly Target[] = [${stems.map((stem) => `${camelCase(stem)}`).join(", ")}];
`;
    return new Map([["index.gen.ts", text]]);
  },
};
