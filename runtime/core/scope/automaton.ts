/**
 * Sets of paths as automata over characters, without empty moves and without states that lead nowhere.
 *
 * Invariants
 * 1. No path that is accepted has an empty segment: a `/` is only read behind a character, and none is read last.
 * 2. State 0 is where it begins. Every other state can be reached from it, and from every state the end can be reached;
 *    an automaton that accepts nothing has state 0 alone.
 */
import { anyCharacter, holdsCharacter, type CharacterSet } from "./characters.js";

/** `slash`: what stands between segments; else one character of a set. */
export type Label = CharacterSet | "slash";

export interface Edge {
  readonly on: Label;
  readonly to: number;
}

export interface AutomatonState {
  readonly accepts: boolean;
  readonly edges: readonly Edge[];
}

export class Automaton {
  /** What every path that it accepts begins with; all that it has to tell two apart at a glance. */
  readonly prefix: string;

  constructor(readonly states: readonly AutomatonState[]) {
    this.prefix = prefixOf(states);
  }

  accepts(path: string): boolean {
    let at: ReadonlySet<number> = new Set([0]);
    for (const character of path) {
      const code = character.codePointAt(0) ?? 0;
      const next = new Set<number>();
      for (const state of at) {
        for (const { on, to } of this.states[state]?.edges ?? []) {
          if (on === "slash" ? character === "/" : holdsCharacter(on, code)) next.add(to);
        }
      }
      if (next.size === 0) return false;
      at = next;
    }
    for (const state of at) if (this.states[state]?.accepts === true) return true;
    return false;
  }
}

function prefixOf(states: readonly AutomatonState[]): string {
  let prefix = "";
  // A path is no longer than there are states before the first that could come again.
  for (let at = states[0]; at !== undefined && !at.accepts && prefix.length < states.length;) {
    const [edge, another] = at.edges;
    if (edge === undefined || another !== undefined) break;
    const [range, more] = edge.on === "slash" ? [[0x2f, 0x2f] as const, undefined] : edge.on;
    if (range === undefined || more !== undefined || range[0] !== range[1]) break;
    prefix += String.fromCodePoint(range[0]);
    at = states[edge.to];
  }
  return prefix;
}

/**
 * Where reading has come to, as the states that stand for it: at the `start` of a segment; `blank`: there too, but behind
 * a `*` that took nothing, so that no `**` begins; `inside` a segment, behind a character; behind a `**` that may be a
 * whole segment (`many`), and is if a `/` or the end comes.
 */
type Place = Readonly<Partial<Record<"start" | "blank" | "inside" | "many", number>>>;
const modes = ["start", "blank", "inside", "many"] as const;

interface Choice {
  readonly from: Place;
  readonly ends: Place[];
}

/** Builds an automaton from the parts of a pattern in the order in which they are written. */
export class AutomatonBuilder {
  private readonly edges: Edge[][] = [[]];
  private readonly empty: number[][] = [[]];
  private at: Place = { start: 0 };
  private readonly choices: Choice[] = [];

  /** One character of the set. */
  one(set: CharacterSet): void {
    const from = this.within();
    this.at = from.length === 0 ? {} : { inside: this.reach(from, set) };
  }

  /** Any number of characters of one segment. */
  any(): void {
    const from = this.within();
    if (from.length === 0) {
      this.at = {};
      return;
    }
    const { start, blank, inside } = this.at;
    const taken = this.reach(from, anyCharacter);
    this.edge(taken, anyCharacter, taken);
    if (inside !== undefined) this.move(inside, taken);
    const nothing = [start, blank].filter((state) => state !== undefined);
    this.at = {
      ...(nothing.length === 0 ? {} : { blank: this.joined(nothing) }),
      // Not `taken` itself, so that what comes later does not get into its loop.
      inside: this.joined([taken]),
    };
  }

  /** Two stars: any number of segments if they turn out to be a whole one, else as one star. */
  anySegments(): void {
    const { start } = this.at;
    this.any();
    if (start !== undefined) this.at = { ...this.at, many: this.joined([start]) };
  }

  slash(): void {
    const { inside, many } = this.at;
    if (inside === undefined && many === undefined) {
      this.at = {};
      return;
    }
    const start = this.state();
    if (inside !== undefined) this.edge(inside, "slash", start);
    if (many !== undefined) {
      const between = this.joined([many]);
      const segment = this.reach([between], anyCharacter);
      this.edge(segment, anyCharacter, segment);
      this.edge(segment, "slash", between);
      this.move(between, start);
    }
    this.at = { start };
  }

  /** Begins a choice. */
  open(): void {
    this.choices.push({ from: this.at, ends: [] });
  }

  /** Begins the choice's next alternative. */
  next(): void {
    const choice = this.choices.at(-1);
    if (choice === undefined) return;
    choice.ends.push(this.at);
    this.at = choice.from;
  }

  /** Ends the choice. */
  close(): void {
    const choice = this.choices.pop();
    if (choice === undefined) return;
    const ends = [...choice.ends, this.at];
    const merged: Partial<Record<(typeof modes)[number], number>> = {};
    for (const mode of modes) {
      const states = [...new Set(ends.map((end) => end[mode]).filter((state) => state !== undefined))];
      if (states.length > 0) merged[mode] = this.joined(states);
    }
    this.at = merged;
  }

  end(): Automaton {
    const accepting = new Set<number>();
    const { inside, many } = this.at;
    if (inside !== undefined) accepting.add(inside);
    if (many !== undefined) {
      const between = this.joined([many]);
      const segment = this.reach([between], anyCharacter);
      this.edge(segment, anyCharacter, segment);
      this.edge(segment, "slash", between);
      accepting.add(segment);
    }
    return withoutEmptyMoves(this.edges, this.empty, accepting);
  }

  private within(): readonly number[] {
    return [this.at.start, this.at.blank, this.at.inside].filter((state) => state !== undefined);
  }

  private state(): number {
    this.edges.push([]);
    this.empty.push([]);
    return this.edges.length - 1;
  }

  private edge(from: number, on: Label, to: number): void {
    this.edges[from]?.push({ on, to });
  }

  private move(from: number, to: number): void {
    this.empty[from]?.push(to);
  }

  private reach(from: readonly number[], on: Label): number {
    const to = this.state();
    for (const each of from) this.edge(each, on, to);
    return to;
  }

  private joined(from: readonly number[]): number {
    const to = this.state();
    for (const each of from) this.move(each, to);
    return to;
  }
}

/** Keeps what can be reached and leads to the end, numbered in the order in which it is reached. */
function withoutEmptyMoves(
  edges: readonly (readonly Edge[])[],
  empty: readonly (readonly number[])[],
  accepting: ReadonlySet<number>,
): Automaton {
  const numbers = new Map<number, number>([[0, 0]]);
  const found: { accepts: boolean; edges: Edge[] }[] = [];
  for (const origin of numbers.keys()) {
    const closure = new Set([origin]);
    for (const each of closure) for (const next of empty[each] ?? []) closure.add(next);
    const own = new Map<string, Edge>();
    const labels = new Map<Label, number>();
    for (const each of closure) {
      for (const { on, to } of edges[each] ?? []) {
        const number = numbers.get(to) ?? numbers.size;
        numbers.set(to, number);
        const label = labels.get(on) ?? labels.size;
        labels.set(on, label);
        own.set(`${label} ${number}`, { on, to: number });
      }
    }
    found.push({ accepts: [...closure].some((each) => accepting.has(each)), edges: [...own.values()] });
  }
  return new Automaton(withoutDeadEnds(found));
}

function withoutDeadEnds(states: readonly AutomatonState[]): readonly AutomatonState[] {
  const into: number[][] = states.map(() => []);
  for (const [from, { edges }] of states.entries()) for (const { to } of edges) into[to]?.push(from);
  const alive = new Set<number>();
  for (const [at, { accepts }] of states.entries()) if (accepts) alive.add(at);
  for (const at of alive) for (const from of into[at] ?? []) alive.add(from);
  if (alive.size === states.length) return states;
  const kept = [...new Set([0, ...alive])].toSorted((a, b) => a - b);
  const renumbered = new Map(kept.map((at, number) => [at, number]));
  return kept.map((at) => ({
    accepts: states[at]?.accepts ?? false,
    edges: (states[at]?.edges ?? []).flatMap(({ on, to }) => {
      const number = alive.has(to) ? renumbered.get(to) : undefined;
      return number === undefined ? [] : [{ on, to: number }];
    }),
  }));
}
