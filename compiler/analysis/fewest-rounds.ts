/**
 * How many turns of members a composite's goal takes at the least, when nothing that was once reached is ever lost and
 * every outcome comes as it is wanted: a member gives its results one round after all that it needs is there.
 */
import type { Expression, Member, Playbook, Program, Ref } from "../../ir/index.js";
import { factsNeeded } from "./facts-needed.js";

/**
 * The turns of the distinct members that the shortest way to the goal runs through; of all members where there is no goal
 * or no way to it. A fan-out counts as often as its `max` needs rounds of the composite's lanes. At least 1.
 */
export function fewestRounds(program: Program, composite: Playbook): number {
  const members = composite.choreography?.members ?? [];
  const way = membersOnTheWay(program, composite, members);
  const turns = members
    .filter(({ playbook }) => way === undefined || way.has(playbook))
    .map((member) => turnsOf(member, composite));
  return Math.max(
    1,
    turns.reduce((sum, count) => sum + count, 0),
  );
}

function turnsOf({ each }: Member, { limits }: Playbook): number {
  return each === undefined ? 1 : Math.ceil(each.max / limits.lanes);
}

function membersOnTheWay(
  program: Program,
  composite: Playbook,
  members: readonly Member[],
): ReadonlySet<Ref> | undefined {
  const goal = goalOf(program, composite);
  if (goal === undefined) return undefined;
  const { depths, supporters } = relaxedReach(program, members);
  const needed = factsNeeded(goal, depths);
  if (needed === undefined) return undefined;
  const way = new Set<Ref>();
  const wanted = [...needed.facts];
  for (let fact = wanted.pop(); fact !== undefined; fact = wanted.pop()) {
    const member = supporters.get(fact);
    if (member === undefined || way.has(member)) continue;
    way.add(member);
    const requires = program.playbooks[member]?.requires;
    if (requires !== undefined) wanted.push(...(factsNeeded(requires, depths)?.facts ?? []));
  }
  return way;
}

/** `until`; else that every family of its members is landed; `undefined` where there is neither (checks.md, section 1). */
function goalOf(program: Program, { choreography, outputs }: Playbook): Expression | undefined {
  if (choreography?.until !== undefined) return choreography.until;
  const families = outputs.filter((ref) => program.artifacts[ref]?.given === false);
  if (families.length === 0) return undefined;
  return {
    kind: "and",
    operands: families.map((ref) => ({ kind: "state", state: "landed", of: "artifact", ref })),
  };
}

interface Reach {
  /** The round after which each fact is there; given artifacts are there at the start. */
  readonly depths: ReadonlyMap<Ref, number>;
  /** The member that gives each fact first. */
  readonly supporters: ReadonlyMap<Ref, Ref>;
}

function relaxedReach(program: Program, members: readonly Member[]): Reach {
  const given = Object.entries(program.artifacts).filter(([, artifact]) => artifact.given);
  const depths = new Map<Ref, number>(given.map(([ref]) => [ref, 0]));
  const supporters = new Map<Ref, Ref>();
  const waiting = new Set(members.map(({ playbook }) => playbook));
  for (let round = 1, grows = true; grows; round += 1) {
    const gained: (readonly [fact: Ref, member: Ref])[] = [];
    for (const member of waiting) {
      const playbook = program.playbooks[member];
      if (playbook === undefined) continue;
      if (playbook.requires !== undefined && factsNeeded(playbook.requires, depths) === undefined) continue;
      waiting.delete(member);
      for (const fact of [...playbook.outputs, ...playbook.returns]) gained.push([fact, member]);
    }
    for (const [fact, member] of gained) {
      if (depths.has(fact)) continue;
      depths.set(fact, round);
      supporters.set(fact, member);
    }
    grows = gained.length > 0;
  }
  return { depths, supporters };
}
