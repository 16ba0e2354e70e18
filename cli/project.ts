import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileFault } from "../runtime/files.js";
import { found, misuse, type Found } from "./problem.js";

export const configName = "laban.config.json";

/** The folder that a program lies in: nothing outside it is read (`[L-5]`). */
export interface Project {
  /** Absolute, and what it really is (links followed). */
  readonly root: string;
  /** The absolute path of its settings, if it has any. */
  readonly config?: string;
}

/**
 * The project that is meant: the nearest folder with a `laban.config.json`, from where the command was given upwards;
 * else from the first of the paths that were named; else, without settings, the folder where the command was given, or
 * that of a path which lies outside of it.
 */
export function findProject(cwd: string, paths: readonly string[]): Found<Project> {
  const here = realpathSync(cwd);
  const targets: string[] = [];
  for (const path of paths) {
    const target = realPathOf(cwd, path);
    if (target.kind === "problem") return target;
    targets.push(target.value);
  }
  const first = targets[0] === undefined ? undefined : folderOf(targets[0]);
  const root = upwards(here) ?? (first === undefined ? undefined : upwards(first));
  if (root !== undefined) return found({ root, config: join(root, configName) });
  return found({ root: first === undefined || isInside(first, here) ? here : first });
}

/** The paths that were named, as the compiler takes them: relative to the root, with `/`. */
export function pathsInProject(
  project: Project,
  cwd: string,
  paths: readonly string[],
): Found<readonly string[]> {
  const inside: string[] = [];
  for (const path of paths) {
    const target = realPathOf(cwd, path);
    if (target.kind === "problem") return target;
    if (!isInside(target.value, project.root)) {
      return misuse(`\`${path}\` lies outside the project \`${project.root}\``, {
        hint: "start from the folder that holds both, or name it alone",
      });
    }
    if (!target.value.endsWith(".playbook") && !statSync(target.value).isDirectory()) {
      return misuse(`\`${path}\` is no playbook file and no folder`, {
        hint: "playbook files end in `.playbook`",
      });
    }
    inside.push(relative(project.root, target.value).split(sep).join("/"));
  }
  return found(inside);
}

function upwards(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    // Also a link that leads nowhere: it is told, and not passed over.
    if (lstatSync(join(folder, configName), { throwIfNoEntry: false }) !== undefined) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function realPathOf(cwd: string, path: string): Found<string> {
  try {
    return found(realpathSync(resolve(cwd, path)));
  } catch (error) {
    return misuse(`\`${path}\` ${path === "" ? "is no path" : fileFault(error)}`);
  }
}

function folderOf(path: string): string {
  return statSync(path).isDirectory() ? path : dirname(path);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path);
}
