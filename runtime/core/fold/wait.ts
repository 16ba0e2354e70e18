import { isJsonObject, unreachable, type Event, type Json } from "../../../ir/index.js";
import { withEntry, withLane, withMember, withRound } from "../change.js";
import { memberName, shortName } from "../names.js";
import { playbookOf, type Machine } from "../machine.js";
import type { Lane, Local, State, Wait } from "../state.js";
import { turnOf, withResult } from "./step.js";

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

export function foldWait(machine: Machine, state: State, event: WaitEvent): State {
  switch (event.kind) {
    case "wait.intervention.raised":
      return raised(machine, state, event, "intervention");
    case "wait.signal.raised":
      return raised(machine, state, event, "signal");
    case "wait.schedule.raised":
      return raised(machine, state, event, "schedule");
    case "wait.intervention.ended":
    case "wait.signal.ended":
    case "wait.schedule.ended":
      return ended(machine, state, event);
    case "signal.kept":
      return {
        ...state,
        signals: [...state.signals, { name: event.name, value: event.value, seq: state.seq }],
      };
    case "answers.claimed":
      return withWait(state, event.waitId, { claimed: true });
    case "checkpoint.consumed":
      return withWait(state, event.waitId, { consumed: true });
    case "timer.due":
      return due(state, event.timer);
    default:
      return unreachable(event);
  }
}

function withWait(state: State, id: string, change: Partial<Wait>): State {
  const wait = state.waits.get(id);
  return wait === undefined ? state : { ...state, waits: withEntry(state.waits, id, { ...wait, ...change }) };
}

function raised(machine: Machine, state: State, event: WaitRaised, ofClass: Wait["class"]): State {
  const { waitId: id } = event;
  const wait: Wait = {
    id,
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
    raisedAt: state.at,
    dueAt: event.dueAt,
    expiresAt: event.expiresAt,
    ended: undefined,
    claimed: false,
    consumed: false,
  };
  const listed = { ...state, waits: withEntry(state.waits, id, wait), openWaits: state.openWaits + 1 };
  if (event.lane === undefined) return listed;
  return withLane(listed, event.lane, (lane) => ({
    openWaits: lane.openWaits + 1,
    ...raisedIn(machine, lane, wait),
  }));
}

/** What a wait means to the step that raised it. */
function raisedIn(machine: Machine, lane: Lane, wait: Wait): Partial<Lane> {
  if (wait.step === undefined || wait.clarification !== undefined) return {};
  const step = playbookOf(machine, lane.member.playbook).steps?.[wait.step];
  const { work } = lane;
  if (step?.kind === "ask") {
    const before = work?.kind === "ask" ? work.waits : [];
    return { work: { kind: "ask", waits: [...before, wait.id] } };
  }
  if (work?.kind !== "generate") return {};
  if (wait.callId === undefined) return { work: { ...work, exhausted: "asked" } };
  const turn = work.reply === undefined ? undefined : turnOf(work.reply);
  return turn === undefined ? {} : { work: { ...work, reply: undefined, turns: [...work.turns, turn] } };
}

function ended(machine: Machine, state: State, event: WaitEnded): State {
  const wait = state.waits.get(event.waitId);
  if (wait === undefined || wait.ended !== undefined) return state;
  const changed: State = {
    ...state,
    openWaits: state.openWaits - 1,
    signals: withoutDelivered(state, event),
    waits: withEntry(state.waits, wait.id, {
      ...wait,
      ended: {
        how: event.how,
        answer: event.answer,
        reason: event.reason,
        by: event.by,
        idempotencyKey: event.idempotencyKey,
        bodyHash: event.bodyHash,
        seq: state.seq,
      },
    }),
    ...(event.by === undefined
      ? {}
      : {
          lastDecision: {
            kind: "answer",
            words: `${event.by} ${event.how === "answered" ? "answered" : event.how} \`${shortName(wait.wait)}\``,
            at: state.at,
          },
        }),
  };
  if (wait.lane === undefined) {
    return wait.wait === "interview" && event.answer !== undefined
      ? { ...changed, interview: asRecord(event.answer) }
      : changed;
  }
  const lane = state.lanes.get(wait.lane);
  const inLane = withLane(changed, wait.lane, (waiting) => ({
    openWaits: waiting.openWaits - 1,
    ...endedIn(machine, waiting, wait, event),
  }));
  // Only a person's cancel takes the member out of the run (`[R-27]`).
  if (lane === undefined || event.how !== "cancelled" || event.by === undefined) return inLane;
  return withRound(inLane, lane.path, (round) => ({
    members: withMember(round, memberName(lane.member), () => ({ gone: true })),
  }));
}

/** A kept signal that was delivered is delivered no more (`[R-47]`). */
function withoutDelivered(state: State, event: WaitEnded): State["signals"] {
  if (event.kind !== "wait.signal.ended" || event.signal === undefined) return state.signals;
  return state.signals.filter((signal) => signal.seq !== event.signal);
}

function endedIn(machine: Machine, lane: Lane, wait: Wait, event: WaitEnded): Partial<Lane> {
  if (wait.clarification !== undefined || event.how === "cancelled") return {};
  const declined = event.how === "declined";
  const assumptions =
    event.assumed === true ? [...lane.assumptions, assumed(wait, event.answer)] : lane.assumptions;
  if (event.how === "expired" && event.answer === undefined) return {};
  if (wait.wait === "interview")
    return { interview: event.answer === undefined ? {} : asRecord(event.answer) };
  const local: Local = { value: declined ? undefined : event.answer, declined, reason: event.reason };
  const locals = wait.as === undefined ? lane.locals : withEntry(lane.locals, wait.as, local);
  const { work } = lane;
  const step =
    wait.step === undefined ? undefined : playbookOf(machine, lane.member.playbook).steps?.[wait.step];
  if (work?.kind !== "generate" || step?.kind !== "generate") return { locals, assumptions };
  if (wait.callId !== undefined) {
    const output: Json = declined
      ? { declined: true, ...(event.reason === undefined ? {} : { reason: event.reason }) }
      : (event.answer ?? null);
    return { locals, assumptions, work: withResult(work, wait.callId, { output }) };
  }
  // The wait of `on exhausted`: an answer grants everything once more, a decline nothing (`[R-10]`).
  if (declined) return { assumptions, work: { ...work, exhausted: "refused" } };
  return {
    assumptions,
    context: [
      ...lane.context,
      `${wait.question}
${words(event.answer ?? null)}`,
    ],
    granted: { activeMs: lane.activeMs, tokens: lane.tokens },
    overdue: false,
    work: {
      ...work,
      exhausted: "granted",
      between: true,
      reply: undefined,
      turns: [],
      allowed: work.attempt + step.attempts,
    },
  };
}

function assumed(wait: Wait, answer: Json | undefined): string {
  return `${wait.question} Nobody answered in time; assumed: ${words(answer ?? null)}`;
}

function words(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asRecord(value: Json): Readonly<Record<string, Json>> {
  return isJsonObject(value) ? value : {};
}

/** Past its lane's or run's ceiling: what that means is decided after (`[R-22]`). */
function due(state: State, timer: string): State {
  if (timer === "run:duration") return { ...state, overdue: { ...state.overdue, duration: true } };
  if (timer === "run:deadline") return { ...state, overdue: { ...state.overdue, deadline: true } };
  return timer.startsWith("lane:")
    ? withLane(state, timer.slice("lane:".length), () => ({ overdue: true }))
    : state;
}
