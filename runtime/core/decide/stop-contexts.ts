/** Stops, and how each can be recovered from (`[R-37]`, `[R-50]`). */
import { unreachable, type StopContext } from "../../../ir/index.js";
import type { Lane } from "../state.js";

export type Category = StopContext["category"];

/** The recovery that each category opens (`[R-37]`). */
export function recoveryOf(category: Category): StopContext["recovery"] {
  switch (category) {
    case "refusal":
    case "missing_information":
      return "clarify";
    case "approval_required":
      return "approve";
    case "provider_failure":
    case "invalid_output":
    case "expired":
    case "superseded":
      return "retry";
    case "configuration":
      return "configure";
    case "uncertain_effect":
      return "review";
    case "limit":
    case "unsupported":
      return "new_run";
    case "policy_termination":
      return "none";
    default:
      return unreachable(category);
  }
}

/** How a lane of a choreography settles on a stop; a stopped one keeps its member (`[R-50]`). */
export function outcomeOf(category: Category): "failed" | "stopped" | "superseded" {
  switch (category) {
    case "provider_failure":
    case "invalid_output":
    case "expired":
    case "limit":
    case "unsupported":
      return "failed";
    case "superseded":
      return "superseded";
    case "refusal":
    case "missing_information":
    case "approval_required":
    case "configuration":
    case "uncertain_effect":
    case "policy_termination":
      return "stopped";
    default:
      return unreachable(category);
  }
}

/** Whether a single run that stops so may be recovered, or has failed for good (`[R-53]`). */
export function isFinal({ recovery }: StopContext): boolean {
  return recovery === "new_run" || recovery === "none";
}

/** A stop of a lane, or of the run itself; it dispatched nothing unless it says so. */
export function stopContext(
  category: Category,
  reasonCode: string,
  message: string,
  more: {
    readonly source?: StopContext["source"];
    readonly lane?: Lane;
    readonly recovery?: StopContext["recovery"];
  } = {},
): StopContext {
  const { lane } = more;
  const attempt = lane?.work?.kind === "generate" && lane.work.attempt > 0 ? lane.work.attempt : undefined;
  return {
    version: 1,
    category,
    source: more.source ?? "runtime",
    reasonCode,
    message,
    recovery: more.recovery ?? recoveryOf(category),
    dispatch: "not_dispatched",
    ...(attempt === undefined || lane === undefined
      ? {}
      : { attemptId: `${lane.id}/${lane.step}/${attempt}` }),
    ...(lane === undefined ? {} : { laneId: lane.id }),
  };
}
