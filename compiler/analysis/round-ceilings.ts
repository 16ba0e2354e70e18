/** Choreographies whose ceiling on rounds was held against the fewest that their goal needs. */
import { type FewestRounds, fewestInLanes } from "./fewest-in-lanes.js";
import { deadMembers } from "./dead-members.js";
import { type Explored, exploredRoots } from "./reachability.js";
import { notedWay } from "./noted-way.js";
import { placeIn } from "../names.js";
import type { Place, Related } from "../../ir/index.js";
import type { CheckedProgram } from "../program.js";
import { admissionsOf } from "./admission.js";

export interface Ceiling {
  readonly explored: Explored;
  readonly name: string;
  /** Of the number that stands for `rounds`. */
  readonly place: Place;
  readonly rounds: number;
  readonly fewest: FewestRounds;
}

/** Where the ceiling stands in the text, and everything that the goal rests on can run. */
export function roundCeilings(program: CheckedProgram): readonly Ceiling[] {
  return exploredRoots(program).flatMap((explored) => {
    const { root, playbook } = explored.choreography;
    const { rounds } = playbook.limits;
    const composite = admissionsOf(program).get(root)?.[0]?.composite;
    if (rounds === undefined || composite === undefined || deadMembers(explored).length > 0) return [];
    const written = composite.syntax.clauses
      .flatMap((clause) => (clause.kind === "limits" ? clause.entries : []))
      .find(({ name }) => name.text === "rounds");
    if (written === undefined) return [];
    const place = placeIn(composite.module, written.value.span);
    const { name } = composite.declared;
    return [{ explored, name, place, rounds, fewest: fewestInLanes(explored) }];
  });
}

/** A shortest way to the goal, a related note a round. */
export function wayNoted({ explored, fewest }: Ceiling): readonly Related[] {
  return fewest.kind === "reached" ? notedWay(explored, fewest.way) : [];
}
