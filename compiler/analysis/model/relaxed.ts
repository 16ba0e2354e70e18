/**
 * What could come about if nothing that was once reached were ever lost: for every value of every variable the first round
 * after which it may be there. What is not reached here cannot be reached at all; a round is never later than it says.
 */
import type { Choreography, ModelMember, Outcome, Rounds } from "./choreography.js";
import type { Predicate } from "./predicates.js";
import type { Variable } from "./variables.js";

/** Who gave a value first. */
export interface Supporter {
  readonly member: ModelMember;
  readonly outcome: Outcome;
}

export class Relaxed {
  /** For each variable, by value: the round after which it may have it; -1: never. */
  private readonly rounds = new Map<Variable, Int32Array>();
  private readonly supporters = new Map<Variable, (Supporter | undefined)[]>();
  private readonly first = new Map<ModelMember, number>();

  constructor(choreography: Choreography) {
    for (const variable of choreography.variables) {
      const rounds = new Int32Array(variable.size).fill(-1);
      for (const value of choreography.initially.get(variable) ?? [0]) rounds[value] = 0;
      this.rounds.set(variable, rounds);
      this.supporters.set(variable, []);
    }
    for (let round = 0, grows = true; grows; round += 1) grows = this.run(choreography.rounds, round, round);
  }

  /** The first round in which the member may run, from 0; `undefined`: it never does. */
  runsIn(member: ModelMember): number | undefined {
    return this.first.get(member);
  }

  /** The rounds after which a variable may have a value; `undefined`: it never has. */
  reached(variable: Variable, value: number): number | undefined {
    if (variable.kind === "free") return 0;
    const round = this.rounds.get(variable)?.[value] ?? -1;
    return round < 0 ? undefined : round;
  }

  supporter(variable: Variable, value: number): Supporter | undefined {
    return this.supporters.get(variable)?.[value];
  }

  /** The values that a variable may ever have. */
  values(variable: Variable): readonly number[] {
    return Array.from({ length: variable.size }, (_, value) => value).filter(
      (value) => this.reached(variable, value) !== undefined,
    );
  }

  /** The round after which a predicate may hold, by values that are each there by then; `undefined`: it never does. */
  holdsAfter(predicate: Predicate | undefined): number | undefined {
    return this.combination(predicate)?.round;
  }

  /** The combination of values by which it may hold first, in the order of its support. */
  combination(
    predicate: Predicate | undefined,
  ): { readonly values: readonly number[]; readonly round: number } | undefined {
    if (predicate === undefined) return { values: [], round: 0 };
    const { support } = predicate;
    const values = support.map((variable) => this.values(variable));
    let best: { readonly values: readonly number[]; readonly round: number } | undefined;
    const chosen: number[] = [];
    const choose = (at: number, number: number, round: number): void => {
      if (best !== undefined && round >= best.round) return;
      const variable = support[at];
      if (variable === undefined) {
        if (predicate.holdsAt(number)) best = { values: [...chosen], round };
        return;
      }
      for (const value of values[at] ?? []) {
        chosen[at] = value;
        choose(at + 1, number * variable.size + value, Math.max(round, this.reached(variable, value) ?? 0));
      }
    };
    choose(0, 0, 0);
    return best;
  }

  /** Runs whoever may, and says whether anything came of it. What members within composites give is there at once. */
  private run(rounds: Rounds, round: number, seen: number): boolean {
    const gained: (readonly [ModelMember, Outcome])[] = [];
    let grows = false;
    for (const member of rounds.members) {
      const after = this.holdsAfter(member.requires);
      if (after === undefined || after > seen) continue;
      if (!this.first.has(member)) this.first.set(member, round);
      if (member.does.kind === "ordinary") {
        for (const outcome of member.does.outcomes) gained.push([member, outcome]);
        continue;
      }
      for (let again = true; again;) {
        again = this.run(member.does, round, round + 1);
        grows ||= again;
      }
    }
    for (const [member, outcome] of gained) grows = this.gain(member, outcome, round + 1) || grows;
    return grows;
  }

  private gain(member: ModelMember, outcome: Outcome, round: number): boolean {
    let grows = false;
    for (const { variable, value } of outcome.sets)
      grows = this.note(variable, value, round, member, outcome) || grows;
    for (const variable of outcome.adds) {
      const most = Math.max(...this.values(variable), -1);
      if (most >= 0 && most < variable.size - 1)
        grows = this.note(variable, most + 1, round, member, outcome) || grows;
    }
    return grows;
  }

  private note(
    variable: Variable,
    value: number,
    round: number,
    member: ModelMember,
    outcome: Outcome,
  ): boolean {
    const rounds = this.rounds.get(variable);
    const supporters = this.supporters.get(variable);
    if (rounds === undefined || supporters === undefined || (rounds[value] ?? 0) >= 0) return false;
    rounds[value] = round;
    supporters[value] = { member, outcome };
    return true;
  }
}
