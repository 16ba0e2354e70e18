import type { Machine } from "../machine.js";
import { memberName, shortName } from "../names.js";
import type { RequestResult } from "../requests.js";
import type { State, Wait } from "../state.js";
import { refuse } from "./refuse.js";

type Refused = Extract<RequestResult, { kind: "refused" }>;

/** The wait that a request means: by its id, or by its wait's, step's or playbook's name; the only open one without any. */
export function findWait(machine: Machine, state: State, name: string | undefined): Wait | Refused {
  const byId = name === undefined ? undefined : state.waits.get(name);
  if (byId !== undefined) return byId;
  const open = [...state.waits.values()].filter((wait) => wait.ended === undefined);
  const meant = name === undefined ? open : open.filter((wait) => isMeant(machine, wait, name));
  const [only] = meant;
  if (meant.length === 1 && only !== undefined) return only;
  if (meant.length > 1) {
    const what =
      name === undefined ? "several waits are open" : `several open waits are meant by \`${name}\``;
    return refuse(
      409,
      "ambiguous_wait",
      `${what}: say which by its id`,
      meant.map((wait) => ({ message: describe(state, wait), ref: wait.id })),
    );
  }
  if (name === undefined)
    return refuse(
      ended(state) ? 410 : 409,
      ended(state) ? "run_ended" : "nothing_open",
      "nothing waits for an answer",
    );
  const before = [...state.waits.values()].findLast((wait) => isMeant(machine, wait, name));
  return before ?? refuse(404, "unknown_wait", `there is no wait \`${name}\``);
}

function ended(state: State): boolean {
  return state.end !== undefined;
}

function isMeant(machine: Machine, wait: Wait, name: string): boolean {
  if (wait.as === name || wait.wait === name || shortName(wait.wait) === name) return true;
  return machine.program.waits[wait.wait]?.name === name;
}

function describe(state: State, wait: Wait): string {
  const lane = wait.lane === undefined ? undefined : state.lanes.get(wait.lane);
  const by = lane === undefined ? "" : `, asked by \`${memberName(lane.member)}\``;
  return `\`${wait.id}\`: ${wait.question}${by}`;
}
