import type { RunStatus } from "../core/index.js";

/** Statuses in which a run counts as active for the next request with its key (`[R-36]`). */
export const activeStatuses: readonly RunStatus[] = ["running", "waiting", "paused"];

/** Whether nothing turns a run with this status into anything else (`[R-35]`). A failed run is final (`[R-53]`). */
export function hasEnded(status: string): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}
