/**
 * The members of a choreography that can never run, and what is at the bottom of it: a member whose facts another dead
 * member would give is not dead for a reason of its own.
 */
import type { CheckedProgram } from "../program.js";
import type { Explored } from "./reachability.js";
import type { ModelMember, Outcome } from "./model/choreography.js";
import { type MissingFact, missingFor } from "./model/missing.js";
import { absent } from "./model/variables.js";

export interface DeadMember {
  readonly member: ModelMember;
  /** The fewest things that would have to come about; `undefined`: no values of its variables would let it run. */
  readonly missing: readonly MissingFact[] | undefined;
  /** Those of them that no member would give, dead ones neither: what is at the bottom of it. */
  readonly givenByNone: readonly MissingFact[];
  /** The dead members, itself perhaps, that would give the others. */
  readonly waitsFor: readonly ModelMember[];
}

const found = new WeakMap<Explored, readonly DeadMember[]>();

/** Every dead member, members of dead composites left out. */
export function deadMembers(explored: Explored): readonly DeadMember[] {
  const known = found.get(explored);
  if (known !== undefined) return known;
  const { choreography, relaxed } = explored;
  const isDead = (member: ModelMember): boolean => relaxed.runsIn(member) === undefined;
  const all = choreography.members.filter(isDead);
  const outer = all.filter(
    ({ path }) =>
      !all.some(
        (other) => other.path.length < path.length && other.path.every((ref, at) => ref === path[at]),
      ),
  );
  const dead = outer.map((member): DeadMember => {
    const missing = member.requires === undefined ? [] : missingFor(member.requires, relaxed);
    const facts = missing ?? [];
    const waitsFor = outer.filter((other) => facts.some((fact) => mayGive(other, fact)));
    const givenByNone = facts.filter((fact) => !outer.some((other) => mayGive(other, fact)));
    return { member, missing, givenByNone, waitsFor };
  });
  found.set(explored, dead);
  return dead;
}

/** Whether a run of the member could bring the fact about. */
export function mayGive(member: ModelMember, fact: MissingFact): boolean {
  if (member.does.kind === "rounds") return member.does.members.some((inner) => mayGive(inner, fact));
  return member.does.outcomes.some((outcome) => brings(outcome, fact));
}

function brings({ sets, adds }: Outcome, { variable, values }: MissingFact): boolean {
  return (
    sets.some((set) => set.variable === variable && values.includes(set.value)) ||
    adds.some((each) => each === variable)
  );
}

/** Whether the fact is a family that nothing in the program lands, and that is not given (LB4003). */
export function isOrphan({ program }: CheckedProgram, { variable, values }: MissingFact): boolean {
  if (variable.kind !== "family" || values.includes(absent)) return false;
  const { ref } = variable;
  return (
    program.artifacts[ref]?.given === false &&
    !Object.values(program.playbooks).some(({ outputs }) => outputs.includes(ref))
  );
}

/** Whether what is missing is a value of a verdict that is returned, but never with that value (LB4004). */
export function isNeverReturned({ relaxed }: Explored, { givenByNone }: DeadMember): boolean {
  return givenByNone.some(
    ({ variable }) => variable.kind === "verdict" && relaxed.values(variable).some((value) => value > 0),
  );
}

/** What a composite's goal would need and never comes about; `undefined`: the goal can be reached, or there is none. */
export function missingForGoal({ choreography, relaxed }: Explored): readonly MissingFact[] | undefined {
  const { goal } = choreography;
  if (goal === undefined || relaxed.holdsAfter(goal) !== undefined) return undefined;
  return missingFor(goal, relaxed) ?? [];
}
