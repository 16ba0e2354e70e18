// `npm run rules`: every rule of docs/spec/ that no test cites, and failure where one is missing that has to be tested.
// A test cites a rule by its id in the name of a `describe`, `it` or `test`: it("[L-3] a name in backticks …").

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Of running and hosting, the rules that have to have a test (first and last, both included); of the language, all. */
const required = [
  [1, 2],
  [4, 12],
  [14, 23],
  [25, 33],
  [48, 49],
  [51, 54],
];

/** @param {string} rule */
export function isRequired(rule) {
  const number = Number(rule.slice(2));
  return (
    rule.startsWith("L-") ||
    (rule.startsWith("R-") && required.some(([first = 0, last = 0]) => number >= first && number <= last))
  );
}

/**
 * The rules that a page defines: an id in brackets that begins a list item (`` - `[L-1]` … ``), in the page's order.
 *
 * @param {string} page
 */
export function rulesOf(page) {
  return [...page.matchAll(/^\s*[-*] `\[([LRH]-\d+)\]`/gm)].map((match) => match[1] ?? "");
}

/**
 * The rules that a test file cites in the names of its tests, however the name is quoted.
 *
 * @param {string} source
 */
export function citationsOf(source) {
  // The second alternative is the last call of `it.each(cases)("…")`.
  const calls =
    /(?:\b(?:describe|it|test)(?:\.\w+)*|\))\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;
  return [...source.matchAll(calls)].flatMap((call) =>
    [...(call[1] ?? call[2] ?? call[3] ?? "").matchAll(/\[([LRH]-\d+)\]/g)].map((match) => match[1] ?? ""),
  );
}

/** @param {string} folder @returns {string[]} */
function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function report() {
  const pages = readdirSync(join(root, "docs/spec")).filter((name) => name.endsWith(".md"));
  const rules = pages.flatMap((name) => rulesOf(readFileSync(join(root, "docs/spec", name), "utf8")));
  const cited = new Set(
    testFiles(join(root, "test")).flatMap((path) => citationsOf(readFileSync(path, "utf8"))),
  );
  const untested = [...new Set(rules)].filter((rule) => !cited.has(rule));
  const missing = untested.filter(isRequired);
  const unknown = [...cited].filter((rule) => !rules.includes(rule));

  console.log(`${rules.length} rules, ${rules.length - untested.length} with a test`);
  if (untested.length > missing.length) {
    console.log(`without a test: ${untested.filter((rule) => !isRequired(rule)).join(" ")}`);
  }
  if (missing.length > 0) console.error(`without the test that they must have: ${missing.join(" ")}`);
  if (unknown.length > 0) console.error(`cited by a test, but no rule: ${unknown.join(" ")}`);
  if (missing.length > 0 || unknown.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) report();
