// ir/schema/NAME.schema.json → ir/NAME.gen.ts, with everything readonly.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";
import { header, isOnlyDefinitions, namesIn, pascalCase } from "./naming.mjs";
import { makeReadonly } from "./readonly.mjs";

const schemaName = /\.schema\.json$/;

/** What the type writer makes of any value and of a schema inside a schema: `ir/json.ts` has the types for them. */
const opaque =
  /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?export (?:type (?:Json|Schema) =[^;]*(?:\{[^}]*\}[^;]*)?;|interface (?:Json|Schema) \{[^}]*\})\n?/g;

/** @type {import("../generate.mjs").Generator} */
export const generator = {
  order: 1,
  folder: "ir",
  owns: /^(?!validate\.|version\.).*\.gen\.ts$/,
  async generate(root) {
    const files = new Map();
    for (const name of namesIn(root, "ir/schema", schemaName)) {
      const stem = name.replace(schemaName, "");
      const schema = JSON.parse(readFileSync(join(root, "ir/schema", name), "utf8"));
      const rootType = pascalCase(stem);
      const onlyDefinitions = isOnlyDefinitions(schema);
      if (onlyDefinitions) delete schema.$ref;
      const types = (await readonlyTypes(schema, rootType)).replace(opaque, "");
      const body = onlyDefinitions ? withoutRoot(types, rootType) : types;
      files.set(
        `${stem}.gen.ts`,
        `${header(`ir/schema/${name}`)}\nimport type { Json, Schema } from "./json.js";\n\nexport type { Json, Schema };\n${body}`,
      );
    }
    return files;
  },
};

/**
 * The types of a schema, readonly all through.
 *
 * @param {Record<string, unknown>} schema
 * @param {string} rootType
 */
export async function readonlyTypes(schema, rootType) {
  const text = await compile(asDraft4(schema), rootType, {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    style: { printWidth: 110, bracketSpacing: true },
    unreachableDefinitions: true,
  });
  return makeReadonly(withoutReferences(text));
}

/**
 * The schema in the words that the type writer knows. Tuples are an array of `items` there; titles would name types,
 * but here the file names the root type and `$defs` the others, so that imports can rely on it.
 *
 * @param {any} schema
 * @returns {any}
 */
function asDraft4(schema) {
  if (Array.isArray(schema)) return schema.map(asDraft4);
  if (typeof schema !== "object" || schema === null) return schema;
  /** @type {Record<string, unknown>} */
  const result = {};
  for (const [key, value] of Object.entries(schema)) {
    const isProse = (key === "title" || key === "$id") && typeof value === "string";
    if (!isProse && key !== "items" && key !== "prefixItems") result[key] = asDraft4(value);
  }
  if (schema.prefixItems !== undefined) {
    result["items"] = asDraft4(schema.prefixItems);
    result["additionalItems"] = asDraft4(schema.items ?? true);
    result["minItems"] ??= schema.prefixItems.length;
  } else if (schema.items !== undefined) {
    result["items"] = asDraft4(schema.items);
  }
  return result;
}

/** The type writer says under each type where it found it, which tells a reader nothing. @param {string} text */
function withoutReferences(text) {
  return text
    .replace(
      /^\s*\* This interface was referenced by `[^`]*`'s JSON-Schema\n\s*\* via the `\w+` ".*"\.\n/gm,
      "",
    )
    .replace(/^\s*\*\n(\s*\*\/)/gm, "$1")
    .replace(/^\s*\/\*\*\n\s*\*\/\n/gm, "");
}

/** @param {string} text @param {string} rootType */
function withoutRoot(text, rootType) {
  const comment = String.raw`(?:/\*\*(?:(?!\*/)[^])*\*/\n)?`;
  return text.replace(new RegExp(`${comment}export interface ${rootType} \\{\\}\n`), "");
}
