import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join, relative } from "node:path";

/** What stands at a path, links not followed. `identity` is the same as long as it is the same file or folder. */
export interface Found {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly identity: string;
  readonly bytes: number;
}

/**
 * The few things that landing and reading do on a disk, each one step of a crash. All throw Node's errors, `found`
 * excepted, which gives `undefined` where there is nothing.
 */
export interface Disk {
  found(path: string): Found | undefined;
  /** The path without links. */
  resolve(path: string): string;
  names(folder: string): readonly string[];
  /** Follows no link at the last name. */
  read(path: string): Uint8Array;
  /** The SHA-256 of a file of any size, as 64 hexadecimal digits; follows no link at the last name. */
  digest(path: string): string;
  makeFolder(path: string): void;
  removeFolder(path: string): void;
  /** Writes a file that is not there yet, following no link, and syncs it. */
  create(path: string, content: string): void;
  link(from: string, to: string): void;
  /** Copies a file to one that is not there yet, and syncs it. */
  copy(from: string, to: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  syncFolder(path: string): void;
}

// Windows has no such flag; there a link needs a right of its own.
const noFollow = constants.O_NOFOLLOW ?? 0;

export const realDisk: Disk = {
  found(path) {
    const stats = statsOf(path);
    if (stats === undefined) return undefined;
    const kind = stats.isSymbolicLink()
      ? "link"
      : stats.isDirectory()
        ? "folder"
        : stats.isFile()
          ? "file"
          : "other";
    return { kind, identity: `${stats.dev}:${stats.ino}`, bytes: Number(stats.size) };
  },
  resolve: (path) => realpathSync.native(path),
  names: (folder) => readdirSync(folder),
  read(path) {
    const file = openSync(path, constants.O_RDONLY | noFollow);
    try {
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  },
  digest(path) {
    const file = openSync(path, constants.O_RDONLY | noFollow);
    try {
      const hash = createHash("sha256");
      const chunk = Buffer.alloc(1 << 16);
      for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk))
        hash.update(chunk.subarray(0, size));
      return hash.digest("hex");
    } finally {
      closeSync(file);
    }
  },
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmdirSync(path),
  create(path, content) {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o666);
    try {
      const bytes = Buffer.from(content, "utf8");
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  link: (from, to) => linkSync(from, to),
  copy(from, to) {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    const file = openSync(to, constants.O_RDWR);
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  rename: (from, to) => renameSync(from, to),
  remove: (path) => unlinkSync(path),
  syncFolder(path) {
    // Windows opens no folders, and syncs renames by itself.
    if (process.platform === "win32") return;
    const folder = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
};

/** Below what is no folder nothing stands. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false, bigint: true });
  } catch (error) {
    if (isNowhere(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that nothing stands there. */
export function isNowhere(error: unknown): boolean {
  const code = diskCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Whether the folder is there, links followed. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Node's code for what went wrong on the disk (`ENOSPC`), `undefined` for other errors. */
export function diskCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" && /^E[A-Z]+$/.test(error.code) ? error.code : undefined;
}

/** Why `path` cannot be read, in words. */
export function unreadableWords(code: string, path: string): string {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `\`${path}\` cannot be read by this user (${code})`;
    case "ELOOP":
      return `\`${path}\` cannot be read: a symbolic link leads to itself`;
    case "ENAMETOOLONG":
      return `\`${path}\` cannot be read: its path is too long for this system`;
    default:
      return `\`${path}\` cannot be read (${code})`;
  }
}

/**
 * What went wrong on the disk and what to do, in words; `undefined` for other errors. `path` is what was to be written below
 * `root`; where Laban's own files are in the way, it is they.
 */
export function diskWords(error: unknown, root: string, path: string): string | undefined {
  const code = diskCode(error);
  if (code === undefined) return undefined;
  const own = join(root, ".laban");
  const at = error instanceof Error && "path" in error ? String(error.path) : "";
  return wordsOf(code, at.startsWith(own) ? relative(root, at).replaceAll("\\", "/") : path);
}

function wordsOf(code: string, path: string): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return `the disk is full: \`${path}\` was not written; make room and retry`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `\`${path}\` may not be used by this user: give the right to, and retry`;
    case "ENOTDIR":
      return `a folder of \`${path}\` is a file`;
    case "EEXIST":
      return `\`${path}\` is in the way: take it away, and retry`;
    case "EISDIR":
      return `\`${path}\` is a folder`;
    case "EMFILE":
    case "ENFILE":
      return `too many files are open to write \`${path}\`: close some and retry`;
    default:
      return `\`${path}\` could not be written (${code})`;
  }
}
