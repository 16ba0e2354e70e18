/** Answers and declines of waits (`[R-31]`, `[R-32]`, `[R-47]`). */
import { digestOfJson, isJsonObject, type Event, type Json } from "../../../ir/index.js";
import { readConfirmations } from "../confirmations.js";
import { refuseValue } from "../limits.js";
import { playbookOf, type Machine } from "../machine.js";
import { shortName } from "../names.js";
import type { Request, RequestResult } from "../requests.js";
import { answersOf } from "../start.js";
import type { State, Wait } from "../state.js";
import { runOf } from "../surroundings.js";
import { momentOfWait } from "../timers.js";
import { refuse } from "./refuse.js";

type Refused = Extract<RequestResult, { kind: "refused" }>;

/** What a request says, apart from which wait it means and who makes it. */
export type Body =
  | { readonly how: "answered"; readonly value: Json }
  | { readonly how: "declined"; readonly reason: string | undefined };

/** Whether a wait can take this: open, in time, of a run that goes on. An answer that came before is given again. */
export function refusedByState(
  state: State,
  wait: Wait,
  at: number,
  key: string | undefined,
  bodyHash: string,
): RequestResult | undefined {
  const { ended } = wait;
  const name = shortName(wait.wait);
  if (ended !== undefined && key !== undefined && ended.idempotencyKey === key) {
    return ended.bodyHash === bodyHash
      ? { kind: "accepted", events: [], repeated: true }
      : refuse(
          422,
          "idempotency_key_reused",
          `the idempotency key was used before, with another answer to \`${name}\``,
        );
  }
  if (ended !== undefined) {
    return ended.how === "answered" || ended.how === "declined"
      ? refuse(409, "already_answered", `\`${name}\` was ${ended.how} already`)
      : refuse(
          410,
          `wait_${ended.how}`,
          `\`${name}\` ${ended.how === "expired" ? "has expired" : "was cancelled"}`,
        );
  }
  if (state.end !== undefined) return refuse(410, "run_ended", "the run has ended");
  const expires = momentOfWait(wait);
  if (expires !== undefined && expires <= at) {
    return wait.class === "schedule"
      ? refuse(409, "already_answered", `\`${name}\` was due already`)
      : refuse(410, "wait_expired", `\`${name}\` has expired`);
  }
  return undefined;
}

/** Answers or declines a wait that is no clarification. */
export function answerWait(
  machine: Machine,
  state: State,
  wait: Wait,
  body: Body,
  request: Extract<Request, { kind: "answer" | "decline" }>,
  at: number,
): RequestResult {
  const bodyHash = hashOf(body);
  const refused = refusedByState(state, wait, at, request.idempotencyKey, bodyHash);
  if (refused !== undefined) return refused;
  const name = shortName(wait.wait);
  if (wait.class === "schedule")
    return refuse(409, "answered_by_the_clock", `\`${name}\` is answered by the clock, at its moment`);
  const accepted =
    body.how === "declined" ? declined(wait, body.reason) : fitting(machine, state, wait, body.value);
  if ("refusal" in accepted) return accepted;
  const ending: Event = {
    kind: `wait.${wait.class}.ended`,
    waitId: wait.id,
    how: body.how,
    ...accepted,
    by: request.by,
    ...(request.idempotencyKey === undefined ? {} : { idempotencyKey: request.idempotencyKey }),
    bodyHash,
  };
  return { kind: "accepted", events: [ending], repeated: false };
}

function declined(wait: Wait, reason: string | undefined): { readonly reason?: string } | Refused {
  if (!wait.declinable)
    return refuse(422, "not_declinable", `\`${shortName(wait.wait)}\` cannot be declined`);
  return reason === undefined ? {} : { reason };
}

/** `false`, `0`, `""`, `null` and `{}` are answers: only the schema refuses them (`[R-47]`). */
function fitting(
  machine: Machine,
  state: State,
  wait: Wait,
  value: Json,
): { readonly answer: Json } | Refused {
  const name = shortName(wait.wait);
  const tooMuch = refuseValue(value, machine.limits);
  if (tooMuch !== undefined) return misfit(name, [tooMuch]);
  const answer = read(machine, state, wait, value);
  const findings = machine.schemas.check(wait.schema)(answer);
  return findings.length === 0 ? { answer } : misfit(name, findings);
}

function misfit(
  name: string,
  details: readonly { readonly message: string; readonly pointer?: string }[],
): Refused {
  return refuse(422, "invalid_answer", `the answer to \`${name}\` does not fit`, details);
}

function read(machine: Machine, state: State, wait: Wait, value: Json): Json {
  if (wait.wait !== "interview") return readConfirmations(wait.schema, value);
  const ref = wait.lane === undefined ? runOf(state).playbook : state.lanes.get(wait.lane)?.member.playbook;
  return ref === undefined || !isJsonObject(value) ? value : answersOf(playbookOf(machine, ref), value);
}

/** What tells one answer from another. */
export function hashOf(body: unknown): string {
  return digestOfJson(body);
}
