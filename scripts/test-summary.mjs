// The last line of .ci/run: `N passed, N failed`, from the report that vitest wrote as JSON and its exit code.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {readonly { status: string, assertionResults: readonly { status: string }[] }[]} testResults one a file
 */

/**
 * A file that failed with no failed test in it (it does not load, or a hook fails) is one failure, and so is whatever
 * else made the run end badly.
 *
 * @param {Report} report
 * @param {number} status
 */
export function summarize(report, status) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return `${report.numPassedTests} passed, ${failed === 0 && status !== 0 ? 1 : failed} failed`;
}

/** @param {string} path @returns {Report} */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The run ended before it could report.
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , path = "", status = "1"] = process.argv;
  const report = readReport(path);
  const nothingRan = report.testResults.length === 0;
  console.log(summarize(report, nothingRan ? Math.max(1, Number(status)) : Number(status)));
}
