import type { Clock } from "../runtime/ports.js";

/** A timer of Node's fires at once when it is further away than this (2³¹ − 1 ms). */
const farthest = 2_147_483_647;

/** The machine's clock. Far moments are waited for in stretches, so none comes early (`[R-33]`). */
export const systemClock: Clock = {
  now: () => Date.now(),
  async until(at, signal) {
    while (!signal.aborted) {
      const left = at - Date.now();
      if (left <= 0) return;
      await sleep(Math.min(left, farthest), signal);
    }
  },
};

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}
