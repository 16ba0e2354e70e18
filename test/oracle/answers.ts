/**
 * What the oracles say of one composite, and how it is read off the graph of what can happen (checks.md, sections 1 and
 * 3). An oracle gives the graph: it knows what follows from what. Nothing here knows the language.
 */
import { pointer, type Json } from "../../ir/index.js";

export interface Answers {
  /** Refs of members, direct and nested, that can never be admitted (LB4001), sorted. */
  readonly dead: readonly string[];
  /** By verdict: the values of its enum and boolean fields that can be on the board, as `markOf` writes them, sorted. */
  readonly reachable: Readonly<Record<string, readonly string[]>>;
  /** Nothing is eligible, and neither the goal nor an `ends` holds (LB4012). */
  readonly deadlock: boolean;
  /** Counted rounds after which the goal holds at the earliest, one lane at a time; `undefined`: never. */
  readonly fewestRounds: number | undefined;
  /** The same with the composite's `lanes`. */
  readonly fewestRoundsInLanes: number | undefined;
  /** Something is eligible, and neither the goal nor an `ends` can be reached any more (LB4014). */
  readonly trap: boolean;
}

/** `/verdict="thin"`: one value of one field; the pointer of a verdict that is an enum itself is empty. */
export function markOf(path: readonly (string | number)[], value: Json): string {
  return `${pointer(...path)}=${JSON.stringify(value)}`;
}

/** A state of a run in which something happens next, or nothing any more. */
export interface Node {
  /** What stands, as `REF MARK`. */
  readonly marks: readonly string[];
  /** The goal holds. A composite with `until` has ended then. */
  readonly goal: boolean;
  /** `ended`: an `ends` holds. `stuck`: nothing is eligible, nothing is suspended. `running`: the run goes on. */
  readonly status: "running" | "ended" | "stuck";
  /** The run's own board is up, and something on it is eligible. */
  readonly eligible: boolean;
  readonly edges: readonly Edge[];
}

export interface Edge {
  readonly to: number;
  /** Members that are admitted on the way. */
  readonly admits: readonly string[];
  /** Rounds of the run's own choreography that count on the way. */
  readonly counted: number;
}

/** Nodes by number; a run begins at the first. */
export type Graph = readonly Node[];

export interface Question {
  /** Every member, direct or nested. */
  readonly members: readonly string[];
  readonly verdicts: readonly string[];
  /** `until`, or families to land. Without one the questions about the goal are not asked. */
  readonly hasGoal: boolean;
}

/** The answers of a graph; `single`: the graph of the same composite with one lane everywhere. */
export function answersOf({ members, verdicts, hasGoal }: Question, graph: Graph, single: Graph): Answers {
  const admitted = new Set(graph.flatMap((node) => node.edges.flatMap(({ admits }) => admits)));
  const marks = new Set(graph.flatMap((node) => node.marks));
  const marksOf = (verdict: string): readonly string[] =>
    [...marks]
      .flatMap((mark) => (mark.startsWith(`${verdict} `) ? [mark.slice(verdict.length + 1)] : []))
      .toSorted();
  const saved = canReach(graph, ({ goal, status }) => goal || status === "ended");
  return {
    dead: members.filter((member) => !admitted.has(member)).toSorted(),
    reachable: Object.fromEntries(verdicts.toSorted().map((verdict) => [verdict, marksOf(verdict)])),
    deadlock: hasGoal && graph.some(({ status, goal }) => status === "stuck" && !goal),
    fewestRounds: hasGoal ? fewest(single) : undefined,
    fewestRoundsInLanes: hasGoal ? fewest(graph) : undefined,
    trap:
      hasGoal &&
      graph.some(({ status, eligible }, index) => status === "running" && eligible && !saved.has(index)),
  };
}

/** Which nodes are, or lead to, one that fits. */
function canReach(graph: Graph, fits: (node: Node) => boolean): ReadonlySet<number> {
  const before = graph.map((): number[] => []);
  for (const [from, { edges }] of graph.entries()) for (const { to } of edges) before[to]!.push(from);
  const found = new Set(graph.flatMap((node, index) => (fits(node) ? [index] : [])));
  for (const index of found) for (const from of before[index]!) found.add(from);
  return found;
}

/** The fewest counted rounds to a node where the goal holds: a search by rounds, layer by layer. */
function fewest(graph: Graph): number | undefined {
  const seen = new Set<number>();
  let layer: readonly number[] = [0];
  for (let rounds = 0; layer.length > 0; rounds++) {
    const next: number[] = [];
    const open = [...layer];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      if (graph[index]!.goal) return rounds;
      for (const { to, counted } of graph[index]!.edges) (counted === 0 ? open : next).push(to);
    }
    layer = next;
  }
  return undefined;
}
