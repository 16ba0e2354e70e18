import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circles, groups } from "../../../compiler/analysis/circles.js";
import { countOf } from "../../support/counts.js";

type Graph = readonly (readonly number[])[];

const graph: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.array(fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  }),
);

/** The nodes that a node leads to in one step or more. */
function reach(edges: Graph, from: number): ReadonlySet<number> {
  const reached = new Set<number>(edges[from]);
  for (const node of reached) for (const to of edges[node] ?? []) reached.add(to);
  return reached;
}

const nodesOf = (edges: Graph): readonly number[] => edges.map((_, node) => node);
const nextIn =
  (edges: Graph) =>
  (node: number): readonly number[] =>
    edges[node] ?? [];

describe("[L-18] circles", () => {
  it("puts two nodes into one group where each leads to the other", () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const found = groups(nodesOf(edges), nextIn(edges));
        expect(found.flat().toSorted((a, b) => a - b)).toEqual(nodesOf(edges));
        for (const a of nodesOf(edges)) {
          const mates = nodesOf(edges).filter(
            (b) => b === a || (reach(edges, a).has(b) && reach(edges, b).has(a)),
          );
          expect(found.find((group) => group.includes(a))).toEqual(mates);
        }
      }),
      { numRuns: countOf(200, 2_000) },
    );
  });

  it("gives one circle for each group that has one, and the shortest through its first node", () => {
    fc.assert(
      fc.property(graph, (edges) => {
        const found = circles(nodesOf(edges), nextIn(edges));
        const onCircles = nodesOf(edges).filter((node) => reach(edges, node).has(node));
        const firsts = onCircles.filter((node) =>
          onCircles.every(
            (other) => other >= node || !(reach(edges, node).has(other) && reach(edges, other).has(node)),
          ),
        );
        expect(found.map(([first]) => first)).toEqual(firsts);
        for (const circle of found) {
          for (const [index, node] of circle.entries()) {
            expect(edges[node]).toContain(circle[(index + 1) % circle.length]);
          }
          expect(circle.length).toBe(shortest(edges, circle[0] ?? 0));
        }
      }),
      { numRuns: countOf(200, 2_000) },
    );
  });

  it("goes through a chain of any length without running out of stack", () => {
    const length = 50_000;
    const next = (node: number): readonly number[] => [(node + 1) % length];
    expect(
      circles(
        Array.from({ length }, (_, node) => node),
        next,
      )[0],
    ).toHaveLength(length);
  });
});

/** The length of the shortest circle through a node. */
function shortest(edges: Graph, start: number): number {
  let frontier = new Set(edges[start]);
  for (let length = 1; ; length += 1) {
    if (frontier.has(start)) return length;
    frontier = new Set([...frontier].flatMap((node) => edges[node] ?? []));
  }
}
