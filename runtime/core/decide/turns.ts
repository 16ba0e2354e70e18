/** What a model asks for within an attempt: tools, and waits (`[R-31]`, `[R-59]`). */
import {
  suggestion,
  type GenerateStep,
  type Json,
  type ModelReply,
  type ToolUse,
} from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { momentAt, momentIn, type MomentAt } from "../moments.js";
import { listed } from "../names.js";
import type { Lane } from "../state.js";
import { raise, waitOf } from "./raise.js";
import { inWords } from "./values.js";

/** Journals each call; one that cannot be made has its error for a result, and the model goes on from there (`[R-11]`). */
export function callTools(
  batch: Batch,
  lane: Lane,
  step: GenerateStep,
  reply: Extract<ModelReply, { kind: "tools" }>,
): void {
  const at = { lane: lane.id, step: lane.step };
  if (reply.calls.length === 0) {
    const attempt = lane.work?.kind === "generate" ? lane.work.attempt : 0;
    batch.emit({
      kind: "attempt.rejected",
      ...at,
      attempt,
      findings: [{ message: "it called nothing and gave nothing" }],
    });
    return;
  }
  for (const { id: callId, tool, input } of reply.calls)
    batch.emit({ kind: "tool.called", ...at, callId, tool, input });
  for (const call of reply.calls) {
    const error = refused(batch, step, call);
    if (error !== undefined) batch.emit({ kind: "tool.returned", ...at, callId: call.id, error });
  }
}

function refused(batch: Batch, step: GenerateStep, { tool, input }: ToolUse): string | undefined {
  const declared = batch.machine.program.tools[tool];
  if (declared === undefined || !step.uses.includes(tool)) {
    if (step.offers.includes(tool)) return `\`${tool}\` is a wait: raise it by itself`;
    return `there is no tool \`${tool}\` here${suggestion(tool, step.uses)}`;
  }
  const misfits = batch.machine.schemas.check(declared.input)(input);
  return misfits.length === 0 ? undefined : `the input does not fit: ${listed(misfits.map(inWords))}`;
}

/** Raises a wait that the step offers; its answer will be the call's result. */
export function raiseWait(
  batch: Batch,
  lane: Lane,
  step: GenerateStep,
  reply: Extract<ModelReply, { kind: "raises" }>,
): void {
  const { callId, wait: ref, question } = reply;
  const moment = momentOfReply(batch, step, reply);
  if (moment !== undefined && "problem" in moment) {
    const input: Json = { question, ...(reply.moment === undefined ? {} : { moment: reply.moment }) };
    const at = { lane: lane.id, step: lane.step, callId };
    batch.emit({ kind: "tool.called", ...at, tool: ref, input });
    batch.emit({ kind: "tool.returned", ...at, error: moment.problem });
    return;
  }
  const wait = waitOf(batch, ref);
  raise(batch, {
    wait: ref,
    lane: lane.id,
    step: lane.step,
    question,
    schema: wait.schema,
    declinable: wait.declinable,
    callId,
    dueAt: moment?.at,
  });
}

/** When a wait that a model raises is due; why it cannot be raised; or neither. */
function momentOfReply(
  batch: Batch,
  step: GenerateStep,
  reply: Extract<ModelReply, { kind: "raises" }>,
): MomentAt | undefined {
  if (!step.offers.includes(reply.wait)) {
    return {
      problem: `\`${reply.wait}\` is not offered here${suggestion(reply.wait, step.offers)}`,
    };
  }
  if (reply.question.trim() === "") return { problem: "a wait needs a question" };
  if (waitOf(batch, reply.wait).class !== "schedule") return undefined;
  if (reply.moment === undefined)
    return { problem: `\`${reply.wait}\` needs its moment: a datetime with an offset, or a duration` };
  return reply.moment.startsWith("P") ? momentIn(reply.moment, batch.at) : momentAt(reply.moment);
}
