/**
 * How a fold makes a new state: a copy that nobody else has seen yet is changed, then given out as it is. The copies name
 * every field, which is many times faster than spreading them, and which the type checker keeps complete.
 */
import type { GenerateWork, Lane, MemberState, Round, State } from "./state.js";
import { memberState } from "./surroundings.js";

/** A copy that its maker may still change. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Changes a copy of a lane; a lane that is not there stays away. */
export function changeLane(draft: Draft<State>, id: string, change: (lane: Draft<Lane>) => void): void {
  const lane = draft.lanes.get(id);
  if (lane === undefined) return;
  const copy = copyOfLane(lane);
  change(copy);
  draft.lanes = withEntry(draft.lanes, id, copy);
}

/** Changes a copy of the rounds of a path, where there are some. */
export function changeRound(draft: Draft<State>, path: string, change: (round: Draft<Round>) => void): void {
  const round = draft.choreographies.get(path);
  if (round === undefined) return;
  const copy = copyOfRound(round);
  change(copy);
  draft.choreographies = withEntry(draft.choreographies, path, copy);
}

/** Changes a copy of a member of a round that is itself being changed. */
export function changeMember(
  round: Draft<Round>,
  name: string,
  change: (member: Draft<MemberState>) => void,
): void {
  const copy = { ...memberState(round, name) };
  change(copy);
  round.members = withEntry(round.members, name, copy);
}

/** Changes a copy of the work of a lane that is itself being changed, where it is a model step's. */
export function changeWork(lane: Draft<Lane>, change: (work: Draft<GenerateWork>) => void): void {
  if (lane.work?.kind !== "generate") return;
  const copy = copyOfWork(lane.work);
  change(copy);
  lane.work = copy;
}

export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const changed = new Map(map);
  changed.delete(key);
  return changed;
}

export function copyOfState(state: State): Draft<State> {
  return {
    seq: state.seq,
    at: state.at,
    run: state.run,
    startedAt: state.startedAt,
    status: state.status,
    cancelling: state.cancelling,
    recovering: state.recovering,
    end: state.end,
    stops: state.stops,
    interview: state.interview,
    choreographies: state.choreographies,
    memories: state.memories,
    lanes: state.lanes,
    settled: state.settled,
    waits: state.waits,
    openWaits: state.openWaits,
    signals: state.signals,
    documents: state.documents,
    overlay: state.overlay,
    landed: state.landed,
    landings: state.landings,
    evidence: state.evidence,
    verdicts: state.verdicts,
    advisories: state.advisories,
    heldBack: state.heldBack,
    lastDecision: state.lastDecision,
    working: state.working,
    activeMs: state.activeMs,
    tokens: state.tokens,
    overdue: state.overdue,
  };
}

function copyOfLane(lane: Lane): Draft<Lane> {
  return {
    id: lane.id,
    path: lane.path,
    round: lane.round,
    member: lane.member,
    element: lane.element,
    instance: lane.instance,
    inputs: lane.inputs,
    status: lane.status,
    why: lane.why,
    stop: lane.stop,
    recovered: lane.recovered,
    epoch: lane.epoch,
    since: lane.since,
    activeMs: lane.activeMs,
    tokens: lane.tokens,
    granted: lane.granted,
    overdue: lane.overdue,
    step: lane.step,
    work: lane.work,
    attempts: lane.attempts,
    locals: lane.locals,
    interview: lane.interview,
    results: lane.results,
    seen: lane.seen,
    exchange: lane.exchange,
    clarified: lane.clarified,
    declined: lane.declined,
    assumptions: lane.assumptions,
    context: lane.context,
    openWaits: lane.openWaits,
    landing: lane.landing,
  };
}

function copyOfRound(round: Round): Draft<Round> {
  return {
    path: round.path,
    playbook: round.playbook,
    phase: round.phase,
    round: round.round,
    counted: round.counted,
    admitted: round.admitted,
    readings: round.readings,
    members: round.members,
    board: round.board,
    stale: round.stale,
    selection: round.selection,
    chosenStop: round.chosenStop,
    current: round.current,
    stopped: round.stopped,
  };
}

function copyOfWork(work: GenerateWork): Draft<GenerateWork> {
  return {
    kind: work.kind,
    brief: work.brief,
    clarification: work.clarification,
    clarifying: work.clarifying,
    attempt: work.attempt,
    allowed: work.allowed,
    between: work.between,
    reply: work.reply,
    turns: work.turns,
    findings: work.findings,
    exhausted: work.exhausted,
  };
}
