/**
 * How a check is written.
 *
 * A check is one file `checks/lbNNNN.ts` that exports `check`: its code, name, severity, prose and examples, and, where
 * it looks at the program as a whole, `run`. The registry (`checks/index.gen.ts`) and the pages in `docs/checks/` are
 * generated from the files; `test/compiler/checks.test.ts` runs every `bad` and `good` example and compares the whole
 * output for `bad` with a golden.
 *
 * There are two ways to report.
 * - *From a phase.* What is found while names are looked up or types are made (an unknown name, a mismatch) is reported
 *   there. The file of the check then exports builders beside `check`, one for each way to go wrong, which the phase
 *   calls: `report(unknownName(…))`. A builder makes the message, the related places, the hint and the fix; the phase
 *   knows none of them.
 * - *From the program.* A check that needs more than one declaration, or that no phase would come across, has `run`: it
 *   gets the whole `CheckedProgram` and reports through `report`.
 *
 * How one fault stays one error (`[L-34]`):
 * 1. What is broken or unknown has the meaning `unknown` and the type `unknown`. Whoever meets either reports nothing
 *    and goes on: comparisons with it fit, paths through it are `unknown` again.
 * 2. Broken declarations keep their name and kind, and nothing inside them is checked. Names in text that could not be
 *    read are hearsay (`Module.hearsay`): never unknown, never unused.
 * 3. A name from an import that failed is `unknown`.
 * 4. A check with `run` skips what `program.isFaulty(ref)` says has an error already, and a check on how declarations
 *    work together (areas 3 to 7) skips a composite when anything that it reaches is faulty: `program.isSound(ref)`.
 * 5. Of two codes that fit, the more specific one is reported; the other check looks for it and says nothing.
 *
 * Messages: what is wrong in the user's own words and names, lower case, no final period, names in backticks. `hint`
 * says what to do, `fix` does it. The place is the narrowest text that has to change.
 */
import type { Diagnostic, Fix, Place, Related, Severity } from "../ir/index.js";
import type { CheckedProgram } from "./program.js";

export type Report = (diagnostic: Diagnostic) => void;

export interface Check {
  /** `LB2001` */
  readonly code: string;
  /** Kebab-case. */
  readonly name: string;
  readonly severity: Severity;
  /** One line. */
  readonly summary: string;
  /** What goes wrong where this is let be. */
  readonly why: string;
  /** What its author can do. */
  readonly fix: string;
  /** A source that is reported: by this check alone. */
  readonly bad: string;
  /** The same source, mended: nothing is reported. */
  readonly good: string;
  /** Other files that the examples need, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** A promise only where more of Laban has to be loaded to be sure of what was found. */
  readonly run?: (program: CheckedProgram, report: Report) => void | Promise<void>;
}

export interface DiagnosticDetails {
  readonly related?: readonly Related[];
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  /** Where one way to go wrong weighs less, or more, than the check says. */
  readonly severity?: Severity;
}

/** A diagnostic of a check. */
export function diagnose(
  check: Check,
  place: Place,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  return {
    code: check.code,
    severity: details.severity ?? check.severity,
    message,
    place,
    related: details.related ?? [],
    ...(details.hint === undefined ? {} : { hint: details.hint }),
    ...(details.fix === undefined ? {} : { fix: details.fix }),
  };
}

/** A fix that writes `text` in the place of what is wrong. */
export function replaceWith(place: Place, text: string, safe = false): Fix {
  return { title: `write \`${text}\``, safe, edits: [{ file: place.file, span: place.span, text }] };
}
