import type { Finding, GenerateStep, Json, ModelReply } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { parseJson } from "../documents.js";
import { refuseText } from "../limits.js";
import type { GenerateWork, Lane } from "../state.js";
import { checkTarget, formOf } from "../targets.js";

/** An attempt's answer: it fits and the step is done, or all that does not fit is found (`[R-9]`). */
export function judgeAnswer(
  batch: Batch,
  lane: Lane,
  step: GenerateStep,
  work: GenerateWork,
  reply: Extract<ModelReply, { kind: "value" | "text" }>,
): void {
  const read = valueOf(batch, step, reply);
  const findings =
    "findings" in read ? read.findings : checkTarget(batch.machine, lane, step.target, read.value);
  if (findings.length > 0) {
    batch.emit({ kind: "attempt.rejected", lane: lane.id, step: lane.step, attempt: work.attempt, findings });
  } else if ("value" in read) {
    batch.emit({ kind: "step.done", lane: lane.id, step: lane.step, value: read.value });
  }
}

function valueOf(
  batch: Batch,
  step: GenerateStep,
  reply: Extract<ModelReply, { kind: "value" | "text" }>,
): { readonly value: Json } | { readonly findings: readonly Finding[] } {
  if (reply.kind === "value") return { value: reply.value };
  const refused = refuseText(reply.text, batch.machine.limits.answerBytes, "the answer");
  if (refused !== undefined) return { findings: [{ message: refused }] };
  if (formOf(batch.machine, step.target) === "text") return { value: reply.text };
  const parsed = parseJson(withoutFence(reply.text));
  return "problem" in parsed
    ? { findings: [{ message: `the answer cannot be read: ${parsed.problem}` }] }
    : parsed;
}

const fenced = /^\s*```[\w-]*\r?\n([\s\S]*?)\r?\n```\s*$/;

/** Models put JSON into a fence, whatever they are told. */
function withoutFence(text: string): string {
  return fenced.exec(text)?.[1] ?? text;
}
