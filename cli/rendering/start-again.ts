import type { Json } from "../../ir/index.js";
import type { RunView } from "../../runtime/core/index.js";
import { shellWord } from "./waits.js";

/** A command of many words is not pasted, and hides what it stands beside. */
const longest = 400;

/** The command that starts the same again, with the inputs that were given. */
export function startAgain(view: RunView): string {
  const { loop, playbook = "", inputs } = view;
  if (loop !== undefined) {
    return `laban loop --goal ${shellWord(loop.goal)} --rounds ${String(loop.rounds)} --lanes ${String(loop.lanes)} --select ${shellWord(loop.select)}`;
  }
  const given = Object.entries(inputs)
    .map(([name, value]) => ` --input ${shellWord(`${name}=${wordOf(value)}`)}`)
    .join("");
  return `laban run ${shellWord(playbook)}${given.length > longest ? " --inputs FILE" : given}`;
}

/** As `--input` reads it: text as it is, where it is not taken for a file, and anything else as JSON. */
function wordOf(value: Json): string {
  return typeof value === "string" ? value.replace(/^@/, "@@") : JSON.stringify(value);
}
