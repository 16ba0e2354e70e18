import type { JournalEntry } from "../../ir/index.js";

/** What each of a run's own rounds is called, by its number. */
export type RoundNames = ReadonlyMap<number, string>;

/**
 * Rounds as they count: one that only goes on with what rested is none of the ceiling's, and has no number of its own
 * (`[R-21]`), so that the last number is how many rounds there were.
 */
export function roundNames(entries: readonly JournalEntry[]): RoundNames {
  const names = new Map<number, string>();
  let counted = 0;
  for (const { event } of entries) {
    if (event.kind !== "round.started" || event.path !== "") continue;
    if (event.counted) counted += 1;
    names.set(event.round, event.counted ? `round ${String(counted)}` : `after round ${String(counted)}`);
  }
  return names;
}
