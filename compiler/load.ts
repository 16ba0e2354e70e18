/**
 * Reads a program: the files and folders that were given, and whatever they import.
 *
 * Invariants
 * 1. Nothing outside the project root is read (`[L-5]`).
 * 2. The result does not depend on the order of the paths or of a folder's entries: modules come in the order of
 *    their paths, the standard ones last.
 */
import type { Diagnostic } from "../ir/index.js";
import { decode, parse } from "../grammar/index.js";
import type { Import, SourceFile } from "../grammar/tree.js";
import { stdlib } from "../stdlib/index.js";
import {
  declaresNothing,
  fileNotRead,
  folderWithoutPlaybooks,
  pathOutside,
  rootNotRead,
  standardModuleUnknown,
} from "./checks/lb2003.js";
import { hearsayOf, namelessIn } from "./hearsay.js";
import type { DirectoryEntry, Host, ReadFailure } from "./host.js";
import type { Module } from "./names.js";
import { folderOf, normalized, relativePath, resolvedFrom } from "./paths.js";
import { byCodeUnits } from "./types/schema.js";

export interface LoadedModule extends Module {
  /** The path of the module that each import names; one that failed is not in it. */
  readonly imports: ReadonlyMap<Import, string>;
  /** Grows by names that may have been those of declarations that lost theirs (`unnamed.ts`). */
  readonly hearsay: Set<string>;
}

export interface Sources {
  readonly modules: readonly LoadedModule[];
  /** Of the text, and of files that could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface LoadOptions {
  /** Paths of files and folders in given folders that are left out. */
  readonly isExcluded?: (path: string) => boolean;
}

const extension = ".playbook";
export const standardPrefix = "std:";

/** Loads the files, the playbooks of the folders (`[L-6]`), and everything that they import. */
export function load(host: Host, paths: readonly string[], options: LoadOptions = {}): Sources {
  const diagnostics: Diagnostic[] = [];
  const modules = new Map<string, LoadedModule>();
  const waiting: string[] = [];
  const asked = new Set<string>();

  const want = (path: string): string => {
    const real = (path.startsWith(standardPrefix) ? undefined : host.realPath?.(path)) ?? path;
    if (!asked.has(real)) {
      asked.add(real);
      waiting.push(real);
    }
    return real;
  };

  for (const given of paths) {
    const path = normalized(given);
    if (path === undefined) diagnostics.push(rootNotRead(given, "outside"));
    else for (const file of filesAt(host, path, options, diagnostics)) want(file);
  }
  // The standard waits are always there: models may raise `Clarification` unlisted (`[R-31]`).
  want(`${standardPrefix}waits`);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const module = loadModule(host, path, want, diagnostics);
    if (module !== undefined) modules.set(path, module);
  }
  return {
    modules: [...modules.values()].toSorted(
      (a, b) => Number(a.isStandard) - Number(b.isStandard) || byCodeUnits(a.path, b.path),
    ),
    diagnostics,
  };
}

function filesAt(
  host: Host,
  path: string,
  options: LoadOptions,
  diagnostics: Diagnostic[],
): readonly string[] {
  if (path.endsWith(extension)) return [path];
  const entries = host.list(path);
  if (typeof entries === "string") {
    // Not a folder: a file under another name is read as what its author says it is.
    const isFile = typeof host.readFile(path) !== "string";
    if (isFile) return [path];
    diagnostics.push(rootNotRead(path, entries));
    return [];
  }
  const files = playbooksAmong(host, path, entries, options);
  if (files.length === 0) diagnostics.push(folderWithoutPlaybooks(path));
  return files;
}

/** The playbooks of a folder and of all below it (`[L-6]`), or why it could not be listed. */
export function playbooksBelow(
  host: Host,
  folder: string,
  options: LoadOptions = {},
): readonly string[] | ReadFailure {
  const entries = host.list(folder);
  return typeof entries === "string" ? entries : playbooksAmong(host, folder, entries, options);
}

function playbooksAmong(
  host: Host,
  folder: string,
  entries: readonly DirectoryEntry[],
  options: LoadOptions,
): readonly string[] {
  return entries
    .toSorted((a, b) => byCodeUnits(a.name, b.name))
    .flatMap(({ name, kind }) => {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (options.isExcluded?.(path) === true) return [];
      if (kind === "file") return name.endsWith(extension) ? [path] : [];
      if (kind !== "directory" || name === "node_modules" || name.startsWith(".")) return [];
      const below = playbooksBelow(host, path, options);
      return typeof below === "string" ? [] : below;
    });
}

function loadModule(
  host: Host,
  path: string,
  want: (path: string) => string,
  diagnostics: Diagnostic[],
): LoadedModule | undefined {
  const isStandard = path.startsWith(standardPrefix);
  const text = isStandard ? stdlib[path.slice(standardPrefix.length)] : read(host, path, diagnostics);
  if (text === undefined) return undefined;
  const { file, diagnostics: found } = parse(path, text);
  diagnostics.push(...found);
  if (file.declarations.length === 0 && file.imports.length === 0 && found.length === 0)
    diagnostics.push(declaresNothing(path));
  const imports = new Map<Import, string>();
  for (const each of file.imports) {
    const target = importedPath(host, path, each, diagnostics);
    if (target !== undefined) imports.set(each, want(target));
  }
  const hearsay = hearsayOf(file);
  const nameless = namelessIn(file);
  return { path, syntax: file, namespace: namespaceOf(file), isStandard, hearsay, nameless, imports };
}

function namespaceOf(file: SourceFile): string {
  return (file.namespace?.parts ?? []).map(({ text }) => text).join(".");
}

function read(host: Host, path: string, diagnostics: Diagnostic[]): string | undefined {
  const bytes = host.readFile(path);
  if (typeof bytes === "string") {
    diagnostics.push(rootNotRead(path, bytes));
    return undefined;
  }
  const decoded = decode(bytes, path);
  if ("text" in decoded) return decoded.text;
  diagnostics.push(decoded.diagnostic);
  return undefined;
}

/** The path that an import names, or `undefined` where it was reported or is broken. */
function importedPath(
  host: Host,
  importer: string,
  { from, broken }: Import,
  diagnostics: Diagnostic[],
): string | undefined {
  if (broken) return undefined;
  const place = { file: importer, span: from.span };
  if (from.text.startsWith(standardPrefix)) {
    if (Object.hasOwn(stdlib, from.text.slice(standardPrefix.length))) return from.text;
    const modules = Object.keys(stdlib).map((name) => `${standardPrefix}${name}`);
    diagnostics.push(standardModuleUnknown(place, from.text, modules));
    return undefined;
  }
  const path = resolvedFrom(importer, from.text);
  if (path === undefined) {
    diagnostics.push(pathOutside(place, from.text, ""));
    return undefined;
  }
  const content = host.readFile(path);
  if (typeof content !== "string") return path;
  diagnostics.push(fileNotRead(place, from.text, content, "", siblings(host, importer, path)));
  return undefined;
}

/** The playbooks that lie where the missing one was looked for, as they would be written in `importer`. */
export function siblings(
  host: Host,
  importer: string,
  path: string,
  ending: string = extension,
): readonly string[] {
  const folder = folderOf(path);
  const entries: readonly DirectoryEntry[] | ReadFailure = host.list(folder);
  if (typeof entries === "string") return [];
  return entries
    .filter(({ name, kind }) => kind === "file" && name.endsWith(ending))
    .map(({ name }) => relativePath(importer, folder === "" ? name : `${folder}/${name}`))
    .toSorted(byCodeUnits);
}
