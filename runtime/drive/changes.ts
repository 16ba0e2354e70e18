import type { Clock, RunRow, Store } from "../ports.js";

/** Who wants to know when a run changes, whoever drives it. */
export class Changes {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly watched = new Set<string>();

  /** `isDrivenHere`: its loop tells by itself. Nothing of other processes is told once `closed` is aborted. */
  constructor(
    private readonly world: { readonly store: Store; readonly clock: Clock },
    private readonly pollMs: number,
    private readonly isDrivenHere: (run: string) => boolean,
    private readonly closed: AbortSignal,
  ) {}

  /** Calls back at every change, until what it gives back is called. */
  listen(run: string, listener: () => void): () => void {
    const listeners = this.listeners.get(run) ?? new Set();
    this.listeners.set(run, listeners);
    listeners.add(listener);
    if (!this.watched.has(run)) void this.watch(run, listeners);
    return () => listeners.delete(listener);
  }

  tell(run: string): void {
    // A listener may end itself, or others, while they are told.
    for (const listener of Array.from(this.listeners.get(run) ?? [])) listener();
  }

  /** Resolves at the next change of the run, at the latest at `by` (ms since 1970). */
  next(run: string, by?: number): Promise<void> {
    return new Promise((resolve) => {
      const abort = new AbortController();
      const done = (): void => {
        stop();
        abort.abort();
        resolve();
      };
      const stop = this.listen(run, done);
      if (by !== undefined) void this.world.clock.until(by, abort.signal).finally(done);
    });
  }

  /** Tells of what another process does, as long as somebody listens. */
  private async watch(run: string, listeners: ReadonlySet<() => void>): Promise<void> {
    const { clock } = this.world;
    this.watched.add(run);
    let last = this.rowOf(run);
    while (listeners.size > 0 && !this.closed.aborted) {
      await clock.until(clock.now() + this.pollMs, this.closed);
      if (this.closed.aborted) break;
      if (this.isDrivenHere(run)) continue;
      const now = this.rowOf(run);
      if (now?.version !== last?.version || now?.status !== last?.status) this.tell(run);
      last = now;
    }
    this.watched.delete(run);
  }

  /** A store that cannot be read at the moment has nothing to tell; whoever asks it something is told why. */
  private rowOf(run: string): RunRow | undefined {
    try {
      return this.world.store.run(run);
    } catch {
      return undefined;
    }
  }
}
