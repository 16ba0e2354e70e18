import { unreachable, type Event, type StopContext } from "../../../ir/index.js";
import { append } from "../log.js";
import { withEntry, withLane, withMember, withoutEntry, withRound } from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import { memberName } from "../names.js";
import type { Lane, State } from "../state.js";
import { inputsAt, memberInputs, rosterAt, runOf } from "../surroundings.js";
import { newRound } from "./run.js";

type LaneEvent = Extract<
  Event,
  { kind: "lane.admitted" | "lane.resumed" | "lane.settled" | "advisory.raised" }
>;

export function foldLane(machine: Machine, state: State, event: LaneEvent): State {
  switch (event.kind) {
    case "lane.admitted":
      return admitted(machine, state, event);
    case "lane.resumed":
      return resumed(state, event);
    case "lane.settled":
      return settled(state, event);
    case "advisory.raised":
      return { ...state, advisories: append(state.advisories, { lane: event.lane, text: event.text }) };
    default:
      return unreachable(event);
  }
}

function admitted(machine: Machine, state: State, event: Extract<Event, { kind: "lane.admitted" }>): State {
  const { lane: id, path, member } = event;
  const playbook = playbookOf(machine, member.playbook);
  const name = nameOfEach(machine, state, event);
  const each =
    name === undefined || event.element === undefined ? undefined : { name, element: event.element };
  const lane: Lane = {
    id,
    path,
    round: event.round,
    member,
    element: event.element,
    inputs: memberInputs(machine, inputsAt(state, path), member.playbook, each),
    status: "running",
    why: undefined,
    stop: undefined,
    recovered: false,
    epoch: 0,
    since: state.at,
    activeMs: 0,
    tokens: 0,
    granted: undefined,
    overdue: false,
    step: 0,
    work: undefined,
    attempts: noAttempts,
    locals: noLocals,
    interview: path === "" && state.run?.shape === "single" ? runOf(state).interview : undefined,
    results: [],
    seen: {},
    exchange: [],
    clarified: 0,
    declined: false,
    assumptions: [],
    context: [],
    openWaits: 0,
    landing: undefined,
  };
  const withIt = withRound(
    { ...state, lanes: withEntry(state.lanes, id, lane), working: state.working + 1 },
    path,
    (round) => ({
      admitted: round.admitted + 1,
      current: [...round.current, id],
      members: withMember(round, memberName(member), () => ({ lastRound: event.round })),
    }),
  );
  if (playbook.choreography === undefined) return withIt;
  return {
    ...withIt,
    choreographies: withEntry(withIt.choreographies, id, newRound(id, member.playbook)),
  };
}

const noAttempts: ReadonlyMap<number, number> = new Map();
const noLocals: Lane["locals"] = new Map();

function nameOfEach(
  machine: Machine,
  state: State,
  { path, member }: Extract<Event, { kind: "lane.admitted" }>,
): string | undefined {
  if (member.key === undefined) return undefined;
  return rosterAt(machine, state, path).instances.find(
    (instance) => instance.member.playbook === member.playbook && instance.member.key === member.key,
  )?.each?.name;
}

/** No call in flight is restored, and the brief is made again from the state as it is (`[R-21]`). */
function resumed(state: State, event: Extract<Event, { kind: "lane.resumed" }>): State {
  const { lane: id, path, round } = event;
  const changed = withLane(state, id, ({ epoch, work }) => ({
    status: "running",
    why: undefined,
    stop: undefined,
    recovered: false,
    round,
    epoch: epoch + 1,
    since: state.at,
    work: work?.kind === "generate" ? { ...work, brief: undefined } : work,
  }));
  const within = withRound(changed, id, () => ({ phase: "reading" }));
  return withRound({ ...within, working: within.working + 1 }, path, ({ current }) => ({
    current: [...current, id],
  }));
}

function settled(state: State, event: Extract<Event, { kind: "lane.settled" }>): State {
  const lane = state.lanes.get(event.lane);
  if (lane === undefined) return state;
  const ran = lane.status === "running";
  const changed = withLane(state, lane.id, ({ activeMs, since }) => ({
    status: event.outcome,
    why: event.why,
    stop: event.stop,
    recovered: false,
    activeMs: ran ? activeMs + Math.max(0, state.at - since) : activeMs,
  }));
  const counted = { ...changed, working: ran ? state.working - 1 : state.working };
  if (event.outcome === "suspended" || event.outcome === "stopped") return counted;
  const noted = withRound(counted, lane.path, (round) => ({
    members: withMember(round, memberName(lane.member), (member) => ({
      lanes: member.lanes + 1,
      ...outcomeOf(event, member.failures),
    })),
  }));
  const withoutRounds = withoutChoreography(noted, lane.id);
  // A lane that rested is in no round that would merge it: it leaves at once.
  const isCurrent = state.choreographies.get(lane.path)?.current.includes(lane.id) ?? false;
  if (isCurrent) return withoutRounds;
  const stale = event.outcome === "failed" ? "timer" : "answer";
  return withRound(leave(withoutRounds, lane.id), lane.path, () => ({ stale }));
}

function withoutChoreography(state: State, path: string): State {
  if (!state.choreographies.has(path)) return state;
  return { ...state, choreographies: withoutEntry(state.choreographies, path) };
}

/** A lane that has settled for good, among the others that have. */
export function leave(state: State, id: string): State {
  const lane = state.lanes.get(id);
  if (lane === undefined) return state;
  const { path, member, round, status, why, stop } = lane;
  return {
    ...state,
    lanes: withoutEntry(state.lanes, id),
    settled: append(state.settled, {
      lane: id,
      path,
      member,
      round,
      status: status === "running" ? "superseded" : status,
      why,
      stop,
    }),
  };
}

function outcomeOf(
  event: Extract<Event, { kind: "lane.settled" }>,
  failures: number,
): {
  readonly failures?: number;
  readonly lastFailure?: StopContext | undefined;
  readonly delivered?: true;
  readonly returned?: true;
} {
  switch (event.outcome) {
    case "failed":
      return { failures: failures + 1, lastFailure: event.stop };
    case "landed":
    case "previewed":
      return { delivered: true };
    case "returned":
      return { returned: true };
    default:
      return {};
  }
}
