// Parse speed in MB/s, beside the parsers of two languages of like weight, on files of equal size, in one process each turn.

import { readFileSync } from "node:fs";
import { parse as parseGraphql } from "graphql";
import { parse as parseTypespec } from "@typespec/compiler/ast";
import { bundled, ratio, time } from "./measure.mjs";
import { sources } from "./sources.mjs";

/** @type {{ parse: (path: string, text: string) => { diagnostics: { message: string }[] } }} */
const { parse: parseLaban } = await bundled(`export { parse } from "./grammar/index.js";`);

const size = 256 * 1024;
const texts = sources(size);

const parsers = {
  laban: () => {
    const { diagnostics } = parseLaban("bench.playbook", texts.laban);
    if (diagnostics.length > 0) throw new Error(diagnostics[0].message);
  },
  graphql: () => parseGraphql(texts.graphql),
  typespec: () => {
    const { parseDiagnostics } = parseTypespec(texts.typespec, { docs: true, comments: true });
    if (parseDiagnostics.length > 0) throw new Error(parseDiagnostics[0].message);
  },
};

/** @type {Record<string, number[]>} */
const rates = { laban: [], graphql: [], typespec: [] };
for (let turn = 0; turn < 5; turn += 1) {
  for (const [name, parse] of Object.entries(parsers)) {
    const bytes = Buffer.byteLength(texts[/** @type {keyof typeof texts} */ (name)]);
    rates[name].push(bytes / 1e6 / (time(parse, { warmup: 5, runs: 9 }) / 1000));
  }
}

const version = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
console.log(`parse, files of ${size / 1024} KiB, MB/s (median of 5 turns)`);
for (const [name, label] of [
  ["laban", "laban"],
  ["graphql", `graphql ${version("graphql")}`],
  ["typespec", `@typespec/compiler ${version("@typespec/compiler")}`],
]) {
  const values = rates[name].toSorted((a, b) => a - b);
  console.log(
    `  ${label.padEnd(28)} ${values[2].toFixed(2).padStart(7)}   laban is ${ratio(rates.laban, rates[name]).toFixed(2)} x`,
  );
}
