/**
 * What stands on the disk along a path of the workspace (`[R-7]`): for writing no link is followed at all, for reading none
 * that leads out.
 */
import { join } from "node:path";
import { foldName, refuseSyntax } from "../core/index.js";
import { type Disk, type Found, isNowhere } from "./disk.js";

/** The workspace's folder, without links, and the disk that it is on. */
export interface Ground {
  readonly root: string;
  readonly disk: Disk;
}

/** One folder on the way to a document, as it was when it was looked at; `identity` is absent where it is missing. */
export interface Parent {
  readonly folder: string;
  readonly identity?: string;
}

/** The way to a document that may be written: its folders from the workspace's own on. */
export interface Way {
  readonly path: string;
  readonly file: string;
  readonly parents: readonly Parent[];
}

export type Walked = Way | { readonly refused: string };

/** Walks to `path` without following a link. A name that differs from another one's only in case or form is refused. */
export function walk({ root, disk }: Ground, path: string): Walked {
  const names = path.split("/");
  const parents: Parent[] = [];
  let folder = root;
  let isThere = true;
  for (const [index, name] of names.entries()) {
    const found: Found | undefined = isThere ? disk.found(folder) : undefined;
    const shown = names.slice(0, index).join("/");
    if (found !== undefined) {
      if (found.kind === "link") return { refused: linkWords(path, shown) };
      if (found.kind !== "folder") return { refused: `\`${shown}\` on the way to \`${path}\` is no folder` };
      const twin = twinOf(disk.names(folder), name);
      if (twin !== undefined)
        return {
          refused: `\`${path}\` and \`${[...names.slice(0, index), twin].join("/")}\`, which is there, differ only in case or form: to some file systems they are one`,
        };
    }
    isThere = found !== undefined;
    parents.push(found === undefined ? { folder } : { folder, identity: found.identity });
    folder = join(folder, name);
  }
  const target = isThere ? disk.found(folder) : undefined;
  if (target?.kind === "link") return { refused: linkWords(path, path) };
  if (target !== undefined && target.kind !== "file") return { refused: `\`${path}\` is no file` };
  return { path, file: folder, parents };
}

function linkWords(path: string, shown: string): string {
  const what = shown === "" ? "the workspace's folder" : `\`${shown}\``;
  return `${what} is a symbolic link: \`${path}\` is written only where no link leads elsewhere`;
}

/** Another name of the folder that some file system takes for the same, where the exact one is not there. */
function twinOf(names: readonly string[], name: string): string | undefined {
  if (names.includes(name)) return undefined;
  const folded = foldName(name);
  return names.find((other) => foldName(other) === folded);
}

/** Whether every folder on the way is still the one that was looked at, and none has become a link. */
export function isSameWay({ disk }: Ground, way: Way): boolean {
  return way.parents.every(({ folder, identity }) => {
    const found = disk.found(folder);
    return found?.kind === "folder" && found.identity === identity;
  });
}

export type Readable =
  | { readonly kind: "file"; readonly file: string; readonly bytes: number }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly problem: string };

/** Where to read `path` from: a file in the workspace, also through a link that stays inside. Throws Node's errors. */
export function readable({ root, disk }: Ground, path: string): Readable {
  const syntax = refuseSyntax(path);
  if (syntax !== undefined) return { kind: "refused", problem: syntax };
  const file = join(root, path);
  let resolved: string;
  try {
    resolved = disk.resolve(file);
  } catch (error) {
    if (!isNowhere(error)) throw error;
    return disk.found(file)?.kind === "link"
      ? { kind: "refused", problem: `\`${path}\` is a symbolic link that leads nowhere` }
      : { kind: "absent" };
  }
  const inside = insideOf(root, resolved);
  if (inside === undefined || refuseSyntax(inside) !== undefined)
    return { kind: "refused", problem: `\`${path}\` leads out of the workspace through a symbolic link` };
  const found = disk.found(resolved);
  if (found === undefined) return { kind: "absent" };
  if (found.kind !== "file") return { kind: "refused", problem: `\`${path}\` is no file` };
  return { kind: "file", file: resolved, bytes: found.bytes };
}

function insideOf(root: string, resolved: string): string | undefined {
  const isInside = resolved.startsWith(root) && /^[\\/]/.test(resolved.slice(root.length));
  return isInside ? resolved.slice(root.length + 1).replaceAll("\\", "/") : undefined;
}
