import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { DirectoryEntry, Host, ReadFailure } from "../compiler/host.js";

/**
 * The compiler's view of a folder of this machine, which is the project root; relative, it is taken from the working
 * directory as it is now. Every path is followed to what it really is before it is opened: nothing outside the root is
 * read, whichever links lead there (`[L-5]`). Throws where the folder does not exist.
 */
export function nodeHost(folder: string): Host {
  if (typeof folder !== "string") throw new TypeError("`nodeHost` takes the path of a folder");
  const root = realpathSync.native(folder);
  const inside = (real: string): boolean =>
    real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
  const real = (path: string): string => realpathSync.native(join(root, path));

  // A link to a folder is not gone into: within the root that folder is reached by its own name, and links may go round
  // in a circle.
  const kindOfLink = (path: string): DirectoryEntry["kind"] => {
    try {
      if (!inside(real(path))) return "outside";
      return statSync(join(root, path)).isFile() ? "file" : "other";
    } catch {
      return "other";
    }
  };

  return {
    readFile(path) {
      try {
        const target = real(path);
        if (!inside(target)) return "outside";
        // A pipe or a device would be read for ever.
        const stats = statSync(target);
        if (stats.isDirectory()) return "directory";
        return stats.isFile() ? readFileSync(target) : "unreadable";
      } catch (error) {
        return failure(error);
      }
    },
    list(directory) {
      try {
        if (!inside(real(directory))) return "outside";
        return readdirSync(join(root, directory), { withFileTypes: true }).map((entry) => ({
          name: entry.name,
          kind: entry.isFile()
            ? ("file" as const)
            : entry.isDirectory()
              ? ("directory" as const)
              : entry.isSymbolicLink()
                ? kindOfLink(join(directory, entry.name))
                : ("other" as const),
        }));
      } catch (error) {
        return failure(error);
      }
    },
    realPath(path) {
      try {
        const target = real(path);
        return inside(target) ? relative(root, target).split(sep).join("/") : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function failure(error: unknown): ReadFailure {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG" ? "missing" : "unreadable";
}
