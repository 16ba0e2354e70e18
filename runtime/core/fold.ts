import { unreachable, type Event, type JournalEntry } from "../../ir/index.js";
import { copyOfState, type Draft } from "./change.js";
import { foldLane } from "./fold/lane.js";
import { foldResult } from "./fold/result.js";
import { foldRound } from "./fold/round.js";
import { foldRun } from "./fold/run.js";
import { foldStep } from "./fold/step.js";
import { foldWait } from "./fold/wait.js";
import type { Machine } from "./machine.js";
import { isSelecting } from "./selecting.js";
import type { State } from "./state.js";

/** The state before anything happened. */
export function empty(_machine: Machine): State {
  return nothing;
}

const nothing: State = {
  seq: 0,
  at: 0,
  run: undefined,
  startedAt: 0,
  status: "running",
  cancelling: false,
  recovering: false,
  end: undefined,
  stops: [],
  interview: undefined,
  choreographies: new Map(),
  memories: new Map(),
  lanes: new Map(),
  settled: undefined,
  waits: new Map(),
  openWaits: 0,
  signals: [],
  documents: new Map(),
  overlay: new Map(),
  landed: new Map(),
  landings: undefined,
  evidence: new Map(),
  verdicts: new Map(),
  advisories: undefined,
  heldBack: undefined,
  lastDecision: undefined,
  working: 0,
  activeMs: 0,
  tokens: 0,
  overdue: { duration: false, deadline: false },
};

/** The state after these entries (`[R-2]`): the same for the same journal, wherever it is folded. */
export function fold(machine: Machine, state: State, entries: Iterable<JournalEntry>): State {
  let folded = state;
  for (const entry of entries) folded = foldEntry(machine, folded, entry);
  return folded;
}

/** One entry further. */
export function foldEntry(machine: Machine, state: State, entry: JournalEntry): State {
  const draft = copyOfState(state);
  const isActive = state.working > 0 || isSelecting(machine, state);
  // What passed before a restart is not known to have been work (`[R-22]`).
  const isGap = entry.event.kind === "run.resumed" && entry.event.cause === "restart";
  if (isActive && !isGap) draft.activeMs += entry.at - state.at;
  draft.seq = entry.seq;
  draft.at = entry.at;
  apply(machine, draft, entry.event, state.at);
  return draft;
}

function apply(machine: Machine, draft: Draft<State>, event: Event, before: number): void {
  switch (event.kind) {
    case "run.started":
    case "run.queued":
    case "run.paused":
    case "run.stopped":
    case "run.completed":
    case "run.failed":
    case "run.cancelled":
    case "run.adopted":
    case "run.cancel_requested":
    case "recovery.requested":
    case "run.resumed":
      foldRun(machine, draft, event, before);
      return;
    case "round.started":
    case "round.settled":
    case "workspace.read":
    case "board.built":
    case "selection.replied":
    case "selection.made":
    case "selection.refused":
    case "lane.held_back":
      foldRound(machine, draft, event);
      return;
    case "lane.admitted":
    case "lane.resumed":
    case "lane.settled":
    case "advisory.raised":
      foldLane(machine, draft, event);
      return;
    case "brief.made":
    case "clarification.replied":
    case "clarification.requested":
    case "clarification.failed":
    case "clarification.answered":
    case "attempt.started":
    case "attempt.replied":
    case "attempt.rejected":
    case "tool.called":
    case "tool.returned":
    case "step.done":
      foldStep(machine, draft, event);
      return;
    case "wait.intervention.raised":
    case "wait.signal.raised":
    case "wait.schedule.raised":
    case "wait.intervention.ended":
    case "wait.signal.ended":
    case "wait.schedule.ended":
    case "signal.kept":
    case "answers.claimed":
    case "checkpoint.consumed":
    case "timer.due":
      foldWait(machine, draft, event);
      return;
    case "landing.prepared":
    case "landing.refused":
    case "artifact.landed":
    case "evidence.added":
    case "verdict.returned":
    case "verdict.removed":
      foldResult(draft, event);
      return;
    case "effect.prepared":
    case "effect.judged":
    case "effect.approved":
    case "permit.issued":
    case "permit.revoked":
    case "effect.claimed":
    case "effect.dispatched":
    case "effect.receipt":
    case "effect.reviewed":
      return;
    default:
      unreachable(event);
  }
}
