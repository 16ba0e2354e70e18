import type { Diagnostic } from "../ir/index.js";
import { checks } from "./checks/index.gen.js";
import type { Check } from "./check.js";
import type { CheckedProgram } from "./program.js";

/** Every check, in the order of its code. */
export const allChecks: readonly Check[] = checks;

/**
 * Runs what looks at the program as a whole, in the order of the codes. Each sees what was found before, so that root
 * causes alone are reported (`[L-34]`): `program.reported` grows as checks report.
 */
export function runChecks(program: CheckedProgram, reported: Diagnostic[]): void {
  for (const check of allChecks) check.run?.(program, (diagnostic) => reported.push(diagnostic));
}
