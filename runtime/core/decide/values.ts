import type { Finding, Json, LandStep, ReturnStep } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { evaluate } from "../evaluate.js";
import { explain } from "../explain.js";
import { listed, shortName } from "../names.js";
import type { Lane } from "../state.js";
import { scopeOfLane } from "../surroundings.js";
import { checkTarget } from "../targets.js";
import { stopLane } from "./settle.js";
import { stopContext } from "./stop-contexts.js";

/** Lands or returns from values at hand. What does not fit stops the lane: nobody can be asked for another value. */
export function giveValue(batch: Batch, lane: Lane, step: LandStep | ReturnStep): void {
  const target = step.kind === "land" ? ({ kind: "artifact", ref: step.artifact } as const) : step.target;
  const scope = scopeOfLane(batch.machine, batch.state, lane);
  const value = evaluate(step.value, scope);
  const verb = step.kind === "land" ? "land" : "return";
  const what = `cannot ${verb} \`${shortName(target.ref)}\``;
  if (value === undefined) {
    const missing = explain(step.value, scope);
    stop(
      batch,
      lane,
      "unavailable_value",
      `${what}: ${missing.length === 0 ? "its value is unavailable" : listed(missing)}`,
    );
    return;
  }
  const findings = checkTarget(batch.machine, lane, target, value);
  if (findings.length > 0) {
    stop(batch, lane, "value_misfit", `${what}: ${listed(findings.map(inWords))}`);
    return;
  }
  done(batch, lane, value);
}

function stop(batch: Batch, lane: Lane, reasonCode: string, message: string): void {
  stopLane(batch, lane, stopContext("invalid_output", reasonCode, message, { lane }));
}

function done(batch: Batch, lane: Lane, value: Json): void {
  batch.emit({ kind: "step.done", lane: lane.id, step: lane.step, value });
}

/** A finding as one phrase. */
export function inWords({ message, pointer }: Finding): string {
  return pointer === undefined ? message : `${pointer} ${message}`;
}
