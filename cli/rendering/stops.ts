import type { StopContext } from "../../ir/index.js";
import type { LaneView, RunView } from "../../runtime/core/index.js";
import { stopName } from "../../runtime/core/requests/recover.js";
import { memberName } from "./names.js";
import type { Page } from "./page.js";
import { playbookPointer } from "./place.js";
import { startAgain } from "./start-again.js";
import { indented, printable, wrapped } from "./text.js";
import { shellWord } from "./waits.js";

const categories: Readonly<Record<StopContext["category"], string>> = {
  refusal: "refused",
  missing_information: "something is missing",
  approval_required: "needs an approval",
  provider_failure: "the provider failed",
  invalid_output: "no answer fitted",
  expired: "expired",
  superseded: "superseded",
  configuration: "the settings are not right",
  uncertain_effect: "an effect may have happened",
  limit: "a limit was reached",
  unsupported: "not supported here",
  policy_termination: "ended by policy",
};

/** Reasons that their category does not say. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["not_eligible", "its requirements do not hold"],
  ["landing_failed", "it could not be written"],
  ["outside", "it may not be written there"],
  ["tool_failed", "a tool failed"],
  ["tool_misfit", "what a tool gave did not fit"],
  ["value_misfit", "a value did not fit"],
  ["selector_failed", "the selector failed"],
]);

/** Why a run or a lane stopped, where, and the recovery that is open (`[R-37]`). */
export function stopLines(view: RunView, stop: StopContext, page: Page): readonly string[] {
  const { style } = page;
  const lane = view.lanes.find((one) => one.lane === stop.laneId);
  const who = lane === undefined ? "" : `${memberName(lane.member, page.home)}: `;
  const where = placeOfStop(view, lane, page);
  const category = reasons.get(stop.reasonCode) ?? categories[stop.category];
  const head = `${who}${style.red(category)}  ${style.dim(`${stop.category} · ${stop.reasonCode} · by the ${stop.source}`)}`;
  return [
    head,
    ...indented([
      ...wrapped(printable(stop.message), page.width - 4),
      ...(where === undefined ? [] : [style.dim(`at ${where}`)]),
      ...dispatchLines(stop),
      recoveryWords(view, stop, page),
    ]),
  ];
}

function placeOfStop(view: RunView, lane: LaneView | undefined, page: Page): string | undefined {
  const only = lane ?? (view.shape === "single" ? view.lanes[0] : undefined);
  if (only !== undefined) return page.place(playbookPointer(only.member.playbook, only.step));
  return view.playbook === undefined ? undefined : page.place(playbookPointer(view.playbook));
}

function dispatchLines(stop: StopContext): readonly string[] {
  switch (stop.dispatch) {
    case "not_dispatched":
      return [];
    case "confirmed":
      return ["the effect was dispatched, and there is a receipt"];
    case "unconfirmed":
      return ["the effect was claimed, and there is no receipt: it may have happened"];
    case "unknown":
      return ["whether the effect was dispatched cannot be told"];
  }
}

/** Whether one recovery is for all of them: there is one stop, or every member failed for good (`[R-53]`). */
export function areOne(stops: readonly StopContext[]): boolean {
  return stops.length === 1 || stops.every((stop) => stop.reasonCode === "all_lanes_failed");
}

/** What a person does next, as a command. */
export function recoveryWords(view: RunView, stop: StopContext, page: Page): string {
  const lane = areOne(view.stops) ? "" : ` --lane ${shellWord(stopName(stop))}`;
  const resume = page.style.cyan(`laban resume ${view.id}${lane}`);
  switch (stop.recovery) {
    case "retry":
      return `tries again: ${resume}`;
    case "configure":
      return `set that right, then: ${resume}`;
    case "clarify":
      return `say more, and it is evaluated afresh: ${resume}${page.style.cyan(' --text "…"')}`;
    case "approve":
      return "needs a person's approval of exactly this transaction";
    case "review":
      return "needs a person to say what happened; nothing is sent again";
    case "new_run":
      return `cannot go on; a new run has new authority: ${page.style.cyan(startAgain(view))}`;
    case "none":
      return "cannot go on: its authority is revoked";
  }
}
