/**
 * A report of tests, as GitLab and Jenkins show them: a suite for each file, a test for each finding, and one that passed
 * where a file has none. A test is named by what is found and by the declaration that it is in, so that it stays the same
 * where lines move. Errors fail; what is no error is told in the output of a test that passed.
 */
import type { Severity } from "../../ir/index.js";
import { type Identified, identified } from "../identity.js";
import { type Format, fromTop, type Report } from "./format.js";
import { indexOf } from "./frame.js";
import { prettyOne } from "./pretty.js";
import { visible } from "./width.js";

export const format: Format = {
  name: "junit",
  summary: "a report of tests, for GitLab, Jenkins and others",
  render: junit,
};

interface Suite {
  readonly file: string;
  readonly tests: number;
  readonly failures: number;
  readonly lines: readonly string[];
}

function junit(report: Report): string {
  const { diagnostics, files, prefix } = report;
  const byFile = new Map<string, Identified[]>();
  for (const path of files.keys()) if (!path.startsWith("std:")) byFile.set(path, []);
  for (const each of identified(diagnostics, files)) {
    const { file } = each.identity;
    const found = byFile.get(file) ?? [];
    found.push(each);
    byFile.set(file, found);
  }
  const index = indexOf(files);
  const suites = [...byFile].map(([path, found]) => suiteOf(fromTop(prefix, path), found, index));
  const sum = (count: (suite: Suite) => number): number =>
    suites.reduce((total, suite) => total + count(suite), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="laban check" tests="${sum(({ tests }) => tests)}" failures="${sum(({ failures }) => failures)}" errors="0">`,
    ...suites.flatMap(({ lines }) => lines),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteOf(file: string, found: readonly Identified[], index: ReturnType<typeof indexOf>): Suite {
  const tests = Math.max(1, found.length);
  const failures = found.filter(({ diagnostic }) => diagnostic.severity === "error").length;
  const cases =
    found.length === 0
      ? [`    <testcase classname="${attribute(file)}" name="no findings" file="${attribute(file)}"/>`]
      : found.flatMap((each) => caseOf(each, file, index));
  return {
    file,
    tests,
    failures,
    lines: [
      `  <testsuite name="${attribute(file)}" tests="${tests}" failures="${failures}" errors="0" skipped="0">`,
      ...cases,
      "  </testsuite>",
    ],
  };
}

function caseOf(
  { diagnostic, identity, nth }: Identified,
  file: string,
  index: ReturnType<typeof indexOf>,
): readonly string[] {
  const { code, message, severity, place } = diagnostic;
  const within = identity.within === "" ? "" : ` in ${identity.within}`;
  const name = `${code}${within}: ${message}${nth === 1 ? "" : ` (${nth})`}`;
  const line = index(place.file)?.position(place.span.start).line;
  const at = line === undefined ? "" : ` line="${line}"`;
  return [
    `    <testcase classname="${attribute(file)}" name="${attribute(name)}" file="${attribute(file)}"${at}>`,
    `      ${outcome(severity, code, message, prettyOne(diagnostic, index))}`,
    "    </testcase>",
  ];
}

function outcome(severity: Severity, code: string, message: string, told: string): string {
  return severity === "error"
    ? `<failure type="${attribute(code)}" message="${attribute(message)}">${content(told)}</failure>`
    : `<system-out>${content(told)}</system-out>`;
}

/** What XML can hold, in no form of its own: control characters are shown by their number, half characters as unknown. */
function content(text: string): string {
  return visible(text)
    .replaceAll(/[\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function attribute(text: string): string {
  return content(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;");
}
