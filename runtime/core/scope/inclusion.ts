/**
 * Whether one scope lies in another, decided exactly: the one is walked beside all that the other could have read by then,
 * the shortest way first, and the first path that the other does not accept is an example.
 */
import type { Automaton, Edge } from "./automaton.js";
import { complement, intersection, sample, type CharacterSet } from "./characters.js";
import { automatonOf } from "./glob.js";

/** How many steps are looked at, at most. */
const mostWays = 200_000;

/**
 * A path that `glob` reaches and none of `within` does, by the exact spelling, as short and readable as there is one;
 * `inside`: there is none; `unsettled`: the globs are too large for an answer within bounds.
 */
export function outside(
  glob: string,
  within: readonly string[],
): { readonly path: string } | "inside" | "unsettled" {
  const inner = automatonOf(glob, "exact");
  const outer = within.map((each) => automatonOf(each, "exact"));
  const seen = new Set<string>();
  const ways: Way[] = [];
  const reach = (
    state: number,
    outerStates: readonly (readonly number[])[],
    before?: Way,
    character = "",
  ): void => {
    const key = `${state}:${outerStates.map((each) => each.join(",")).join(";")}`;
    if (seen.has(key)) return;
    seen.add(key);
    ways.push({ state, outer: outerStates, before, character });
  };
  reach(
    0,
    outer.map(() => [0]),
  );
  for (const way of ways) {
    if (ways.length > mostWays) return "unsettled";
    const { accepts = false, edges = [] } = inner.states[way.state] ?? {};
    if (accepts && !accepted(outer, way.outer)) return { path: pathOf(way) };
    for (const { on, to } of edges) {
      const beside = way.outer.map((states, index) =>
        states.flatMap((state) => outer[index]?.states[state]?.edges ?? []),
      );
      if (on === "slash") {
        reach(
          to,
          beside.map((all) => targets(all, (label) => label === "slash")),
          way,
          "/",
        );
        continue;
      }
      for (const part of parts(on, beside.flat())) {
        const character = sample(part);
        const code = character?.codePointAt(0);
        if (character === undefined || code === undefined) continue;
        const next = beside.map((all) =>
          targets(
            all,
            (label) => label !== "slash" && label.some(([from, last]) => from <= code && code <= last),
          ),
        );
        reach(to, next, way, character);
      }
    }
  }
  return "inside";
}

interface Way {
  readonly state: number;
  /** What each of the outer automata could have come to. */
  readonly outer: readonly (readonly number[])[];
  readonly before: Way | undefined;
  readonly character: string;
}

function accepted(outer: readonly Automaton[], at: readonly (readonly number[])[]): boolean {
  return at.some((states, index) => states.some((state) => outer[index]?.states[state]?.accepts === true));
}

function targets(edges: readonly Edge[], fits: (label: Edge["on"]) => boolean): readonly number[] {
  return [...new Set(edges.filter(({ on }) => fits(on)).map(({ to }) => to))].toSorted((a, b) => a - b);
}

/** The set, cut so that no edge tells two characters of one part apart. */
function parts(set: CharacterSet, edges: readonly Edge[]): readonly CharacterSet[] {
  let found: readonly CharacterSet[] = [set];
  for (const label of new Set(edges.map(({ on }) => on))) {
    if (label === "slash") continue;
    const rest = complement(label);
    found = found
      .flatMap((part) => [intersection(part, label), intersection(part, rest)])
      .filter((part) => part.length > 0);
  }
  return found;
}

function pathOf(way: Way): string {
  const characters: string[] = [];
  for (let at: Way | undefined = way; at !== undefined; at = at.before) characters.push(at.character);
  return characters.toReversed().join("");
}
