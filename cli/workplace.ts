import { join } from "node:path";
import type { Host } from "../compiler/host.js";
import type { Diagnostic } from "../ir/index.js";
import { nodeHost } from "../node/host.js";
import type { Config } from "../runtime/config/config.gen.js";
import { readText } from "../runtime/files.js";
import { found, misuse, type Found } from "./problem.js";
import { configName, findProject, pathsInProject, type Project } from "./project.js";

/** A project with its settings read. */
export interface Workplace {
  readonly project: Project;
  readonly config: Config;
  readonly host: Host;
  /** The files and folders that were named, relative to the root. */
  readonly paths: readonly string[];
  /** Whether the settings leave this path out. */
  readonly isExcluded: (path: string) => boolean;
  /** What is said about the settings without being an error, and their text. */
  readonly notes: readonly Diagnostic[];
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The project that a command works on. `given`: the paths that were named. `codes`: the checks that there are, where
 * `rules` matters.
 */
export async function openWorkplace(
  cwd: string,
  given: readonly string[],
  codes?: readonly string[],
): Promise<Found<Workplace>> {
  const project = findProject(cwd, given);
  if (project.kind === "problem") return project;
  const named = pathsInProject(project.value, cwd, given);
  if (named.kind === "problem") return named;
  const settings = await readSettings(project.value, codes);
  if (settings.kind === "problem") return settings;
  const { config, notes, files } = settings.value;
  return found({
    project: project.value,
    config,
    host: nodeHost(project.value.root),
    paths: named.value,
    isExcluded: config.exclude === undefined ? () => false : await leftOut(config.exclude),
    notes,
    files,
  });
}

/** A pattern without wildcards is a file, or a folder with all below it. */
async function leftOut(patterns: readonly string[]): Promise<(path: string) => boolean> {
  const { matchesGlob } = await import("../runtime/core/scope/glob.js");
  return (path) =>
    patterns.some((pattern) => {
      const name = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
      return path === name || path.startsWith(`${name}/`) || matchesGlob(name, path);
    });
}

interface Settings {
  readonly config: Config;
  readonly notes: readonly Diagnostic[];
  readonly files: ReadonlyMap<string, string>;
}

async function readSettings(
  { root, config: path }: Project,
  codes: readonly string[] | undefined,
): Promise<Found<Settings>> {
  if (path === undefined) return found({ config: {}, notes: [], files: new Map() });
  const read = readText(join(root, configName));
  if ("problem" in read) return misuse(`\`${path}\` ${read.problem}`, { code: "configuration" });
  const { text } = read;
  const files = new Map([[configName, text]]);
  // Read where there are settings alone: a single file is checked without.
  const { readConfig } = await import("../runtime/config/read-config.js");
  const { config, diagnostics } = readConfig(text, configName, codes === undefined ? {} : { codes });
  return config === undefined
    ? misuse(`the settings in \`${configName}\` are not right`, {
        code: "configuration",
        faults: { diagnostics, files },
      })
    : found({ config, notes: diagnostics, files });
}
