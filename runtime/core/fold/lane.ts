import { unreachable, type Event, type Json } from "../../../ir/index.js";
import { equal } from "../equal.js";
import { append } from "../log.js";
import {
  changeLane,
  changeMember,
  changeRound,
  changeWork,
  withEntry,
  withoutEntry,
  type Draft,
} from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import { memberName } from "../names.js";
import type { Lane, State } from "../state.js";
import { inputsAt, memberInputs, rosterAt, runOf } from "../surroundings.js";
import { newRound } from "./run.js";

type LaneEvent = Extract<
  Event,
  { kind: "lane.admitted" | "lane.resumed" | "lane.settled" | "advisory.raised" }
>;

export function foldLane(machine: Machine, draft: Draft<State>, event: LaneEvent): void {
  switch (event.kind) {
    case "lane.admitted":
      admit(machine, draft, event);
      return;
    case "lane.resumed":
      resume(draft, event);
      return;
    case "lane.settled":
      settle(draft, event);
      return;
    case "advisory.raised":
      draft.advisories = append(draft.advisories, { lane: event.lane, text: event.text });
      return;
    default:
      unreachable(event);
  }
}

function admit(
  machine: Machine,
  draft: Draft<State>,
  event: Extract<Event, { kind: "lane.admitted" }>,
): void {
  const { lane: id, path, member } = event;
  const isSingle = path === "" && draft.run?.shape === "single";
  const name = nameOfEach(machine, draft, event);
  const each =
    name === undefined || event.element === undefined ? undefined : { name, element: event.element };
  const lane: Lane = {
    id,
    path,
    round: event.round,
    member,
    element: event.element,
    instance:
      name === undefined || member.key === undefined
        ? draft.lanes.get(path)?.instance
        : { name, key: member.key },
    inputs: memberInputs(machine, inputsAt(draft, path), member.playbook, each),
    status: "running",
    why: undefined,
    stop: undefined,
    recovered: false,
    epoch: 0,
    since: draft.at,
    activeMs: 0,
    tokens: 0,
    granted: undefined,
    overdue: false,
    step: 0,
    work: undefined,
    attempts: noAttempts,
    locals: noLocals,
    interview: isSingle ? runOf(draft).interview : undefined,
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
  draft.lanes = withEntry(draft.lanes, id, lane);
  draft.working += 1;
  changeRound(draft, path, (round) => {
    round.admitted += 1;
    round.current = [...round.current, id];
    changeMember(round, memberName(member), (state) => {
      state.lastRound = event.round;
      if (event.element === undefined || isSame(state.element, event.element)) return;
      state.element = event.element;
      state.failures = 0;
      state.lastFailure = undefined;
      state.delivered = false;
      state.returned = false;
      draft.memories = withoutEntry(draft.memories, chainOf(draft, lane));
    });
  });
  if (playbookOf(machine, member.playbook).choreography !== undefined) {
    const memory = draft.memories.get(chainOf(draft, lane));
    draft.choreographies = withEntry(draft.choreographies, id, newRound(id, member.playbook, memory));
  }
}

/** A lane's member, within the members around it: the same for every lane that it gets in a run. */
function chainOf(state: State, lane: Lane): string {
  const around = lane.path === "" ? undefined : state.lanes.get(lane.path);
  const own = memberName(lane.member);
  return around === undefined ? own : `${chainOf(state, around)}/${own}`;
}

/** Whether an instance runs again for what it ran for before. */
function isSame(before: Json | undefined, now: Json): boolean {
  return before !== undefined && equal(before, now);
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
function resume(
  draft: Draft<State>,
  { lane: id, path, round }: Extract<Event, { kind: "lane.resumed" }>,
): void {
  changeLane(draft, id, (lane) => {
    lane.status = "running";
    lane.why = undefined;
    lane.stop = undefined;
    lane.recovered = false;
    lane.round = round;
    lane.epoch += 1;
    lane.since = draft.at;
    changeWork(lane, (work) => {
      work.brief = undefined;
    });
  });
  draft.working += 1;
  changeRound(draft, id, (within) => {
    within.phase = "reading";
  });
  changeRound(draft, path, (around) => {
    around.current = [...around.current, id];
  });
}

function settle(draft: Draft<State>, event: Extract<Event, { kind: "lane.settled" }>): void {
  const { lane: id, outcome } = event;
  const before = draft.lanes.get(id);
  if (before === undefined) return;
  const ran = before.status === "running";
  if (ran) draft.working -= 1;
  changeLane(draft, id, (lane) => {
    lane.status = outcome;
    lane.why = event.why;
    lane.stop = event.stop;
    lane.recovered = false;
    if (ran) lane.activeMs += Math.max(0, draft.at - lane.since);
  });
  if (outcome === "suspended" || outcome === "stopped") return;
  const isCurrent = draft.choreographies.get(before.path)?.current.includes(id) === true;
  changeRound(draft, before.path, (round) => {
    changeMember(round, memberName(before.member), (member) => {
      member.lanes += 1;
      if (outcome === "landed" || outcome === "previewed") member.delivered = true;
      if (outcome === "returned") member.returned = true;
      if (outcome === "failed") {
        member.failures += 1;
        member.lastFailure = event.stop;
      }
    });
    if (!isCurrent) round.stale = outcome === "failed" ? "timer" : "answer";
  });
  const within = draft.choreographies.get(id);
  if (within !== undefined) {
    draft.choreographies = withoutEntry(draft.choreographies, id);
    draft.memories = withEntry(draft.memories, chainOf(draft, before), within.members);
  }
  // A lane that rested is in no round that would merge it: it leaves at once.
  if (!isCurrent) leave(draft, id);
}

/** A lane that has settled for good goes to the others that have. */
export function leave(draft: Draft<State>, id: string): void {
  const lane = draft.lanes.get(id);
  if (lane === undefined || lane.status === "running") return;
  const { path, member, round, status, why, stop } = lane;
  draft.lanes = withoutEntry(draft.lanes, id);
  draft.settled = append(draft.settled, { lane: id, path, member, round, status, why, stop });
}
