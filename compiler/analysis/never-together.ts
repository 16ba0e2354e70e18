/**
 * Members whose requirements could each come about, and never do at one time: what one of them takes, another takes away,
 * or comes too late.
 */
import { deadMembers } from "./dead-members.js";
import type { ModelMember } from "./model/choreography.js";
import type { MissingFact } from "./model/missing.js";
import type { Predicate } from "./model/predicates.js";
import type { Search } from "./model/search.js";
import type { Variable } from "./model/variables.js";
import type { Explored } from "./reachability.js";

export interface NeverTogether {
  readonly member: ModelMember;
  /** The fewest things that are never there together; none: they are, but only once the run has ended. */
  readonly facts: readonly MissingFact[];
}

const found = new WeakMap<Explored, readonly NeverTogether[]>();

/** Nothing where a member is dead for a plainer reason, or where not every state was looked at. */
export function neverTogether(explored: Explored): readonly NeverTogether[] {
  const known = found.get(explored);
  if (known !== undefined) return known;
  const members = membersOf(explored);
  found.set(explored, members);
  return members;
}

function membersOf(explored: Explored): readonly NeverTogether[] {
  const { choreography } = explored;
  if (choreography.open.length > 0 || deadMembers(explored).length > 0) return [];
  const { search } = explored;
  if (!search.isComplete) return [];
  return choreography.rounds.members
    .filter((member) => !search.hasRun(member))
    .map((member) => ({
      member,
      facts: member.requires === undefined ? [] : fewest(search, member.requires),
    }));
}

/** How many facts are taken together, at most. */
const mostFacts = 3;

/** Of the combination that comes closest: the one that lacks more than any other to be told apart from what was seen. */
function fewest(search: Search, predicate: Predicate): readonly MissingFact[] {
  const { support } = predicate;
  const seen = projected(search, support);
  let closest: readonly MissingFact[] = [];
  for (const wanted of satisfying(predicate)) {
    const subset = unseen(seen, wanted);
    if (subset === undefined) return [];
    if (subset.length <= closest.length) continue;
    closest = subset.flatMap((index) => {
      const variable = support[index];
      return variable === undefined ? [] : [{ variable, values: [wanted[index] ?? 0] }];
    });
  }
  return closest;
}

/** The fewest values that are never there together; `undefined`: they all are. */
function unseen(
  seen: readonly (readonly number[])[],
  wanted: readonly number[],
): readonly number[] | undefined {
  for (let size = 1; size <= Math.min(mostFacts, wanted.length); size += 1) {
    for (const subset of subsets(wanted.length, size)) {
      if (!seen.some((values) => subset.every((index) => values[index] === wanted[index]))) return subset;
    }
  }
  return seen.some((values) => wanted.every((value, index) => values[index] === value))
    ? undefined
    : [...wanted.keys()];
}

/** Every combination of these variables' values that some state has, once. */
function projected(search: Search, support: readonly Variable[]): readonly (readonly number[])[] {
  const combinations = new Map<string, readonly number[]>();
  for (let state = 0; state < search.states.size; state += 1) {
    const values = support.map((variable) => search.read(state, variable));
    combinations.set(values.join(" "), values);
  }
  return [...combinations.values()];
}

function* satisfying(predicate: Predicate): Iterable<readonly number[]> {
  const total = predicate.support.reduce((product, { size }) => product * size, 1);
  for (let combination = 0; combination < total; combination += 1) {
    if (!predicate.holdsAt(combination)) continue;
    let rest = combination;
    const values: number[] = [];
    for (const { size } of predicate.support.toReversed()) {
      values.unshift(rest % size);
      rest = Math.floor(rest / size);
    }
    yield values;
  }
}

function* subsets(length: number, size: number, from = 0): Iterable<readonly number[]> {
  if (size === 0) yield [];
  else {
    for (let index = from; index <= length - size; index += 1) {
      for (const rest of subsets(length, size - 1, index + 1)) yield [index, ...rest];
    }
  }
}
