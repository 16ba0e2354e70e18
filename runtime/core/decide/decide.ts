import type { Batch } from "../batch.js";
import { memberName } from "../names.js";
import type { Lane, State } from "../state.js";
import { memberState } from "../surroundings.js";
import { canGoOn } from "../selecting.js";
import { advanceLane } from "./lane.js";
import { cutShort } from "./overdue.js";
import { advanceRound } from "./round.js";
import { settle } from "./settle.js";
import { cancelRun } from "./stop.js";

/** Derives what follows from the state until nothing more does; what is left needs the world (`[R-2]`). */
export function settleDown(batch: Batch): void {
  while (advance(batch)) {
    // Each move changes the state, and the next rests on it.
  }
}

function advance(batch: Batch): boolean {
  const { state } = batch;
  if (state.run === undefined || state.end !== undefined) return false;
  if (state.cancelling) {
    cancelRun(batch, "the run was cancelled");
    return true;
  }
  if ((state.overdue.duration || state.overdue.deadline) && cutShort(batch)) return true;
  if (state.status === "paused") return unpause(batch);
  for (const lane of state.lanes.values()) {
    if (lane.status === "running" && advanceLane(batch, lane.id)) return true;
    if (lane.status === "suspended" && isGone(state, lane)) {
      settle(batch, lane, "superseded", { why: "its question was cancelled" });
      return true;
    }
  }
  for (const path of deepestFirst(state)) if (advanceRound(batch, path)) return true;
  return false;
}

/** A person cancelled its question: the lane ends, and its member leaves the run (`[R-27]`). */
function isGone(state: State, lane: Lane): boolean {
  const round = state.choreographies.get(lane.path);
  return round !== undefined && memberState(round, memberName(lane.member)).gone;
}

/** A pause ends with a recovery, or with the answer to a lane that waited beside it (`[R-38]`). */
function unpause(batch: Batch): boolean {
  const { state } = batch;
  const able = [...state.lanes.values()].filter((lane) => canGoOn(state, lane));
  if (!state.recovering && able.length === 0) return false;
  const isRecovery = state.recovering || able.some((lane) => lane.recovered);
  batch.emit({ kind: "run.resumed", cause: isRecovery ? "recovery" : "answer" });
  return true;
}

/** The rounds that go on: the run's own, and those of composites whose lane runs; inner ones before outer ones. */
function deepestFirst(state: State): readonly string[] {
  if (state.choreographies.size === 1) return [""];
  return [...state.choreographies.keys()]
    .filter((path) => path === "" || state.lanes.get(path)?.status === "running")
    .toReversed();
}
