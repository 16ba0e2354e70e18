import type { Diagnostic } from "../ir/index.js";
import type { Baseline } from "./baseline.js";
import { checkProject, type Checked } from "./compile-project.js";
import { found, type Found } from "./problem.js";

/** What one check is to do. */
export interface CheckOrder {
  readonly cwd: string;
  /** As they were named; none is the whole project. */
  readonly paths: readonly string[];
  readonly fix: "nothing" | "safe" | "all";
  readonly baseline?: {
    readonly name: string;
    /** Accept all that is found, and keep it there. */
    readonly write: boolean;
  };
}

export interface Findings {
  /** What is to be reported. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that was read, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** What was fixed, each in a line. */
  readonly changes: readonly string[];
  /** How many findings the baseline accepts. */
  readonly accepted: number;
}

/** Checks, fixes and accepts as it is told; `root` is the project's. What most checks do without is loaded when it is needed. */
export async function checkFindings(order: CheckOrder, root: string): Promise<Found<Findings>> {
  const { cwd, paths, fix } = order;
  const isWhole = paths.length === 0;
  const accepting = order.baseline === undefined ? undefined : await import("./baseline.js");
  let baseline: Baseline | undefined;
  if (accepting !== undefined && order.baseline !== undefined) {
    const { name, write } = order.baseline;
    const read = accepting.readBaseline(cwd, root, name, write);
    if (read.kind === "problem") return read;
    baseline = read.value;
  }
  const open = (checked: Checked): readonly Diagnostic[] =>
    accepting === undefined || baseline === undefined
      ? checked.diagnostics
      : accepting.notAccepted(baseline, checked, isWhole);

  let checked: Checked;
  let changes: readonly string[] = [];
  if (fix === "nothing") {
    const checking = await checkProject(cwd, paths);
    if (checking.kind === "problem") return checking;
    checked = checking.value;
  } else {
    const { fixProject } = await import("./fix-project.js");
    const fixing = await fixProject(cwd, paths, open, { unsafe: fix === "all" });
    if (fixing.kind === "problem") return fixing;
    ({ checked, changes } = fixing.value);
  }

  if (accepting === undefined || baseline === undefined) {
    return found({ diagnostics: checked.diagnostics, files: checked.files, changes, accepted: 0 });
  }
  if (order.baseline?.write === true) {
    const written = accepting.writeBaseline(cwd, baseline, checked, isWhole);
    if (written.kind === "problem") return written;
    baseline = written.value;
  }
  const diagnostics = open(checked);
  const isNew = new Set(diagnostics);
  const { file, text } = baseline;
  const isTold = diagnostics.some(({ place }) => place.file === file);
  return found({
    diagnostics,
    files: isTold ? new Map([...checked.files, [file, text]]) : checked.files,
    changes,
    accepted: checked.diagnostics.filter((each) => !isNew.has(each)).length,
  });
}
