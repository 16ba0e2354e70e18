/** What is there whenever a playbook's body runs (`[L-20]`). */
import type { Program } from "../ir/index.js";
import { impliedBy, rootFact, shared } from "./availability.js";

/**
 * The facts that a playbook's `requires` implies, and what the writers of a verdict that it requires require in turn:
 * the verdict stands only as long as what it was judged from does (`[R-18]`).
 *
 * `undefined`: it requires a verdict that nobody returns, so that it never runs, and anything may be said of it.
 */
export function factsWhenRunning(program: Program, ref: string): ReadonlySet<string> | undefined {
  return factsOf(program, ref, new Map(), writersOf(program));
}

type Facts = ReadonlySet<string> | undefined;

const writersByProgram = new WeakMap<Program, ReadonlyMap<string, readonly string[]>>();

/** Who returns each verdict: composites return nothing themselves. */
function writersOf(program: Program): ReadonlyMap<string, readonly string[]> {
  const known = writersByProgram.get(program);
  if (known !== undefined) return known;
  const writers = new Map<string, string[]>();
  for (const [ref, { returns, choreography }] of Object.entries(program.playbooks)) {
    if (choreography !== undefined) continue;
    for (const result of returns) writers.set(result, [...(writers.get(result) ?? []), ref]);
  }
  writersByProgram.set(program, writers);
  return writers;
}

/** `known` has what is being worked out too, as nothing: a circle gives no more than its members say outright. */
function factsOf(
  program: Program,
  ref: string,
  known: Map<string, Facts>,
  writers: ReadonlyMap<string, readonly string[]>,
): Facts {
  if (known.has(ref)) return known.get(ref);
  known.set(ref, new Set());
  const facts = new Set(impliedBy(program.playbooks[ref]?.requires));
  for (const fact of facts) {
    const verdict = verdictOf(program, fact);
    if (verdict === undefined) continue;
    const behind = (writers.get(verdict.ref) ?? []).map((writer) => factsOf(program, writer, known, writers));
    const possible = behind.filter((each) => each !== undefined);
    if (possible.length === 0) {
      known.set(ref, undefined);
      return undefined;
    }
    for (const each of shared(possible)) if (carriesOver(each, verdict.isOwnRow)) facts.add(each);
  }
  known.set(ref, facts);
  return facts;
}

const ownRow = { kind: "instance" } as const;

function verdictOf(
  program: Program,
  fact: string,
): { readonly ref: string; readonly isOwnRow: boolean } | undefined {
  if (!fact.startsWith("verdict ")) return undefined;
  const ref = fact.slice("verdict ".length).replace(/[[/].*$/s, "");
  if (!Object.hasOwn(program.verdicts, ref)) return undefined;
  const isOwnRow = fact === rootFact("verdict", ref, ownRow);
  return isOwnRow || fact === rootFact("verdict", ref) ? { ref, isOwnRow } : undefined;
}

/** What a writer knows of its own inputs and steps says nothing here; of its own row only where the row is the same. */
function carriesOver(fact: string, isOwnRow: boolean): boolean {
  if (!/^(?:artifact|evidence|verdict) /.test(fact)) return false;
  return !fact.includes("[") || (isOwnRow && fact.includes('[{"kind":"instance"}]'));
}
