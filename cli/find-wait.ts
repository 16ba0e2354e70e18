import type { RunView, WaitView } from "../runtime/core/index.js";
import { shortName } from "../runtime/core/names.js";
import { found, misuse, type Found } from "./problem.js";
import { oneLine } from "./rendering/text.js";
import { suggestion } from "./suggestion.js";

/** Whether a wait is what somebody calls it by: its id or the beginning of it, its step's `as`, or its name. */
export function isCalled(wait: WaitView, name: string): boolean {
  return (
    wait.as === name ||
    wait.wait === name ||
    shortName(wait.wait) === name ||
    wait.waitId === name ||
    (name.length >= 4 && wait.waitId.startsWith(name))
  );
}

/** The open wait that is meant; without a name the only one. */
export function findWait(view: RunView, name: string | undefined): Found<WaitView> {
  const open = view.waits.filter((wait) => wait.status === "open");
  const fitting = name === undefined ? open : open.filter((wait) => isCalled(wait, name));
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) return found(only);
  const details = open.map(
    (wait) => `${wait.as ?? shortName(wait.wait)}  ${wait.waitId}  ${oneLine(wait.question)}`,
  );
  if (open.length === 0) {
    return misuse(`run \`${view.id}\` waits for no answer: it is ${view.status}`, {
      hint: `laban show ${view.id}`,
    });
  }
  if (only !== undefined) {
    return misuse(`run \`${view.id}\` waits for several answers: say which is meant`, { details });
  }
  const known = open.flatMap((wait) => [wait.as ?? "", shortName(wait.wait), wait.waitId]);
  return misuse(`run \`${view.id}\` does not wait for \`${name ?? ""}\`${suggestion(name ?? "", known)}`, {
    details,
  });
}
