/** What the end of a wait's time means (`[L-24]`, `[R-33]`). Lanes' and the run's ceilings are in the state by then. */
import type { Batch } from "../batch.js";
import type { Wait } from "../state.js";
import { stopLane } from "./settle.js";
import { shortName } from "../names.js";
import { stopContext } from "./stop-contexts.js";

/** A timer was due. One that is early, or of a wait that has ended, does nothing. */
export function timeOut(batch: Batch, timer: string): void {
  const wait = batch.state.waits.get(timer);
  if (wait === undefined || wait.ended !== undefined) return;
  if (wait.dueAt !== undefined && wait.dueAt <= batch.at) {
    batch.emit({
      kind: `wait.${wait.class}.ended`,
      waitId: wait.id,
      how: "answered",
      answer: { status: "due" },
    });
  } else if (wait.expiresAt !== undefined && wait.expiresAt <= batch.at) {
    expire(batch, wait);
  }
}

function expire(batch: Batch, wait: Wait): void {
  const answering = batch.machine.program.waits[wait.wait]?.expires?.answering;
  if (answering !== undefined) {
    batch.emit({
      kind: `wait.${wait.class}.ended`,
      waitId: wait.id,
      how: "expired",
      answer: answering,
      assumed: true,
    });
    return;
  }
  batch.emit({ kind: `wait.${wait.class}.ended`, waitId: wait.id, how: "expired" });
  const lane = wait.lane === undefined ? undefined : batch.state.lanes.get(wait.lane);
  if (lane === undefined) return;
  const stop = stopContext("expired", "expired", `nobody answered \`${shortName(wait.wait)}\` in time`, {
    lane,
  });
  stopLane(batch, lane, stop);
}
