/** The fewest rounds in which a choreography comes to its goal, with its lanes and what conflicts taken into account. */
import { conflict } from "../../runtime/core/conflict.js";
import { preparedOf } from "./prepared.js";
import { type Explored, mostStates } from "./reachability.js";
import type { ModelMember } from "./model/choreography.js";
import type { Round } from "./model/search.js";

export type FewestRounds =
  /** `way`: what happens in each round, lane by lane. */
  | { readonly kind: "reached"; readonly rounds: number; readonly way: readonly Round[] }
  | { readonly kind: "never" }
  /** It takes at least so many rounds; more was not looked at. */
  | { readonly kind: "unknown"; readonly least: number };

const found = new WeakMap<Explored, FewestRounds>();

export function fewestInLanes(explored: Explored): FewestRounds {
  const known = found.get(explored);
  if (known !== undefined) return known;
  const fewest = work(explored);
  found.set(explored, fewest);
  return fewest;
}

function work(explored: Explored): FewestRounds {
  const { choreography, relaxed } = explored;
  const { goal } = choreography;
  const least = goal === undefined ? undefined : relaxed.holdsAfter(goal);
  if (goal === undefined || least === undefined) return { kind: "never" };
  if (choreography.open.length > 0) return { kind: "unknown", least };
  const { search } = explored;
  const single = search.find((state) => search.holds(state, goal));
  if (single === undefined) return search.isComplete ? { kind: "never" } : { kind: "unknown", least };
  const inOneLane = {
    kind: "reached" as const,
    rounds: search.depth(single),
    way: search.way(single).map((happening) => [happening]),
  };
  const { lanes } = choreography.rounds.limits;
  if (lanes === 1 || search.depth(single) === least) return inOneLane;
  const inLanes = search.inLanes({
    lanes,
    goal,
    conflicts: (a, b) => conflicts(explored, a, b),
    most: inOneLane.rounds,
    mostStates,
  });
  if (inLanes === undefined) return { kind: "unknown", least };
  return inLanes === "longer" ? inOneLane : { kind: "reached", rounds: inLanes.length, way: inLanes };
}

function conflicts({ choreography: { program, root } }: Explored, a: ModelMember, b: ModelMember): boolean {
  return (
    conflict(preparedOf(program), { playbook: a.playbook }, { playbook: b.playbook }, root) !== undefined
  );
}
