import { unreachable, type Event } from "../../../ir/index.js";
import { changeLane, changeRound, type Draft } from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import type { Lane, Round, State } from "../state.js";

type RunEvent = Extract<
  Event,
  {
    kind:
      | "run.started"
      | "run.queued"
      | "run.resumed"
      | "run.paused"
      | "run.stopped"
      | "run.completed"
      | "run.failed"
      | "run.cancelled"
      | "run.adopted"
      | "run.cancel_requested"
      | "recovery.requested";
  }
>;

/** Rounds that have not begun. */
export function newRound(
  path: string,
  playbook: string | undefined,
  members: Round["members"] = new Map(),
): Round {
  return {
    path,
    playbook,
    phase: "reading",
    round: 0,
    counted: 0,
    admitted: 0,
    readings: 0,
    members,
    board: [],
    stale: undefined,
    selection: undefined,
    chosenStop: undefined,
    current: [],
    stopped: undefined,
  };
}

/** `before`: the time of the entry before. */
export function foldRun(machine: Machine, draft: Draft<State>, event: RunEvent, before: number): void {
  switch (event.kind) {
    case "run.started":
      draft.run = event;
      draft.startedAt = draft.at;
      draft.interview = event.interview;
      draft.choreographies = new Map([["", newRound("", event.playbook)]]);
      return;
    case "run.resumed":
      if (event.cause === "restart") restart(draft, before);
      else goOn(draft);
      return;
    case "run.paused":
      draft.status = "paused";
      draft.stops = event.stops;
      return;
    case "run.stopped":
      changeRound(draft, event.path, (round) => {
        const { reason, words, rationale } = event;
        round.phase = "stopped";
        round.stopped = { reason, words, ...(rationale === undefined ? {} : { rationale }) };
      });
      return;
    case "run.completed":
      draft.status = "completed";
      draft.end = { reason: event.reason, words: wordsOf(draft), goalHolds: event.goalHolds };
      return;
    case "run.failed":
      draft.status = "failed";
      draft.end = { reason: event.reason, words: event.stop?.message ?? wordsOf(draft), goalHolds: null };
      if (event.stop !== undefined) draft.stops = [event.stop];
      return;
    case "run.cancelled":
      draft.status = "cancelled";
      draft.stops = [];
      draft.end = { reason: "cancelled", words: "it was cancelled", goalHolds: null };
      return;
    case "run.cancel_requested":
      if (draft.end === undefined) draft.cancelling = true;
      return;
    case "recovery.requested":
      recover(machine, draft, event.lane, event.text);
      return;
    case "run.queued":
    case "run.adopted":
      return;
    default:
      unreachable(event);
  }
}

function wordsOf(state: State): string {
  return state.choreographies.get("")?.stopped?.words ?? "";
}

/** What waited reads the workspace anew; a run that was paused runs. */
function goOn(draft: Draft<State>): void {
  draft.status = "running";
  draft.stops = [];
  draft.recovering = false;
  for (const { path, phase, stopped } of draft.choreographies.values()) {
    if (phase !== "boarded" && phase !== "read" && stopped?.reason !== "all_lanes_failed") continue;
    changeRound(draft, path, (round) => {
      round.phase = "reading";
      round.stopped = undefined;
    });
  }
}

/** What a lane did before the restart counts up to the last entry, and what passed since then does not (`[R-22]`). */
function restart(draft: Draft<State>, before: number): void {
  for (const { id, status } of draft.lanes.values()) {
    if (status !== "running") continue;
    changeLane(draft, id, (lane) => {
      lane.activeMs += Math.max(0, before - lane.since);
      lane.since = draft.at;
    });
  }
}

function recover(
  machine: Machine,
  draft: Draft<State>,
  id: string | undefined,
  text: string | undefined,
): void {
  if (id !== undefined && draft.lanes.has(id)) {
    changeLane(draft, id, (lane) => recoverLane(machine, lane, text));
    forgetFailures(draft, id);
    return;
  }
  // The selector, or the members that failed for good, get another try (`[R-53]`, `[R-54]`).
  draft.recovering = true;
  forgetFailures(draft, "");
}

function forgetFailures(draft: Draft<State>, path: string): void {
  changeRound(draft, path, (round) => {
    round.members = new Map([...round.members].map(([name, member]) => [name, { ...member, failures: 0 }]));
  });
}

function recoverLane(machine: Machine, lane: Draft<Lane>, text: string | undefined): void {
  lane.recovered = true;
  if (text !== undefined) lane.context = [...lane.context, text];
  const { landing, work } = lane;
  lane.landing = undefined;
  if (landing !== undefined) {
    // What was to be landed rests on what changed: it is made again, from the first step that gave a part of it.
    const step = Math.min(lane.step, ...lane.results.map((result) => result.step));
    lane.step = step;
    lane.results = lane.results.filter((result) => result.step < step);
    lane.seen = {};
    lane.work = undefined;
  } else if (work?.kind === "generate") {
    const allowed = work.attempt + attemptsOf(machine, lane);
    lane.work = { ...work, between: true, reply: undefined, turns: [], allowed };
  } else {
    lane.work = undefined;
  }
}

/** How many attempts a lane's step has. */
export function attemptsOf(machine: Machine, lane: Lane): number {
  const step = playbookOf(machine, lane.member.playbook).steps?.[lane.step];
  return step?.kind === "generate" ? step.attempts : 1;
}
