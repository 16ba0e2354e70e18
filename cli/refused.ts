import { exit } from "./exit-code.js";
import type { Refusal } from "../runtime/core/index.js";
import type { Problem } from "./problem.js";
import { oneLine } from "./rendering/text.js";

/** Refusals that are about how the command was given, or about the settings (`[L-43]`). */
const usage: ReadonlySet<string> = new Set([
  "not_bound",
  "invalid_inputs",
  "ambiguous_wait",
  "ambiguous_lane",
]);

/**
 * What the runtime refused, as the command line says it; nothing was changed by it. What is not known or not clear, inputs,
 * and what the settings lack: exit 2. Everything else was understood, and is refused: exit 1.
 */
export function refused({ status, code, message, details }: Refusal): Problem {
  const isUsage = status === 400 || status === 404 || usage.has(code);
  return {
    kind: "problem",
    code,
    what: oneLine(message),
    details: details.map(detailWords),
    exit: isUsage ? exit.usage : exit.refused,
  };
}

/** Where a misfit is said by its place alone, the place is told. */
function detailWords({ message, pointer, ref }: Refusal["details"][number]): string {
  const where = ref ?? pointer ?? "";
  const words = oneLine(message);
  return where === "" || words.includes("`") ? words : `\`${oneLine(where)}\` ${words}`;
}
