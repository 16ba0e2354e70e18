/**
 * A run as it went, from its journal and from what the scenario did to it: plain data, for people to read.
 */
import type {
  Clarification,
  Event,
  Finding,
  Json,
  JournalEntry,
  MemberId,
  Standing,
} from "../../ir/index.js";

/** What happened, in order. A beat of a nested composite has its lane's path (`[R-57]`). */
export interface Transcript {
  readonly startedAt: number;
  readonly beats: readonly Beat[];
}

/** `at`: ms since 1970. */
export type Beat = { readonly at: number; readonly path: string } & Happened;

export type Happened =
  | {
      readonly kind: "started";
      readonly playbook?: string;
      readonly goal?: string;
      readonly inputs: Readonly<Record<string, Json>>;
    }
  /** The scenario's own: what a person, a clock or a crash did, in words. */
  | { readonly kind: "happening"; readonly words: string }
  | { readonly kind: "round"; readonly round: number; readonly counted: boolean }
  | { readonly kind: "board"; readonly board: readonly Standing[] }
  | { readonly kind: "chosen"; readonly lanes: readonly MemberId[]; readonly rationale?: string }
  | { readonly kind: "chose-to-stop"; readonly rationale: string }
  | { readonly kind: "choice-refused"; readonly findings: readonly Finding[] }
  | {
      readonly kind: "held-back";
      readonly member: MemberId;
      readonly against: MemberId;
      readonly why: string;
    }
  | { readonly kind: "admitted"; readonly lane: string; readonly member: MemberId; readonly resumed: boolean }
  | {
      readonly kind: "rejected";
      readonly lane: string;
      readonly member: MemberId;
      readonly attempt: number;
      readonly findings: readonly Finding[];
    }
  | {
      readonly kind: "tool";
      readonly lane: string;
      readonly tool: string;
      readonly input: Json;
      readonly output?: Json;
      readonly error?: string;
    }
  | {
      readonly kind: "asked";
      readonly member?: MemberId;
      readonly wait: string;
      readonly question: string;
      readonly requests: readonly Clarification[];
    }
  | {
      readonly kind: "ended-wait";
      readonly wait: string;
      readonly how: string;
      readonly answer?: Json;
      readonly reason?: string;
    }
  | {
      readonly kind: "landed";
      readonly member: MemberId;
      readonly artifact: string;
      readonly key?: string;
      readonly place: string;
    }
  | { readonly kind: "landing-refused"; readonly member: MemberId; readonly message: string }
  | { readonly kind: "added"; readonly member: MemberId; readonly evidence: string; readonly text: string }
  | {
      readonly kind: "returned";
      readonly member: MemberId;
      readonly verdict: string;
      readonly key?: string;
      readonly value: Json;
    }
  | { readonly kind: "removed"; readonly verdict: string; readonly key?: string; readonly because: string }
  | { readonly kind: "advised"; readonly member: MemberId; readonly text: string }
  | {
      readonly kind: "settled";
      readonly lane: string;
      readonly member: MemberId;
      readonly outcome: string;
      readonly why?: string;
    }
  | { readonly kind: "stopped"; readonly reason: string; readonly words: string; readonly rationale?: string }
  | {
      readonly kind: "ended";
      readonly status: "paused" | "completed" | "failed" | "cancelled";
      readonly reason?: string;
    };

/** Something that the scenario did once the journal had `after` entries. */
export interface Mark {
  readonly after: number;
  readonly at: number;
  readonly words: string;
}

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
    if (beat !== undefined) beats.push({ at, ...beat });
  }
  beats.push(...marks.slice(next).map(happening));
  return { startedAt, beats };
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
    default:
      // What the core keeps for itself says nothing to a person that the beats do not say.
      return undefined;
  }
}

/** The choreography that a lane belongs to: `3/1` is the first of lane `3`. */
function within(lane: string): { readonly path: string } {
  const end = lane.lastIndexOf("/");
  return { path: end === -1 ? "" : lane.slice(0, end) };
}
