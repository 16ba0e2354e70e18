import {
  unreachable,
  type Clarification,
  type Decision,
  type Event,
  type Json,
  type ModelReply,
  type Step,
} from "../../../ir/index.js";
import { withEntry, withLane } from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import type { GenerateWork, Lane, State, WorkTurn } from "../state.js";
import { older } from "../versions.js";
import { stepVersions } from "../step-versions.js";

type StepEvent = Extract<
  Event,
  {
    kind:
      | "brief.made"
      | "clarification.replied"
      | "clarification.requested"
      | "clarification.failed"
      | "clarification.answered"
      | "attempt.started"
      | "attempt.replied"
      | "attempt.rejected"
      | "tool.called"
      | "tool.returned"
      | "step.done";
  }
>;

/** What happens within a step. An event of another step, or of a lane that rests or has settled, changes nothing (`[R-49]`). */
export function foldStep(machine: Machine, state: State, event: StepEvent): State {
  const lane = state.lanes.get(event.lane);
  if (lane === undefined) return state;
  if (event.kind === "attempt.rejected" && lane.landing?.refused !== undefined) {
    return withLane(state, lane.id, () => reopened(machine, lane, event));
  }
  if (lane.step !== event.step) return state;
  const changed = withLane(withRequests(state, event), lane.id, () => changes(machine, state, lane, event));
  if (event.kind !== "attempt.replied") return changed;
  const tokens = (changed.lanes.get(lane.id)?.tokens ?? 0) - lane.tokens;
  return tokens === 0 ? changed : { ...changed, tokens: changed.tokens + tokens };
}

/** A clarification's wait was raised just before: now it is known what it asks. */
function withRequests(state: State, event: StepEvent): State {
  if (event.kind !== "clarification.requested") return state;
  const wait = state.waits.get(event.waitId);
  if (wait === undefined) return state;
  const clarification = { requests: event.requests, round: event.round };
  return { ...state, waits: withEntry(state.waits, wait.id, { ...wait, clarification }) };
}

function changes(machine: Machine, state: State, lane: Lane, event: StepEvent): Partial<Lane> {
  if (event.kind === "step.done") return done(machine, state, lane, event);
  if (event.kind === "clarification.answered") return answered(machine, state, lane, event);
  if (lane.status !== "running") return {};
  const { work } = lane;
  switch (event.kind) {
    case "brief.made": {
      const brief = { prompt: event.prompt, versions: event.versions };
      return { work: { ...(work?.kind === "generate" ? work : newWork(machine, lane)), brief } };
    }
    case "tool.called":
      return work?.kind === "generate"
        ? { work: toolCalled(work, event.callId) }
        : { work: { kind: "call", callId: event.callId, input: event.input, returned: undefined } };
    case "tool.returned":
      return toolReturned(lane, event);
    default:
      break;
  }
  if (work?.kind !== "generate") return {};
  switch (event.kind) {
    case "clarification.replied": {
      if (work.clarification !== "ask" || work.clarifying !== undefined) return {};
      const clarifying =
        event.requests === undefined
          ? { failure: event.failure ?? "it gave nothing" }
          : { requests: event.requests };
      return { work: { ...work, clarifying } };
    }
    case "clarification.requested":
      return {
        clarified: lane.clarified + 1,
        work: { ...work, clarification: "requested", clarifying: undefined },
      };
    case "clarification.failed":
      return { work: { ...work, clarification: "done", clarifying: undefined } };
    case "attempt.started":
      return {
        work: {
          ...work,
          clarification: "done",
          clarifying: undefined,
          attempt: event.attempt,
          between: false,
          reply: undefined,
          turns: [],
        },
      };
    case "attempt.replied": {
      if (work.between || work.reply !== undefined || work.attempt !== event.attempt) return {};
      if (work.turns.length + 1 !== event.call || !isComplete(work.turns)) return {};
      const { usage } = event.reply;
      const spent = usage === undefined ? 0 : usage.inputTokens + usage.outputTokens;
      return { tokens: lane.tokens + spent, work: { ...work, reply: event.reply } };
    }
    case "attempt.rejected":
      return {
        work: {
          ...work,
          between: true,
          reply: undefined,
          turns: [],
          findings: [...work.findings, ...event.findings],
        },
      };
    default:
      return unreachable(event);
  }
}

/** The work of a generate step that nothing was done of. */
function newWork(machine: Machine, lane: Lane): GenerateWork {
  const playbook = playbookOf(machine, lane.member.playbook);
  const attempt = lane.attempts.get(lane.step) ?? 0;
  const mayAsk =
    playbook.suspendsForClarification &&
    !lane.declined &&
    lane.clarified < (playbook.clarification?.rounds ?? 1);
  return {
    kind: "generate",
    brief: undefined,
    clarification: mayAsk ? "ask" : "done",
    clarifying: undefined,
    attempt,
    allowed: attempt + attemptsOf(machine, lane),
    between: true,
    reply: undefined,
    turns: [],
    findings: [],
    exhausted: "no",
  };
}

/** The workspace refused what a step had made: it is a finding of that step's attempt (`[R-7]`). */
function reopened(
  machine: Machine,
  lane: Lane,
  event: Extract<Event, { kind: "attempt.rejected" }>,
): Partial<Lane> {
  const before = { ...lane, step: event.step };
  return {
    step: event.step,
    landing: undefined,
    results: lane.results.filter(({ step }) => step < event.step),
    work: {
      ...newWork(machine, before),
      allowed: Math.max(attemptsOf(machine, before), event.attempt),
      findings: event.findings,
    },
  };
}

function attemptsOf(machine: Machine, lane: Lane): number {
  const step = playbookOf(machine, lane.member.playbook).steps?.[lane.step];
  return step?.kind === "generate" ? step.attempts : 1;
}

/** A clarification's answers are the person's decisions; what was delegated is not asked again (`[R-28]`). */
function answered(
  machine: Machine,
  state: State,
  lane: Lane,
  event: Extract<Event, { kind: "clarification.answered" }>,
): Partial<Lane> {
  const { work } = lane;
  const declined = lane.declined || event.action === "decline";
  const rounds = playbookOf(machine, lane.member.playbook).clarification?.rounds ?? 1;
  const again = event.action === "accept" && !declined && lane.clarified < rounds;
  const requests = state.waits.get(event.waitId)?.clarification?.requests ?? [];
  const decisions = event.action === "cancel" ? [] : requests.map((request) => decided(request, event));
  return {
    declined,
    exchange: [...lane.exchange, ...decisions],
    ...(work?.kind === "generate" ? { work: { ...work, clarification: again ? "ask" : "done" } } : {}),
  };
}

function decided(
  { ref, question }: Clarification,
  { action, answers }: Extract<Event, { kind: "clarification.answered" }>,
): Decision {
  const given = action === "accept" ? answers.find((answer) => answer.ref === ref) : undefined;
  if (given?.answer === undefined || given.delegated === true) return { ref, question, delegated: true };
  return { ref, question, answer: given.answer, delegated: false };
}

function isComplete(turns: readonly WorkTurn[]): boolean {
  return turns.at(-1)?.calls.every((call) => call.result !== undefined) ?? true;
}

/** The turn that a reply opens: its calls, none of them answered (`[R-59]`). */
export function turnOf(reply: ModelReply): WorkTurn | undefined {
  switch (reply.kind) {
    case "tools":
      return {
        text: reply.text,
        calls: reply.calls.map(({ id, tool, input }) => ({ id, tool, input, result: undefined })),
      };
    case "raises": {
      const { callId, wait, question, moment } = reply;
      const input: Json = { question, ...(moment === undefined ? {} : { moment }) };
      return { text: undefined, calls: [{ id: callId, tool: wait, input, result: undefined }] };
    }
    case "value":
    case "text":
    case "refusal":
    case "missing":
    case "failure":
      return undefined;
    default:
      return unreachable(reply);
  }
}

/** The first call of a reply opens its turn. */
function toolCalled(work: GenerateWork, callId: string): GenerateWork {
  if (work.reply === undefined) return work;
  const turn = turnOf(work.reply);
  if (turn === undefined || !turn.calls.some((call) => call.id === callId)) return work;
  return { ...work, reply: undefined, turns: [...work.turns, turn] };
}

function toolReturned(lane: Lane, event: Extract<Event, { kind: "tool.returned" }>): Partial<Lane> {
  const result = event.error === undefined ? { output: event.output ?? null } : { error: event.error };
  const { work } = lane;
  if (work?.kind === "call") {
    return work.callId === event.callId && work.returned === undefined
      ? { work: { ...work, returned: result } }
      : {};
  }
  return work?.kind === "generate" ? { work: withResult(work, event.callId, result) } : {};
}

/** The work with the result of a call of its last turn; a call that has one keeps it. */
export function withResult(
  work: GenerateWork,
  callId: string,
  result: { readonly output: Json } | { readonly error: string },
): GenerateWork {
  const turn = work.turns.at(-1);
  if (turn === undefined || work.between) return work;
  const calls = turn.calls.map((call) =>
    call.id === callId && call.result === undefined ? { ...call, result } : call,
  );
  return { ...work, turns: [...work.turns.slice(0, -1), { ...turn, calls }] };
}

function done(
  machine: Machine,
  state: State,
  lane: Lane,
  event: Extract<Event, { kind: "step.done" }>,
): Partial<Lane> {
  const step = playbookOf(machine, lane.member.playbook).steps?.[lane.step];
  const next: Partial<Lane> = { step: lane.step + 1, work: undefined };
  if (step === undefined || event.skipped === true || event.value === undefined) return next;
  const { work } = lane;
  const versions =
    work?.kind === "generate" && work.brief !== undefined
      ? work.brief.versions
      : stepVersions(machine, state, lane);
  return {
    ...next,
    seen: older(lane.seen, versions),
    attempts: work?.kind === "generate" ? withEntry(lane.attempts, lane.step, work.attempt) : lane.attempts,
    locals: withLocal(lane.locals, localOf(step), event.value),
    results: withTarget(lane, step, event.value),
  };
}

function localOf(step: Step): string | undefined {
  switch (step.kind) {
    case "generate":
      return step.as ?? (step.target.kind === "local" ? step.target.name : undefined);
    case "call":
    case "perform":
      return step.as;
    case "ask":
    case "land":
    case "return":
    case "advise":
      return undefined;
    default:
      return unreachable(step);
  }
}

function withLocal(locals: Lane["locals"], name: string | undefined, value: Json): Lane["locals"] {
  return name === undefined ? locals : withEntry(locals, name, { value, declined: false, reason: undefined });
}

function withTarget(lane: Lane, step: Step, value: Json): Lane["results"] {
  const index = lane.step;
  switch (step.kind) {
    case "generate":
      return step.target.kind === "local"
        ? lane.results
        : [...lane.results, { kind: step.target.kind, ref: step.target.ref, value, step: index }];
    case "return":
      return [...lane.results, { kind: step.target.kind, ref: step.target.ref, value, step: index }];
    case "land":
      return [...lane.results, { kind: "artifact", ref: step.artifact, value, step: index }];
    case "ask":
    case "call":
    case "perform":
    case "advise":
      return lane.results;
    default:
      return unreachable(step);
  }
}
