import { exit } from "./exit-code.js";
import type { Refusal } from "../runtime/core/index.js";
import type { Problem } from "./problem.js";
import { oneLine } from "./rendering/text.js";

/**
 * What the runtime refused, as the command line says it; nothing was changed by it. A run that the settings cannot carry
 * is a matter of the configuration, and what is not known one of the command line: exit 2 (`[L-43]`).
 */
export function refused({ status, code, message, details }: Refusal): Problem {
  const isUsage = status === 400 || status === 404 || code === "not_bound" || code === "invalid_inputs";
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
