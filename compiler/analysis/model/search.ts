/**
 * Every state that a choreography can come to, one member at a time, in the order of the rounds: what single lanes reach is
 * what several reach (checks.md, section 1, sequentialisation).
 */
import type { Choreography, ModelMember, Outcome, Rounds } from "./choreography.js";
import { Merge } from "./moves.js";
import type { Predicate } from "./predicates.js";
import { Layout, States } from "./states.js";
import type { Variable } from "./variables.js";

/** What happened in one round: a member, and what it gave; a composite, and what its members did in turn. */
export type Happening =
  | { readonly kind: "ran"; readonly member: ModelMember; readonly outcome: Outcome }
  | { readonly kind: "rounds"; readonly member: ModelMember; readonly within: readonly Happening[] };

export interface SearchOptions {
  /** How many states are looked at, at most. */
  readonly mostStates: number;
}

/** What happens in one round, lane by lane. */
export type Round = readonly Happening[];

export interface LanesOptions {
  readonly lanes: number;
  readonly goal: Predicate;
  readonly conflicts: (a: ModelMember, b: ModelMember) => boolean;
  readonly most: number;
  readonly mostStates: number;
}

export class Search {
  readonly layout: Layout;
  readonly states: States;
  /** Whether every state that can be reached was looked at. */
  readonly isComplete: boolean;
  /** For each state how many rounds it takes to come to it, at least. */
  private readonly depths: number[] = [];
  private readonly before: number[] = [];
  private readonly how: (Happening | undefined)[] = [];
  /** By state, the states that the next round can come to. */
  private readonly next: number[][] = [];
  private readonly ended: boolean[] = [];
  private readonly eligible: boolean[] = [];
  private readonly ran = new Set<ModelMember>();
  private readonly merge: Merge;
  private readonly scratch: Int32Array;

  constructor(
    readonly choreography: Choreography,
    { mostStates }: SearchOptions,
  ) {
    this.layout = new Layout(choreography.variables);
    this.states = new States(this.layout.words);
    this.merge = new Merge(this.layout);
    this.scratch = new Int32Array(this.layout.words);
    for (const state of this.initialStates()) this.reach(state, -1, undefined, 0);
    let at = 0;
    for (; at < this.states.size && this.states.size <= mostStates; at += 1) this.expand(at);
    this.isComplete = at === this.states.size;
  }

  /** Whether a member ran in some state. */
  hasRun(member: ModelMember): boolean {
    return this.ran.has(member);
  }

  read(state: number, variable: Variable): number {
    return this.layout.read(this.states.all, state * this.layout.words, variable);
  }

  holds(state: number, predicate: Predicate): boolean {
    return this.holdsIn(this.states.all, state * this.layout.words, predicate);
  }

  /** Fewest rounds to the state. */
  depth(state: number): number {
    return this.depths[state] ?? 0;
  }

  /** Whether the run ends there: `until` or an `ends` holds. */
  hasEnded(state: number): boolean {
    return this.ended[state] === true;
  }

  /** Whether a member of the root can run there: not where the run has ended. */
  canRun(state: number, member: ModelMember): boolean {
    if (this.hasEnded(state)) return false;
    const { words } = this.layout;
    return this.isEligible(member, this.states.all.subarray(state * words, (state + 1) * words));
  }

  /** Whether some member can run there. */
  hasEligible(state: number): boolean {
    return this.eligible[state] === true;
  }

  /** The states of the next round. */
  after(state: number): readonly number[] {
    return this.next[state] ?? [];
  }

  /** What happened on a shortest way to the state, round by round. */
  way(state: number): readonly Happening[] {
    const found: Happening[] = [];
    for (let at = state; at >= 0; at = this.before[at] ?? -1) {
      const how = this.how[at];
      if (how !== undefined) found.push(how);
    }
    return found.toReversed();
  }

  /** The state at the start of the way to this one. */
  beginningOf(state: number): number {
    let at = state;
    while ((this.before[at] ?? -1) >= 0) at = this.before[at] ?? -1;
    return at;
  }

  /** Whether it was looked at what can follow; not of all states where there are too many. */
  isExpanded(state: number): boolean {
    return this.next[state] !== undefined;
  }

  /** The first state for which it is so, on a shortest way; `undefined`: none that was looked at. */
  find(is: (state: number) => boolean): number | undefined {
    for (let state = 0; state < this.states.size; state += 1) if (is(state)) return state;
    return undefined;
  }

  /** The states from which one of `goals` can be reached, themselves among them. */
  leadingTo(goals: Iterable<number>): Uint8Array {
    const into: number[][] = Array.from({ length: this.states.size }, () => []);
    for (const [from, targets] of this.next.entries()) for (const to of targets) into[to]?.push(from);
    const leads = new Uint8Array(this.states.size);
    const open = [...goals];
    for (const goal of open) leads[goal] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const from of into[at] ?? []) {
        if (leads[from] === 1) continue;
        leads[from] = 1;
        open.push(from);
      }
    }
    return leads;
  }

  /**
   * A shortest way to the goal, in fewer than `most` rounds of up to so many lanes that do not conflict; `longer`: there
   * is none; `undefined`: too many states would have to be looked at.
   */
  inLanes({ lanes, goal, conflicts, most, mostStates }: LanesOptions): Round[] | "longer" | undefined {
    const states = new States(this.layout.words);
    const before: number[] = [];
    const how: (readonly Happening[])[] = [];
    const depths: number[] = [];
    const reach = (
      state: Int32Array,
      from: number,
      happenings: readonly Happening[],
      depth: number,
    ): void => {
      const known = states.size;
      const number = states.add(state);
      if (number < known) return;
      before[number] = from;
      how[number] = happenings;
      depths[number] = depth;
    };
    for (const state of this.initialStates()) reach(state, -1, [], 0);
    for (let at = 0; at < states.size; at += 1) {
      if (states.size > mostStates) return undefined;
      const depth = depths[at] ?? 0;
      if (depth >= most) return "longer";
      const state = states.all.slice(at * this.layout.words, (at + 1) * this.layout.words);
      if (this.holdsIn(state, 0, goal)) return wayTo(at, before, how);
      if (this.endsHere(this.choreography.rounds, state)) continue;
      const eligible = this.choreography.rounds.members.filter((member) => this.isEligible(member, state));
      for (const round of this.together(eligible, state, lanes, conflicts)) {
        reach(round.state, at, round.how, depth + 1);
      }
    }
    return "longer";
  }

  /** Every set of these members that may run at once, with everything that may come of it. */
  private *together(
    eligible: readonly ModelMember[],
    from: Int32Array,
    lanes: number,
    conflicts: LanesOptions["conflicts"],
    beside: readonly ModelMember[] = [],
  ): Iterable<{ readonly state: Int32Array; readonly how: readonly Happening[] }> {
    for (const [index, member] of eligible.entries()) {
      if (beside.some((other) => conflicts(member, other))) continue;
      for (const { state, how } of this.copied(this.runsOf(member, from))) {
        yield { state, how: [how] };
        if (lanes === 1) continue;
        // What does not conflict may as well come one after the other.
        const others = this.together(eligible.slice(index + 1), state, lanes - 1, conflicts, [
          ...beside,
          member,
        ]);
        for (const more of others) yield { state: more.state, how: [how, ...more.how] };
      }
    }
  }

  private *initialStates(): Iterable<Int32Array> {
    let combinations: (readonly (readonly [Variable, number])[])[] = [[]];
    for (const [variable, values] of this.choreography.initially) {
      combinations = combinations.flatMap((each) =>
        values.map((value) => [...each, [variable, value] as const]),
      );
    }
    for (const combination of combinations) {
      const state = new Int32Array(this.layout.words);
      for (const [variable, value] of combination) this.layout.write(state, 0, variable, value);
      yield state;
    }
  }

  private reach(state: Int32Array, before: number, how: Happening | undefined, depth: number): number {
    const known = this.states.size;
    const number = this.states.add(state);
    if (number < known) return number;
    this.depths[number] = depth;
    this.before[number] = before;
    this.how[number] = how;
    return number;
  }

  private expand(at: number): void {
    const { rounds } = this.choreography;
    const from = this.states.all.slice(at * this.layout.words, (at + 1) * this.layout.words);
    const ends = this.endsHere(rounds, from);
    this.ended[at] = ends;
    const targets = new Set<number>();
    this.next[at] = [];
    if (ends) return;
    for (const member of rounds.members) {
      if (!this.isEligible(member, from)) continue;
      this.eligible[at] = true;
      for (const { state, how } of this.runsOf(member, from)) {
        targets.add(this.reach(state, at, how, this.depth(at) + 1));
      }
    }
    this.next[at] = [...targets];
  }

  /** What a member can come to, from a state in which it is eligible. */
  private *runsOf(
    member: ModelMember,
    from: Int32Array,
  ): Iterable<{ readonly state: Int32Array; readonly how: Happening }> {
    this.ran.add(member);
    if (member.does.kind === "ordinary") {
      for (const outcome of member.does.outcomes) {
        this.scratch.set(from);
        this.merge.apply(this.scratch, outcome);
        if (member.leaves !== undefined) this.layout.write(this.scratch, 0, member.leaves, 1);
        yield { state: this.scratch, how: { kind: "ran", member, outcome } };
      }
      return;
    }
    yield* this.roundsOf(member, member.does, from);
  }

  /** The rounds of a composite member: it may be stopped after any of them, and has delivered where it is at its goal. */
  private *roundsOf(
    member: ModelMember,
    rounds: Rounds,
    from: Int32Array,
  ): Iterable<{ readonly state: Int32Array; readonly how: Happening }> {
    const states = new States(this.layout.words);
    const ways: (readonly Happening[])[] = [];
    states.add(from);
    ways.push([]);
    const most = rounds.limits.rounds ?? Number.POSITIVE_INFINITY;
    for (let at = 0; at < states.size; at += 1) {
      const state = states.all.slice(at * this.layout.words, (at + 1) * this.layout.words);
      const way = ways[at] ?? [];
      const how: Happening = { kind: "rounds", member, within: way };
      const isDone = this.isDelivered(rounds, state);
      const left = state.slice();
      if (isDone && member.leaves !== undefined) this.layout.write(left, 0, member.leaves, 1);
      yield { state: left, how };
      if (way.length >= most || this.endsHere(rounds, state)) continue;
      for (const inner of rounds.members) {
        if (!this.isEligible(inner, state)) continue;
        for (const found of this.copied(this.runsOf(inner, state))) {
          const known = states.size;
          if (states.add(found.state) === known) ways.push([...way, found.how]);
        }
      }
    }
  }

  /** All of them at once, each with a state of its own: the runs share one. */
  private copied(
    runs: Iterable<{ readonly state: Int32Array; readonly how: Happening }>,
  ): readonly { readonly state: Int32Array; readonly how: Happening }[] {
    return Array.from(runs, ({ state, how }) => ({ state: state.slice(), how }));
  }

  private isDelivered(rounds: Rounds, state: Int32Array): boolean {
    if (rounds.until !== undefined) return this.holdsIn(state, 0, rounds.until);
    return (
      rounds.families.length > 0 &&
      rounds.families.every((ref) => {
        const family = this.layout.variables.find(
          (variable) => variable.kind === "family" && variable.ref === ref,
        );
        return family?.kind === "family" && this.layout.read(state, 0, family) > family.cells.length;
      })
    );
  }

  private endsHere(rounds: Rounds, state: Int32Array): boolean {
    if (rounds.until !== undefined && this.holdsIn(state, 0, rounds.until)) return true;
    return rounds.ends.some(({ when }) => this.holdsIn(state, 0, when));
  }

  private isEligible(member: ModelMember, state: Int32Array): boolean {
    if (member.leaves !== undefined && this.layout.read(state, 0, member.leaves) === 1) return false;
    return member.requires === undefined || this.holdsIn(state, 0, member.requires);
  }

  private holdsIn(words: Int32Array, offset: number, predicate: Predicate): boolean {
    let combination = 0;
    for (const variable of predicate.support) {
      const value = this.layout.has(variable) ? this.layout.read(words, offset, variable) : 0;
      combination = combination * variable.size + value;
    }
    return predicate.holdsAt(combination);
  }
}

function wayTo(state: number, before: readonly number[], how: readonly Round[]): Round[] {
  const rounds: Round[] = [];
  for (let at = state; (before[at] ?? -1) >= 0; at = before[at] ?? -1) rounds.push(how[at] ?? []);
  return rounds.toReversed();
}
