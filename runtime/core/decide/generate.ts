/** A model step: brief, clarification, attempts (`[R-9]`). */
import { compactDuration, unreachable, type GenerateStep, type ModelReply } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { briefOf } from "../brief.js";
import { ceilingsOf, playbookOf } from "../machine.js";
import { counted, shortName } from "../names.js";
import type { GenerateWork, Lane } from "../state.js";
import { laneOf, parentOf, roundOf, runOf } from "../surroundings.js";
import { stepVersions } from "../step-versions.js";
import { targetName } from "../targets.js";
import { advanceClarification } from "./clarify.js";
import { judgeAnswer } from "./answer-of-model.js";
import { callTools, raiseWait } from "./turns.js";
import { raise, waitOf } from "./raise.js";
import { stopLane } from "./settle.js";
import { stopContext, type Category } from "./stop-contexts.js";

const mostCalls = 100;

export function advanceGenerate(batch: Batch, lane: Lane, step: GenerateStep): boolean {
  const work = lane.work?.kind === "generate" ? lane.work : undefined;
  if (step.performs.length > 0) {
    const names = step.performs.map((ref) => `\`${shortName(ref)}\``).join(", ");
    stop(
      batch,
      lane,
      "unsupported",
      "effects_unsupported",
      `${names} cannot be performed: this runtime has no effects yet`,
    );
    return true;
  }
  if (work?.brief === undefined) return makeBrief(batch, lane, step);
  if (work.clarification === "ask")
    return advanceClarification(batch, lane, step, work, () => startAttempt(batch, lane, step, work));
  if (work.between) return startAttempt(batch, lane, step, work);
  if (work.reply !== undefined) {
    useReply(batch, lane, step, work, work.reply);
    return true;
  }
  return anotherCall(batch, lane, step, work);
}

function makeBrief(batch: Batch, lane: Lane, step: GenerateStep): boolean {
  const prompt = briefOf(batch.machine, batch.state, lane, step);
  if (prompt === undefined) {
    stop(
      batch,
      lane,
      "invalid_output",
      "unavailable_prompt",
      "its prompt names something that is not available",
    );
    return true;
  }
  const versions = stepVersions(batch.machine, batch.state, lane);
  batch.emit({ kind: "brief.made", lane: lane.id, step: lane.step, prompt, versions });
  return true;
}

function startAttempt(batch: Batch, lane: Lane, step: GenerateStep, work: GenerateWork): boolean {
  if (spentTokens(batch, lane, work)) return true;
  if (work.attempt >= work.allowed) {
    const attempts = counted(work.attempt, "attempt");
    const last = work.findings.at(-1);
    const why =
      last === undefined
        ? ""
        : `; the last time, ${last.pointer === undefined ? "" : `${last.pointer} `}${last.message}`;
    exhaust(batch, lane, {
      category: "invalid_output",
      reasonCode: "attempts",
      message: `\`${shortName(targetName(step.target))}\` did not fit in ${attempts}${why}`,
    });
    return true;
  }
  batch.emit({ kind: "attempt.started", lane: lane.id, step: lane.step, attempt: work.attempt + 1 });
  return true;
}

/** Within an attempt: whether the call that comes next is still allowed. */
function anotherCall(batch: Batch, lane: Lane, step: GenerateStep, work: GenerateWork): boolean {
  if (work.turns.length === 0 || work.turns.at(-1)?.calls.some((call) => call.result === undefined) === true)
    return false;
  if (spentTokens(batch, lane, work)) return true;
  if (work.turns.length < mostCalls) return false;
  const message = `\`${shortName(targetName(step.target))}\` was not given within ${mostCalls} calls`;
  batch.emit({
    kind: "attempt.rejected",
    lane: lane.id,
    step: lane.step,
    attempt: work.attempt,
    findings: [{ message }],
  });
  return true;
}

/** Stops before a call where the lane's tokens are spent, or those of the composite around it (`[R-22]`). */
function spentTokens(batch: Batch, lane: Lane, work: GenerateWork): boolean {
  const { tokens } = ceilingsOf(batch.machine, lane.member.playbook);
  const spent = lane.tokens - (lane.granted?.tokens ?? 0);
  if (tokens !== undefined && spent >= tokens && !(work.exhausted === "asked")) {
    exhaust(batch, lane, {
      category: "limit",
      reasonCode: "tokens",
      message: `its ${tokens} tokens are spent (${lane.tokens})`,
    });
    return true;
  }
  const around = spentAround(batch, lane.path);
  if (around === undefined) return false;
  stop(batch, lane, "limit", "tokens", around);
  return true;
}

/** Which composite around a lane has spent its tokens, in words. */
function spentAround(batch: Batch, inner: string): string | undefined {
  const { machine, state } = batch;
  if (runOf(state).shape === "single") return undefined;
  for (let path: string | undefined = inner; path !== undefined; path = parentOf(path)) {
    const { playbook } = roundOf(state, path);
    const { tokens } = ceilingsOf(machine, playbook);
    const spent = path === "" ? state.tokens : laneOf(state, path).tokens;
    if (tokens !== undefined && spent >= tokens) {
      return `the ${tokens} tokens of \`${shortName(playbook ?? "")}\` are spent (${spent})`;
    }
  }
  return undefined;
}

function useReply(batch: Batch, lane: Lane, step: GenerateStep, work: GenerateWork, reply: ModelReply): void {
  for (const text of reply.advisories ?? []) batch.emit({ kind: "advisory.raised", lane: lane.id, text });
  switch (reply.kind) {
    case "value":
    case "text":
      judgeAnswer(batch, lane, step, work, reply);
      return;
    case "tools":
      callTools(batch, lane, step, reply);
      return;
    case "raises":
      raiseWait(batch, lane, step, reply);
      return;
    case "refusal":
      stop(batch, lane, "refusal", "refused", reply.reason, reply.source);
      return;
    case "missing":
      stop(batch, lane, "missing_information", "missing", reply.what, "executor");
      return;
    case "failure":
      stop(batch, lane, reply.category, reply.reasonCode, reply.message, "provider");
      return;
    default:
      unreachable(reply);
  }
}

function stop(
  batch: Batch,
  lane: Lane,
  category: Category,
  reasonCode: string,
  message: string,
  source: "provider" | "executor" | "runtime" = "runtime",
): void {
  stopLane(batch, lane, stopContext(category, reasonCode, message, { lane, source }));
}

/** Something ran out: asks, where the playbook says so and has not asked before, or stops (`[R-10]`). */
export function exhaust(
  batch: Batch,
  lane: Lane,
  what: { readonly category: Category; readonly reasonCode: string; readonly message: string },
): void {
  const { onExhausted } = playbookOf(batch.machine, lane.member.playbook);
  const { work } = lane;
  if (onExhausted === undefined || work?.kind !== "generate" || work.exhausted !== "no") {
    stop(batch, lane, what.category, what.reasonCode, what.message);
    return;
  }
  const wait = waitOf(batch, onExhausted);
  const active = lane.activeMs + Math.max(0, batch.at - lane.since);
  const spent = [
    counted(work.attempt, "attempt"),
    `${lane.tokens} tokens`,
    `${compactDuration(active)} of work`,
  ].join(", ");
  raise(batch, {
    wait: onExhausted,
    lane: lane.id,
    step: lane.step,
    question: `${what.message}. Spent so far: ${spent}. How shall it go on?`,
    schema: wait.schema,
    declinable: wait.declinable,
  });
}
