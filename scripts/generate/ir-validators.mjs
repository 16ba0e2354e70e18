// ir/schema/*.schema.json → ir/validate.gen.js (stands alone, runs in a browser) and its types.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import standaloneModule from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { header, isOnlyDefinitions, namesIn, pascalCase } from "./naming.mjs";

// Both are CommonJS: what they export by default is one level down.
const addFormats = formatsModule.default;
const standaloneCode = standaloneModule.default;

const schemaName = /\.schema\.json$/;
const source = "ir/schema/*.schema.json";

/** The `$defs` that a validator is made for as well: what comes from outside or from a store. */
const documents = ["Bundle", "Program", "JournalEntry", "Event"];

/**
 * @typedef {object} Validator
 * @property {string} type the type that it proves, as the types' generator names it
 * @property {string} file the generated file that has the type
 * @property {string} pointer where the schema is
 */

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 2,
  folder: "ir",
  owns: /^validate\.gen\./,
  async generate(root) {
    const ajv = new Ajv2020({
      allErrors: true,
      strict: true,
      strictTypes: false,
      strictRequired: false,
      discriminator: true,
      // A function for each definition instead of a copy at each use: a third smaller.
      inlineRefs: false,
      code: { source: true, esm: true },
    });
    addFormats(ajv);
    /** @type {Validator[]} */
    const validators = [];
    for (const name of namesIn(root, "ir/schema", schemaName)) {
      const schema = JSON.parse(readFileSync(join(root, "ir/schema", name), "utf8"));
      const key = schema.$id ?? name;
      const file = `./${name.replace(schemaName, "")}.gen.js`;
      ajv.addSchema(schema, key);
      if (!isOnlyDefinitions(schema)) {
        validators.push({ type: pascalCase(name.replace(schemaName, "")), file, pointer: key });
      }
      for (const type of documents) {
        if (type in (schema.$defs ?? {})) validators.push({ type, file, pointer: `${key}#/$defs/${type}` });
      }
    }
    if (validators.length === 0) return new Map();
    const exports = Object.fromEntries(validators.map(({ type, pointer }) => [`validate${type}`, pointer]));
    const code = await inlineRequires(root, standaloneCode(ajv, exports));
    if (/\brequire\(/.test(code)) throw new Error("ir/validate.gen.js still requires something");
    return new Map([
      ["validate.gen.js", `${header(source)}\n${code}`],
      ["validate.gen.d.ts", declarations(validators)],
    ]);
  },
};

/**
 * Beside each shared function ajv keeps the text that would require it; nothing reads it in what is generated.
 *
 * @type {import("esbuild").Plugin}
 */
const withoutRequireTexts = {
  name: "without-require-texts",
  setup({ onLoad }) {
    onLoad({ filter: /ajv[\\/]dist[\\/]runtime[\\/]\w+\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/^\w+\.code = .*$/gm, ""),
      loader: "js",
    }));
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
    minify: true,
    lineLimit: 160,
    legalComments: "none",
    write: false,
    plugins: [withoutRequireTexts],
  });
  return result.outputFiles[0]?.text ?? "";
}

/** @param {readonly Validator[]} validators */
function declarations(validators) {
  const files = new Set(validators.map(({ file }) => file));
  const imports = [...files].map((from) => {
    const types = validators.filter(({ file }) => file === from).map(({ type }) => type);
    return `import type { ${types.join(", ")} } from "${from}";`;
  });
  const exports = validators.map(
    ({ type }) =>
      `/** Whether a value fits \`${type}\`. */\nexport declare const validate${type}: Validator<${type}>;`,
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
