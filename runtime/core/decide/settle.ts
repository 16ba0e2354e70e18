import type { StopContext } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import type { Lane, Outcome } from "../state.js";
import { runOf } from "../surroundings.js";
import { isFinal, outcomeOf } from "./stop-contexts.js";

/** Settles a lane, and ends the waits that it leaves behind; its checkpoints have had their continuation (`[R-29]`). */
export function settle(
  batch: Batch,
  lane: Lane,
  outcome: Outcome,
  more: { readonly stop?: StopContext; readonly why?: string } = {},
): void {
  if (outcome !== "suspended") endWaits(batch, lane.id);
  if (outcome !== "suspended" && outcome !== "stopped")
    endWithin(batch, lane, more.why ?? "the choreography around it ended");
  consume(batch, lane.id);
  batch.emit({ kind: "lane.settled", lane: lane.id, outcome, ...more });
}

/** What a composite has left inside ends with it; what was merged before stays (`[R-57]`). */
function endWithin(batch: Batch, { id }: Lane, why: string): void {
  if (!batch.state.choreographies.has(id)) return;
  for (const inner of batch.state.lanes.values()) {
    const isOpen = inner.status === "running" || inner.status === "suspended" || inner.status === "stopped";
    if (inner.path === id && isOpen) settle(batch, inner, "superseded", { why });
  }
}

/** Settles a lane that cannot go on. In a single run it stays, to be recovered, unless nothing can (`[R-50]`, `[R-53]`). */
export function stopLane(batch: Batch, lane: Lane, stop: StopContext): void {
  const isSingle = lane.path === "" && runOf(batch.state).shape === "single";
  const outcome = isSingle ? (isFinal(stop) ? "failed" : "stopped") : outcomeOf(stop.category);
  settle(batch, lane, outcome, { stop, why: stop.message });
}

/** Ends a lane's open waits as cancelled: nothing will come of an answer (`[R-32]`). */
export function endWaits(batch: Batch, lane: string | undefined): void {
  for (const wait of batch.state.waits.values()) {
    if (wait.ended !== undefined || (lane !== undefined && wait.lane !== lane)) continue;
    batch.emit({ kind: `wait.${wait.class}.ended`, waitId: wait.id, how: "cancelled" });
  }
}

function consume(batch: Batch, lane: string): void {
  for (const wait of batch.state.waits.values()) {
    if (wait.lane === lane && wait.claimed && !wait.consumed)
      batch.emit({ kind: "checkpoint.consumed", waitId: wait.id });
  }
}
