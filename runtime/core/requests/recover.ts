/** Recoveries of a run that stopped, or of one of its lanes (`[R-38]`, `[R-50]`). */
import type { StopContext } from "../../../ir/index.js";
import type { Request, RequestResult } from "../requests.js";
import type { State } from "../state.js";
import { refuse } from "./refuse.js";

export function recoverRun(state: State, request: Extract<Request, { kind: "recover" }>): RequestResult {
  if (state.status === "cancelled" || state.status === "completed")
    return refuse(409, "run_ended", `the run is ${state.status}`);
  const open = openStops(state);
  if (open.length === 0) return refuse(409, "nothing_stopped", "nothing has stopped that could be recovered");
  const named = request.lane === undefined ? open : open.filter((stop) => stopName(stop) === request.lane);
  const fitting = named.filter((stop) => stop.recovery === request.recovery);
  if (named.length === 0) {
    return refuse(404, "unknown_lane", `lane \`${request.lane ?? ""}\` has not stopped`, open.map(detail));
  }
  if (fitting.length === 0) return wrong(named, request.recovery);
  const [stop] = fitting;
  const isWhole = fitting.every((other) => other.reasonCode === "all_lanes_failed");
  if (fitting.length > 1 && !isWhole) {
    return refuse(409, "ambiguous_lane", "several lanes have stopped: say which", fitting.map(detail));
  }
  if (request.recovery === "clarify" && (request.text ?? "").trim() === "") {
    return refuse(422, "invalid_answer", "a clarification needs a text");
  }
  const lane = stop?.laneId !== undefined && state.lanes.has(stop.laneId) ? { lane: stop.laneId } : {};
  return {
    kind: "accepted",
    events: [
      {
        kind: "recovery.requested",
        recovery: request.recovery,
        ...lane,
        ...(request.text === undefined ? {} : { text: request.text }),
        by: request.by,
      },
    ],
    repeated: false,
  };
}

/** Every stop that waits for somebody: of lanes that are stopped, and of the run itself. */
export function openStops(state: State): readonly StopContext[] {
  const stops = new Map<string, StopContext>();
  for (const lane of state.lanes.values()) {
    // A composite is stopped by what is stopped inside; that is what can be recovered.
    const isInside = lane.stop?.laneId !== undefined && lane.stop.laneId !== lane.id;
    if (lane.status === "stopped" && !lane.recovered && lane.stop !== undefined && !isInside) {
      stops.set(lane.id, lane.stop);
    }
  }
  for (const [index, stop] of state.stops.entries()) {
    const id = stop.laneId ?? `run/${index}`;
    const isDone = stop.laneId !== undefined && state.lanes.get(stop.laneId)?.recovered === true;
    if (!stops.has(id) && !isDone) stops.set(id, stop);
  }
  return [...stops.values()];
}

/** What a recovery names a stop by, where several are open: its lane, or `selector` for that of the run's own selector. */
export function stopName({ laneId, reasonCode }: StopContext): string {
  return laneId ?? (reasonCode.startsWith("selector_") ? "selector" : "run");
}

function wrong(stops: readonly StopContext[], asked: string): RequestResult {
  const kinds = [...new Set(stops.map(({ recovery }) => recovery))];
  const open = kinds
    .map((kind) => (kind === "none" ? "nothing" : kind === "new_run" ? "a new run" : `\`${kind}\``))
    .join(" or ");
  return refuse(409, "wrong_recovery", `\`${asked}\` is not open here; ${open} is`, stops.map(detail));
}

function detail(stop: StopContext): { readonly message: string; readonly ref: string } {
  return { message: `${stop.message} (${stop.recovery})`, ref: stopName(stop) };
}
