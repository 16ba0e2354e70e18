/** Where the rounds of a choreography can lead to without a way to its goal or an `ends`. */
import { deadMembers } from "./dead-members.js";
import { neverTogether } from "./never-together.js";
import type { Happening } from "./model/search.js";
import { type Explored, exploredRoots } from "./reachability.js";
import type { CheckedProgram } from "../program.js";

export interface DeadEnd {
  readonly explored: Explored;
  /** `deadlock`: nothing is eligible. `trap`: something is, and will never do. */
  readonly kind: "deadlock" | "trap";
  /** A shortest way there. */
  readonly way: readonly Happening[];
  /** What the run was given, where it matters. */
  readonly inputs: readonly string[];
}

const found = new WeakMap<CheckedProgram, Promise<readonly DeadEnd[]>>();

/**
 * One dead end a choreography that has a goal and whose members all can run: a deadlock where there is one, else a trap.
 * Nothing where not every state could be looked at. The interpreter has gone each way.
 */
export function deadEnds(program: CheckedProgram): Promise<readonly DeadEnd[]> {
  const known = found.get(program) ?? all(program);
  found.set(program, known);
  return known;
}

async function all(program: CheckedProgram): Promise<readonly DeadEnd[]> {
  const ends: DeadEnd[] = [];
  for (const explored of exploredRoots(program)) {
    const end = await deadEnd(explored);
    if (end !== undefined) ends.push(end);
  }
  return ends;
}

async function deadEnd(explored: Explored): Promise<DeadEnd | undefined> {
  const { choreography } = explored;
  const { goal } = choreography;
  if (goal === undefined || choreography.open.length > 0 || hasDeadMembers(explored)) return undefined;
  const { search } = explored;
  const isOver = (state: number): boolean => search.hasEnded(state) || search.holds(state, goal);
  const stuck = search.find(
    (state) => search.isExpanded(state) && !isOver(state) && !search.hasEligible(state),
  );
  if (stuck !== undefined) return gone(explored, "deadlock", stuck);
  if (!search.isComplete) return undefined;
  const states = Array.from({ length: search.states.size }, (_, state) => state);
  const leads = search.leadingTo(states.filter(isOver));
  const trapped = search.find((state) => leads[state] === 0);
  return trapped === undefined ? undefined : gone(explored, "trap", trapped);
}

/** What can never run is the reason: it is told by itself. */
function hasDeadMembers(explored: Explored): boolean {
  return deadMembers(explored).length > 0 || neverTogether(explored).length > 0;
}

async function gone(explored: Explored, kind: DeadEnd["kind"], state: number): Promise<DeadEnd | undefined> {
  // The whole interpreter, which a program without a dead end has no need of.
  const { replay } = await import("./model/replay.js");
  const { choreography, search } = explored;
  const way = search.way(state);
  const beginning = search.beginningOf(state);
  const { isFaithful, view } = replay(choreography, way, (variable) => search.read(beginning, variable));
  const isAsSaid = kind === "trap" || view.stopReason === "nothing_eligible";
  if (!isFaithful || !isAsSaid) return undefined;
  const inputs = choreography.variables.flatMap((variable) => {
    if (variable.kind !== "input" || variable.size < 2) return [];
    const value = variable.cells[search.read(beginning, variable)]?.value;
    return [
      value === undefined
        ? `without \`${variable.name}\``
        : `\`${variable.name}\` is ${JSON.stringify(value)}`,
    ];
  });
  return { explored, kind, way, inputs };
}
