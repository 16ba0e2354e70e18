// package.json's version → ir/version.gen.ts, so that no room reads a file to know it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { header } from "./naming.mjs";

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "ir",
  owns: /^version\.gen\.ts$/,
  async generate(root) {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const text = `${header("package.json")}
/** The version of Laban. */
export const version = ${JSON.stringify(version)};
`;
    return new Map([["version.gen.ts", text]]);
  },
};
