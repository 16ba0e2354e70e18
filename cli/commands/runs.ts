import type { Command } from "../command.js";
import { exit } from "../exit-code.js";
import { choice, json, whole } from "../option.js";
import type { RunRow, Store } from "../../runtime/ports.js";
import { runsLines, type Listed } from "../rendering/runs.js";
import { emit, say, show } from "../surroundings.js";
import { hasStore } from "../wiring.js";
import { shownPageOf, withRuns } from "../with-runtime.js";
import { openWorkplace } from "../workplace.js";

const status = choice({
  name: "status",
  value: "STATUS",
  choices: ["queued", "running", "waiting", "paused", "completed", "failed", "cancelled"],
  summary: "those with this status alone",
});
const limit = whole({ name: "limit", value: "N", minimum: 1, summary: "at most so many (default 50)" });

export const command: Command = {
  name: "runs",
  summary: "the runs of this project, the newest first",
  operands: [],
  options: [status, limit, json],
  async run(args, surroundings) {
    const opened = await openWorkplace(surroundings.cwd, []);
    if (opened.kind === "problem") return opened;
    const only = args.get(status);
    if (!hasStore(opened.value)) {
      if (args.get(json)) emit(surroundings, { version: 1, runs: [] });
      else say(surroundings, ["nothing was run here yet"]);
      return exit.done;
    }
    return withRuns(opened.value, surroundings, async ({ runtime, store }) => {
      const runs = runtime.runs({
        limit: args.get(limit) ?? 50,
        ...(only === undefined ? {} : { status: [only] }),
      });
      if (args.get(json)) emit(surroundings, { version: 1, runs });
      else if (runs.length === 0)
        say(surroundings, [only === undefined ? "there is no run" : `no run is ${only}`]);
      else
        show(
          surroundings,
          runsLines(await withStarts(runs, store), shownPageOf(surroundings, undefined, {})),
        );
      return exit.done;
    });
  },
};

/** A run whose journal cannot be read hides no other. */
async function withStarts(rows: readonly RunRow[], store: Store): Promise<readonly Listed[]> {
  const { StoreFailure } = await import("../../runtime/stores/failure.js");
  return rows.map((row) => {
    try {
      const [first] = store.journal(row.id, 0, 1);
      const event = first?.event.kind === "run.queued" ? first.event.start : first?.event;
      return { row, started: event?.kind === "run.started" ? event : undefined };
    } catch (error) {
      if (error instanceof StoreFailure) return { row, started: undefined };
      throw error;
    }
  });
}
