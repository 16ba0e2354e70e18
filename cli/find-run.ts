import type { RunRow, Store } from "../runtime/ports.js";
import { suggestion } from "../ir/nearest.js";
import { found, misuse, type Found } from "./problem.js";

/** How many runs are looked through for a prefix; older ones are named in full. */
const within = 10_000;

/** The run that is meant by its id, any unique beginning of it, or `last`. */
export function findRun(store: Store, given: string): Found<RunRow> {
  const exact = store.run(given);
  if (exact !== undefined) return found(exact);
  const runs = store.runs({ limit: given === "last" ? 1 : within });
  if (given === "last") {
    const last = runs[0];
    return last === undefined ? misuse("there is no run here yet", { hint: "laban run REF" }) : found(last);
  }
  const begins = (id: string): boolean => given !== "" && id.startsWith(given);
  const matching = runs.filter(({ id }) => begins(id) || begins(bare(id)));
  const [only, second] = matching;
  if (only !== undefined && second === undefined) return found(only);
  if (only !== undefined) {
    return misuse(`\`${given}\` begins the id of ${String(matching.length)} runs`, {
      details: matching.slice(0, 5).map((run) => `${run.id}  ${run.status}  ${run.playbook ?? "loop"}`),
      hint: "give more of it, or `last`",
    });
  }
  return misuse(`there is no run \`${given}\`${suggestion(given, ["last", ...runs.map((run) => run.id)])}`, {
    hint: "`laban runs` lists them",
  });
}

/** The id without what says that it is a run's. */
function bare(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}
