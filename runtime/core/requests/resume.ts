/** Answers to a clarification, one to one (`[R-27]`, `[R-29]`). */
import {
  isJsonObject,
  suggestion,
  type Answer,
  type Clarification,
  type Event,
  type Json,
} from "../../../ir/index.js";
import { readConfirmation } from "../confirmations.js";
import type { Refusal, Request, RequestResult } from "../requests.js";
import type { State, Wait } from "../state.js";
import { hashOf, refusedByState } from "./answer.js";
import { refuse } from "./refuse.js";

/** An action on an open clarification. */
export interface Resuming {
  readonly action: "accept" | "decline" | "cancel";
  readonly answers: readonly Answer[];
  readonly reason?: string;
  readonly by: string;
  readonly idempotencyKey?: string;
}

/** Accepts, declines or cancels a clarification. Each fault is named, and nothing is consumed then. */
export function resumeClarification(state: State, wait: Wait, resuming: Resuming, at: number): RequestResult {
  const { action, by, idempotencyKey } = resuming;
  const bodyHash = hashOf({ action, answers: resuming.answers });
  const refused = refusedByState(state, wait, at, idempotencyKey, bodyHash);
  if (refused !== undefined) return refused;
  const requests = wait.clarification?.requests ?? [];
  if (action !== "accept" && resuming.answers.length > 0) {
    return refuse(422, "invalid_answers", `answers are given with \`accept\`, not with \`${action}\``);
  }
  const checked =
    action === "accept" ? checkAnswers(requests, resuming.answers) : { answers: [], details: [] };
  if (checked.details.length > 0)
    return refuse(422, "invalid_answers", "the answers do not fit the open questions", checked.details);
  const how = action === "accept" ? "answered" : action === "decline" ? "declined" : "cancelled";
  const events: Event[] = [
    {
      kind: "wait.intervention.ended",
      waitId: wait.id,
      how,
      ...(action === "accept" ? { answer: checked.answers.map(asJson) } : {}),
      ...(resuming.reason === undefined ? {} : { reason: resuming.reason }),
      by,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      bodyHash,
    },
  ];
  if (wait.lane !== undefined && wait.step !== undefined) {
    events.unshift({
      kind: "clarification.answered",
      lane: wait.lane,
      step: wait.step,
      waitId: wait.id,
      action,
      answers: checked.answers,
    });
    if (action !== "cancel") events.push({ kind: "answers.claimed", waitId: wait.id });
  }
  return { kind: "accepted", events, repeated: false };
}

function asJson({ ref, answer, delegated }: Answer): Json {
  return { ref, ...(answer === undefined ? {} : { answer }), ...(delegated === true ? { delegated } : {}) };
}

/** The answers as they are kept, or every fault of them. */
function checkAnswers(
  requests: readonly Clarification[],
  answers: readonly Answer[],
): { readonly answers: readonly Answer[]; readonly details: Refusal["details"] } {
  const details: { message: string; ref: string }[] = [];
  const kept: Answer[] = [];
  const seen = new Set<string>();
  for (const given of answers) {
    const { ref } = given;
    const request = requests.find((other) => other.ref === ref);
    if (request === undefined) {
      details.push({
        message: `no open question is called \`${ref}\`${suggestion(
          ref,
          requests.map((other) => other.ref),
        )}`,
        ref,
      });
      continue;
    }
    if (seen.has(ref)) {
      details.push({ message: `\`${ref}\` is answered twice`, ref });
      continue;
    }
    seen.add(ref);
    if (given.delegated === true) {
      if (given.answer === undefined) kept.push({ ref, delegated: true });
      else details.push({ message: `\`${ref}\` is answered and delegated at once`, ref });
      continue;
    }
    const read = readAnswer(request, given.answer);
    if ("fault" in read) details.push({ message: `\`${ref}\` ${read.fault}`, ref });
    else kept.push({ ref, answer: read.answer });
  }
  for (const { ref } of requests)
    if (!seen.has(ref)) details.push({ message: `\`${ref}\` is not answered`, ref });
  return { answers: kept, details };
}

function readAnswer(
  { form, choices }: Clarification,
  answer: Json | undefined,
): { readonly answer: Json } | { readonly fault: string } {
  if (answer === undefined) return { fault: "has no answer" };
  switch (form) {
    case "text":
      if (typeof answer !== "string") return { fault: "must be answered with text" };
      return answer.trim() === "" ? { fault: "is answered with blank text" } : { answer };
    case "choice":
      return typeof answer === "string" && choices?.includes(answer) === true
        ? { answer }
        : { fault: `must be one of ${(choices ?? []).map((choice) => JSON.stringify(choice)).join(", ")}` };
    case "confirmation": {
      const read =
        typeof answer === "boolean"
          ? answer
          : typeof answer === "string"
            ? readConfirmation(answer)
            : undefined;
      return read === undefined ? { fault: "must be answered with yes or no" } : { answer: read };
    }
    default:
      return { fault: "cannot be answered" };
  }
}

/** Answers given as an object by ref, as `answer` takes them. */
export function answersByRef(value: Json): readonly Answer[] | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).map(([ref, answer]) =>
    isJsonObject(answer) && answer["delegated"] === true ? { ref, delegated: true } : { ref, answer },
  );
}

/** A request that answers a wait, said of a clarification. */
export function asResuming(
  request: Extract<Request, { kind: "answer" | "decline" | "cancel-wait" | "resume" }>,
): Resuming | undefined {
  const { by } = request;
  const key =
    "idempotencyKey" in request && request.idempotencyKey !== undefined
      ? { idempotencyKey: request.idempotencyKey }
      : {};
  switch (request.kind) {
    case "resume":
      return { action: request.action, answers: request.answers, by, ...key };
    case "decline":
      return {
        action: "decline",
        answers: [],
        by,
        ...key,
        ...(request.reason === undefined ? {} : { reason: request.reason }),
      };
    case "cancel-wait":
      return { action: "cancel", answers: [], by };
    case "answer": {
      const answers = answersByRef(request.value);
      return answers === undefined ? undefined : { action: "accept", answers, by, ...key };
    }
    default:
      return undefined;
  }
}
