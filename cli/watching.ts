import { exit, type ExitCode } from "./exit-code.js";
import type { Surroundings } from "./surroundings.js";

/** So long nothing has to change before it is looked at again, in ms: an editor writes a file in several steps. */
const settling = 50;

/**
 * Does something, and again after every change below a folder, until it is interrupted. What changes meanwhile is seen: it
 * is done once more, and not once for each change.
 */
export async function watching(
  { watch, clock, onInterrupt }: Pick<Surroundings, "watch" | "clock" | "onInterrupt">,
  folder: string,
  act: () => Promise<void>,
): Promise<ExitCode> {
  const ended = new AbortController();
  let changed = false;
  let wake = (): void => undefined;
  const offInterrupt = onInterrupt(() => {
    ended.abort();
    wake();
  });
  const unwatch = await watch(folder, () => {
    changed = true;
    wake();
  });
  try {
    await act();
    while (!ended.signal.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      await clock.until(clock.now() + settling, ended.signal);
      if (ended.signal.aborted) break;
      changed = false;
      await act();
    }
  } finally {
    unwatch();
    offInterrupt();
  }
  return exit.interrupted;
}
