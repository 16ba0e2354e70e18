/**
 * A choreography as a transition system (checks.md, section 1): who can run when, and what may come of it.
 */
import type { Expression, Playbook, Program, Ref } from "../../../ir/index.js";
import type { Predicate } from "./predicates.js";
import type { EvidenceVariable, MemberVariable, Variable } from "./variables.js";

/** What one run of an ordinary member may give: what it sets, and what of it is a change to whatever was judged from it. */
export interface Outcome {
  readonly sets: readonly { readonly variable: Variable; readonly value: number }[];
  readonly adds: readonly EvidenceVariable[];
  /** Families that it lands, evidence and verdicts that it returns. */
  readonly gives: readonly Ref[];
}

export interface ModelMember {
  readonly playbook: Ref;
  /** The composites around it, below the root, and itself. */
  readonly path: readonly Ref[];
  readonly requires: Predicate | undefined;
  /** Set once it has left the selection; `undefined`: it never leaves. */
  readonly leaves: MemberVariable | undefined;
  readonly does: Ordinary | Rounds;
}

export interface Ordinary {
  readonly kind: "ordinary";
  readonly outcomes: readonly Outcome[];
}

/** The rounds of a composite. */
export interface Rounds {
  readonly kind: "rounds";
  readonly members: readonly ModelMember[];
  readonly until: Predicate | undefined;
  readonly ends: readonly { readonly reason: string; readonly failed: boolean; readonly when: Predicate }[];
  /** Its families, where it has no `until`: it has delivered when the run has landed all of them. */
  readonly families: readonly Ref[];
  readonly limits: Playbook["limits"];
}

export interface Choreography {
  readonly root: Ref;
  readonly playbook: Playbook;
  readonly program: Program;
  readonly rounds: Rounds;
  /** What it is for: `until`, else that all its families are landed; `undefined`: nothing is. */
  readonly goal: Predicate | undefined;
  readonly goalExpression: Expression | undefined;
  /** Every member below the root, composites before their members. */
  readonly members: readonly ModelMember[];
  /** What a state consists of. */
  readonly variables: readonly Variable[];
  /** The values that each variable may have at the start; 0 alone where nothing is said. */
  readonly initially: ReadonlyMap<Variable, readonly number[]>;
  /** Why the states do not say all that decides what may happen; empty: they do. */
  readonly open: readonly string[];
}
