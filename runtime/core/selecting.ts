/** Who chooses lanes, and whether it is their turn. */
import type { Choreography } from "../../ir/index.js";
import { holds } from "./evaluate.js";
import { playbookOf, type Machine } from "./machine.js";
import type { Lane, Round, State } from "./state.js";
import { choreographyOf, parentOf, scopeAt } from "./surroundings.js";

const defaultAttempts = 3;

/** How often a selector may answer before the run pauses (`[R-54]`). */
export function attemptsOfSelector(machine: Machine, playbook: string | undefined): number {
  return playbook === undefined ? defaultAttempts : playbookOf(machine, playbook).limits.attempts;
}

/** How many lanes a path's choreography may run at once: its own, out of what the ones around it have left (`[R-57]`). */
export function laneCeiling(machine: Machine, state: State, round: Round): number {
  const own =
    round.playbook === undefined
      ? (state.run?.loop?.lanes ?? 1)
      : playbookOf(machine, round.playbook).limits.lanes;
  const path = parentOf(round.path);
  const around = path === undefined ? undefined : state.choreographies.get(path);
  if (around === undefined) return own;
  let beside = 0;
  for (const lane of state.lanes.values()) {
    if (lane.status !== "running" || state.choreographies.has(lane.id)) continue;
    if (isWithin(lane.path, around.path) && !isWithin(lane.path, round.path)) beside++;
  }
  return Math.max(1, Math.min(own, laneCeiling(machine, state, around) - beside));
}

function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || path.startsWith(`${outer}/`);
}

/** How many rounds it may count; `undefined`: any number. */
export function roundCeiling(machine: Machine, state: State, round: Round): number | undefined {
  return round.playbook === undefined
    ? state.run?.loop?.rounds
    : playbookOf(machine, round.playbook).limits.rounds;
}

/** Whether no further lane may be admitted, though what is suspended may go on (`[R-21]`). */
export function stopIsPutOff(machine: Machine, state: State, round: Round): boolean {
  if (round.chosenStop !== undefined || atRoundCeiling(machine, state, round)) return true;
  const { ends } = choreographyOf(machine, state, round.path);
  if (ends.length === 0) return false;
  const scope = scopeAt(machine, state, round.path);
  return ends.some((end) => holds(end.when, scope));
}

export function atRoundCeiling(machine: Machine, state: State, round: Round): boolean {
  const ceiling = roundCeiling(machine, state, round);
  return ceiling !== undefined && round.counted >= ceiling;
}

/** A lane that waited or was stopped, and can go on (`[R-21]`). A composite's can as soon as one within it can (`[R-57]`). */
export function canGoOn(state: State, lane: Lane): boolean {
  if (lane.status !== "suspended" && lane.status !== "stopped") return false;
  if (lane.recovered) return true;
  if (lane.openWaits > 0) return false;
  const within = state.choreographies.get(lane.id);
  if (within === undefined) return lane.status === "suspended";
  // Before its first round it waited for its own interview.
  return within.round === 0 || within.stale !== undefined || lanesToGoOn(state, lane.id).length > 0;
}

/** The lanes of a path that can go on, in the order of their admission. */
export function lanesToGoOn(state: State, path: string): readonly Lane[] {
  if (state.lanes.size === 0) return none;
  const lanes: Lane[] = [];
  for (const lane of state.lanes.values()) if (lane.path === path && canGoOn(state, lane)) lanes.push(lane);
  return lanes;
}

const none: readonly Lane[] = [];

/** The lanes of a path that are suspended or stopped, whether they can go on or not. */
export function restingLanes(state: State, path: string): readonly Lane[] {
  if (state.lanes.size === 0) return none;
  const lanes: Lane[] = [];
  for (const lane of state.lanes.values()) {
    if (lane.path === path && (lane.status === "suspended" || lane.status === "stopped")) lanes.push(lane);
  }
  return lanes;
}

/** Whether somebody is to choose among the lanes of the board. */
export function asksSelector(machine: Machine, state: State, round: Round): boolean {
  return (
    round.phase === "boarded" &&
    state.status === "running" &&
    round.selection !== undefined &&
    !stopIsPutOff(machine, state, round) &&
    lanesToGoOn(state, round.path).length < laneCeiling(machine, state, round) &&
    round.board.some((standing) => standing.eligible)
  );
}

/** Who chooses: inside the core (`first`, `all`), or outside of it. */
export function selectorOf(machine: Machine, state: State, path: string): Choreography["select"] {
  return choreographyOf(machine, state, path).select;
}

/** Whether rounds go on: the run's own, or those of a composite whose lane runs. */
export function isAtWork(state: State, path: string): boolean {
  return path === "" || state.lanes.get(path)?.status === "running";
}

/** Whether a selector outside of the core is at work. */
export function isSelecting(machine: Machine, state: State): boolean {
  for (const round of state.choreographies.values()) {
    if (round.phase !== "boarded" || !isAtWork(state, round.path)) continue;
    const { by } = selectorOf(machine, state, round.path);
    if ((by === "model" || by === "named") && asksSelector(machine, state, round)) return true;
  }
  return false;
}
