import type { Command } from "../command.js";
import { compileToRun } from "../compile-project.js";
import { flag, json, text, whole } from "../option.js";
import { misuse } from "../problem.js";
import { refusedStart } from "../refused-start.js";
import { reporter, stayWithRun } from "../stay-with-run.js";
import { withRuntime } from "../with-runtime.js";

const goal = text({ name: "goal", value: "TEXT", summary: "what the loop works towards" });
const rounds = whole({
  name: "rounds",
  value: "N",
  minimum: 1,
  summary: "at most so many rounds (default 20)",
});
const lanes = whole({
  name: "lanes",
  value: "N",
  minimum: 1,
  summary: "at most so many lanes at once (default 1)",
});
const select = text({
  name: "select",
  value: "SELECTOR",
  summary: "who chooses: model (the default), first, all, or a selector of the settings",
});
const dryRun = flag({ name: "dry-run", summary: "writes nothing to the workspace, and shows what it would" });

export const command: Command = {
  name: "loop",
  summary: "runs the whole catalog unattended: what is missing or stale is made",
  operands: [],
  options: [goal, rounds, lanes, select, dryRun, json],
  notes: ["Nobody is asked. Ctrl-c leaves the loop; `laban resume` goes on."],
  async run(args, surroundings) {
    const wanted = args.get(goal);
    if (wanted === undefined) {
      return misuse("`laban loop` needs a goal", { hint: `laban loop --goal "what it works towards"` });
    }
    const compiled = await compileToRun(surroundings);
    if (compiled.kind === "problem") return compiled;
    const { workplace, bundle } = compiled.value;
    return withRuntime(workplace, surroundings, true, async (runs) => {
      const started = await runs.runtime.start({
        bundle,
        dryRun: args.get(dryRun),
        loop: {
          goal: wanted,
          rounds: args.get(rounds) ?? 20,
          lanes: args.get(lanes) ?? 1,
          select: args.get(select) ?? "model",
        },
      });
      if (started.kind === "refused") return refusedStart(started.refusal, runs, surroundings);
      return stayWithRun(
        runs,
        started.run,
        { report: reporter(args.get(json), surroundings), from: 0 },
        surroundings,
      );
    });
  },
};
