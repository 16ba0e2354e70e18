import type { Clock } from "../../../runtime/ports.js";

/** A clock that only its test moves. */
export class ManualClock implements Clock {
  private readonly waiting = new Set<{ readonly at: number; readonly wake: () => void }>();

  constructor(private time = 1_700_000_000_000) {}

  now(): number {
    return this.time;
  }

  /** How many wait for a moment to come. */
  get waiters(): number {
    return this.waiting.size;
  }

  until(at: number, signal: AbortSignal): Promise<void> {
    if (at <= this.time || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = {
        at,
        wake: () => {
          this.waiting.delete(waiter);
          signal.removeEventListener("abort", waiter.wake);
          resolve();
        },
      };
      this.waiting.add(waiter);
      signal.addEventListener("abort", waiter.wake, { once: true });
    });
  }

  /** Moves on from moment to moment that is waited for; what each of them sets off happens before the next. */
  async advance(milliseconds: number): Promise<void> {
    const target = this.time + milliseconds;
    for (;;) {
      const next = Math.min(...[...this.waiting].map(({ at }) => at));
      if (next > target) break;
      this.time = Math.max(this.time, next);
      for (const waiter of Array.from(this.waiting)) if (waiter.at <= this.time) waiter.wake();
      await settled();
    }
    this.time = target;
    await settled();
  }
}

/** Resolves when everything has happened that needs no time. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
