import { unreachable } from "../../../ir/index.js";
import { refuseValue } from "../limits.js";
import type { Machine } from "../machine.js";
import type { Request, RequestResult } from "../requests.js";
import type { State, Wait } from "../state.js";
import { answerWait, refusedByState } from "./answer.js";
import { findWait } from "./find-wait.js";
import { recoverRun } from "./recover.js";
import { refuse } from "./refuse.js";
import { asResuming, resumeClarification } from "./resume.js";
import { signalRun } from "./signal.js";

type OfWait = Extract<Request, { kind: "answer" | "decline" | "cancel-wait" | "resume" }>;

/**
 * What a person or a system asks of a run at `at` (ms since 1970): the events that record it, to be given to `step` at the
 * same time, or a refusal, which changes nothing. A wait whose time is over is refused as expired; `step` expires it.
 */
export function request(machine: Machine, state: State, asked: Request, at: number): RequestResult {
  const unfit = unfitIn(machine, asked);
  if (unfit !== undefined) return unfit;
  switch (asked.kind) {
    case "answer":
    case "decline":
    case "cancel-wait":
    case "resume": {
      const wait = findWait(machine, state, asked.wait);
      return "kind" in wait ? wait : ofWait(machine, state, wait, asked, at);
    }
    case "signal":
      return signalRun(machine, state, asked, at);
    case "cancel-run":
      return cancelRun(state, asked.by);
    case "recover":
      return recoverRun(state, asked);
    default:
      return unreachable(asked);
  }
}

/** What cannot be kept is refused before anything looks at it, so that it is in no journal and no digest (`[R-58]`). */
function unfitIn(machine: Machine, asked: Request): RequestResult | undefined {
  for (const [name, content] of Object.entries(asked)) {
    const found = refuseValue(content, machine.limits);
    if (found !== undefined) {
      return refuse(422, "unfit_content", `the ${words[name] ?? `\`${name}\``} cannot be taken`, [found]);
    }
  }
  return undefined;
}

const words: Readonly<Record<string, string>> = {
  value: "answer",
  answers: "answers",
  text: "text",
  reason: "reason",
};

function ofWait(machine: Machine, state: State, wait: Wait, asked: OfWait, at: number): RequestResult {
  if (wait.clarification !== undefined) {
    const resuming = asResuming(asked);
    return resuming === undefined
      ? refuse(422, "invalid_answers", "a clarification is answered with an object, by ref")
      : resumeClarification(state, wait, resuming, at);
  }
  switch (asked.kind) {
    case "answer":
      return answerWait(machine, state, wait, { how: "answered", value: asked.value }, asked, at);
    case "decline":
      return answerWait(machine, state, wait, { how: "declined", reason: asked.reason }, asked, at);
    case "cancel-wait":
      return cancelWait(state, wait, asked.by, at);
    case "resume":
      return refuse(409, "no_clarification", `\`${wait.id}\` is no clarification: answer it by itself`);
    default:
      return unreachable(asked);
  }
}

function cancelWait(state: State, wait: Wait, by: string, at: number): RequestResult {
  const refused = refusedByState(state, wait, at, undefined, "");
  if (refused !== undefined) return refused;
  return {
    kind: "accepted",
    events: [{ kind: `wait.${wait.class}.ended`, waitId: wait.id, how: "cancelled", by }],
    repeated: false,
  };
}

/** Cancelling twice is one cancel (`[R-35]`). */
function cancelRun(state: State, by: string): RequestResult {
  if (state.status === "cancelled" || state.cancelling)
    return { kind: "accepted", events: [], repeated: true };
  if (state.end !== undefined) return refuse(409, "run_ended", `the run is ${state.status}`);
  return { kind: "accepted", events: [{ kind: "run.cancel_requested", by }], repeated: false };
}
