/** Past the run's duration or deadline (`[R-22]`): what is running is dropped, what rests is ended, the run stops. */
import { compactDuration } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { ceilingsOf } from "../machine.js";
import { restingLanes } from "../selecting.js";
import { roundOf, runOf } from "../surroundings.js";
import { settle } from "./settle.js";
import { stopPath } from "./stop.js";
import { stopContext } from "./stop-contexts.js";

/** One move; `false`: there is nothing left to drop, and the rounds stop by themselves. */
export function cutShort(batch: Batch): boolean {
  const { state } = batch;
  for (const lane of state.lanes.values()) {
    if (lane.status !== "running" || state.choreographies.has(lane.id)) continue;
    const stop = stopContext("limit", reasonOf(batch), wordsOf(batch), { lane });
    settle(batch, lane, "failed", { stop, why: stop.message });
    return true;
  }
  const root = roundOf(state, "");
  if (root.phase !== "boarded" && state.status !== "paused") return false;
  if (runOf(state).shape !== "single") {
    stopPath(batch, "", {
      kind: "reason",
      reason: state.overdue.duration ? "duration_ceiling" : "deadline_ceiling",
    });
    return true;
  }
  for (const lane of restingLanes(state, "")) {
    settle(batch, lane, "failed", {
      stop: stopContext("limit", reasonOf(batch), wordsOf(batch), { lane }),
      why: wordsOf(batch),
    });
  }
  batch.emit({
    kind: "run.failed",
    reason: "limit",
    stop: stopContext("limit", reasonOf(batch), wordsOf(batch)),
  });
  return true;
}

function reasonOf(batch: Batch): string {
  return batch.state.overdue.duration ? "duration" : "deadline";
}

function wordsOf(batch: Batch): string {
  const { duration, deadline } = ceilingsOf(batch.machine, runOf(batch.state).playbook);
  return batch.state.overdue.duration
    ? `the run's ${compactDuration(duration ?? 0)} of work are used up`
    : `the run's deadline of ${compactDuration(deadline ?? 0)} has passed`;
}
