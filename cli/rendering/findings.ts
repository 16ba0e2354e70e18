import { pretty } from "../../compiler/render/pretty.js";
import type { Diagnostic } from "../../ir/index.js";
import { countWords } from "../severities.js";
import { style } from "../style.js";
import { counted } from "./text.js";

/** A person does not read on behind so many; a program gets all of them. */
const mostShown = 100;

/** What a check found, for people: each finding with its lines, and how many there are. */
export function findingsText(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
  colour: boolean,
): string {
  const shown = pretty(diagnostics.slice(0, mostShown), files, { color: colour });
  const left = diagnostics.length - mostShown;
  const more = left > 0 ? `… and ${String(left)} more, which \`--format json\` has\n\n` : "";
  // Settings and baselines are read too, and are not what is checked.
  const read = [...files.keys()].filter((path) => !path.endsWith(".json") && !path.startsWith("std:"));
  const findings = countWords(diagnostics);
  const summary = findings === "" ? style(colour).green("no findings") : findings;
  const fixable = diagnostics.filter(({ fix }) => fix?.safe).length;
  const advice = fixable === 0 ? "" : `\`laban check --fix\` fixes ${String(fixable)} of them\n`;
  return `${shown === "" ? "" : `${shown}\n`}${more}${summary}${read.length === 0 ? "" : ` in ${counted(read.length, "file")}`}\n${advice}`;
}
