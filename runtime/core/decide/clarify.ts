/** Decisions that only a person can make, before anything is generated (`[R-25]`, `[R-26]`). */
import type { Clarification, GenerateStep, Json, Schema } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { playbookOf } from "../machine.js";
import { counted, shortName } from "../names.js";
import type { GenerateWork, Lane } from "../state.js";
import { targetName } from "../targets.js";
import { nextWaitId } from "./raise.js";

/** Judges what the model asks. It fails softly: what cannot be read leaves a trace, and the generation goes ahead. */
export function advanceClarification(
  batch: Batch,
  lane: Lane,
  step: GenerateStep,
  work: GenerateWork,
  goAhead: () => boolean,
): boolean {
  const { clarifying } = work;
  if (clarifying === undefined) return false;
  const why = "failure" in clarifying ? clarifying.failure : unreadable(clarifying.requests);
  if (why !== undefined) {
    batch.emit({ kind: "clarification.failed", lane: lane.id, step: lane.step, why });
    return true;
  }
  const requests = "requests" in clarifying ? fresh(clarifying.requests, lane) : [];
  if (requests.length === 0) return goAhead();
  const most = playbookOf(batch.machine, lane.member.playbook).clarification?.questions ?? requests.length;
  raiseClarification(batch, lane, step, requests.slice(0, most), requests.slice(most));
  return true;
}

function unreadable(requests: readonly Clarification[]): string | undefined {
  for (const { ref, question, form, choices } of requests) {
    if (ref.trim() === "") return "a question has no ref";
    if (question.trim() === "") return `\`${ref}\` asks nothing`;
    if (form === "choice" && new Set(choices).size < 2)
      return `\`${ref}\` is a choice with nothing to choose from`;
  }
  return undefined;
}

/** Without what was asked before, and each ref once. */
function fresh(requests: readonly Clarification[], lane: Lane): readonly Clarification[] {
  const known = new Set(lane.exchange.map(({ ref }) => ref));
  return requests.filter(({ ref }) => {
    if (known.has(ref)) return false;
    known.add(ref);
    return true;
  });
}

function raiseClarification(
  batch: Batch,
  lane: Lane,
  step: GenerateStep,
  requests: readonly Clarification[],
  cut: readonly Clarification[],
): void {
  const waitId = nextWaitId(batch);
  const family = targetName(step.target);
  const decisions = counted(requests.length, "decision");
  batch.emit({
    kind: "wait.intervention.raised",
    waitId,
    wait: "Clarification",
    lane: lane.id,
    step: lane.step,
    question: `${decisions} about \`${shortName(family)}\` that only you can make`,
    schema: answersSchema(requests),
    declinable: true,
    clarification: true,
  });
  batch.emit({
    kind: "clarification.requested",
    lane: lane.id,
    step: lane.step,
    waitId,
    playbook: lane.member.playbook,
    family,
    requests,
    cut,
    round: lane.clarified + 1,
  });
}

/** The answers, by ref. */
function answersSchema(requests: readonly Clarification[]): Schema {
  const properties = requests.map(({ ref, question, form, choices }): [string, Json] => {
    switch (form) {
      case "choice":
        return [ref, { description: question, enum: choices ?? [] }];
      case "confirmation":
        return [ref, { description: question, type: "boolean" }];
      case "text":
        return [ref, { description: question, type: "string", minLength: 1 }];
      default:
        return [ref, true];
    }
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: requests.map(({ ref }) => ref),
    additionalProperties: false,
  };
}
