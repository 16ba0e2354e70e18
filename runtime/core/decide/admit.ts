/** Admission: lanes that go on come first, then the chosen ones; conflicts are held back, never dropped (`[R-15]`, `[R-21]`). */
import type { MemberId } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { conflict } from "../conflict.js";
import { memberName } from "../names.js";
import { laneCeiling, lanesToGoOn } from "../selecting.js";
import type { Lane, Round } from "../state.js";
import { laneOf, rosterAt, roundOf, runOf } from "../surroundings.js";
import { stepVersions } from "../step-versions.js";
import { versionsOf } from "../versions.js";
import { playbookOf } from "../machine.js";
import { requirementsHold } from "./board.js";
import { settle, stopLane } from "./settle.js";
import { stopContext } from "./stop-contexts.js";

/** Starts a round with these members, and with the lanes that can go on beside them. */
export function startRound(batch: Batch, round: Round, chosen: readonly MemberId[]): void {
  const { path } = round;
  const number = round.round + 1;
  const room = laneCeiling(batch.machine, batch.state, round) - chosen.length;
  const goingOn = lanesToGoOn(batch.state, path).slice(0, Math.max(0, room));
  batch.emit({ kind: "round.started", path, round: number, counted: chosen.length > 0 });
  const admitted: MemberId[] = [];
  for (const lane of goingOn) {
    if (isHeldBack(batch, round, number, lane.member, admitted)) continue;
    admitted.push(lane.member);
    batch.emit({
      kind: "lane.resumed",
      lane: lane.id,
      path,
      round: number,
      versions: stepVersions(batch.machine, batch.state, lane),
    });
  }
  for (const member of chosen) {
    if (isHeldBack(batch, round, number, member, admitted)) continue;
    admitted.push(member);
    admit(batch, path, number, member);
  }
}

function admit(batch: Batch, path: string, round: number, member: MemberId): void {
  const { machine, state } = batch;
  const instance = rosterAt(machine, state, path).instances.find(
    (other) => memberName(other.member) === memberName(member),
  );
  const count = roundOf(state, path).admitted + 1;
  const own =
    instance?.each === undefined || member.key === undefined
      ? undefined
      : { name: instance.each.name, key: member.key };
  batch.emit({
    kind: "lane.admitted",
    lane: path === "" ? String(count) : `${path}/${count}`,
    path,
    round,
    member,
    ...(instance?.each === undefined ? {} : { element: instance.each.element }),
    versions: versionsOf(machine, state, playbookOf(machine, member.playbook).reads, own),
  });
}

function isHeldBack(
  batch: Batch,
  round: Round,
  number: number,
  member: MemberId,
  admitted: readonly MemberId[],
): boolean {
  for (const against of admitted) {
    const found = conflict(batch.machine, member, against, round.playbook);
    if (found === undefined) continue;
    batch.emit({ kind: "lane.held_back", path: round.path, round: number, member, against, why: found.why });
    return true;
  }
  return false;
}

/** Requirements are evaluated again before a lane goes on; one whose no longer hold is superseded (`[R-21]`). */
export function supersedeOutdated(batch: Batch, path: string): void {
  for (const lane of lanesToGoOn(batch.state, path)) {
    const instance = instanceOf(batch, lane);
    if (instance !== undefined && requirementsHold(batch.machine, batch.state, path, instance)) continue;
    supersede(
      batch,
      laneOf(batch.state, lane.id),
      instance === undefined ? "it is no longer in its array" : "its requirements no longer hold",
    );
  }
}

function instanceOf(batch: Batch, lane: Lane): ReturnType<typeof rosterAt>["instances"][number] | undefined {
  const name = memberName(lane.member);
  const found = rosterAt(batch.machine, batch.state, lane.path).instances.find(
    ({ member }) => memberName(member) === name,
  );
  const own = lane.instance;
  return found === undefined || own === undefined || lane.element === undefined
    ? found
    : { ...found, each: { name: own.name, element: lane.element } };
}

function supersede(batch: Batch, lane: Lane, why: string): void {
  if (runOf(batch.state).shape === "single" && lane.path === "") {
    stopLane(batch, lane, stopContext("superseded", "requirements", why, { lane }));
  } else {
    settle(batch, lane, "superseded", { why });
  }
}
