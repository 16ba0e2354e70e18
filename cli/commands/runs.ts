import type { Command } from "../command.js";
import { exit } from "../exit-code.js";
import { choice, json, whole } from "../option.js";
import { runsLines } from "../rendering/runs.js";
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
    return withRuns(opened.value, surroundings, ({ runtime }) => {
      const runs = runtime.runs({
        limit: args.get(limit) ?? 50,
        ...(only === undefined ? {} : { status: [only] }),
      });
      if (args.get(json)) emit(surroundings, { version: 1, runs });
      else if (runs.length === 0)
        say(surroundings, [only === undefined ? "there is no run" : `no run is ${only}`]);
      else show(surroundings, runsLines(runs, shownPageOf(surroundings, undefined, {})));
      return Promise.resolve(exit.done);
    });
  },
};
