/** Paths of a project: relative to its root, with `/`, without `.` and `..`. The root is the empty path. */

const drive = /^[A-Za-z]:/;

/**
 * The path without `.`, `..` and doubled slashes, or `undefined` where it is absolute or leads out of the root.
 */
export function normalized(path: string): string | undefined {
  if (path.startsWith("/") || drive.test(path) || path.includes("\\") || path.includes("\0"))
    return undefined;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** What a path written in the file `from` names, or `undefined` where that is outside the root (`[L-5]`). */
export function resolvedFrom(from: string, path: string): string | undefined {
  if (path.startsWith("/") || drive.test(path)) return undefined;
  return normalized(`${folderOf(from)}/${path}`.replace(/^\//, ""));
}

/** A path or glob of the workspace without a leading `./`, which says nothing. */
export function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

/** The folder that a path lies in. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `to` as it is written in the file `from`: `./b.playbook`, `../a/b.playbook`. */
export function relativePath(from: string, to: string): string {
  const source = folderOf(from)
    .split("/")
    .filter((part) => part !== "");
  const target = to.split("/");
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared])
    shared += 1;
  const up = source.length - shared;
  return (up === 0 ? "./" : "../".repeat(up)) + target.slice(shared).join("/");
}
