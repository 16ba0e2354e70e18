// runtime/config/NAME.schema.json → runtime/config/NAME.gen.ts: the settings' types, readonly.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readonlyTypes } from "./ir-types.mjs";
import { header, namesIn, pascalCase } from "./naming.mjs";

const folder = "runtime/config";
const schemaName = /\.schema\.json$/;

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder,
  owns: /\.gen\.ts$/,
  async generate(root) {
    const files = new Map();
    for (const name of namesIn(root, folder, schemaName)) {
      const stem = name.replace(schemaName, "");
      const schema = JSON.parse(readFileSync(join(root, folder, name), "utf8"));
      const types = (await readonlyTypes(schema, pascalCase(stem))).replaceAll(/\bunknown\b/g, "Json");
      files.set(
        `${stem}.gen.ts`,
        `${header(`${folder}/${name}`)}\nimport type { Json } from "../../ir/index.js";\n\n${types}`,
      );
    }
    return files;
  },
};
