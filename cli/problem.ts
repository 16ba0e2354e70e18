import type { Diagnostic } from "../ir/diagnostic.js";
import { exit, type ExitCode } from "./exit-code.js";

/**
 * Why a command cannot do what was asked, as a value. `what`: what is wrong and where, in the user's own names; lower
 * case, no final period. `details`: each misfit on a line of its own. `hint`: what to do.
 */
export interface Problem {
  readonly kind: "problem";
  readonly code: string;
  readonly what: string;
  readonly details: readonly string[];
  readonly hint?: string;
  /** Faults in files, shown with the lines that they are in. */
  readonly faults?: Faults;
  readonly exit: ExitCode;
}

export interface Faults {
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that they are about, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Something that was found, or the problem that kept it from being found. */
export type Found<T> = { readonly kind: "found"; readonly value: T } | Problem;

export function found<T>(value: T): Found<T> {
  return { kind: "found", value };
}

interface More {
  readonly code?: string;
  readonly details?: readonly string[];
  readonly hint?: string | undefined;
  readonly faults?: Faults;
}

/** The command line, the settings or the files named are not right: exit 2. */
export function misuse(what: string, more: More = {}): Problem {
  return problem(what, exit.usage, { code: "usage", ...more });
}

/** Understood, and refused: exit 1. */
export function refusal(what: string, more: More = {}): Problem {
  return problem(what, exit.refused, { code: "refused", ...more });
}

function problem(what: string, code: ExitCode, more: More & { readonly code: string }): Problem {
  return {
    kind: "problem",
    code: more.code,
    what,
    details: more.details ?? [],
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(more.faults === undefined ? {} : { faults: more.faults }),
    exit: code,
  };
}
