import { unreachable, type Event, type JournalEntry, type Json, type MemberId } from "../../ir/index.js";
import type { Beat, Happened, Mark, Transcript } from "./transcript.js";

/** Tells the journal; what the scenario did stands where it did it. */
export function transcriptOf(
  journal: readonly JournalEntry[],
  marks: readonly Mark[],
  startedAt: number,
): Transcript {
  const beats: Beat[] = [];
  const told: Telling = { lanes: new Map(), calls: new Map(), waits: new Map() };
  const happening = (mark: Mark): Beat => ({ at: mark.at, path: "", kind: "happening", words: mark.words });
  let next = 0;
  for (const { seq, at, event } of journal) {
    for (let mark = marks[next]; mark !== undefined && mark.after < seq; mark = marks[next]) {
      beats.push(happening(mark));
      next += 1;
    }
    const beat = tell(event, told);
    if (beat === undefined) continue;
    if (beat.kind === "round") beginRound(beats, { at, ...beat });
    else beats.push({ at, ...beat });
  }
  beats.push(...marks.slice(next).map(happening));
  return { startedAt, beats };
}

/** A round is journaled once its lanes are known; it is told from its board on. */
function beginRound(beats: Beat[], round: Beat): void {
  const start = beats.findLastIndex(
    (beat) => beat.path === round.path && (beat.kind === "round" || beat.kind === "board"),
  );
  const board = beats[start];
  if (board?.kind === "board") beats.splice(start, 0, { ...round, at: board.at });
  else beats.push(round);
}

/** What later events refer to by id. */
interface Telling {
  readonly lanes: Map<string, MemberId>;
  readonly calls: Map<string, { readonly tool: string; readonly input: Json }>;
  readonly waits: Map<string, string>;
}

function tell(event: Event, told: Telling): ({ readonly path: string } & Happened) | undefined {
  const memberOf = (lane: string): MemberId => told.lanes.get(lane) ?? { playbook: `lane ${lane}` };
  switch (event.kind) {
    case "run.started":
      return {
        path: "",
        kind: "started",
        inputs: event.inputs,
        ...(event.playbook === undefined ? {} : { playbook: event.playbook }),
        ...(event.loop === undefined ? {} : { goal: event.loop.goal }),
      };
    case "round.started":
      return { path: event.path, kind: "round", round: event.round, counted: event.counted };
    case "board.built":
      return { path: event.path, kind: "board", board: event.board };
    case "selection.made": {
      const { choice } = event;
      if ("stop" in choice) return { path: event.path, kind: "chose-to-stop", rationale: choice.rationale };
      const rationale = choice.rationale === undefined ? {} : { rationale: choice.rationale };
      return { path: event.path, kind: "chosen", lanes: choice.lanes, ...rationale };
    }
    case "selection.refused":
      return { path: event.path, kind: "choice-refused", findings: event.findings };
    case "lane.held_back":
      return {
        path: event.path,
        kind: "held-back",
        member: event.member,
        against: event.against,
        why: event.why,
      };
    case "lane.admitted":
      told.lanes.set(event.lane, event.member);
      return { path: event.path, kind: "admitted", lane: event.lane, member: event.member, resumed: false };
    case "lane.resumed":
      return {
        path: event.path,
        kind: "admitted",
        lane: event.lane,
        member: memberOf(event.lane),
        resumed: true,
      };
    case "attempt.rejected":
      return {
        ...within(event.lane),
        kind: "rejected",
        lane: event.lane,
        member: memberOf(event.lane),
        attempt: event.attempt,
        findings: event.findings,
      };
    case "tool.called":
      told.calls.set(event.callId, { tool: event.tool, input: event.input });
      return undefined;
    case "tool.returned": {
      const call = told.calls.get(event.callId) ?? { tool: "a tool", input: null };
      return {
        ...within(event.lane),
        kind: "tool",
        lane: event.lane,
        ...call,
        ...(event.output === undefined ? {} : { output: event.output }),
        ...(event.error === undefined ? {} : { error: event.error }),
      };
    }
    case "clarification.requested":
      told.waits.set(event.waitId, "Clarification");
      return {
        ...within(event.lane),
        kind: "asked",
        member: memberOf(event.lane),
        wait: "Clarification",
        question: "",
        requests: event.requests,
      };
    case "wait.intervention.raised":
    case "wait.signal.raised":
    case "wait.schedule.raised": {
      // A clarification is told by its own event, which has the questions.
      if (event.clarification === true) return undefined;
      told.waits.set(event.waitId, event.wait);
      return {
        ...(event.lane === undefined ? { path: "" } : within(event.lane)),
        kind: "asked",
        ...(event.lane === undefined ? {} : { member: memberOf(event.lane) }),
        wait: event.wait,
        question: event.question,
        requests: [],
      };
    }
    case "wait.intervention.ended":
    case "wait.signal.ended":
    case "wait.schedule.ended":
      return {
        path: "",
        kind: "ended-wait",
        wait: told.waits.get(event.waitId) ?? event.waitId,
        how: event.how,
        ...(event.answer === undefined ? {} : { answer: event.answer }),
        ...(event.reason === undefined ? {} : { reason: event.reason }),
      };
    case "artifact.landed":
      return {
        ...within(event.lane),
        kind: "landed",
        member: memberOf(event.lane),
        artifact: event.artifact,
        ...(event.key === undefined ? {} : { key: event.key }),
        place: event.path,
      };
    case "landing.refused":
      return {
        ...within(event.lane),
        kind: "landing-refused",
        member: memberOf(event.lane),
        message: event.message,
      };
    case "evidence.added":
      return {
        ...within(event.lane),
        kind: "added",
        member: memberOf(event.lane),
        evidence: event.evidence,
        text: event.text,
      };
    case "verdict.returned":
      return {
        ...within(event.lane),
        kind: "returned",
        member: memberOf(event.lane),
        verdict: event.verdict,
        ...(event.key === undefined ? {} : { key: event.key }),
        value: event.value,
      };
    case "verdict.removed":
      return {
        path: "",
        kind: "removed",
        verdict: event.verdict,
        ...(event.key === undefined ? {} : { key: event.key }),
        because: event.because,
      };
    case "advisory.raised":
      return { ...within(event.lane), kind: "advised", member: memberOf(event.lane), text: event.text };
    case "lane.settled": {
      const why = event.why ?? event.stop?.message;
      return {
        ...within(event.lane),
        kind: "settled",
        lane: event.lane,
        member: memberOf(event.lane),
        outcome: event.outcome,
        ...(why === undefined ? {} : { why }),
      };
    }
    case "run.stopped": {
      const rationale = event.rationale === undefined ? {} : { rationale: event.rationale };
      return { path: event.path, kind: "stopped", reason: event.reason, words: event.words, ...rationale };
    }
    case "run.paused": {
      const reason = event.stops.map((stop) => stop.message).join("; ");
      return { path: "", kind: "ended", status: "paused", ...(reason === "" ? {} : { reason }) };
    }
    case "run.completed":
      return { path: "", kind: "ended", status: "completed", reason: event.reason };
    case "run.failed":
      return { path: "", kind: "ended", status: "failed", reason: event.reason };
    case "run.cancelled":
      return { path: "", kind: "ended", status: "cancelled" };
    // What is kept to go on with says nothing to a person that the beats above do not say.
    case "run.queued":
    case "run.resumed":
    case "run.adopted":
    case "run.cancel_requested":
    case "round.settled":
    case "workspace.read":
    case "selection.replied":
    case "brief.made":
    case "clarification.replied":
    case "clarification.failed":
    case "clarification.answered":
    case "signal.kept":
    case "answers.claimed":
    case "checkpoint.consumed":
    case "timer.due":
    case "attempt.started":
    case "attempt.replied":
    case "step.done":
    case "landing.prepared":
    case "effect.prepared":
    case "effect.judged":
    case "effect.approved":
    case "permit.issued":
    case "permit.revoked":
    case "effect.claimed":
    case "effect.dispatched":
    case "effect.receipt":
    case "effect.reviewed":
    case "recovery.requested":
      return undefined;
    default:
      return unreachable(event);
  }
}

/** The choreography that a lane belongs to: `3/1` is the first of lane `3`. */
function within(lane: string): { readonly path: string } {
  const end = lane.lastIndexOf("/");
  return { path: end === -1 ? "" : lane.slice(0, end) };
}
