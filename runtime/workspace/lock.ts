import type { Clock } from "../ports.js";
import { type Database, openDatabase } from "../stores/database.js";
import { StoreFailure } from "../stores/failure.js";

export type Locked<T> = { readonly kind: "done"; readonly result: T } | { readonly kind: "busy" };

/**
 * Runs `body` while no other process runs one under the same lock file. The lock is SQLite's on that file: it dies with its
 * process, however that ends. `busy`: another held it until `patienceMs` was over. Rejects when aborted.
 *
 * `body` does not await, so that within one process no two overlap.
 */
export async function withLock<T>(
  file: string,
  clock: Clock,
  signal: AbortSignal,
  body: () => T,
  patienceMs = 30_000,
): Promise<Locked<T>> {
  const giveUp = clock.now() + patienceMs;
  for (;;) {
    signal.throwIfAborted();
    const unlock = tryLock(file);
    if (unlock !== undefined) {
      try {
        return { kind: "done", result: body() };
      } finally {
        unlock();
      }
    }
    if (clock.now() >= giveUp) return { kind: "busy" };
    await clock.until(clock.now() + 20, signal);
  }
}

/** Throws `StoreFailure` where the file is none that can be locked. */
function tryLock(file: string): (() => void) | undefined {
  let database: Database | undefined;
  try {
    database = openDatabase(file);
    database.exec("BEGIN EXCLUSIVE");
    return database.close.bind(database);
  } catch (error) {
    database?.close();
    if (error instanceof Error && error.message.includes("database is locked")) return undefined;
    throw new StoreFailure("unusable", `\`${file}\` is no lock of Laban's: take it away, and retry`, {
      cause: error,
    });
  }
}
