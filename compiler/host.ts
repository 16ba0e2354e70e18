import { utf8ToBytes } from "@noble/hashes/utils.js";

/** How the compiler reads files: it knows nothing of a file system, so that it runs in a browser too. */

/**
 * Why a file or folder could not be read. `outside`: the path, or a symbolic link on it, leads out of the project root.
 */
export type ReadFailure = "missing" | "unreadable" | "outside" | "directory";

export interface DirectoryEntry {
  readonly name: string;
  /** What a link leads to; `outside` where it leads out of the project root. */
  readonly kind: "file" | "directory" | "outside" | "other";
}

/**
 * Paths are relative to the project root, with `/`, without `.` and `..`; the root itself is the empty path.
 * Nothing here throws.
 */
export interface Host {
  readonly readFile: (path: string) => Uint8Array | ReadFailure;
  readonly list: (directory: string) => readonly DirectoryEntry[] | ReadFailure;
  /** The path that a link leads to, so that one file under two names is loaded once. */
  readonly realPath?: (path: string) => string | undefined;
}

/** A host of files in memory, by path: for tests, editors and the browser. */
export function memoryHost(files: Readonly<Record<string, string | Uint8Array>>): Host {
  if (typeof files !== "object" || files === null || Array.isArray(files)) {
    throw new TypeError('`memoryHost` takes an object of texts by path: `{ "a.playbook": text }`');
  }
  const contents = new Map(Object.entries(files));
  for (const [path, content] of contents) {
    if (typeof content === "string" || content instanceof Uint8Array) continue;
    throw new TypeError(`\`memoryHost\` takes texts or bytes, and \`${path}\` is neither`);
  }
  const folders = new Map<string, Map<string, DirectoryEntry>>([["", new Map()]]);
  for (const path of contents.keys()) {
    const parts = path.split("/");
    parts.forEach((name, index) => {
      const folder = parts.slice(0, index).join("/");
      const entries = folders.get(folder) ?? new Map<string, DirectoryEntry>();
      entries.set(name, { name, kind: index === parts.length - 1 ? "file" : "directory" });
      folders.set(folder, entries);
    });
  }
  return {
    readFile(path) {
      const content = contents.get(path);
      if (content === undefined) return folders.has(path) ? "directory" : "missing";
      return typeof content === "string" ? utf8ToBytes(content) : content;
    },
    list(directory) {
      const entries = folders.get(directory);
      return entries === undefined ? "missing" : [...entries.values()];
    },
  };
}
