import { existsSync, type FSWatcher, lstatSync, readdirSync, statSync, watch as watchOne } from "node:fs";
import { join, sep } from "node:path";
import type { Clock } from "../runtime/ports.js";

/** How often a folder is looked through where the system cannot tell of changes, in ms. */
const interval = 1000;

/**
 * Calls `changed` after something below a folder was written, made, renamed or taken away, until what it gives back is
 * called. `node_modules` and names that begin with a dot are left out, as in what is checked (`[L-6]`).
 *
 * Each folder is watched by itself: the system's own watching of a whole tree would go into what is left out. Where the
 * system cannot watch, or not so many, the tree is looked through every second.
 */
export function watchFolder(
  folder: string,
  changed: () => void,
  clock: Clock,
  watch: typeof watchOne = watchOne,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const ended = new AbortController();
  let polling = false;

  const forget = (path: string): void => {
    for (const [each, watcher] of watchers) {
      if (each !== path && !each.startsWith(path + sep)) continue;
      watcher.close();
      watchers.delete(each);
    }
  };
  const fallBack = (): void => {
    forget(folder);
    if (polling) return;
    polling = true;
    void poll(folder, changed, clock, ended.signal);
  };
  const add = (path: string): void => {
    if (polling) return;
    try {
      const watcher = watch(path, (event, name) => {
        if (name !== null && isLeftOut(name)) return;
        // A folder under the same name may be another one, with folders in it already.
        if (event === "rename") refresh(name === null ? path : join(path, name));
        if (!existsSync(folder)) fallBack();
        changed();
      });
      watcher.on("error", () => {
        recover(path);
      });
      watchers.set(path, watcher);
    } catch {
      recover(path);
    }
  };
  const refresh = (path: string): void => {
    forget(path);
    for (const each of foldersFrom(path)) add(each);
  };
  /** That a folder went away is told by the one above it; else the system cannot watch it. */
  const recover = (path: string): void => {
    forget(path);
    if (path === folder || existsSync(path)) fallBack();
  };

  refresh(folder);
  return () => {
    ended.abort();
    forget(folder);
  };
}

function isLeftOut(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}

/** The folder and all below it; none where it is no folder, or a link to one. */
function foldersFrom(path: string): readonly string[] {
  try {
    return lstatSync(path).isDirectory() ? [path, ...foldersBelow(path)] : [];
  } catch {
    return [];
  }
}

function foldersBelow(folder: string): readonly string[] {
  return entries(folder).flatMap(({ path, isFolder }) => (isFolder ? [path, ...foldersBelow(path)] : []));
}

function entries(folder: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !isLeftOut(name))
      .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }));
  } catch {
    // It went away while it was looked at.
    return [];
  }
}

async function poll(folder: string, changed: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  let before = stateOf(folder);
  for (;;) {
    await clock.until(clock.now() + interval, signal);
    if (signal.aborted) return;
    const now = stateOf(folder);
    if (now !== before) changed();
    before = now;
  }
}

/** Differs where a name, a length or a moment of writing does. */
function stateOf(folder: string): string {
  return entries(folder)
    .map(({ path, isFolder }) => {
      if (isFolder) return `${path}/\n${stateOf(path)}`;
      return `${path} ${stampOf(path)}\n`;
    })
    .join("");
}

function stampOf(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${String(size)} ${String(mtimeMs)}`;
  } catch {
    return "";
  }
}
