/**
 * What a scenario's person does, as requests to the run (`[L-29]`). A line that fits more than one open wait or stopped
 * lane is not guessed at: it fails, and names them.
 */
import { unreachable, type Action, type PersonLine, type StopContext, type Subject } from "../../ir/index.js";
import type { Request, RunView } from "../core/index.js";
import { isWait, openWaits, stateWords, waitWords } from "./expectations.js";
import { listed, type Names } from "./names.js";
import type { FailureKind } from "./result.js";

export type PersonRequest =
  | { readonly kind: "request"; readonly request: Request }
  | {
      readonly kind: "failure";
      readonly failure: FailureKind;
      readonly message: string;
      readonly details: readonly string[];
    };

/** The principal who owns a scenario's runs and does all that its person does. */
export const person = "person";

export function requestOf(line: PersonLine, view: RunView, names: Names): PersonRequest {
  const { action, of } = line;
  switch (action.kind) {
    case "answers":
      return onWait(action, of, view, names, (wait) => ({
        kind: "answer",
        wait,
        value: action.value,
        by: person,
      }));
    case "declines": {
      const reason = action.reason === undefined ? {} : { reason: action.reason };
      return onWait(action, of, view, names, (wait) => ({ kind: "decline", wait, ...reason, by: person }));
    }
    case "cancels":
      return onWait(action, of, view, names, (wait) => ({ kind: "cancel-wait", wait, by: person }));
    case "cancels-run":
      return { kind: "request", request: { kind: "cancel-run", by: person } };
    case "retries":
      return onStop("retry", {}, of, view, names);
    case "resumes":
      return onStop("configure", {}, of, view, names);
    case "clarifies":
      return onStop("clarify", { text: action.text }, of, view, names);
    case "approves":
    case "reviews":
      return failure("unsupported", `\`person ${action.kind}\` is not carried out in scenarios yet`);
    default:
      return unreachable(action);
  }
}

type WaitAction = Action & { readonly kind: "answers" | "declines" | "cancels" };

function onWait(
  action: WaitAction,
  of: Subject | undefined,
  view: RunView,
  names: Names,
  request: (waitId: string) => Request,
): PersonRequest {
  const open = openWaits(view);
  const { target } = action;
  const meant = open.filter(
    (wait) =>
      (target === undefined ? wait.class === "intervention" : isWait(wait, target)) && isOf(of, wait.member),
  );
  const [wait] = meant;
  if (wait !== undefined && meant.length === 1) return { kind: "request", request: request(wait.waitId) };
  const what = target === undefined ? "a wait" : `\`${names.of(target)}\``;
  const whose = of === undefined ? "" : ` of \`${names.member(of)}\``;
  if (meant.length > 1)
    return failure(
      "ambiguous",
      `${what}${whose} is open ${meant.length} times: ${listed(meant.map((each) => waitWords(each, names)))}; say whose with \`of\``,
    );
  const others =
    open.length === 0
      ? stateWords(view, names)
      : `open: ${listed(open.map((each) => waitWords(each, names)))}`;
  return failure("idle", `${what}${whose} is not open`, [others]);
}

function onStop(
  recovery: "retry" | "configure" | "clarify",
  more: { readonly text?: string },
  of: Subject | undefined,
  view: RunView,
  names: Names,
): PersonRequest {
  const memberOf = (stop: StopContext) => view.lanes.find(({ lane }) => lane === stop.laneId)?.member;
  const meant = view.stops.filter((stop) =>
    of === undefined ? stop.recovery === recovery : isOf(of, memberOf(stop)),
  );
  const lanes = [...new Set(meant.flatMap(({ laneId }) => (laneId === undefined ? [] : [laneId])))];
  if (lanes.length > 1) {
    const candidates = lanes.map((lane) => {
      const member = view.lanes.find((each) => each.lane === lane)?.member;
      return member === undefined ? `lane ${lane}` : names.member(member);
    });
    return failure(
      "ambiguous",
      `${lanes.length} lanes are open to \`${recovery}\`: ${listed(candidates)}; say whose with \`of\``,
    );
  }
  if (of !== undefined && meant.length === 0)
    return failure("idle", `no lane of \`${names.member(of)}\` is stopped`, [stateWords(view, names)]);
  const [lane] = lanes;
  // With nothing to recover the run itself says which recovery is open (`[R-38]`).
  return {
    kind: "request",
    request: { kind: "recover", recovery, ...(lane === undefined ? {} : { lane }), ...more, by: person },
  };
}

function isOf(of: Subject | undefined, member: Subject | undefined): boolean {
  if (of === undefined) return true;
  return (
    member !== undefined && member.playbook === of.playbook && (of.key === undefined || of.key === member.key)
  );
}

function failure(kind: FailureKind, message: string, details: readonly string[] = []): PersonRequest {
  return { kind: "failure", failure: kind, message, details };
}
