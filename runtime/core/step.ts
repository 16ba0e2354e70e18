import type { Event, JournalEntry } from "../../ir/index.js";
import { Batch } from "./batch.js";
import type { Command } from "./commands.js";
import { settleDown } from "./decide/decide.js";
import { timeOut } from "./decide/time-out.js";
import type { Machine } from "./machine.js";
import { pending } from "./pending.js";
import type { State } from "./state.js";
import { timersOf } from "./timers.js";

/** What a step gave: entries to append in one transaction, the state after them, and what is to be done then. */
export interface Stepped {
  readonly state: State;
  readonly entries: readonly JournalEntry[];
  readonly commands: readonly Command[];
}

/**
 * Takes what happened at `at` (ms since 1970) and derives all that follows from it (`[R-2]`). Time never goes back: an
 * earlier `at` counts as the last one. What is due by then happens first, whether or not its timer was heard (`[R-32]`).
 */
export function step(machine: Machine, state: State, events: readonly Event[], at: number): Stepped {
  const batch = new Batch(machine, state, Math.max(at, state.at));
  fire(batch);
  for (const event of events) {
    // What is due was fired above; a timer that says more is early or stale, and does nothing.
    if (event.kind !== "timer.due") batch.emit(event);
  }
  settleDown(batch);
  return { state: batch.state, entries: batch.entries, commands: pending(machine, batch.state) };
}

function fire(batch: Batch): void {
  const due = timersOf(batch.machine, batch.state).filter(({ at }) => at <= batch.at);
  for (const { timer } of due) {
    batch.emit({ kind: "timer.due", timer });
    timeOut(batch, timer);
    settleDown(batch);
  }
}
