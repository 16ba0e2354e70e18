/**
 * The members of a choreography that can never run, and what is at the bottom of it: a member whose facts another dead
 * member would give is not dead for a reason of its own.
 */
import type { Explored } from "./reachability.js";
import type { ModelMember, Outcome } from "./model/choreography.js";
import { type MissingFact, missingFor } from "./model/missing.js";

export interface DeadMember {
  readonly member: ModelMember;
  /** `undefined`: no values of its variables would let it run. */
  readonly missing: readonly MissingFact[] | undefined;
  /** The dead members that would give what is missing. */
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
    const waitsFor = outer.filter(
      (other) => other !== member && (missing ?? []).some((fact) => mayGive(other, fact)),
    );
    return { member, missing, waitsFor };
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
