// `npm run generate` writes every generated file; `npm run generate -- --check` writes nothing and fails when one is
// not fresh. A generator is one file in scripts/generate/; it says which files it owns, so that what it no longer
// gives is removed, and copes with its folder being empty.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * @typedef {object} Generator
 * @property {number} order generators with a smaller number run first (one may read what another wrote)
 * @property {string} folder the folder, from the root, that the generated files lie in
 * @property {RegExp} owns the names in that folder that are this generator's, and no one else's
 * @property {(root: string) => Promise<ReadonlyMap<string, string>>} generate file name in the folder → text
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @returns {Promise<Generator[]>} */
async function loadGenerators() {
  const folder = join(root, "scripts", "generate");
  const generators = [];
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith(".mjs")) continue;
    const module = await import(pathToFileURL(join(folder, file)).href);
    if (module.generator !== undefined) generators.push(module.generator);
  }
  return generators.toSorted((a, b) => a.order - b.order);
}

/**
 * @param {Generator} generator
 * @param {boolean} checkOnly
 * @returns {Promise<string[]>} what is not as generated (and, unless `checkOnly`, has been brought up to date)
 */
async function apply(generator, checkOnly) {
  const folder = join(root, generator.folder);
  const wanted = await generator.generate(root);
  const changed = [];
  for (const [name, text] of wanted) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    changed.push(`${generator.folder}/${name}`);
    if (checkOnly) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  if (!existsSync(folder)) return changed;
  for (const name of readdirSync(folder)) {
    if (!generator.owns.test(name) || wanted.has(name)) continue;
    changed.push(`${generator.folder}/${name}`);
    if (!checkOnly) rmSync(join(folder, name));
  }
  return changed;
}

const checkOnly = process.argv.includes("--check");
const changed = [];
for (const generator of await loadGenerators()) changed.push(...(await apply(generator, checkOnly)));

for (const path of changed) console.error(checkOnly ? `not fresh: ${path}` : `wrote ${path}`);
if (checkOnly && changed.length > 0) {
  console.error("run `npm run generate` and commit what it wrote");
  process.exitCode = 1;
}
