import type { Versions } from "../../ir/index.js";
import { playbookOf, type Machine } from "./machine.js";
import type { Lane, State } from "./state.js";
import { versionsOf } from "./versions.js";

/** The versions of all that a lane reads, and of what it is to land, as they are now (`[R-51]`, `[R-52]`). */
export function stepVersions(machine: Machine, state: State, lane: Lane): Versions {
  const { reads, outputs } = playbookOf(machine, lane.member.playbook);
  const refs = outputs.length === 0 ? reads : [...new Set([...reads, ...outputs])];
  return versionsOf(machine, state, refs, lane.instance);
}
