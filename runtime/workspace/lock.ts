import type { Clock } from "../ports.js";
import { openDatabase } from "../stores/database.js";
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

function tryLock(file: string): (() => void) | undefined {
  const database = openDatabase(file);
  try {
    database.exec("BEGIN EXCLUSIVE");
    return () => database.close();
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  if (error instanceof StoreFailure) return error.kind === "locked";
  return error instanceof Error && error.message.includes("database is locked");
}
