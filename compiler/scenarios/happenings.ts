/** What people and other systems do in a scenario ([L-29]). */
import { type Action, nearest } from "../../ir/index.js";
import type { Declaration, Name, PersonAction, Subject } from "../../grammar/tree.js";
import { thingOf } from "../checking.js";
import { unknownName } from "../checks/lb2001.js";
import { notA } from "../checks/lb2004.js";
import { clausesOf } from "../declarations/clauses.js";
import { clarificationRef } from "../declarations/steps.js";
import { meaningOf, namesOfKinds } from "../lookup.js";
import { placeIn } from "../names.js";
import type { CheckedAsk, CheckedPlaybook } from "../program.js";
import type { WaitThing } from "../things.js";
import { reportMissing } from "../unnamed.js";
import { anyType, type Property, textType, type Type, unionOf } from "../types/type.js";
import { lookUpPlaybook, lookUpWait, readValue, type ScenarioContext } from "./context.js";

export function readAction(context: ScenarioContext, action: PersonAction, of: Subject | undefined): Action {
  switch (action.kind) {
    case "answers": {
      const target = readTarget(context, action.target, of);
      return {
        kind: "answers",
        target: target.name,
        value: readValue(context, action.value, target.answer, "an answer"),
      };
    }
    case "declines": {
      const target = action.target === undefined ? undefined : readTarget(context, action.target, of);
      if (target?.declinable === false) reportUndeclinable(context, action.target, target.wait);
      return {
        kind: "declines",
        ...(target === undefined ? {} : { target: target.name }),
        ...(action.reason === undefined ? {} : { reason: action.reason.text }),
      };
    }
    case "cancels":
      return {
        kind: "cancels",
        ...(action.target === undefined ? {} : { target: readTarget(context, action.target, of).name }),
      };
    case "cancels-run":
    case "approves":
    case "retries":
    case "resumes":
      return { kind: action.kind };
    case "clarifies":
      return { kind: "clarifies", text: action.text.text };
    case "reviews":
      return { kind: "reviews", outcome: action.text.text };
  }
}

interface Target {
  /** A wait's ref, a step's `as`, `Clarification` or `interview`. */
  readonly name: string;
  readonly answer: Type | undefined;
  readonly declinable: boolean;
  readonly wait?: WaitThing;
}

function readTarget(context: ScenarioContext, name: Name, of: Subject | undefined): Target {
  const playbook = of === undefined ? undefined : lookUpPlaybook(context, of.name);
  const among = playbook === undefined ? context.reachable : [playbook];
  if (name.text === "interview")
    return { name: "interview", answer: interviewType(context, name, among), declinable: true };
  const asks = among.flatMap((each) => each.asks);
  const named = asks.filter(({ as }) => as === name.text);
  if (named.length > 0) return { name: name.text, ...answerOf(named) };
  const { checking, module } = context;
  if (meaningOf(checking, module, name.text) === undefined && name.text !== "Clarification") {
    // A step whose wait is not known was reported.
    if (!among.some(({ declared }) => asksAs(declared.syntax, name.text))) reportTarget(context, name, asks);
    return { name: name.text, answer: undefined, declinable: true };
  }
  const declared = lookUpWait(context, name);
  const wait = thingOf(checking, declared, "wait");
  if (declared === undefined || wait === undefined)
    return { name: name.text, answer: undefined, declinable: true };
  // A model's questions are answered by ref, all of them at once; one that it raised, by its text.
  if (declared.ref === clarificationRef) {
    return {
      name: "Clarification",
      answer: unionOf([textType, { kind: "map", value: anyType }]),
      declinable: true,
    };
  }
  const raised = asks.filter((ask) => ask.wait.declared.ref === declared.ref);
  return {
    name: declared.ref,
    ...answerOf(raised.length > 0 ? raised : [{ wait, as: undefined, answer: wait.answer }]),
    wait,
  };
}

/** Whether a step asks under that name, whatever it asks for. */
function asksAs(syntax: Declaration, name: string): boolean {
  const steps =
    syntax.kind === "playbook" ? clausesOf(syntax.clauses, "do").flatMap((each) => each.steps) : [];
  return steps.some(
    (step) =>
      (step.kind === "ask" && step.as?.text === name) ||
      (step.kind === "together" && step.asks.some(({ as }) => as?.text === name)),
  );
}

function answerOf(asks: readonly CheckedAsk[]): {
  readonly answer: Type;
  readonly declinable: boolean;
  readonly wait?: WaitThing;
} {
  const [first] = asks;
  return {
    answer: unionOf(asks.map(({ answer }) => answer)),
    declinable: asks.some(({ wait }) => wait.declinable),
    ...(first === undefined ? {} : { wait: first.wait }),
  };
}

/** Of those who have one; several give the best fit. */
function interviewType(
  { checking, module, isPartial }: ScenarioContext,
  name: Name,
  among: readonly CheckedPlaybook[],
): Type | undefined {
  const interviews = among.map(({ thing }) => thing.interview).filter(({ size }) => size > 0);
  if (interviews.length === 0) {
    if (among.length > 0 && !isPartial)
      checking.report(
        notA(
          placeIn(module, name.span),
          "nothing that runs here has an interview",
          "so there is none to answer",
        ),
      );
    return undefined;
  }
  return unionOf(
    interviews.map((interview): Type => {
      const fields = [...interview.values()].map(
        ({ name: field, type, optional, default: value, place }): [string, Property] => [
          field,
          { type, optional, place, ...(value === undefined ? {} : { default: value }) },
        ],
      );
      return { kind: "object", open: false, fields: new Map(fields) };
    }),
  );
}

function reportTarget(
  { checking, module, isPartial }: ScenarioContext,
  name: Name,
  asks: readonly CheckedAsk[],
): void {
  if (isPartial) return;
  const steps = asks.flatMap(({ as }) => (as === undefined ? [] : [as]));
  const near = nearest(name.text, [
    ...steps,
    "interview",
    "Clarification",
    ...namesOfKinds(checking, module, ["wait"]),
  ]);
  reportMissing(checking, module, name, ["wait"], () =>
    unknownName(placeIn(module, name.span), name.text, "wait or step", { near }),
  );
}

function reportUndeclinable(
  { checking, module }: ScenarioContext,
  target: Name | undefined,
  wait: WaitThing | undefined,
): void {
  if (target === undefined || wait === undefined) return;
  const place = placeIn(module, target.span);
  const related = [
    {
      place: placeIn(wait.declared.module, wait.declared.syntax.name.span),
      message: `\`${wait.declared.name}\` is declared here`,
    },
  ];
  const details = { related, hint: "add `declinable` to the wait" };
  checking.report(
    notA(place, `\`${target.text}\` cannot be declined`, "only a `declinable` wait can", details),
  );
}
