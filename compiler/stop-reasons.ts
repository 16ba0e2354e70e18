/** Why a run or lane stops, by the names that the interpreter has for it. An `ends` adds its own. */
import type { StopContext } from "../ir/index.js";

/** The keys are every member of `K`: a word that the IR gains is missed here by the compiler of the compiler. */
export function words<K extends string>(known: Readonly<Record<K, true>>): readonly K[] {
  return Object.keys(known).filter((each): each is K => Object.hasOwn(known, each));
}

const categories = words<StopContext["category"]>({
  refusal: true,
  missing_information: true,
  approval_required: true,
  provider_failure: true,
  invalid_output: true,
  expired: true,
  superseded: true,
  configuration: true,
  uncertain_effect: true,
  limit: true,
  unsupported: true,
  policy_termination: true,
});

/** `[R-53]` */
export const stopReasons = [
  "goal_met",
  "nothing_eligible",
  "chose_to_stop",
  "iteration_ceiling",
  "duration_ceiling",
  "deadline_ceiling",
  "all_lanes_failed",
  ...categories,
] as const;

export function isStopReason(name: string): boolean {
  return stopReasons.some((each) => each === name);
}
