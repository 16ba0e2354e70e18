import type { Host } from "../compiler/host.js";
import { checks, checkProgram } from "../compiler/index.js";
import { digestOfProgram, type Bundle, type Diagnostic } from "../ir/index.js";
import { refusal, found, type Found } from "./problem.js";
import { countWords, weighed } from "./severities.js";
import { openWorkplace, type Workplace } from "./workplace.js";

/** The playbooks of a workplace, checked, with severities as the settings have them. */
export interface Checked {
  readonly workplace: Workplace;
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that was read, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Absent where there is an error. */
  readonly bundle?: Bundle;
}

/**
 * Checks the playbooks that are meant. A finding is no problem; one with the settings or the paths is. `edited`: texts that
 * are read in the stead of what the files hold, by path.
 */
export async function checkProject(
  cwd: string,
  paths: readonly string[],
  edited: ReadonlyMap<string, string> = new Map(),
): Promise<Found<Checked>> {
  const codes = checks.map(({ code }) => code);
  const opened = await openWorkplace(cwd, paths, codes);
  if (opened.kind === "problem") return opened;
  const workplace = opened.value;
  const { isExcluded, config, notes } = workplace;
  const meant = await pathsMeant(workplace);
  if (meant.kind === "problem") return meant;
  const { diagnostics, files, program } = await checkProgram(laidOver(workplace.host, edited), meant.value, {
    isExcluded,
  });
  const all = [...notes, ...weighed(diagnostics, config.rules)];
  const checked = { workplace, diagnostics: all, files: new Map([...workplace.files, ...files]) };
  if (all.some(({ severity }) => severity === "error")) return found(checked);
  const { program: ir, sourceMap, docs, scenarios } = program;
  return found({
    ...checked,
    bundle: { program: ir, digest: digestOfProgram(ir), sourceMap, docs, scenarios },
  });
}

function laidOver(host: Host, edited: ReadonlyMap<string, string>): Host {
  if (edited.size === 0) return host;
  return {
    ...host,
    readFile(path) {
      const text = edited.get(path);
      return text === undefined ? host.readFile(path) : new TextEncoder().encode(text);
    },
  };
}

/** The paths that were named; without any those that the settings include, or the whole folder. */
async function pathsMeant(workplace: Workplace): Promise<Found<readonly string[]>> {
  const { paths, config } = workplace;
  if (paths.length > 0) return found(paths);
  if (config.include === undefined) return found([""]);
  // Read where it is set alone: a folder without settings is checked without.
  const { includedPaths } = await import("./include.js");
  return includedPaths(workplace);
}

/** A program that can run, or its errors: nothing is made of playbooks that have one. */
export async function compileProject(
  cwd: string,
  paths: readonly string[],
): Promise<Found<{ readonly workplace: Workplace; readonly bundle: Bundle }>> {
  const checked = await checkProject(cwd, paths);
  if (checked.kind === "problem") return checked;
  const { workplace, bundle, diagnostics, files } = checked.value;
  if (bundle !== undefined) return found({ workplace, bundle });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return refusal(`the playbooks have ${countWords(errors)}`, {
    code: "findings",
    faults: { diagnostics: errors, files },
    hint: "`laban check` shows warnings too",
  });
}
