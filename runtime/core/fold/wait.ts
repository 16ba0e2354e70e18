import { isJsonObject, unreachable, type Event, type Json, type Step } from "../../../ir/index.js";
import { changeLane, changeMember, changeRound, changeWork, withEntry, type Draft } from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import { memberName, shortName } from "../names.js";
import type { Lane, State, Wait } from "../state.js";
import { openTurn, setResult } from "./work.js";
import { attemptsOf } from "./run.js";

export type WaitRaised = Extract<
  Event,
  { kind: "wait.intervention.raised" | "wait.signal.raised" | "wait.schedule.raised" }
>;
export type WaitEnded = Extract<
  Event,
  { kind: "wait.intervention.ended" | "wait.signal.ended" | "wait.schedule.ended" }
>;
type WaitEvent =
  | WaitRaised
  | WaitEnded
  | Extract<Event, { kind: "signal.kept" | "answers.claimed" | "checkpoint.consumed" | "timer.due" }>;

export function foldWait(machine: Machine, draft: Draft<State>, event: WaitEvent): void {
  switch (event.kind) {
    case "wait.intervention.raised":
      raise(machine, draft, event, "intervention");
      return;
    case "wait.signal.raised":
      raise(machine, draft, event, "signal");
      return;
    case "wait.schedule.raised":
      raise(machine, draft, event, "schedule");
      return;
    case "wait.intervention.ended":
    case "wait.signal.ended":
    case "wait.schedule.ended":
      end(machine, draft, event);
      return;
    case "signal.kept":
      draft.signals = [...draft.signals, { name: event.name, value: event.value, seq: draft.seq }];
      return;
    case "answers.claimed":
      changeWait(draft, event.waitId, { claimed: true });
      return;
    case "checkpoint.consumed":
      changeWait(draft, event.waitId, { consumed: true });
      return;
    case "timer.due":
      timeOut(draft, event.timer);
      return;
    default:
      unreachable(event);
  }
}

function changeWait(draft: Draft<State>, id: string, change: Partial<Wait>): void {
  const wait = draft.waits.get(id);
  if (wait !== undefined) draft.waits = withEntry(draft.waits, id, { ...wait, ...change });
}

function raise(machine: Machine, draft: Draft<State>, event: WaitRaised, ofClass: Wait["class"]): void {
  const wait: Wait = {
    id: event.waitId,
    wait: event.wait,
    class: ofClass,
    lane: event.lane,
    step: event.step,
    as: event.as,
    question: event.question,
    schema: event.schema,
    declinable: event.declinable,
    clarification: event.clarification === true ? { requests: [], round: 0 } : undefined,
    callId: event.callId,
    raisedAt: draft.at,
    dueAt: event.dueAt,
    expiresAt: event.expiresAt,
    ended: undefined,
    claimed: false,
    consumed: false,
  };
  draft.waits = withEntry(draft.waits, wait.id, wait);
  draft.openWaits += 1;
  if (event.lane === undefined) return;
  changeLane(draft, event.lane, (lane) => {
    lane.openWaits += 1;
    if (wait.clarification === undefined) raiseWithin(lane, wait, stepOf(machine, lane, wait));
  });
}

function stepOf(machine: Machine, lane: Lane, { step }: Wait): Step | undefined {
  return step === undefined ? undefined : playbookOf(machine, lane.member.playbook).steps?.[step];
}

/** What a wait means to the step that raised it. */
function raiseWithin(lane: Draft<Lane>, wait: Wait, step: Step | undefined): void {
  const { work } = lane;
  if (step?.kind === "ask") {
    lane.work = { kind: "ask", waits: [...(work?.kind === "ask" ? work.waits : []), wait.id] };
    return;
  }
  const { callId } = wait;
  changeWork(lane, (changed) => {
    if (callId === undefined) changed.exhausted = "asked";
    else openTurn(changed, callId);
  });
}

function end(machine: Machine, draft: Draft<State>, event: WaitEnded): void {
  const wait = draft.waits.get(event.waitId);
  if (wait === undefined || wait.ended !== undefined) return;
  const { how, answer, reason, by, idempotencyKey, bodyHash } = event;
  const ended = { how, answer, reason, by, idempotencyKey, bodyHash, seq: draft.seq };
  draft.waits = withEntry(draft.waits, wait.id, { ...wait, ended });
  draft.openWaits -= 1;
  if (event.kind === "wait.signal.ended" && event.signal !== undefined) {
    // It was kept, and is delivered no more (`[R-47]`).
    draft.signals = draft.signals.filter((signal) => signal.seq !== event.signal);
  }
  if (by !== undefined) {
    const words = `${by} ${how} \`${shortName(wait.wait)}\``;
    draft.lastDecision = { kind: "answer", words, at: draft.at };
  }
  if (wait.lane === undefined) {
    if (wait.wait === "interview" && answer !== undefined) draft.interview = asRecord(answer);
    return;
  }
  const lane = draft.lanes.get(wait.lane);
  if (lane === undefined) return;
  changeLane(draft, lane.id, (changed) => {
    changed.openWaits -= 1;
    if (how !== "cancelled" && wait.clarification === undefined) endWithin(machine, changed, wait, event);
  });
  // Only a person's cancel takes the member out of the run (`[R-27]`).
  if (how === "cancelled" && by !== undefined) {
    changeRound(draft, lane.path, (round) => {
      changeMember(round, memberName(lane.member), (member) => {
        member.gone = true;
      });
    });
  }
}

/** What the end of a wait means to the step that raised it: an answer, a decline, or a default in place of one. */
function endWithin(machine: Machine, lane: Draft<Lane>, wait: Wait, event: WaitEnded): void {
  const { how, answer, reason } = event;
  if (how === "expired" && answer === undefined) return;
  if (event.assumed === true) {
    const words = `${wait.question} Nobody answered in time; assumed: ${asText(answer ?? null)}`;
    lane.assumptions = [...lane.assumptions, words];
  }
  if (wait.wait === "interview") {
    lane.interview = answer === undefined ? {} : asRecord(answer);
    return;
  }
  const declined = how === "declined";
  if (wait.as !== undefined) {
    const value = declined ? undefined : answer;
    lane.locals = withEntry(lane.locals, wait.as, { value, declined, reason });
  }
  const step = stepOf(machine, lane, wait);
  if (step?.kind !== "generate") return;
  const { callId } = wait;
  if (callId !== undefined) {
    const output: Json = declined
      ? { declined: true, ...(reason === undefined ? {} : { reason }) }
      : (answer ?? null);
    changeWork(lane, (work) => setResult(work, callId, { output }));
  } else if (declined) {
    changeWork(lane, (work) => {
      work.exhausted = "refused";
    });
  } else {
    grant(machine, lane, wait, answer ?? null);
  }
}

/** The answer after exhaustion joins the brief, and attempts, tokens and duration are given once more (`[R-10]`). */
function grant(machine: Machine, lane: Draft<Lane>, wait: Wait, answer: Json): void {
  lane.context = [...lane.context, `${wait.question}\n${asText(answer)}`];
  lane.granted = { activeMs: lane.activeMs, tokens: lane.tokens };
  lane.overdue = false;
  changeWork(lane, (work) => {
    work.exhausted = "granted";
    work.between = true;
    work.reply = undefined;
    work.turns = [];
    work.allowed = work.attempt + attemptsOf(machine, lane);
  });
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asRecord(value: Json): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {};
}

/** Past its lane's or run's ceiling: what that means is decided after (`[R-22]`). */
function timeOut(draft: Draft<State>, timer: string): void {
  if (timer === "run:duration") draft.overdue = { ...draft.overdue, duration: true };
  else if (timer === "run:deadline") draft.overdue = { ...draft.overdue, deadline: true };
  else if (timer.startsWith("lane:")) {
    changeLane(draft, timer.slice("lane:".length), (lane) => {
      lane.overdue = true;
    });
  }
}
