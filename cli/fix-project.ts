import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyFixes, type FixOptions } from "../compiler/fixes.js";
import { indexOf } from "../compiler/render/frame.js";
import type { Diagnostic, LineIndex } from "../ir/index.js";
import { checkProject, type Checked } from "./compile-project.js";
import { found, refusal, type Found } from "./problem.js";
import { writeFault } from "./write-files.js";

/** Mending one thing may show the next; what still changes after so many rounds goes round in a circle. */
const mostRounds = 100;

export interface FixedProject {
  /** What is left, and the texts as they are now. */
  readonly checked: Checked;
  /** What was changed: `market.playbook:3:10 LB2010: take … out`. */
  readonly changes: readonly string[];
}

/**
 * Applies the fixes of what is reported, checks again, and so on until there is none left; then the files are written, each
 * with its byte-order mark and line ends as it had them. `reported`: what is told of all that was found. A file that
 * somebody else has changed meanwhile is left alone, and is a problem.
 */
export async function fixProject(
  cwd: string,
  paths: readonly string[],
  reported: (checked: Checked) => readonly Diagnostic[],
  options: FixOptions,
): Promise<Found<FixedProject>> {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const changes: string[] = [];
  for (let round = 0; ; round += 1) {
    const checking = await checkProject(cwd, paths, after);
    if (checking.kind === "problem") return checking;
    const checked = checking.value;
    const { files } = checked;
    const own = reported(checked).filter(({ fix }) => fix?.edits.every(({ file }) => isOwn(file)));
    const { texts, diagnostics } = applyFixes(own, files, options);
    if (texts.size === 0 || round === mostRounds) {
      const written = write(checked.workplace.project.root, before, after);
      return written.kind === "problem" ? written : found({ checked, changes });
    }
    for (const [path, text] of texts) {
      if (!before.has(path)) before.set(path, files.get(path) ?? "");
      after.set(path, text);
    }
    const index = indexOf(files);
    changes.push(...diagnostics.map((each) => changeOf(each, index)));
  }
}

/** What somebody else's package holds is reported, and not changed. */
function isOwn(path: string): boolean {
  return !path.split("/").includes("node_modules");
}

function changeOf({ code, place, fix }: Diagnostic, index: (file: string) => LineIndex | undefined): string {
  const at = index(place.file)?.position(place.span.start);
  const where = at === undefined ? place.file : `${place.file}:${String(at.line)}:${String(at.column)}`;
  return `${where} ${code}: ${fix?.title ?? ""}`;
}

function write(
  root: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Found<undefined> {
  const left: string[] = [];
  for (const [path, text] of after) {
    const target = join(root, path);
    try {
      const there = new TextDecoder("utf-8", { ignoreBOM: true }).decode(readFileSync(target));
      const mark = there.startsWith("\ufeff") ? "\ufeff" : "";
      if (there.slice(mark.length) !== before.get(path)) left.push(`\`${path}\` was changed meanwhile`);
      else if (text !== before.get(path)) writeFileSync(target, `${mark}${text}`);
    } catch (error) {
      left.push(`\`${path}\` ${writeFault(error)}`);
    }
  }
  return left.length === 0
    ? found(undefined)
    : refusal("what was to be fixed is left as it is", {
        details: left,
        hint: "what could be written, was",
      });
}
