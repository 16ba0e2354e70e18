import { folderWithoutPlaybooks, rootNotRead } from "../compiler/checks/lb2003.js";
import { playbooksBelow } from "../compiler/load.js";
import { normalized } from "../compiler/paths.js";
import type { Diagnostic, Place } from "../ir/index.js";
import { found, misuse, type Found } from "./problem.js";
import { configName } from "./project.js";
import type { Workplace } from "./workplace.js";

/**
 * The playbooks that the settings' `include` means (`[L-33]`). An entry that stands for nothing is told at its place in
 * the settings.
 */
export async function includedPaths(workplace: Workplace): Promise<Found<readonly string[]>> {
  const { config, files } = workplace;
  const paths: string[] = [];
  const faults: Diagnostic[] = [];
  for (const [index, entry] of (config.include ?? []).entries()) {
    const meant = await pathsOf(entry, workplace);
    if ("code" in meant) faults.push({ ...meant, place: await placeOf(index, files.get(configName) ?? "") });
    else paths.push(...meant);
  }
  return faults.length === 0
    ? found(paths)
    : misuse(`the settings in \`${configName}\` are not right`, {
        code: "configuration",
        faults: { diagnostics: faults, files },
      });
}

const wildcard = /[*?[{\\]/;

async function pathsOf(entry: string, workplace: Workplace): Promise<readonly string[] | Diagnostic> {
  const path = normalized(entry);
  if (wildcard.test(entry)) return matching(entry, path ?? entry, workplace);
  if (path === undefined) return rootNotRead(entry, "outside");
  const { host, isExcluded } = workplace;
  const below = playbooksBelow(host, path, { isExcluded });
  if (typeof below !== "string") return below.length > 0 ? below : folderWithoutPlaybooks(path);
  const read = host.readFile(path);
  return typeof read === "string" ? { ...rootNotRead(entry, read), hint } : [path];
}

const hint = `paths are relative to \`${configName}\``;

async function matching(
  entry: string,
  pattern: string,
  { host, isExcluded }: Workplace,
): Promise<readonly string[] | Diagnostic> {
  const { matchesGlob } = await import("../runtime/core/scope/glob.js");
  const segments = pattern.split("/");
  const fixed = segments.slice(
    0,
    segments.findIndex((segment) => wildcard.test(segment)),
  );
  const there = playbooksBelow(host, fixed.join("/"), { isExcluded });
  const meant = (typeof there === "string" ? [] : there).filter((path) =>
    withFoldersOf(path).some((part) => matchesGlob(pattern, part)),
  );
  if (meant.length > 0) return meant;
  return {
    ...rootNotRead(entry, "missing"),
    message: `\`${entry}\` matches no playbook`,
    hint: `${hint}: \`*.playbook\` are those beside it, \`**/*.playbook\` those in its folders too; what \`exclude\` names, \`node_modules\` and folders whose name starts with a dot are left out`,
  };
}

/** A path and the folders that it lies in: a pattern that stands for a folder means all below it. */
function withFoldersOf(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, segments.length - index).join("/"));
}

async function placeOf(index: number, text: string): Promise<Place> {
  const { readJson } = await import("../runtime/config/read-json.js");
  const read = readJson(text, configName);
  const settings = read.kind === "read" ? (read.located.fields ?? []) : [];
  const entry = settings.find(({ name }) => name === "include")?.value.items?.[index];
  return { file: configName, span: entry?.span ?? { start: 0, end: 0 } };
}
