/**
 * What a choreography's rounds can change, or what is not known before it starts, as variables with few values each
 * (checks.md, section 1). A state gives every variable a number below its `size`.
 */
import type { Json, Ref } from "../../../ir/index.js";
import type { Cell } from "../cells.js";
import type { Facts, VerdictRow } from "../../../runtime/core/facts.js";
import type { Contribution } from "../../../runtime/core/state.js";

export type Variable =
  FamilyVariable | EvidenceVariable | VerdictVariable | InputVariable | MemberVariable | FreeVariable;

/** 0: absent. Then one number a cell for a document that was there before, and one for a document that the run landed. */
export interface FamilyVariable {
  readonly kind: "family";
  readonly ref: Ref;
  readonly cells: readonly Cell[];
  readonly size: number;
}

/** How many contributions there are, up to the largest count that a predicate can tell from the next. */
export interface EvidenceVariable {
  readonly kind: "evidence";
  readonly ref: Ref;
  readonly size: number;
}

/** 0: there is none. Then, for each set of things that a writer judges from, one number a cell. */
export interface VerdictVariable {
  readonly kind: "verdict";
  readonly ref: Ref;
  readonly cells: readonly Cell[];
  /** What the writers judge from, each set once. */
  readonly judgedFrom: readonly ReadonlySet<Ref>[];
  readonly size: number;
}

/** An input of the run: one number a cell, the same from the start to the end. */
export interface InputVariable {
  readonly kind: "input";
  readonly name: string;
  readonly cells: readonly Cell[];
  readonly size: number;
}

/** 1: the member has left the selection: it has delivered, or runs once and has returned. */
export interface MemberVariable {
  readonly kind: "member";
  /** The refs of the composites around it below the root, and its own. */
  readonly path: readonly Ref[];
  readonly size: 2;
}

/** The outcome of a question whose answer is not modelled: 0 unavailable, 1 false, 2 true, anew whenever it is asked. */
export interface FreeVariable {
  readonly kind: "free";
  readonly name: string;
  readonly size: 3;
}

/** How many values a family has: absent, there before, landed. */
export function familySize(cells: readonly Cell[]): number {
  return 1 + 2 * cells.length;
}

export const absent = 0;

/** The value of a family whose document, of this cell, was there before the run. */
export function thereBefore(cell: number): number {
  return 1 + cell;
}

/** The value of a family whose document, of this cell, was landed by the run. */
export function landedByRun(variable: FamilyVariable, cell: number): number {
  return 1 + variable.cells.length + cell;
}

export function returned(variable: VerdictVariable, judged: number, cell: number): number {
  return 1 + judged * variable.cells.length + cell;
}

/** Which cell a verdict's value is of, and from what it was judged; `undefined`: there is none. */
export function verdictAt(
  variable: VerdictVariable,
  value: number,
): { readonly cell: Cell; readonly judgedFrom: ReadonlySet<Ref> } | undefined {
  if (value === 0) return undefined;
  const at = value - 1;
  const cell = variable.cells[at % variable.cells.length];
  const judgedFrom = variable.judgedFrom[Math.floor(at / variable.cells.length)];
  return cell === undefined || judgedFrom === undefined ? undefined : { cell, judgedFrom };
}

/** Gives the values of the variables: those that matter to whoever asks. */
export type Reading = (variable: Variable) => number;

/** A state as the interpreter's expressions see it. */
export class WorldFacts implements Facts {
  constructor(
    private readonly vocabulary: {
      readonly thing: (ref: Ref) => Variable | undefined;
      readonly matches: Facts["matches"];
    },
    private readonly reading: Reading,
  ) {}

  document(artifact: Ref): Json | undefined {
    const variable = this.vocabulary.thing(artifact);
    if (variable?.kind !== "family") return undefined;
    const value = this.reading(variable);
    return value === absent
      ? undefined
      : (variable.cells[(value - 1) % variable.cells.length]?.value ?? null);
  }

  isAbsent(artifact: Ref): boolean {
    return this.document(artifact) === undefined;
  }

  isDelivered(artifact: Ref): boolean {
    const variable = this.vocabulary.thing(artifact);
    return variable?.kind === "family" && this.reading(variable) > variable.cells.length;
  }

  /** Staleness is asked through free variables only. */
  isStale(): boolean {
    return false;
  }

  documentKeys(): undefined {
    return undefined;
  }

  contributions(evidence: Ref): readonly Contribution[] {
    const variable = this.vocabulary.thing(evidence);
    const count = variable?.kind === "evidence" ? this.reading(variable) : 0;
    return Array.from({ length: count }, (_, at) => ({
      playbook: "",
      key: undefined,
      round: at,
      lane: "",
      text: "",
    }));
  }

  verdict(verdict: Ref): Json | undefined {
    const variable = this.vocabulary.thing(verdict);
    if (variable?.kind !== "verdict") return undefined;
    const found = verdictAt(variable, this.reading(variable));
    return found === undefined ? undefined : (found.cell.value ?? null);
  }

  rows(): readonly VerdictRow[] | undefined {
    return undefined;
  }

  isKeyed(): boolean {
    return false;
  }

  matches(text: string, pattern: string): boolean {
    return this.vocabulary.matches(text, pattern);
  }
}
