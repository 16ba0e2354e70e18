// compiler/checks/lb*.ts and the grammar's own → compiler/checks/index.gen.ts, the list of every check in the order of its code.

import { camelCase, header, namesIn } from "./naming.mjs";

export const checkFile = /^lb\d{4}.*(?<!\.gen|\.d)\.ts$/;

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "compiler/checks",
  owns: /\.gen\.ts$/,
  async generate(root) {
    const stems = namesIn(root, "compiler/checks", checkFile).map((name) => name.replace(/\.ts$/, ""));
    const imports = stems.map((stem) => `import { check as ${camelCase(stem)} } from "./${stem}.js";\n`);
    const text = `${header("compiler/checks/lb*.ts")}
import type { Check } from "../check.js";
${imports.join("")}import { syntaxChecks } from "./syntax.js";

/** Every check, in the order of its code: those of the text are the grammar's. */
export const checks: readonly Check[] = [
  ...syntaxChecks,${stems.map((stem) => `\n  ${camelCase(stem)},`).join("")}
];
`;
    return new Map([["index.gen.ts", text]]);
  },
};
