import {
  unreachable,
  type Clarification,
  type Decision,
  type Event,
  type Json,
  type Step,
} from "../../../ir/index.js";
import { changeLane, changeWork, withEntry, type Draft } from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import { stepVersions } from "../step-versions.js";
import type { Lane, State } from "../state.js";
import { parentOf } from "../surroundings.js";
import { older } from "../versions.js";
import { attemptsOf } from "./run.js";
import { isComplete, newWork, openTurn, setResult } from "./work.js";

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
export function foldStep(machine: Machine, draft: Draft<State>, event: StepEvent): void {
  const { kind } = event;
  const lane = draft.lanes.get(event.lane);
  if (lane === undefined) return;
  if (kind === "attempt.rejected" && lane.landing?.refused !== undefined) {
    changeLane(draft, lane.id, (reopened) => reopen(machine, reopened, event));
    return;
  }
  if (lane.step !== event.step) return;
  const rests = kind === "clarification.answered";
  if (lane.status !== "running" && !rests) return;
  if (kind === "clarification.requested") describeWait(draft, event);
  changeLane(draft, lane.id, (changed) => change(machine, draft, changed, event));
}

/** A clarification's wait was raised just before: now it is known what it asks. */
function describeWait(draft: Draft<State>, event: Extract<Event, { kind: "clarification.requested" }>): void {
  const wait = draft.waits.get(event.waitId);
  if (wait === undefined) return;
  const clarification = { requests: event.requests, round: event.round };
  draft.waits = withEntry(draft.waits, wait.id, { ...wait, clarification });
}

function change(machine: Machine, draft: Draft<State>, lane: Draft<Lane>, event: StepEvent): void {
  switch (event.kind) {
    case "brief.made": {
      const { prompt, versions } = event;
      if (lane.work?.kind !== "generate") lane.work = newWork(machine, lane);
      changeWork(lane, (work) => {
        work.brief = { prompt, versions };
      });
      return;
    }
    case "clarification.replied":
      changeWork(lane, (work) => {
        if (work.clarification !== "ask" || work.clarifying !== undefined) return;
        const { requests, failure } = event;
        work.clarifying = requests === undefined ? { failure: failure ?? "it gave nothing" } : { requests };
      });
      return;
    case "clarification.requested":
      lane.clarified += 1;
      changeWork(lane, (work) => {
        work.clarification = "requested";
        work.clarifying = undefined;
      });
      return;
    case "clarification.failed":
      changeWork(lane, (work) => {
        work.clarification = "done";
        work.clarifying = undefined;
      });
      return;
    case "clarification.answered":
      answer(machine, draft, lane, event);
      return;
    case "attempt.started":
      changeWork(lane, (work) => {
        work.clarification = "done";
        work.clarifying = undefined;
        work.attempt = event.attempt;
        work.between = false;
        work.reply = undefined;
        work.turns = [];
      });
      return;
    case "attempt.replied":
      reply(draft, lane, event);
      return;
    case "attempt.rejected":
      changeWork(lane, (work) => {
        work.between = true;
        work.reply = undefined;
        work.turns = [];
        work.findings = [...work.findings, ...event.findings];
      });
      return;
    case "tool.called":
      if (lane.work?.kind === "generate") changeWork(lane, (work) => openTurn(work, event.callId));
      else lane.work = { kind: "call", callId: event.callId, input: event.input, returned: undefined };
      return;
    case "tool.returned":
      returnTool(lane, event);
      return;
    case "step.done":
      finish(machine, draft, lane, event);
      return;
    default:
      unreachable(event);
  }
}

/** A reply to the call that is open; any other is late, and stays in the journal alone. */
function reply(
  draft: Draft<State>,
  lane: Draft<Lane>,
  event: Extract<Event, { kind: "attempt.replied" }>,
): void {
  changeWork(lane, (work) => {
    if (work.between || work.reply !== undefined || work.attempt !== event.attempt) return;
    if (work.turns.length + 1 !== event.call || !isComplete(work.turns)) return;
    work.reply = event.reply;
    const { usage } = event.reply;
    if (usage === undefined) return;
    const spent = usage.inputTokens + usage.outputTokens;
    lane.tokens += spent;
    draft.tokens += spent;
    for (let path = lane.path; path !== ""; path = parentOf(path) ?? "") {
      changeLane(draft, path, (around) => {
        around.tokens += spent;
      });
    }
  });
}

/** The workspace refused what a step had made: it is a finding of that step's attempt (`[R-7]`). */
function reopen(
  machine: Machine,
  lane: Draft<Lane>,
  event: Extract<Event, { kind: "attempt.rejected" }>,
): void {
  lane.step = event.step;
  lane.landing = undefined;
  lane.results = lane.results.filter(({ step }) => step < event.step);
  const allowed = Math.max(attemptsOf(machine, lane), event.attempt);
  lane.work = { ...newWork(machine, lane), allowed, findings: event.findings };
}

/** A clarification's answers are the person's decisions; what was delegated is not asked again (`[R-28]`). */
function answer(
  machine: Machine,
  state: State,
  lane: Draft<Lane>,
  event: Extract<Event, { kind: "clarification.answered" }>,
): void {
  if (event.action === "decline") lane.declined = true;
  const requests = state.waits.get(event.waitId)?.clarification?.requests ?? [];
  if (event.action !== "cancel") {
    lane.exchange = [...lane.exchange, ...requests.map((request) => decide(request, event))];
  }
  const rounds = playbookOf(machine, lane.member.playbook).clarification?.rounds ?? 1;
  const again = event.action === "accept" && !lane.declined && lane.clarified < rounds;
  changeWork(lane, (work) => {
    work.clarification = again ? "ask" : "done";
  });
}

function decide(
  { ref, question }: Clarification,
  { action, answers }: Extract<Event, { kind: "clarification.answered" }>,
): Decision {
  const given = action === "accept" ? answers.find((other) => other.ref === ref) : undefined;
  if (given?.answer === undefined || given.delegated === true) return { ref, question, delegated: true };
  return { ref, question, answer: given.answer, delegated: false };
}

function returnTool(lane: Draft<Lane>, event: Extract<Event, { kind: "tool.returned" }>): void {
  const result = event.error === undefined ? { output: event.output ?? null } : { error: event.error };
  const { work } = lane;
  if (work?.kind === "generate") {
    changeWork(lane, (changed) => setResult(changed, event.callId, result));
  } else if (work?.kind === "call" && work.callId === event.callId && work.returned === undefined) {
    lane.work = { ...work, returned: result };
  }
}

function finish(
  machine: Machine,
  state: State,
  lane: Draft<Lane>,
  event: Extract<Event, { kind: "step.done" }>,
): void {
  const { work } = lane;
  const step = playbookOf(machine, lane.member.playbook).steps?.[lane.step];
  if (step !== undefined && event.skipped !== true && event.value !== undefined) {
    const versions =
      work?.kind === "generate" && work.brief !== undefined
        ? work.brief.versions
        : stepVersions(machine, state, lane);
    lane.seen = older(lane.seen, versions);
    if (work?.kind === "generate") lane.attempts = withEntry(lane.attempts, lane.step, work.attempt);
    keep(lane, step, event.value);
  }
  lane.step += 1;
  lane.work = undefined;
}

/** Where a step's value goes: to its name, and to what the lane gives. */
function keep(lane: Draft<Lane>, step: Step, value: Json): void {
  switch (step.kind) {
    case "generate":
      keepLocal(lane, step.as ?? (step.target.kind === "local" ? step.target.name : undefined), value);
      if (step.target.kind !== "local") keepResult(lane, step.target, value);
      return;
    case "return":
      keepResult(lane, step.target, value);
      return;
    case "land":
      keepResult(lane, { kind: "artifact", ref: step.artifact }, value);
      return;
    case "call":
    case "perform":
      keepLocal(lane, step.as, value);
      return;
    case "ask":
    case "advise":
      return;
    default:
      unreachable(step);
  }
}

function keepLocal(lane: Draft<Lane>, name: string | undefined, value: Json): void {
  if (name !== undefined)
    lane.locals = withEntry(lane.locals, name, { value, declined: false, reason: undefined });
}

function keepResult(
  lane: Draft<Lane>,
  { kind, ref }: { readonly kind: "artifact" | "verdict" | "evidence"; readonly ref: string },
  value: Json,
): void {
  lane.results = [...lane.results, { kind, ref, value, step: lane.step }];
}
