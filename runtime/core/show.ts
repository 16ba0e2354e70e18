import type { Contribution, Lane, SettledLane, State, Wait } from "./state.js";
import { itemsOf } from "./log.js";
import type { Machine } from "./machine.js";
import { pending } from "./pending.js";
import { openStops } from "./requests/recover.js";
import { roundOf, runOf } from "./surroundings.js";
import type { LaneView, RunStatus, RunView, WaitView } from "./view.js";

/** What is to be shown of a run (`[R-1]`): plain data, from its state alone. */
export function view(machine: Machine, state: State): RunView {
  const run = runOf(state);
  const round = roundOf(state, "");
  const { stopped } = round;
  const reason = stopped?.reason ?? state.end?.reason;
  const words = stopped?.words ?? state.end?.words;
  return {
    id: run.id,
    ...(run.playbook === undefined ? {} : { playbook: run.playbook }),
    shape: run.shape,
    digest: run.digest,
    owner: run.owner,
    key: run.key,
    mode: run.mode,
    status: statusOf(machine, state),
    inputs: run.inputs,
    ...(run.loop === undefined ? {} : { loop: run.loop }),
    ...(reason === undefined ? {} : { stopReason: reason }),
    ...(words === undefined || words === "" ? {} : { stopWords: words }),
    ...(state.end === undefined ? {} : { goalHolds: state.end.goalHolds }),
    startedAt: state.startedAt,
    updatedAt: state.at,
    activeMs: state.activeMs,
    rounds: round.counted,
    lanes: lanesOf(state),
    waits: [...state.waits.values()].map((wait) => showWait(state, wait)),
    stops: state.end === undefined ? openStops(state) : state.stops,
    ...(state.lastDecision === undefined ? {} : { lastDecision: state.lastDecision }),
    pendingPermit: null,
    evidence: Object.fromEntries(
      [...state.evidence].map(([ref, contributions]) => [ref, contributions.map(showContribution)]),
    ),
    verdicts: verdictsOf(state),
    landings: itemsOf(state.landings).map(
      ({ lane, artifact, key, path, sha256, at, exchange, assumptions }) => ({
        lane,
        artifact,
        ...(key === undefined ? {} : { key }),
        path,
        sha256,
        at,
        exchange,
        assumptions,
      }),
    ),
    heldBack: itemsOf(state.heldBack),
    advisories: itemsOf(state.advisories),
    ...(round.board.length === 0 ? {} : { board: round.board }),
  };
}

/**
 * A run is `waiting` when nothing but an answer, a signal or a moment can carry it on (`[R-1]`). A run whose process died
 * is `running`: it goes on by itself.
 */
export function statusOf(machine: Machine, state: State): RunStatus {
  if (state.status !== "running" || state.openWaits === 0) return state.status;
  return pending(machine, state).some((command) => command.kind !== "timer") ? "running" : "waiting";
}

function lanesOf(state: State): readonly LaneView[] {
  const lanes = [...itemsOf(state.settled).map(showSettled), ...[...state.lanes.values()].map(showLane)];
  return lanes.toSorted((a, b) => compareIds(a.lane, b.lane));
}

/** By numbers, level by level. */
function compareIds(a: string, b: string): number {
  const one = a.split("/").map(Number);
  const two = b.split("/").map(Number);
  for (let at = 0; at < Math.max(one.length, two.length); at++) {
    const difference = (one[at] ?? 0) - (two[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function showSettled({ lane, member, round, status, why }: SettledLane): LaneView {
  return { lane, member, round, status, ...(why === undefined ? {} : { why }) };
}

function showLane({ id, member, round, status, why, step, work }: Lane): LaneView {
  const attempt = work?.kind === "generate" && work.attempt > 0 ? { attempt: work.attempt } : {};
  return { lane: id, member, round, status, step, ...attempt, ...(why === undefined ? {} : { why }) };
}

function showWait(state: State, wait: Wait): WaitView {
  const lane = wait.lane === undefined ? undefined : state.lanes.get(wait.lane);
  return {
    waitId: wait.id,
    wait: wait.wait,
    class: wait.class,
    status: wait.ended === undefined ? "open" : wait.claimed && !wait.consumed ? "resuming" : "ended",
    ...(wait.lane === undefined ? {} : { lane: wait.lane }),
    ...(lane === undefined ? {} : { member: lane.member }),
    ...(wait.as === undefined ? {} : { as: wait.as }),
    question: wait.question,
    schema: wait.schema,
    declinable: wait.declinable,
    ...(wait.dueAt === undefined ? {} : { dueAt: wait.dueAt }),
    ...(wait.expiresAt === undefined ? {} : { expiresAt: wait.expiresAt }),
    ...(wait.clarification === undefined ? {} : { requests: wait.clarification.requests }),
  };
}

function showContribution({
  playbook,
  key,
  round,
  lane,
  text,
}: Contribution): RunView["evidence"][string][number] {
  return { playbook, ...(key === undefined ? {} : { key }), round, lane, text };
}

function verdictsOf(state: State): RunView["verdicts"] {
  const shown: Record<string, { key?: string; value: RunView["verdicts"][string][number]["value"] }[]> = {};
  for (const { verdict, key, value } of state.verdicts.values()) {
    (shown[verdict] ??= []).push({ ...(key === undefined ? {} : { key }), value });
  }
  return shown;
}
