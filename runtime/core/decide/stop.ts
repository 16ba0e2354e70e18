/** Ends of a choreography and of a run, and what they mean in words (`[R-53]`, `[R-23]`). */
import { compactDuration, type Standing, type StopContext } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { evaluate } from "../evaluate.js";
import { ceilingsOf } from "../machine.js";
import { listed, shortMember } from "../names.js";
import { namesIn } from "../pending.js";
import { restingLanes, roundCeiling } from "../selecting.js";
import { choreographyOf, laneOf, roundOf, runOf, scopeAt } from "../surroundings.js";
import { endWaits, settle } from "./settle.js";
import { stopContext } from "./stop-contexts.js";

/** How a choreography ends. */
export type Ending =
  | { readonly kind: "reason"; readonly reason: StopReason; readonly rationale?: string }
  | { readonly kind: "named"; readonly reason: string; readonly failed: boolean }
  | { readonly kind: "stop"; readonly stop: StopContext };

export type StopReason =
  | "goal_met"
  | "nothing_eligible"
  | "chose_to_stop"
  | "iteration_ceiling"
  | "duration_ceiling"
  | "deadline_ceiling";

/** Ends the choreography of a path: the run, or the lane whose rounds these are. */
export function stopPath(batch: Batch, path: string, ending: Ending): void {
  for (const lane of restingLanes(batch.state, path)) {
    settle(batch, lane, "superseded", { why: "the choreography ended" });
  }
  if (ending.kind === "stop") {
    if (path === "") batch.emit({ kind: "run.failed", reason: ending.stop.category, stop: ending.stop });
    else
      settle(batch, laneOf(batch.state, path), "failed", {
        stop: { ...ending.stop, laneId: path },
        why: ending.stop.message,
      });
    return;
  }
  const goal = goalHolds(batch, path);
  const words = wordsOf(batch, path, ending, goal);
  batch.emit({
    kind: "run.stopped",
    path,
    reason: ending.reason,
    words,
    ...(ending.kind === "reason" && ending.rationale !== undefined ? { rationale: ending.rationale } : {}),
  });
  const failed = ending.kind === "named" && ending.failed;
  if (path !== "") {
    settleComposite(batch, path, ending, goal, words);
  } else if (failed) {
    batch.emit({ kind: "run.failed", reason: ending.reason });
  } else {
    batch.emit({ kind: "run.completed", reason: ending.reason, goalHolds: goal });
  }
}

/** A nested composite is delivered on its goal, or with all its families landed; else it returned, or failed (`[R-57]`). */
function settleComposite(
  batch: Batch,
  path: string,
  ending: Exclude<Ending, { kind: "stop" }>,
  goal: boolean | null,
  why: string,
): void {
  const lane = laneOf(batch.state, path);
  const isCeiling = ending.kind === "reason" && ending.reason.endsWith("_ceiling");
  const failed = ending.kind === "named" ? ending.failed : isCeiling || goal === false;
  if (goal === true || (goal === null && familiesLanded(batch, path))) settle(batch, lane, "landed", { why });
  else if (failed)
    settle(batch, lane, "failed", { why, stop: stopContext("limit", ending.reason, why, { lane }) });
  else settle(batch, lane, "returned", { why });
}

function familiesLanded(batch: Batch, path: string): boolean {
  const { members } = choreographyOf(batch.machine, batch.state, path);
  const families = new Set(
    members.flatMap(({ playbook }) => batch.machine.program.playbooks[playbook]?.outputs ?? []),
  );
  const landed = new Set([...batch.state.landed.values()].map(({ artifact }) => artifact));
  return families.size > 0 && [...families].every((family) => landed.has(family));
}

/** Whether `until` holds; `null` without one. */
export function goalHolds(batch: Batch, path: string): boolean | null {
  const { until } = choreographyOf(batch.machine, batch.state, path);
  return until === undefined ? null : evaluate(until, scopeAt(batch.machine, batch.state, path)) === true;
}

function wordsOf(
  batch: Batch,
  path: string,
  ending: Exclude<Ending, { kind: "stop" }>,
  goal: boolean | null,
): string {
  const unmet = goal === false ? "; the goal is not met" : goal === true ? "; the goal is met" : "";
  if (ending.kind === "named") return `it ended as \`${ending.reason}\`${unmet}`;
  const round = roundOf(batch.state, path);
  const { duration, deadline } = ceilingsOf(batch.machine, round.playbook);
  switch (ending.reason) {
    case "goal_met":
      return doneWords(batch, path);
    case "nothing_eligible":
      return `nothing more may run${path !== "" && goal === false ? boardWords(round.board) : ""}${unmet}`;
    case "chose_to_stop":
      return `the selector chose to stop${ending.rationale === undefined ? "" : `: ${ending.rationale}`}${unmet}`;
    case "iteration_ceiling":
      return `${allUsed(roundCeiling(batch.machine, batch.state, round) ?? 0)}${unmet}`;
    case "duration_ceiling":
      return `its ${compactDuration(duration ?? 0)} of work are used up${unmet}`;
    case "deadline_ceiling":
      return `its deadline of ${compactDuration(deadline ?? 0)} has passed${unmet}`;
    default:
      return unmet;
  }
}

/** A ceiling on rounds is no budget, and says so (`[R-22]`). */
function allUsed(rounds: number): string {
  const bound = "which bounds neither tokens nor money";
  return rounds === 1 ? `its one round is used up, ${bound}` : `its ${rounds} rounds are used up, ${bound}`;
}

/** Why nobody inside may run, though the goal is not met; of the run itself, its view has the board. */
function boardWords(board: readonly Standing[]): string {
  const most = 5;
  const words = board
    .slice(0, most)
    .map(({ member, why }) => `\`${shortMember(member)}\`: ${why.join("; ")}`);
  const left = board.length - words.length;
  return board.length === 0 ? "" : ` (${words.join(" · ")}${left > 0 ? ` · and ${left} more` : ""})`;
}

function doneWords(batch: Batch, path: string): string {
  const isPreview = runOf(batch.state).mode === "preview";
  const what =
    runOf(batch.state).shape === "single" && path === "" ? "it went to its end" : goalWords(batch, path);
  return isPreview ? `${what}, in a dry run: nothing was written` : what;
}

/** A goal that held before anything ran is told apart, with the documents that were there. */
function goalWords(batch: Batch, path: string): string {
  const { machine, state } = batch;
  const { until } = choreographyOf(machine, state, path);
  const round = roundOf(state, path);
  if (until === undefined || round.admitted > 0) return "its goal holds";
  const named = new Set(namesIn(until));
  const there = [...state.documents.values()].filter(
    (reading) => reading.state === "landed" && named.has(reading.artifact),
  );
  const before = "`until` held already before the first round";
  if (there.length === 0) return before;
  const places = listed(there.map((reading) => `\`${reading.path}\``));
  const [input] = Object.keys(machine.program.playbooks[round.playbook ?? ""]?.inputs ?? {});
  const isForAll = there.every(({ artifact }) => machine.program.artifacts[artifact]?.keys.length === 0);
  const hint =
    input === undefined || !isForAll
      ? ""
      : `, whatever its inputs are (\`{${input}}\` in \`at\` makes one document for each \`${input}\`)`;
  return `${before}: ${places} ${there.length === 1 ? "was" : "were"} there${hint}`;
}

/** Pauses the run: somebody has to do something before it goes on. */
export function pauseRun(batch: Batch, stops: readonly StopContext[]): void {
  batch.emit({ kind: "run.paused", stops });
}

/** Ends every wait and lane, and the run (`[R-35]`). */
export function cancelRun(batch: Batch, why: string): void {
  endWaits(batch, undefined);
  // Inner lanes before the lanes around them.
  for (const lane of [...batch.state.lanes.values()].toReversed()) {
    if (isOpen(lane.status)) settle(batch, lane, "superseded", { why });
  }
  batch.emit({ kind: "run.cancelled" });
}

function isOpen(status: string): boolean {
  return status === "running" || status === "suspended" || status === "stopped";
}
