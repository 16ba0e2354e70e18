/**
 * `laban`, the compiler: playbook files → diagnostics, and a bundle where nothing is wrong; and the grammar, for tools
 * that look at the text of one file. It reads files through a `Host` and needs nothing else of its surroundings, so that
 * it runs in a browser too.
 */
import { type Bundle, type Diagnostic, digestOfProgram } from "../ir/index.js";
import { analyse } from "./analyse.js";
import { checks } from "./checks/index.gen.js";
import { loadPatterns, mayHavePatterns } from "./engines.js";
import { loadExternals } from "./external/load.js";
import type { Host } from "./host.js";
import { load, type LoadOptions } from "./load.js";
import { inOrder } from "./order.js";
import type { CheckedProgram } from "./program.js";
import { resolveNames } from "./resolve.js";
import { runChecks } from "./run-checks.js";
import { suppress } from "./suppressions.js";

export { children, type Node, nodesAt, parse, walk } from "../grammar/index.js";
export type * as syntax from "../grammar/tree.js";
export type { Check } from "./check.js";
export { type DirectoryEntry, type Host, memoryHost, type ReadFailure } from "./host.js";
export type { CheckedProgram } from "./program.js";
export { json, type JsonDiagnostic, type JsonReport, jsonReport } from "./render/json.js";
export { pretty, type PrettyOptions } from "./render/pretty.js";
export { checks } from "./checks/index.gen.js";
export { targets } from "./targets/index.gen.js";
export type { Target } from "./targets/target.js";

export type CheckOptions = LoadOptions;

export interface CheckResult {
  /** In the order of file, offset and code. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that was read, by path: for code frames. */
  readonly files: ReadonlyMap<string, string>;
}

export interface CompileResult extends CheckResult {
  /** Absent where there is an error. */
  readonly bundle?: Bundle;
}

/**
 * What is wrong with the playbooks at `paths` and with what they import. `paths`: files, or folders with all below,
 * relative to the host's root; `""` is the root. Rejects with a `TypeError` where the arguments are of other kinds.
 */
export async function check(
  host: Host,
  paths: readonly string[],
  options: CheckOptions = {},
): Promise<CheckResult> {
  const { diagnostics, files } = await checkProgram(host, paths, options);
  return { diagnostics, files };
}

/** The same, and the compiled program where there is no error. */
export async function compile(
  host: Host,
  paths: readonly string[],
  options: CheckOptions = {},
): Promise<CompileResult> {
  const { diagnostics, files, program } = await checkProgram(host, paths, options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics, files };
  const { program: ir, sourceMap, docs, scenarios } = program;
  return {
    diagnostics,
    files,
    bundle: { program: ir, digest: digestOfProgram(ir), sourceMap, docs, scenarios },
  };
}

export interface CheckedSources extends CheckResult {
  readonly program: CheckedProgram;
}

/** The same, with the checked program: for editors, and for whoever explores it further. */
export async function checkProgram(
  host: Host,
  paths: readonly string[],
  options: CheckOptions = {},
): Promise<CheckedSources> {
  expectHost(host);
  expectPaths(paths);
  const { modules, diagnostics } = load(host, paths, options);
  const reported: Diagnostic[] = [...diagnostics];
  const report = (diagnostic: Diagnostic): void => {
    reported.push(diagnostic);
  };
  const names = resolveNames(modules, report);
  const pattern = mayHavePatterns(modules) ? await loadPatterns() : undefined;
  const externals = await loadExternals(host, names, pattern, report);
  const program = analyse(host, names, { pattern, externals }, reported);
  await runChecks(program, reported);
  const heard = suppress(modules, reported, checks);
  // Prompt files are modules of their own by now.
  const files = new Map([...names.scopes.keys()].map(({ path, syntax }) => [path, syntax.text]));
  return { diagnostics: inOrder(heard), files, program };
}

// JavaScript lets anything through, and a text would be read letter by letter.

function expectHost(host: unknown): void {
  const isHost =
    typeof host === "object" &&
    host !== null &&
    "readFile" in host &&
    typeof host.readFile === "function" &&
    "list" in host &&
    typeof host.list === "function";
  if (isHost) return;
  throw new TypeError(
    "the first argument has to be a host: `memoryHost(files)`, or `nodeHost(folder)` of `laban/node`",
  );
}

function expectPaths(paths: unknown): void {
  if (Array.isArray(paths) && paths.every((path) => typeof path === "string")) return;
  throw new TypeError(
    'the second argument has to be an array of paths, as in `["a.playbook"]`; `[""]` is the whole project',
  );
}
