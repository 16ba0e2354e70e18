import type { AskStep, Json, Playbook, Schema } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { render } from "../evaluate.js";
import type { Scope } from "../facts.js";
import { playbookOf } from "../machine.js";
import { shortName } from "../names.js";
import type { Lane } from "../state.js";
import { scopeOfLane } from "../surroundings.js";
import { momentOf, nextWaitId, raise } from "./raise.js";
import { stopLane } from "./settle.js";
import { stopContext } from "./stop-contexts.js";

/** Raises what a step asks, all at once; the step is done once all of it is answered, in whatever order (`[R-31]`). */
export function advanceAsk(batch: Batch, lane: Lane, step: AskStep): boolean {
  if (lane.work?.kind === "ask") {
    batch.emit({ kind: "step.done", lane: lane.id, step: lane.step });
    return true;
  }
  const scope = scopeOfLane(batch.machine, batch.state, lane);
  const moments = step.asks.map((ask) =>
    ask.moment === undefined ? undefined : momentOf(ask.moment, scope, batch.at),
  );
  for (const [index, moment] of moments.entries()) {
    if (moment === undefined || "at" in moment) continue;
    const what = `cannot wait for \`${shortName(step.asks[index]?.wait ?? "")}\`: ${moment.problem}`;
    stopLane(batch, lane, stopContext("invalid_output", "no_moment", what, { lane }));
    return true;
  }
  for (const [index, ask] of step.asks.entries()) {
    const moment = moments[index];
    raise(batch, {
      wait: ask.wait,
      lane: lane.id,
      step: lane.step,
      question: render(ask.question.parts, scope) ?? shortName(ask.wait),
      schema: ask.schema,
      declinable: ask.declinable,
      as: ask.as,
      dueAt: moment !== undefined && "at" in moment ? moment.at : undefined,
    });
  }
  return true;
}

/** The interview is a lane's first wait (`[L-39]`). Where it is open already, its answer is waited for. */
export function raiseInterview(batch: Batch, lane: Lane): boolean {
  const playbook = playbookOf(batch.machine, lane.member.playbook);
  emitInterview(
    batch,
    playbook,
    lane.member.playbook,
    scopeOfLane(batch.machine, batch.state, lane),
    lane.id,
  );
  return true;
}

/** Raises the interview of a playbook, for a lane or for the run itself. */
export function emitInterview(
  batch: Batch,
  playbook: Playbook,
  ref: string,
  scope: Scope,
  lane: string | undefined,
): void {
  const questions = playbook.interview.map(({ name, question }) => ({
    name,
    text: render(question.parts, scope) ?? name,
  }));
  const [only] = questions;
  batch.emit({
    kind: "wait.intervention.raised",
    waitId: nextWaitId(batch),
    wait: "interview",
    ...(lane === undefined ? {} : { lane }),
    question:
      questions.length === 1 && only !== undefined ? only.text : `before \`${shortName(ref)}\` can start`,
    schema: batch.machine.schemas.alone(
      interviewSchema(playbook, new Map(questions.map(({ name, text }) => [name, text]))),
    ),
    declinable: false,
  });
}

/** A closed object with a field for each question, described by it. */
export function interviewSchema(playbook: Playbook, questions: ReadonlyMap<string, string>): Schema {
  const properties: [string, Json][] = playbook.interview.map(({ name, schema }) => {
    const description = questions.get(name) ?? name;
    return [
      name,
      typeof schema === "boolean" ? (schema ? { description } : false) : { description, ...schema },
    ];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: playbook.interview
      .filter((question) => question.required && question.default === undefined)
      .map(({ name }) => name),
    additionalProperties: false,
  };
}
