/** What a running lane does next, as far as nothing from outside is needed. */
import { compactDuration, unreachable, type Step } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { holds, render } from "../evaluate.js";
import { ceilingsOf, playbookOf } from "../machine.js";
import type { Lane } from "../state.js";
import { isOverdueWithin, laneOf, scopeOfLane } from "../surroundings.js";
import { advanceAsk, raiseInterview } from "./ask.js";
import { advanceCall } from "./call.js";
import { advanceGenerate, exhaust } from "./generate.js";
import { advanceLanding, finish } from "./landing.js";
import { settle, stopLane } from "./settle.js";
import { stopContext } from "./stop-contexts.js";
import { giveValue } from "./values.js";

/** One move of a lane; `false`: it waits for an answer, a reply, or its landing. */
export function advanceLane(batch: Batch, id: string): boolean {
  const lane = laneOf(batch.state, id);
  const { machine } = batch;
  const playbook = playbookOf(machine, lane.member.playbook);
  if (playbook.steps === undefined) return advanceComposite(batch, lane);
  if (isOverdueWithin(batch.state, lane.path)) {
    const around = "the time of the choreography around it is over";
    stopLane(batch, lane, stopContext("limit", "duration", around, { lane }));
    return true;
  }
  if (lane.overdue && lane.openWaits === 0) {
    overdue(batch, lane);
    return true;
  }
  if (lane.openWaits > 0) {
    settle(batch, lane, "suspended");
    return true;
  }
  if (playbook.interview.length > 0 && lane.interview === undefined) return raiseInterview(batch, lane);
  if (lane.landing !== undefined) return advanceLanding(batch, lane);
  const step = playbook.steps[lane.step];
  if (step === undefined) {
    finish(batch, lane);
    return true;
  }
  if (
    lane.work === undefined &&
    step.when !== undefined &&
    !holds(step.when, scopeOfLane(machine, batch.state, lane))
  ) {
    batch.emit({ kind: "step.done", lane: id, step: lane.step, skipped: true });
    return true;
  }
  return advanceStep(batch, lane, step);
}

/** A composite's lane is its rounds; only its interview comes before them (`[L-39]`). */
function advanceComposite(batch: Batch, lane: Lane): boolean {
  if (lane.openWaits > 0) {
    settle(batch, lane, "suspended");
    return true;
  }
  const { interview } = playbookOf(batch.machine, lane.member.playbook);
  return interview.length > 0 && lane.interview === undefined ? raiseInterview(batch, lane) : false;
}

function advanceStep(batch: Batch, lane: Lane, step: Step): boolean {
  switch (step.kind) {
    case "generate":
      return advanceGenerate(batch, lane, step);
    case "ask":
      return advanceAsk(batch, lane, step);
    case "call":
      return advanceCall(batch, lane, step);
    case "land":
    case "return":
      giveValue(batch, lane, step);
      return true;
    case "advise": {
      const text = render(step.text.parts, scopeOfLane(batch.machine, batch.state, lane)) ?? "";
      batch.emit({ kind: "advisory.raised", lane: lane.id, text });
      batch.emit({ kind: "step.done", lane: lane.id, step: lane.step });
      return true;
    }
    case "perform":
      stopLane(
        batch,
        lane,
        stopContext(
          "unsupported",
          "effects_unsupported",
          `\`${step.effect}\` cannot be performed: this runtime has no effects yet`,
          { lane },
        ),
      );
      return true;
    default:
      return unreachable(step);
  }
}

/** Its time is over (`[R-22]`); it may be granted some more, once (`[R-10]`). */
function overdue(batch: Batch, lane: Lane): void {
  const { duration, deadline } = ceilingsOf(batch.machine, lane.member.playbook);
  const active = lane.activeMs + batch.at - lane.since - (lane.granted?.activeMs ?? 0);
  if (duration !== undefined && active >= duration) {
    const message = `its duration of ${compactDuration(duration)} is over`;
    exhaust(batch, lane, { category: "limit", reasonCode: "duration", message });
  } else {
    const message = `its deadline of ${compactDuration(deadline ?? 0)} has passed`;
    exhaust(batch, lane, { category: "limit", reasonCode: "deadline", message });
  }
}
