import type { Diagnostic } from "../ir/index.js";
import { checks } from "./checks/index.gen.js";
import type { CheckedProgram } from "./program.js";

/**
 * Runs what looks at the program as a whole, in the order of the codes. Each sees what was found before, so that root
 * causes alone are reported (`[L-34]`): `program.reported` grows as checks report.
 */
export async function runChecks(program: CheckedProgram, reported: Diagnostic[]): Promise<void> {
  for (const check of checks) {
    const more = check.run?.(program, (diagnostic) => reported.push(diagnostic));
    if (more !== undefined) await more;
  }
}
