import type { Versions } from "../../ir/index.js";
import type { FanOutKey } from "./footprint.js";
import { playbookOf, type Machine } from "./machine.js";
import type { Lane, State } from "./state.js";
import { rosterAt } from "./surroundings.js";
import { versionsOf } from "./versions.js";

/** The versions of all that a lane reads, and of what it is to land, as they are now (`[R-51]`, `[R-52]`). */
export function stepVersions(machine: Machine, state: State, lane: Lane): Versions {
  const { reads, outputs } = playbookOf(machine, lane.member.playbook);
  const refs = outputs.length === 0 ? reads : [...new Set([...reads, ...outputs])];
  return versionsOf(machine, state, refs, fanOutOf(machine, state, lane));
}

/** Which instance of a fan-out a lane is. */
export function fanOutOf(machine: Machine, state: State, lane: Lane): FanOutKey | undefined {
  const { playbook, key } = lane.member;
  if (key === undefined) return undefined;
  const each = rosterAt(machine, state, lane.path).instances.find(
    ({ member }) => member.playbook === playbook && member.key === key,
  )?.each;
  return each === undefined ? undefined : { name: each.name, key };
}
