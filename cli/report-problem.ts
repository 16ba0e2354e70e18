import type { ExitCode } from "./exit-code.js";
import type { Problem } from "./problem.js";
import { style } from "./style.js";
import { emit, hasColour, type Surroundings } from "./surroundings.js";

/** Says what is wrong, and gives what the command ends with. `machine`: a program is told too. */
export async function reportProblem(
  problem: Problem,
  surroundings: Surroundings,
  machine = false,
): Promise<ExitCode> {
  const colour = hasColour(surroundings.err, surroundings.env);
  const paint = style(colour);
  const { code, what, details, hint, faults } = problem;
  if (faults !== undefined) {
    const { pretty } = await import("../compiler/render/pretty.js");
    surroundings.err.stream.write(`${pretty(faults.diagnostics, faults.files, { color: colour })}\n`);
  }
  const lines = [
    `${paint.red("error:")} ${what}`,
    ...details.map((detail) => `  - ${detail}`),
    ...(hint === undefined ? [] : [`  ${paint.dim(hint)}`]),
  ];
  surroundings.err.stream.write(`${lines.join("\n")}\n`);
  if (machine) {
    const diagnostics =
      faults === undefined
        ? {}
        : (await import("../compiler/render/json.js")).jsonReport(faults.diagnostics, faults.files);
    emit(surroundings, {
      ...diagnostics,
      version: 1,
      error: { code, message: what, details, ...(hint === undefined ? {} : { hint }) },
    });
  }
  return problem.exit;
}
