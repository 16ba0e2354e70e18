import type { Host } from "../compiler/host.js";
import { checks, checkProgram, type CheckedProgram } from "../compiler/index.js";
import { digestOfProgram, type Bundle, type Diagnostic, type Program } from "../ir/index.js";
import type { CheckedNames } from "../runtime/config/check-names.js";
import { configName } from "./project.js";
import { misuse, refusal, found, type Found, type Problem } from "./problem.js";
import { countWords, weighed } from "./severities.js";
import { say, type Surroundings } from "./surroundings.js";
import { openWorkplace, type Workplace } from "./workplace.js";

/** The playbooks of a workplace, checked, with severities as the settings have them. */
export interface Checked {
  readonly workplace: Workplace;
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that was read, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Absent where there is an error. */
  readonly bundle?: Bundle;
  /** The same where no error stands outside of scenarios, which it is without then. */
  readonly runnable?: Bundle;
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
  // Settings are about the whole program, and about one that is right.
  const isWhole = paths.length === 0 && !diagnostics.some(isError);
  const names = isWhole ? await namesOfSettings(workplace, program.program) : undefined;
  const all = [...notes, ...(names?.diagnostics ?? []), ...weighed(diagnostics, config.rules)];
  const checked = {
    workplace,
    diagnostics: all,
    files: new Map([...workplace.files, ...(names?.files ?? []), ...files]),
  };
  const errors = all.filter(isError);
  if (errors.length === 0) {
    const bundle = bundleOf(program, program.scenarios);
    return found({ ...checked, bundle, runnable: bundle });
  }
  const isRunnable = errors.every((error) => isInScenario(error, program));
  return found(isRunnable ? { ...checked, runnable: bundleOf(program, []) } : checked);
}

/** What the settings, and the scripts that they name, name in vain. */
async function namesOfSettings(
  { project, config, files }: Workplace,
  program: Program,
): Promise<CheckedNames | undefined> {
  const text = files.get(configName);
  if (text === undefined || [config.models, config.tools, config.selectors].every((one) => one === undefined))
    return undefined;
  const { checkNames } = await import("../runtime/config/check-names.js");
  return checkNames(config, text, configName, project.root, program);
}

function bundleOf({ program, sourceMap, docs }: CheckedProgram, scenarios: Bundle["scenarios"]): Bundle {
  return { program, digest: digestOfProgram(program), sourceMap, docs, scenarios };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** A scenario is a test, and no part of the program (`[L-31]`): what is wrong in one keeps no playbook from running. */
function isInScenario({ place }: Diagnostic, { declared }: CheckedProgram): boolean {
  return [...declared.values()].some(
    ({ module, syntax }) =>
      syntax.kind === "scenario" &&
      module.path === place.file &&
      syntax.span.start <= place.span.start &&
      place.span.end <= syntax.span.end,
  );
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

/** A compiled program, or its errors: nothing is made of playbooks that have one. */
export async function compileProject(
  cwd: string,
  paths: readonly string[],
): Promise<Found<{ readonly workplace: Workplace; readonly bundle: Bundle }>> {
  const checked = await checkProject(cwd, paths);
  if (checked.kind === "problem") return checked;
  const { workplace, bundle } = checked.value;
  return bundle === undefined ? faulty(checked.value) : found({ workplace, bundle });
}

/** A program that can run, or its errors. Those of its scenarios are told, and stop nothing. */
export async function compileToRun(
  surroundings: Surroundings,
): Promise<Found<{ readonly workplace: Workplace; readonly bundle: Bundle }>> {
  const checked = await checkProject(surroundings.cwd, []);
  if (checked.kind === "problem") return checked;
  const { workplace, bundle, runnable, diagnostics } = checked.value;
  if (runnable === undefined) return faulty(checked.value);
  if (bundle === undefined) {
    const errors = countWords(diagnostics.filter(isError));
    say(surroundings, [`scenarios have ${errors}, which keeps no playbook from running: \`laban check\``]);
  }
  return found({ workplace, bundle: runnable });
}

function faulty({ diagnostics, files }: Checked): Problem {
  const errors = diagnostics.filter(isError);
  if (errors.every(({ place }) => !place.file.endsWith(".playbook"))) {
    return misuse(`the settings, or a script that they name, have ${countWords(errors)}`, {
      code: "configuration",
      faults: { diagnostics: errors, files },
    });
  }
  return refusal(`the playbooks have ${countWords(errors)}`, {
    code: "findings",
    faults: { diagnostics: errors, files },
    hint: "`laban check` shows warnings too",
  });
}
