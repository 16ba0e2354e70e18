import type { RunView } from "../runtime/core/index.js";
import { exit, type ExitCode } from "./exit-code.js";

const ceilings = new Set(["iteration_ceiling", "duration_ceiling", "deadline_ceiling"]);
const shortOfGoal = new Set(["nothing_eligible", "chose_to_stop"]);

/** What a run's end means to the shell (`[R-53]`). A run that was cancelled did not do what was asked. */
export function exitOfRun(view: RunView): ExitCode {
  switch (view.status) {
    case "completed": {
      const reason = view.stopReason ?? "";
      const short = ceilings.has(reason) || (shortOfGoal.has(reason) && view.goalHolds === false);
      return short ? exit.refused : exit.done;
    }
    case "failed":
    case "cancelled":
      return exit.refused;
    case "paused":
      return exit.paused;
    case "queued":
    case "running":
    case "waiting":
      return exit.waiting;
  }
}
