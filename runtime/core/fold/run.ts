import { unreachable, type Event } from "../../../ir/index.js";
import { withLane, withRound } from "../change.js";
import type { Machine } from "../machine.js";
import { playbookOf } from "../machine.js";
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
export function newRound(path: string, playbook: string | undefined): Round {
  return {
    path,
    playbook,
    phase: "reading",
    round: 0,
    counted: 0,
    admitted: 0,
    readings: 0,
    members: new Map(),
    board: [],
    stale: undefined,
    selection: undefined,
    chosenStop: undefined,
    current: [],
    stopped: undefined,
  };
}

/** `before`: the time of the entry before. */
export function foldRun(machine: Machine, state: State, event: RunEvent, before: number): State {
  switch (event.kind) {
    case "run.started":
      return {
        ...state,
        run: event,
        startedAt: state.at,
        interview: event.interview,
        choreographies: new Map([["", newRound("", event.playbook)]]),
      };
    case "run.resumed":
      return event.cause === "restart" ? restarted(state, before) : goingOn(state);
    case "run.paused":
      return { ...state, status: "paused", stops: event.stops };
    case "run.stopped":
      return withRound(state, event.path, () => ({
        phase: "stopped",
        stopped: {
          reason: event.reason,
          words: event.words,
          ...(event.rationale === undefined ? {} : { rationale: event.rationale }),
        },
      }));
    case "run.completed":
      return {
        ...state,
        status: "completed",
        end: { reason: event.reason, words: wordsOf(state), goalHolds: event.goalHolds },
      };
    case "run.failed":
      return {
        ...state,
        status: "failed",
        end: { reason: event.reason, words: event.stop?.message ?? wordsOf(state), goalHolds: null },
        stops: event.stop === undefined ? state.stops : [event.stop],
      };
    case "run.cancelled":
      return {
        ...state,
        status: "cancelled",
        end: { reason: "cancelled", words: "it was cancelled", goalHolds: null },
      };
    case "run.cancel_requested":
      return state.end === undefined ? { ...state, cancelling: true } : state;
    case "recovery.requested":
      return recovered(machine, state, event.lane, event.text);
    case "run.queued":
    case "run.adopted":
      return state;
    default:
      return unreachable(event);
  }
}

function wordsOf(state: State): string {
  return state.choreographies.get("")?.stopped?.words ?? "";
}

/** What waited reads the workspace anew; a run that was paused runs. */
function goingOn(state: State): State {
  let changed: State = { ...state, status: "running", stops: [], recovering: false };
  for (const { path, phase, stopped } of state.choreographies.values()) {
    if (phase === "boarded" || phase === "read" || stopped?.reason === "all_lanes_failed") {
      changed = withRound(changed, path, () => ({ phase: "reading", stopped: undefined }));
    }
  }
  return changed;
}

/** What a lane did before the restart counts up to the last entry, and what passed since then does not. */
function restarted(state: State, before: number): State {
  let changed = state;
  for (const lane of state.lanes.values()) {
    if (lane.status !== "running") continue;
    changed = withLane(changed, lane.id, ({ activeMs, since }) => ({
      activeMs: activeMs + Math.max(0, before - since),
      since: state.at,
    }));
  }
  return changed;
}

function recovered(
  machine: Machine,
  state: State,
  lane: string | undefined,
  text: string | undefined,
): State {
  if (lane !== undefined && state.lanes.has(lane)) {
    return withLane(state, lane, (stopped) => recoveredLane(machine, stopped, text));
  }
  // The selector, or the members that failed for good, get another try (`[R-53]`, `[R-54]`).
  const [root] = state.choreographies.values();
  if (root === undefined) return state;
  return withRound({ ...state, recovering: true }, root.path, ({ members }) => ({
    members: new Map([...members].map(([name, member]) => [name, { ...member, failures: 0 }])),
  }));
}

function recoveredLane(machine: Machine, lane: Lane, text: string | undefined): Partial<Lane> {
  const context = text === undefined ? lane.context : [...lane.context, text];
  const fresh = { recovered: true, context, landing: undefined };
  // What was to be landed rests on what changed: it is made again, from the first step that gave a part of it.
  if (lane.landing !== undefined) {
    const step = Math.min(lane.step, ...lane.results.map((result) => result.step));
    const results = lane.results.filter((result) => result.step < step);
    return { ...fresh, step, results, seen: {}, work: undefined };
  }
  const { work } = lane;
  if (work?.kind !== "generate") return { ...fresh, work: undefined };
  const step = playbookOf(machine, lane.member.playbook).steps?.[lane.step];
  const attempts = step?.kind === "generate" ? step.attempts : 1;
  return {
    ...fresh,
    work: { ...work, between: true, reply: undefined, turns: [], allowed: work.attempt + attempts },
  };
}
