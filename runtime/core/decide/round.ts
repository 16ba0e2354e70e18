/** The rounds of a choreography, step by step (runtime.md, section 3). */
import { unreachable } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { holds } from "../evaluate.js";
import { ceilingsOf, playbookOf } from "../machine.js";
import { listed, memberName } from "../names.js";
import { openStops } from "../requests/recover.js";
import { asksSelector, atRoundCeiling, lanesToGoOn, restingLanes } from "../selecting.js";
import type { Lane, Round } from "../state.js";
import {
  choreographyOf,
  failedForGood,
  isOverdueWithin,
  laneOf,
  memberState,
  rosterAt,
  roundOf,
  runOf,
  scopeAt,
} from "../surroundings.js";
import { startRound, supersedeOutdated } from "./admit.js";
import { emitInterview } from "./ask.js";
import { boardOf, missingRequirements } from "./board.js";
import { merge, removeOutdatedVerdicts, removeVanished } from "./merge.js";
import { advanceSelection } from "./select.js";
import { settle } from "./settle.js";
import { cancelRun, pauseRun, stopPath, type Ending } from "./stop.js";
import { stopContext } from "./stop-contexts.js";

/** One move of the rounds at a path; `false`: they wait for the workspace, a selector, a lane or a person. */
export function advanceRound(batch: Batch, path: string): boolean {
  const round = roundOf(batch.state, path);
  switch (round.phase) {
    case "reading":
      return askFirst(batch, round);
    case "read":
      return isSingle(batch, path) ? startSingle(batch, round) : openRound(batch, path);
    case "boarded":
      return boarded(batch, round, false);
    case "chosen":
      admitChosen(batch, round);
      return true;
    case "running":
      return settleRound(batch, round);
    case "stopped":
      return false;
    default:
      return unreachable(round.phase);
  }
}

function isSingle(batch: Batch, path: string): boolean {
  return path === "" && runOf(batch.state).shape === "single";
}

/** A composite's interview comes before its first round. */
function askFirst(batch: Batch, { path, playbook: ref, round }: Round): boolean {
  if (
    path !== "" ||
    ref === undefined ||
    round > 0 ||
    batch.state.interview !== undefined ||
    isSingle(batch, path)
  )
    return false;
  const playbook = playbookOf(batch.machine, ref);
  if (playbook.interview.length === 0) return false;
  const [asked] = batch.state.waits.values();
  if (asked?.ended?.how === "cancelled") {
    cancelRun(batch, "its interview was cancelled");
    return true;
  }
  if (asked !== undefined) return false;
  emitInterview(batch, playbook, ref, scopeAt(batch.machine, batch.state, path), undefined);
  return true;
}

/** Steps 2 to 7: what no longer stands falls, stops are looked at, the board is built. */
function openRound(batch: Batch, path: string): boolean {
  removeVanished(batch, path);
  removeOutdatedVerdicts(batch);
  supersedeOutdated(batch, path);
  const ending = endingOf(batch, roundOf(batch.state, path));
  if (ending !== undefined) {
    stopPath(batch, path, ending);
    return true;
  }
  const { fault } = rosterAt(batch.machine, batch.state, path);
  if (fault !== undefined) {
    stopPath(batch, path, { kind: "stop", stop: stopContext("limit", "fan_out", fault) });
    return true;
  }
  const board = boardOf(batch.machine, batch.state, path);
  batch.emit({ kind: "board.built", path, round: roundOf(batch.state, path).round + 1, board });
  boarded(batch, roundOf(batch.state, path), true);
  return true;
}

/** Steps 4 and 5. What is suspended puts off every stop but the goal, the duration and the deadline (`[R-21]`). */
function endingOf(batch: Batch, round: Round): Ending | undefined {
  const { machine, state } = batch;
  const { path } = round;
  const choreography = choreographyOf(machine, state, path);
  const scope = scopeAt(machine, state, path);
  if (choreography.until !== undefined && holds(choreography.until, scope))
    return { kind: "reason", reason: "goal_met" };
  const rests = restingLanes(state, path).length > 0;
  const end = rests ? undefined : choreography.ends.find(({ when }) => holds(when, scope));
  if (end !== undefined) return { kind: "named", reason: end.reason, failed: end.failed };
  if (!rests && atRoundCeiling(machine, state, round)) return { kind: "reason", reason: "iteration_ceiling" };
  const overdue = overdueOf(batch, path);
  if (overdue !== undefined) return { kind: "reason", reason: overdue };
  const { tokens } = ceilingsOf(machine, round.playbook);
  const spent = path === "" ? state.tokens : laneOf(state, path).tokens;
  if (tokens !== undefined && spent >= tokens) {
    return {
      kind: "stop",
      stop: stopContext("limit", "tokens", `its ${tokens} tokens are spent (${spent})`),
    };
  }
  return !rests && round.chosenStop !== undefined
    ? { kind: "reason", reason: "chose_to_stop", rationale: round.chosenStop.rationale }
    : undefined;
}

/** Whether the time of a path is over: the run's, or that of a composite around it. */
function overdueOf(batch: Batch, path: string): "duration_ceiling" | "deadline_ceiling" | undefined {
  const { overdue } = batch.state;
  if (isOverdueWithin(batch.state, path)) return "duration_ceiling";
  return overdue.duration ? "duration_ceiling" : overdue.deadline ? "deadline_ceiling" : undefined;
}

/** Steps 7 and 8. `fresh`: the workspace was just read, and lanes may go on from it. */
function boarded(batch: Batch, round: Round, fresh: boolean): boolean {
  const { path } = round;
  if (isSingle(batch, path)) return goOnOrRest(batch, round, fresh);
  if (path === "" && round.stale !== undefined) {
    batch.emit({ kind: "run.resumed", cause: round.stale });
    return true;
  }
  const overdue = path === "" ? undefined : overdueOf(batch, path);
  if (overdue !== undefined) {
    stopPath(batch, path, { kind: "reason", reason: overdue });
    return true;
  }
  if (asksSelector(batch.machine, batch.state, round)) return advanceSelection(batch, round);
  return goOnOrRest(batch, round, fresh);
}

function goOnOrRest(batch: Batch, round: Round, fresh: boolean): boolean {
  const { path } = round;
  if (lanesToGoOn(batch.state, path).length > 0) {
    if (fresh) startRound(batch, round, []);
    else if (path !== "") return restInside(batch, path);
    else
      batch.emit({
        kind: "run.resumed",
        cause: lanesToGoOn(batch.state, "").some((lane) => lane.recovered) ? "recovery" : "answer",
      });
    return true;
  }
  const resting = restingLanes(batch.state, path);
  if (resting.length === 0 && round.chosenStop !== undefined) {
    stopPath(batch, path, { kind: "reason", reason: "chose_to_stop", ...round.chosenStop });
    return true;
  }
  if (resting.some((lane) => lane.status === "suspended"))
    return path === "" ? false : restInside(batch, path);
  if (resting.length > 0) return pause(batch, path, resting);
  if (isSingle(batch, path)) return concludeSingle(batch);
  return nothingEligible(batch, round);
}

/** A composite that can only wait is suspended itself (`[R-57]`). */
function restInside(batch: Batch, path: string): boolean {
  const lane = batch.state.lanes.get(path);
  if (lane === undefined || lane.status !== "running") return false;
  settle(batch, lane, "suspended");
  return true;
}

function pause(batch: Batch, path: string, resting: readonly Lane[]): boolean {
  const [first] = resting.flatMap(({ stop }) => (stop === undefined ? [] : [stop]));
  if (path === "") {
    pauseRun(batch, openStops(batch.state));
  } else if (first !== undefined) {
    const lane = batch.state.lanes.get(path);
    if (lane === undefined || lane.status !== "running") return false;
    settle(batch, lane, "stopped", { stop: first, why: first.message });
  }
  return true;
}

/** Nothing is eligible and nothing rests: members failed for good, or there is nothing more to do. */
function nothingEligible(batch: Batch, round: Round): boolean {
  const { path } = round;
  const failed = rosterAt(batch.machine, batch.state, path).instances.filter((instance) =>
    failedForGood(batch.machine, round, instance),
  );
  if (failed.length === 0) {
    stopPath(batch, path, { kind: "reason", reason: "nothing_eligible" });
    return true;
  }
  const stops = failed.map(({ member }) => {
    const last = memberState(round, memberName(member)).lastFailure;
    const words = `\`${memberName(member)}\` failed for good: ${last?.message ?? "it failed"}`;
    const stop = stopContext(last?.category ?? "invalid_output", "all_lanes_failed", words, {
      recovery: "retry",
    });
    return last?.laneId === undefined ? stop : { ...stop, laneId: last.laneId };
  });
  const [first] = stops;
  if (path !== "" && first !== undefined) {
    // A run would be paused: its lane is stopped, and tried again by its own id (`[R-57]`).
    const { laneId: _, ...stop } = first;
    settle(batch, laneOf(batch.state, path), "stopped", {
      stop: { ...stop, laneId: path },
      why: stop.message,
    });
    return true;
  }
  const words = `nothing more may run, and ${listed(failed.map(({ member }) => `\`${memberName(member)}\``))} failed for good`;
  batch.emit({ kind: "run.stopped", path, reason: "all_lanes_failed", words });
  pauseRun(batch, stops);
  return true;
}

function admitChosen(batch: Batch, round: Round): void {
  supersedeOutdated(batch, round.path);
  startRound(batch, roundOf(batch.state, round.path), round.selection?.choice ?? []);
}

/** Step 11, once no lane of the round runs. */
function settleRound(batch: Batch, round: Round): boolean {
  if (round.current.some((id) => batch.state.lanes.get(id)?.status === "running")) return false;
  merge(batch, round);
  const only = round.current.length === 1 ? batch.state.lanes.get(round.current[0] ?? "") : undefined;
  batch.emit({ kind: "round.settled", path: round.path, round: round.round });
  if (isSingle(batch, round.path) && only !== undefined) endSingle(batch, only);
  return true;
}

/** A single run is one lane; it is admitted if its requirements hold, and goes on when it can. */
function startSingle(batch: Batch, round: Round): boolean {
  removeOutdatedVerdicts(batch);
  if (round.admitted > 0) {
    supersedeOutdated(batch, "");
    if (lanesToGoOn(batch.state, "").length === 0) return pause(batch, "", restingLanes(batch.state, ""));
    startRound(batch, roundOf(batch.state, ""), []);
    return true;
  }
  const [instance] = rosterAt(batch.machine, batch.state, "").instances;
  if (instance === undefined) return false;
  const missing = missingRequirements(batch.machine, batch.state, "", instance);
  if (missing.length > 0) {
    pauseRun(batch, [
      stopContext(
        "configuration",
        "not_eligible",
        `\`${memberName(instance.member)}\` cannot run: ${listed(missing)}`,
      ),
    ]);
    return true;
  }
  startRound(batch, round, [instance.member]);
  return true;
}

/** How a single run's lane settled is how the run ends. */
function endSingle(batch: Batch, lane: Lane): void {
  switch (lane.status) {
    case "landed":
    case "returned":
    case "previewed":
      stopPath(batch, "", { kind: "reason", reason: "goal_met" });
      return;
    case "failed":
      batch.emit({
        kind: "run.failed",
        reason: lane.stop?.category ?? "failed",
        ...(lane.stop === undefined ? {} : { stop: lane.stop }),
      });
      return;
    case "superseded":
      batch.emit({ kind: "run.cancelled" });
      return;
    case "running":
    case "suspended":
    case "stopped":
      return;
    default:
      unreachable(lane.status);
  }
}

/** The one lane left while it rested: a person cancelled its question, or it can never go on. */
function concludeSingle(batch: Batch): boolean {
  const last = batch.state.settled?.last;
  if (last === undefined) return false;
  if (last.status === "failed" && last.stop !== undefined)
    batch.emit({ kind: "run.failed", reason: last.stop.category, stop: last.stop });
  else batch.emit({ kind: "run.cancelled" });
  return true;
}
