// ir/schema/*.schema.json → ir/validate.gen.js (stands alone, runs in a browser) and its types.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import standaloneModule from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { header, namesIn, pascalCase } from "./naming.mjs";

// Both are CommonJS: what they export by default is one level down.
const addFormats = formatsModule.default;
const standaloneCode = standaloneModule.default;

const schemaName = /\.schema\.json$/;
const source = "ir/schema/*.schema.json";

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 2,
  folder: "ir",
  owns: /^validate\.gen\./,
  async generate(root) {
    const names = namesIn(root, "ir/schema", schemaName);
    if (names.length === 0) return new Map();
    const ajv = new Ajv2020({
      allErrors: true,
      strict: true,
      allowUnionTypes: true,
      discriminator: true,
      code: { source: true, esm: true },
    });
    addFormats(ajv);
    /** @type {Record<string, string>} */
    const validators = {};
    for (const name of names) {
      const schema = JSON.parse(readFileSync(join(root, "ir/schema", name), "utf8"));
      const key = schema.$id ?? name;
      ajv.addSchema(schema, key);
      validators[`validate${pascalCase(name.replace(schemaName, ""))}`] = key;
    }
    const code = await inlineRequires(root, standaloneCode(ajv, validators));
    if (/\brequire\(/.test(code)) throw new Error("ir/validate.gen.js still requires something");
    return new Map([
      ["validate.gen.js", `${header(source)}\n${code}`],
      ["validate.gen.d.ts", declarations(names)],
    ]);
  },
};

/**
 * What the validators share (string length, equality, formats) is required by ajv's output; a browser has no require.
 *
 * @param {string} root
 * @param {string} code
 */
async function inlineRequires(root, code) {
  const result = await build({
    stdin: { contents: code, resolveDir: root, sourcefile: "validate.js", loader: "js" },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    target: "es2022",
    minifySyntax: true,
    legalComments: "none",
    write: false,
  });
  // ajv keeps beside each shared function the text that would require it; nothing reads it here.
  return (result.outputFiles[0]?.text ?? "").replace(/^\s*\w+\.code = ['"`]require\(.*\n/gm, "");
}

/** @param {readonly string[]} names */
function declarations(names) {
  const stems = names.map((name) => name.replace(schemaName, ""));
  const imports = stems.map((stem) => `import type { ${pascalCase(stem)} } from "./${stem}.gen.js";`);
  const exports = stems.map(
    (stem) =>
      `/** Whether a value fits \`ir/schema/${stem}.schema.json\`. */\n` +
      `export declare const validate${pascalCase(stem)}: Validator<${pascalCase(stem)}>;`,
  );
  return `${header(source)}
${imports.join("\n")}

/** One way in which a value does not fit its schema. \`instancePath\` is a JSON Pointer. */
export interface Misfit {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Every misfit of the last call is in \`errors\`, which the next call replaces. */
export interface Validator<T> {
  (value: unknown): value is T;
  readonly errors?: readonly Misfit[] | null;
}

${exports.join("\n\n")}
`;
}
