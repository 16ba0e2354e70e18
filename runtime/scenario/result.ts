import type { At, Json, JournalEntry, Operator } from "../../ir/index.js";
import type { RunView } from "../core/index.js";
import type { Transcript } from "./transcript.js";

/** What came of a scenario: plain data, the same for the same bundle and options. */
export interface ScenarioResult {
  readonly name: string;
  readonly at: At;
  readonly passed: boolean;
  readonly failures: readonly Failure[];
  readonly transcript: Transcript;
  /** Absent where the run was refused before it began. */
  readonly view: RunView | undefined;
  readonly journal: readonly JournalEntry[];
  readonly coverage: Coverage;
}

/**
 * Why a scenario failed, at the line that says what should have been. `message` is in the author's own words and names;
 * `expected` and `seen` stand beside each other where there is something to compare.
 */
export interface Failure {
  readonly kind: FailureKind;
  readonly at: At;
  readonly message: string;
  readonly expected?: string;
  readonly seen?: string;
  /** More of the reason, a line each: what was missing, what else there is. */
  readonly details: readonly string[];
  /** What the model or tool was given, of a call that no script answers (`[L-31]`). */
  readonly prompt?: string;
}

/**
 * `expectation`: an `expect` does not hold; the scenario goes on. The others end it: `unscripted`: a call that no script
 * answers; `refused`: the run refused what the line does; `ambiguous`: the line fits more than one lane or wait; `idle`: the
 * line had nothing to act on; `unsupported`: the line is not carried out yet; `restless`: the run never came to rest.
 */
export type FailureKind =
  "expectation" | "unscripted" | "refused" | "ambiguous" | "idle" | "unsupported" | "restless";

/** What a scenario went through, for the coverage of all scenarios together. Every list is sorted. */
export interface Coverage {
  /** Refs of the playbooks that had a lane. */
  readonly playbooks: readonly string[];
  /** By the playbook's ref: whether its `requires` was seen to hold, and not to. */
  readonly requires: Readonly<Record<string, { readonly held: boolean; readonly failed: boolean }>>;
  /** By ref: the distinct values that were returned. */
  readonly verdicts: Readonly<Record<string, readonly Json[]>>;
  readonly stopReasons: readonly string[];
}

/** `n` of something against a bound, by the operators that order numbers. */
export function compares(left: number, operator: Operator, right: number): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "in":
    case "contains":
      return false;
  }
}
