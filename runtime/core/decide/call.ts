import type { CallStep } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { objectOf } from "../evaluate.js";
import { listed, shortName } from "../names.js";
import type { Lane } from "../state.js";
import { scopeOfLane } from "../surroundings.js";
import { stopLane } from "./settle.js";
import { stopContext, type Category } from "./stop-contexts.js";
import { inWords } from "./values.js";

/** Calls a tool; its error stops the lane, there being no model that could make something of it (`[R-11]`). */
export function advanceCall(batch: Batch, lane: Lane, step: CallStep): boolean {
  const { work } = lane;
  const name = shortName(step.tool);
  const tool = batch.machine.program.tools[step.tool];
  if (work?.kind !== "call") {
    const input = objectOf(step.input, scopeOfLane(batch.machine, batch.state, lane));
    const misfits = tool === undefined ? [] : batch.machine.schemas.check(tool.input)(input);
    if (misfits.length > 0) {
      stop(
        batch,
        lane,
        "invalid_output",
        "value_misfit",
        `cannot call \`${name}\`: ${listed(misfits.map(inWords))}`,
      );
      return true;
    }
    const callId = `${lane.id}/${lane.epoch}/${lane.step}`;
    batch.emit({ kind: "tool.called", lane: lane.id, step: lane.step, callId, tool: step.tool, input });
    return true;
  }
  if (work.returned === undefined) return false;
  if ("error" in work.returned) {
    stop(batch, lane, "provider_failure", "tool_failed", `\`${name}\` failed: ${work.returned.error}`);
    return true;
  }
  const misfits = tool === undefined ? [] : batch.machine.schemas.check(tool.output)(work.returned.output);
  if (misfits.length > 0) {
    stop(
      batch,
      lane,
      "provider_failure",
      "tool_misfit",
      `what \`${name}\` gave does not fit its output: ${listed(misfits.map(inWords))}`,
    );
    return true;
  }
  batch.emit({ kind: "step.done", lane: lane.id, step: lane.step, value: work.returned.output });
  return true;
}

function stop(batch: Batch, lane: Lane, category: Category, reasonCode: string, message: string): void {
  stopLane(batch, lane, stopContext(category, reasonCode, message, { lane }));
}
