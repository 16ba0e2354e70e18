import type { Choice, MemberId, Standing, Subject } from "../../ir/index.js";
import type { Command } from "../core/index.js";
import type { ScriptBook } from "./script-book.js";

export type SelectCommand = Command & { readonly kind: "select" };

/** When a member last began a lane in a choreography: a number that grows; `undefined`: never. */
export type LastRun = (path: string, member: MemberId) => number | undefined;

/**
 * Who chooses where the scenario has no `choose` (`[L-31]`): the least recently run eligible members that have script left,
 * or need none and have not run, as many as `lanes`; ties go by their place. It stops when none is left.
 */
export function choiceByScript(command: SelectCommand, book: ScriptBook, lastRun: LastRun): Choice {
  const able = command.board
    .filter(({ eligible }) => eligible)
    .map(({ member }, place) => ({ member, place, last: lastRun(command.path, member) }))
    .filter(({ member, last }) =>
      book.needed(member.playbook) ? book.left(member) : last === undefined || book.left(member),
    )
    .toSorted((a, b) => (a.last ?? -1) - (b.last ?? -1) || a.place - b.place)
    .map(({ member }) => member);
  return able.length === 0
    ? { stop: true, rationale: "no eligible member has script left" }
    : { lanes: able.slice(0, command.lanes), rationale: "the scenario's scripts" };
}

/**
 * The lanes that a `choose` names. A fanned-out member without a key stands for its eligible instances, in their order, as
 * many as there are lanes left for them; anything else goes to the run as it is, which refuses what it must (`[R-14]`).
 */
export function chosenLanes(lanes: readonly Subject[], command: SelectCommand): readonly MemberId[] {
  const room = command.lanes - lanes.filter((lane) => !isFan(lane, command.board)).length;
  const chosen: MemberId[] = [];
  let spread = 0;
  for (const lane of lanes) {
    if (!isFan(lane, command.board)) {
      chosen.push(lane);
      continue;
    }
    const named = new Set(
      lanes.flatMap((other) =>
        other.playbook === lane.playbook && other.key !== undefined ? [other.key] : [],
      ),
    );
    for (const { member, eligible } of command.board) {
      if (member.playbook !== lane.playbook || !eligible || spread >= room || named.has(member.key ?? ""))
        continue;
      chosen.push(member);
      spread += 1;
    }
  }
  return chosen;
}

/** Whether the board knows all that are named: with several selectors waiting, the `choose` is for that one. */
export function knowsAll(lanes: readonly Subject[], board: readonly Standing[]): boolean {
  return lanes.every((lane) =>
    board.some(
      ({ member }) =>
        member.playbook === lane.playbook && (lane.key === undefined || lane.key === member.key),
    ),
  );
}

function isFan(lane: Subject, board: readonly Standing[]): boolean {
  return (
    lane.key === undefined &&
    board.some(({ member }) => member.playbook === lane.playbook && member.key !== undefined)
  );
}
