/** `expect …` ([L-30]). */
import { type Event, type Expectation, nearest, type StopContext } from "../../ir/index.js";
import type { RunStatus } from "../../runtime/core/index.js";
import type { Expectation as ExpectationNode, Name, StringLiteral } from "../../grammar/tree.js";
import { unknownWord } from "../checks/lb2001.js";
import { clausesOf } from "../declarations/clauses.js";
import { stopReasons, words } from "../stop-reasons.js";
import { elaborationOf } from "../expressions/elaborate.js";
import { lookUp, meaningOf } from "../lookup.js";
import { placeIn } from "../names.js";
import { lookUpWait, type ScenarioContext } from "./context.js";

const statuses = words<RunStatus>({
  queued: true,
  running: true,
  waiting: true,
  paused: true,
  completed: true,
  failed: true,
  cancelled: true,
});

const recoveries = words<StopContext["recovery"]>({
  clarify: true,
  approve: true,
  retry: true,
  configure: true,
  review: true,
  new_run: true,
  none: true,
});

export function readExpectation(context: ScenarioContext, node: ExpectationNode): Expectation {
  const { checking, module } = context;
  switch (node.kind) {
    case "predicate": {
      const elaboration = elaborationOf(checking, { module, locals: new Map(), fans: new Set() });
      const { start, end } = node.predicate.span;
      return {
        kind: "predicate",
        predicate: elaboration.predicate(node.predicate),
        source: module.syntax.text.slice(start, end),
      };
    }
    case "rounds":
      return { kind: "rounds", operator: node.operator, value: node.value.value };
    case "stopped":
      return {
        kind: "stopped",
        reason: context.isPartial
          ? node.reason.text
          : word(context, node.reason, "stop reason", [...stopReasons, ...endsOf(context)]),
      };
    case "status":
      return { kind: "status", status: word(context, node.name, "status", statuses) };
    case "recovery":
      return { kind: "recovery", recovery: word(context, node.name, "recovery", recoveries) };
    case "waiting":
      return { kind: "waiting", wait: waitingFor(context, node.name) };
    case "held-back":
      return { kind: "held-back", playbook: playbookRef(context, node.name) };
    case "never":
      return { kind: "never", playbook: playbookRef(context, node.name) };
    case "order":
      return { kind: "order", playbooks: node.names.map((name) => playbookRef(context, name)) };
    case "written":
      return { kind: "written", path: node.path.text };
    case "dispatched": {
      const effect = lookUp(checking, module, node.effect, ["effect"])?.ref ?? node.effect.text;
      return { kind: "dispatched", effect, operator: node.operator, value: node.value.value };
    }
  }
}

function playbookRef({ checking, module }: ScenarioContext, name: Name): string {
  return lookUp(checking, module, name, ["playbook"])?.ref ?? name.text;
}

/** The `ends` of what the scenario's start reaches. */
function endsOf({ reachable }: ScenarioContext): readonly string[] {
  return reachable.flatMap(({ declared: { syntax } }) =>
    syntax.kind === "playbook" ? clausesOf(syntax.clauses, "ends").map(({ reason }) => reason.text) : [],
  );
}

function word(
  { checking, module }: ScenarioContext,
  node: Name | StringLiteral,
  what: string,
  known: readonly string[],
): string {
  if (!known.includes(node.text) && !module.hearsay.has(node.text)) {
    checking.report(
      unknownWord(placeIn(module, node.span), node.text, what, known, nearest(node.text, known)),
    );
  }
  return node.text;
}

/** A wait, `interview`, or the name that a step gives its answer. */
function waitingFor(context: ScenarioContext, name: Name): string {
  if (name.text === "interview" || name.text === "Clarification") return name.text;
  const isStep = context.reachable.some(({ asks }) => asks.some(({ as }) => as === name.text));
  if (isStep && meaningOf(context.checking, context.module, name.text) === undefined) return name.text;
  return lookUpWait(context, name)?.ref ?? name.text;
}

const events: Readonly<Record<Event["kind"], true>> = {
  "run.started": true,
  "run.queued": true,
  "run.resumed": true,
  "run.paused": true,
  "run.stopped": true,
  "run.completed": true,
  "run.failed": true,
  "run.cancelled": true,
  "run.adopted": true,
  "run.cancel_requested": true,
  "round.started": true,
  "round.settled": true,
  "workspace.read": true,
  "board.built": true,
  "selection.replied": true,
  "selection.made": true,
  "selection.refused": true,
  "lane.admitted": true,
  "lane.held_back": true,
  "lane.resumed": true,
  "lane.settled": true,
  "brief.made": true,
  "clarification.replied": true,
  "clarification.requested": true,
  "clarification.failed": true,
  "clarification.answered": true,
  "wait.intervention.raised": true,
  "wait.intervention.ended": true,
  "wait.signal.raised": true,
  "wait.signal.ended": true,
  "wait.schedule.raised": true,
  "wait.schedule.ended": true,
  "signal.kept": true,
  "answers.claimed": true,
  "checkpoint.consumed": true,
  "timer.due": true,
  "attempt.started": true,
  "attempt.replied": true,
  "attempt.rejected": true,
  "tool.called": true,
  "tool.returned": true,
  "step.done": true,
  "landing.prepared": true,
  "landing.refused": true,
  "artifact.landed": true,
  "evidence.added": true,
  "verdict.returned": true,
  "verdict.removed": true,
  "effect.prepared": true,
  "effect.judged": true,
  "effect.approved": true,
  "permit.issued": true,
  "permit.revoked": true,
  "effect.claimed": true,
  "effect.dispatched": true,
  "effect.receipt": true,
  "effect.reviewed": true,
  "advisory.raised": true,
  "recovery.requested": true,
};

/** Every event that a run's journal can hold. */
export const eventKinds: readonly string[] = words(events);
