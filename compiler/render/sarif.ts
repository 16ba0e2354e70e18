/** SARIF 2.1.0 (OASIS): for code scanning of GitHub and Azure DevOps, and for viewers in editors. */
import type { Edit, Fix, LineIndex, Place, Related, Severity, Span } from "../../ir/index.js";
import { version } from "../../ir/version.gen.js";
import type { Check } from "../check.js";
import { checks } from "../checks/index.gen.js";
import { fingerprintOf, type Identified, identified } from "../identity.js";
import { type Format, fromTop, type Report } from "./format.js";
import { indexOf } from "./frame.js";

export const format: Format = {
  name: "sarif",
  summary: "SARIF 2.1.0, for code scanning",
  render: sarif,
};

const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Makes the locations of one report. */
interface Locating {
  readonly prefix: string;
  readonly index: (file: string) => LineIndex | undefined;
}

function sarif({ diagnostics, files, prefix }: Report): string {
  const locating: Locating = { prefix, index: indexOf(files) };
  const codes = [...new Set(diagnostics.map(({ code }) => code))].toSorted();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Laban", version, semanticVersion: version, rules: codes.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: identified(diagnostics, files).map((each) => resultOf(each, codes, locating)),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** What a check's page says. A code without a check has none. */
function ruleOf(code: string): object {
  const check = checks.find((each) => each.code === code);
  if (check === undefined) return { id: code };
  return {
    id: code,
    name: check.name,
    shortDescription: { text: check.summary },
    fullDescription: { text: check.why },
    help: { text: `${check.why}\n\n${check.fix}`, markdown: pageOf(check) },
    helpUri: `https://laban.dev/checks/${code}`,
    defaultConfiguration: { level: levels[check.severity] },
  };
}

function pageOf({ why, fix, bad, good }: Check): string {
  const example = (title: string, source: string): string =>
    `## ${title}\n\n\`\`\`playbook\n${source.trim()}\n\`\`\``;
  return [
    `## Why it matters\n\n${why.trim()}`,
    `## How to fix it\n\n${fix.trim()}`,
    example("Reported", bad),
    example("Not reported", good),
  ].join("\n\n");
}

function resultOf(found: Identified, codes: readonly string[], locating: Locating): object {
  const { diagnostic, identity } = found;
  const { code, severity, message, hint, place, related, fix } = diagnostic;
  // What ships with Laban lies in nobody's repository.
  const near = related.filter((each) => !each.place.file.startsWith("std:"));
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity],
    message: plain(hint === undefined ? message : `${message}\n\n${hint}`),
    locations: [
      {
        physicalLocation: locationOf(place, locating),
        ...(identity.within === "" ? {} : { logicalLocations: [{ fullyQualifiedName: identity.within }] }),
      },
    ],
    ...(near.length === 0 ? {} : { relatedLocations: near.map((each, at) => relatedOf(each, at, locating)) }),
    partialFingerprints: { "labanFinding/v1": fingerprintOf(found) },
    ...(fix === undefined ? {} : { fixes: [fixOf(fix, locating)] }),
  };
}

function relatedOf({ message, place }: Related, at: number, locating: Locating): object {
  return { id: at + 1, message: plain(message), physicalLocation: locationOf(place, locating) };
}

function locationOf({ file, span }: Place, locating: Locating): object {
  const region = regionOf(file, span, locating);
  return { artifactLocation: artifactOf(file, locating), ...(region === undefined ? {} : { region }) };
}

/** Relative to the top of the repository: `%SRCROOT%` is what code scanning calls it. */
function artifactOf(file: string, { prefix }: Locating): object {
  const path = fromTop(prefix, file).replaceAll(/\p{Surrogate}/gu, "\ufffd");
  return { uri: path.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}

/** Absent where the text is not known. */
function regionOf(file: string, { start, end }: Span, { index }: Locating): object | undefined {
  const lines = index(file);
  if (lines === undefined) return undefined;
  const from = lines.position(start);
  const to = lines.position(end);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

function fixOf({ title, safe, edits }: Fix, locating: Locating): object {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    description: plain(title),
    artifactChanges: files.map((file) => ({
      artifactLocation: artifactOf(file, locating),
      replacements: edits.filter((edit) => edit.file === file).map((edit) => replacementOf(edit, locating)),
    })),
    properties: { safe },
  };
}

function replacementOf({ file, span, text }: Edit, locating: Locating): object {
  const { start, end } = span;
  const deletedRegion = regionOf(file, span, locating) ?? { charOffset: start, charLength: end - start };
  return { deletedRegion, ...(text === "" ? {} : { insertedContent: { text } }) };
}

/**
 * A message without placeholders and links. Braces would be doubled around a number alone (`{0}`), and a link be written
 * `[…](…)`: only there is anything escaped, since most readers show a text as it is.
 */
function plain(text: string): { readonly text: string } {
  return {
    text: text.replaceAll(/\{(\d+)\}/g, "{{$1}}").replaceAll(/\[([^\][]*)\](?=\()/g, String.raw`\[$1\]`),
  };
}
