import type { Ask, AskStep as IrAskStep, Expression as Ir, Moment as IrMoment } from "../../ir/index.js";
import type { AskStep, Moment, TogetherStep } from "../../grammar/tree.js";
import { thingOf } from "../checking.js";
import { notA } from "../checks/lb2004.js";
import { lookUp } from "../lookup.js";
import { placeIn } from "../names.js";
import type { WaitThing } from "../things.js";
import { readFields } from "../types/read-type.js";
import { schemaFor } from "../schemas.js";
import { type Type, unknownType } from "../types/type.js";
import type { Body } from "./body.js";

/** One `ask`, or several of them `together`, whose names are known when all are answered. */
export function readAsks(body: Body, step: AskStep | TogetherStep): IrAskStep | undefined {
  const { checking, module } = body.context;
  const when = step.when === undefined ? undefined : body.elaboration().predicate(step.when);
  const asks = step.kind === "ask" ? [step] : step.asks;
  const read = asks.map((ask) => readAsk(body, ask, when));
  for (const ask of step.kind === "together" ? step.asks : []) {
    if (ask.when === undefined) continue;
    const place = placeIn(module, ask.when.span);
    const details = { hint: "put the condition behind the `together`, or ask in a step of its own" };
    checking.report(
      notA(place, "this `ask` has a condition of its own", "what is asked together is asked as one", details),
    );
  }
  for (const [index, ask] of asks.entries()) {
    const answer = read[index];
    if (ask.as !== undefined && answer !== undefined)
      body.define(ask.as, answer.type, when !== undefined, answer.declinable);
  }
  const known = read.flatMap((answer) => (answer === undefined ? [] : [answer.ir]));
  if (known.length < read.length) return undefined;
  return { kind: "ask", asks: known, ...(when === undefined ? {} : { when }) };
}

interface Answer {
  readonly ir: Ask;
  readonly type: Type;
  readonly declinable: boolean;
}

function readAsk(body: Body, ask: AskStep, when: Ir | undefined): Answer | undefined {
  const { checking, module } = body.context;
  const declared = lookUp(checking, module, ask.wait, ["wait"]);
  const wait = thingOf(checking, declared, "wait");
  const question = body.template(ask.question, when);
  const moment = ask.moment === undefined ? undefined : readMoment(body, ask.moment, when);
  const type = ask.fields === undefined ? (wait?.answer ?? unknownType) : fieldsType(body, ask, wait);
  if (wait === undefined) {
    // Its name is known all the same, so that nothing is said about its uses.
    if (ask.as !== undefined) body.define(ask.as, unknownType, false, true);
    return undefined;
  }
  body.asks.push({ wait, as: ask.as?.text, answer: type });
  const ir: Ask = {
    wait: wait.declared.ref,
    question,
    schema: schemaFor(checking, type),
    ...(moment === undefined ? {} : { moment }),
    ...(ask.as === undefined ? {} : { as: ask.as.text }),
    declinable: wait.declinable,
  };
  return { ir: checking.marks.mark(ir, module, ask.span), type, declinable: wait.declinable };
}

/** The step's own fields in place of the wait's answer. */
function fieldsType(body: Body, ask: AskStep, wait: WaitThing | undefined): Type {
  const { checking, module } = body.context;
  const fields = readFields(checking, module, ask.fields ?? []);
  if (wait?.class === "schedule") {
    const place = placeIn(module, ask.wait.span);
    checking.report(
      notA(place, `\`${ask.wait.text}\` is answered by the clock`, "nobody can fill fields in"),
    );
  }
  return { kind: "object", open: false, fields };
}

/** `[L-40]` */
function readMoment(body: Body, moment: Moment, when: Ir | undefined): IrMoment {
  const { checking, module } = body.context;
  if (moment.kind === "next") {
    const zone = moment.zone === undefined ? {} : { zone: moment.zone.text };
    return checking.marks.mark({ kind: "next", cron: moment.cron.text, ...zone }, module, moment.span);
  }
  const wanted: Type = { kind: "string", name: moment.kind === "at" ? "datetime" : "duration" };
  const { ir, needs } = body.elaboration().value(moment.value, wanted);
  body.rest(needs, "given", when);
  return checking.marks.mark({ kind: moment.kind, value: ir }, module, moment.span);
}
