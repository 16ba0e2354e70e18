import type { ExitCode } from "./exit-code.js";
import type { Problem } from "./problem.js";
import { style } from "./style.js";
import { emit, hasColour, type Surroundings } from "./surroundings.js";

/** What is wrong, for people: faults with the lines that they are in, then the problem itself. */
export async function problemText(
  { what, details, hint, faults }: Problem,
  colour: boolean,
): Promise<string> {
  const paint = style(colour);
  const lines = [
    `${paint.red("error:")} ${what}`,
    ...details.map((detail) => `  - ${detail}`),
    ...(hint === undefined ? [] : [`  ${paint.dim(hint)}`]),
    "",
  ];
  if (faults === undefined) return lines.join("\n");
  const { pretty } = await import("../compiler/render/pretty.js");
  return `${pretty(faults.diagnostics, faults.files, { color: colour })}\n${lines.join("\n")}`;
}

/** Says what is wrong, and gives what the command ends with. `machine`: a program is told too. */
export async function reportProblem(
  problem: Problem,
  surroundings: Surroundings,
  machine = false,
): Promise<ExitCode> {
  const { code, what, details, hint, faults } = problem;
  const { err, env } = surroundings;
  err.stream.write(await problemText(problem, hasColour(err, env)));
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
