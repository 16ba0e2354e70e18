import type { Event, JournalEntry } from "../../ir/index.js";
import { foldEntry } from "./fold.js";
import type { Machine } from "./machine.js";
import type { State } from "./state.js";

/**
 * Entries that are to be appended together, and the state after them. Each is folded as it is made, so that what is
 * decided next rests on it.
 */
export class Batch {
  readonly entries: JournalEntry[] = [];

  /** `at`: ms since 1970, not before the state's. */
  constructor(
    readonly machine: Machine,
    public state: State,
    readonly at: number,
  ) {}

  emit(event: Event): void {
    const entry: JournalEntry = { seq: this.state.seq + 1, at: this.at, event };
    this.entries.push(entry);
    this.state = foldEntry(this.machine, this.state, entry);
  }
}
