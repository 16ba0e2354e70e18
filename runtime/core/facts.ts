import type { Json } from "../../ir/index.js";
import type { Contribution } from "./state.js";

/**
 * What an expression can ask of a run. The interpreter answers from its state, the checker from the states that it
 * explores; expressions mean the same to both.
 */
export interface Facts {
  /** The value of a document that is landed; `undefined`: absent or unreadable. */
  document(artifact: string, key: string | undefined): Json | undefined;
  /** Nothing stands at its place. An unreadable document is not absent (`[L-38]`). */
  isAbsent(artifact: string, key: string | undefined): boolean;
  /** Why a document cannot be read, where that is known. */
  problem?(artifact: string, key: string | undefined): string | undefined;
  isDelivered(artifact: string, key: string | undefined): boolean;
  isStale(artifact: string, key: string | undefined): boolean;
  /** The keys of a family's landed documents; `undefined` while it is not known which are to come. */
  documentKeys(artifact: string): readonly string[] | undefined;
  contributions(evidence: string): readonly Contribution[];
  /** The verdict, or its row. */
  verdict(verdict: string, key: string | undefined): Json | undefined;
  /**
   * The rows of a verdict kept by key, in the order of the fan-out's array, those that have neither returned nor failed
   * included; `undefined` for a verdict that is not, and until the array is available (`[L-36]`).
   */
  rows(verdict: string): readonly VerdictRow[] | undefined;
  isKeyed(verdict: string): boolean;
  /** Whether a pattern is found in a text, in linear time (`[L-41]`). */
  matches(text: string, pattern: string): boolean;
}

export interface VerdictRow {
  readonly key: string;
  readonly value?: Json;
  /** Why it failed for good. */
  readonly failure?: string;
}

/** Whose expression it is: what its names mean beside the run's facts. */
export interface Scope {
  readonly facts: Facts;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly interview: Readonly<Record<string, Json>>;
  readonly locals: ReadonlyMap<string, LocalValue>;
  /** The key of the instance whose lane it is. */
  readonly key: string | undefined;
  /** The fan-out's element while its key is computed, by its name. */
  readonly elements: Readonly<Record<string, Json>>;
  /** An effect's arguments, in its rules. */
  readonly arguments: Readonly<Record<string, Json>>;
}

export interface LocalValue {
  readonly value: Json | undefined;
  readonly declined: boolean;
  readonly reason: string | undefined;
}

const noLocals: ReadonlyMap<string, LocalValue> = new Map();
const nothing: Readonly<Record<string, Json>> = {};

/** A scope in which only the facts, and what is given, are known. */
export function scopeOf(facts: Facts, known: Partial<Omit<Scope, "facts">> = {}): Scope {
  return {
    facts,
    inputs: known.inputs ?? nothing,
    interview: known.interview ?? nothing,
    locals: known.locals ?? noLocals,
    key: known.key,
    elements: known.elements ?? nothing,
    arguments: known.arguments ?? nothing,
  };
}
