import { Cron } from "croner";
import { millisecondsOf } from "../../ir/index.js";

/** A moment in ms since 1970, or why there is none. */
export type MomentAt = { readonly at: number } | { readonly problem: string };

const datetime = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** `at`: a datetime, which has to say its offset (`[L-40]`). */
export function momentAt(value: string): MomentAt {
  const at = datetime.test(value) ? Date.parse(value.replace(" ", "T")) : Number.NaN;
  return Number.isNaN(at)
    ? { problem: `\`${value}\` is no datetime with an offset, such as 2026-01-31T09:00:00Z` }
    : { at };
}

/** `in`: an ISO 8601 duration from now on. */
export function momentIn(duration: string, now: number): MomentAt {
  const ms = millisecondsOf(duration);
  return ms === undefined ? { problem: `\`${duration}\` is no duration, such as PT1H30M` } : { at: now + ms };
}

/**
 * `next`: the first time after now that fits a cron expression in a time zone. A time that a change of clocks leaves out
 * comes at the next one that there is, and one that comes twice counts once.
 */
export function momentNext(cron: string, zone: string | undefined, now: number): MomentAt {
  try {
    const next = new Cron(cron, { timezone: zone ?? "UTC", paused: true }).nextRun(new Date(now));
    return next === null ? { problem: `\`${cron}\` has no next time` } : { at: next.getTime() };
  } catch (error) {
    return {
      problem: `\`${cron}\` cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
