import type { JournalEntry } from "../ir/index.js";
import type { RunView, WaitView } from "../runtime/core/index.js";
import { shortName } from "../runtime/core/names.js";
import { found, misuse, refusal, type Found } from "./problem.js";
import { oneLine } from "./rendering/text.js";
import { suggestion } from "../ir/nearest.js";

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

/**
 * The open wait that is meant; without a name the only one. Which one is meant is a matter of the command line (exit 2);
 * what waits no more refuses its answer (exit 1). `journal`: the run's, which has how a wait ended.
 */
export function findWait(
  view: RunView,
  name: string | undefined,
  journal: readonly JournalEntry[],
): Found<WaitView> {
  const open = view.waits.filter((wait) => wait.status === "open");
  const fitting = name === undefined ? open : open.filter((wait) => isCalled(wait, name));
  const [only, second] = fitting;
  if (only !== undefined && second === undefined) return found(only);
  const details = open.map(
    (wait) => `${wait.as ?? shortName(wait.wait)}  ${wait.waitId}  ${oneLine(wait.question)}`,
  );
  if (only !== undefined) {
    return misuse(`run \`${view.id}\` waits for several answers: say which is meant`, { details });
  }
  const before = name === undefined ? undefined : view.waits.findLast((wait) => isCalled(wait, name));
  if (before !== undefined) {
    return refusal(`\`${name ?? ""}\` of run \`${view.id}\` ${endedWords(before, journal)}`, {
      code: "wait_ended",
      details,
      hint: `laban show ${view.id}`,
    });
  }
  if (open.length === 0) {
    return refusal(`run \`${view.id}\` waits for no answer: it is ${view.status}`, {
      code: "nothing_open",
      hint: `laban show ${view.id}`,
    });
  }
  const known = open.flatMap((wait) => [wait.as ?? "", shortName(wait.wait), wait.waitId]);
  return misuse(`run \`${view.id}\` does not wait for \`${name ?? ""}\`${suggestion(name ?? "", known)}`, {
    details,
  });
}

function endedWords({ waitId, status }: WaitView, journal: readonly JournalEntry[]): string {
  if (status === "resuming") return "was answered already, and goes on with that";
  for (const { event } of journal)
    if ("how" in event && "waitId" in event && event.waitId === waitId)
      return event.how === "expired" ? "has expired" : `was ${event.how} already`;
  return "waits for no answer any more";
}
