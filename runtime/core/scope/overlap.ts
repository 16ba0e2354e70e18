/**
 * Whether two scopes have a place in common, decided exactly: their automata are walked side by side, the shortest way
 * first, and the first way through both is an example.
 */
import type { Automaton, Label } from "./automaton.js";
import { sampleOfBoth } from "./characters.js";
import { automatonOf } from "./glob.js";

/** How many pairs of states are looked at, at most. A pair of globs that needs more is taken to overlap. */
const mostPairs = 1_000_000;

/**
 * A path that both globs reach when NFC and case make no difference (`[R-7]`), as short and readable as there is one;
 * `undefined`: they have nothing in common. Two globs so large and alike that it cannot be settled within bounds are
 * taken to overlap, and the example is the first of them.
 */
export function overlaps(a: string, b: string): string | undefined {
  return sharedPath(automatonOf(a, "folded"), automatonOf(b, "folded"), () => a);
}

/** The same over lists of globs. */
export function scopesOverlap(a: readonly string[], b: readonly string[]): string | undefined {
  for (const globA of a) {
    for (const globB of b) {
      const example = overlaps(globA, globB);
      if (example !== undefined) return example;
    }
  }
  return undefined;
}

/** A pair of states, and the way to it. */
interface Way {
  readonly a: number;
  readonly b: number;
  readonly before: Way | undefined;
  readonly character: string;
}

function sharedPath(a: Automaton, b: Automaton, unsettled: () => string): string | undefined {
  if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) return undefined;
  const width = b.states.length;
  const seen = new Set([0]);
  const ways: Way[] = [{ a: 0, b: 0, before: undefined, character: "" }];
  for (const way of ways) {
    const stateA = a.states[way.a];
    const stateB = b.states[way.b];
    if (stateA === undefined || stateB === undefined) continue;
    if (stateA.accepts && stateB.accepts) return pathOf(way);
    if (ways.length > mostPairs) return unsettled();
    for (const edgeA of stateA.edges) {
      for (const edgeB of stateB.edges) {
        const pair = edgeA.to * width + edgeB.to;
        if (seen.has(pair)) continue;
        const character = inBoth(edgeA.on, edgeB.on);
        if (character === undefined) continue;
        seen.add(pair);
        ways.push({ a: edgeA.to, b: edgeB.to, before: way, character });
      }
    }
  }
  return undefined;
}

function inBoth(a: Label, b: Label): string | undefined {
  if (a === "slash" || b === "slash") return a === b ? "/" : undefined;
  return sampleOfBoth(a, b);
}

function pathOf(way: Way): string {
  const characters: string[] = [];
  for (let at: Way | undefined = way; at !== undefined; at = at.before) characters.push(at.character);
  return characters.toReversed().join("");
}
