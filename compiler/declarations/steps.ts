/** The steps of a `do` body, in order; each sees the names of those before it. */
import {
  type Expression as Ir,
  nearest,
  type ResultTarget,
  type Step as IrStep,
  unreachable,
} from "../../ir/index.js";
import type {
  AdviseStep,
  CallStep,
  GenerateStep,
  Name,
  Prompt,
  ResultStep,
  Step,
} from "../../grammar/tree.js";
import { type Checking, thingOf } from "../checking.js";
import { unknownName } from "../checks/lb2001.js";
import { lookUp } from "../lookup.js";
import { type Declared, type Kind, placeIn } from "../names.js";
import { readType } from "../types/read-type.js";
import { schemaFor } from "../schemas.js";
import { textType, type Type, unknownType } from "../types/type.js";
import { readAsks } from "./asks.js";
import type { Body } from "./body.js";
import { lookUpAll, refsOf } from "./clauses.js";

/** The wait that models may raise unlisted (`[R-31]`). */
export const clarificationRef = "std.waits.Clarification";

export function readSteps(body: Body, steps: readonly Step[]): readonly IrStep[] {
  const { checking, module } = body.context;
  return steps.flatMap((step): readonly IrStep[] => {
    const ir = readStep(body, step);
    return ir === undefined
      ? []
      : [checking.marks.document(checking.marks.mark(ir, module, step.span), step.doc?.text)];
  });
}

function readStep(body: Body, step: Step): IrStep | undefined {
  switch (step.kind) {
    case "ask":
    case "together":
      return readAsks(body, step);
    case "generate":
      return readGenerate(body, step);
    case "call":
    case "perform":
      return readCall(body, step);
    case "land":
    case "return":
      return readResult(body, step);
    case "advise":
      return readAdvise(body, step);
    default:
      return unreachable(step);
  }
}

function condition(body: Body, step: Step): { readonly when?: Ir } {
  return step.when === undefined ? {} : { when: body.elaboration().predicate(step.when) };
}

// ------------------------------------------------------------------------------------------------------- generate

/** `prompt` alone: one `generate` for each output and return. */
export function promptSteps(body: Body, prompt: Prompt): readonly IrStep[] {
  const { outputs, returns } = body.context;
  const template = body.prompt(prompt, undefined);
  return [...outputs, ...returns].flatMap((declared): readonly IrStep[] => {
    const target = targetOf(declared);
    return target === undefined ? [] : [generateStep(body, target, template, {})];
  });
}

interface GenerateOptions {
  readonly as?: string;
  readonly attempts?: number;
  readonly offers?: readonly string[];
  readonly uses?: readonly string[];
  readonly model?: string | undefined;
  readonly when?: Ir;
}

type IrGenerate = Extract<IrStep, { readonly kind: "generate" }>;

function generateStep(
  body: Body,
  target: IrGenerate["target"],
  prompt: IrGenerate["prompt"],
  options: GenerateOptions,
): IrGenerate {
  const { context } = body;
  const uses = options.uses ?? context.uses;
  const offers = options.offers ?? context.offers;
  const model = options.model ?? context.model;
  const mayCall = uses.length > 0 || offers.length > 0 || context.performs.length > 0;
  return {
    kind: "generate",
    target,
    ...(options.as === undefined ? {} : { as: options.as }),
    prompt,
    attempts: options.attempts ?? context.limits.attempts,
    offers: withClarification(offers, mayCall, context.clarifies),
    uses,
    performs: context.performs,
    ...(model === undefined ? {} : { model }),
    ...(options.when === undefined ? {} : { when: options.when }),
  };
}

/** `[R-31]` */
function withClarification(
  offers: readonly string[],
  mayCall: boolean,
  clarifies: boolean | undefined,
): readonly string[] {
  if (clarifies === false) return offers.filter((ref) => ref !== clarificationRef);
  const isGiven = mayCall || clarifies === true;
  return isGiven && !offers.includes(clarificationRef) ? [...offers, clarificationRef] : offers;
}

function readGenerate(body: Body, step: GenerateStep): IrStep | undefined {
  const { checking, module } = body.context;
  const when = condition(body, step);
  const options: { -readonly [K in keyof GenerateOptions]: GenerateOptions[K] } = { ...when };
  let prompt: Prompt | undefined;
  for (const setting of step.settings) {
    switch (setting.kind) {
      case "prompt":
        ({ prompt } = setting);
        break;
      case "attempts":
        options.attempts = Math.max(1, Math.trunc(setting.value.value));
        break;
      case "offers":
      case "uses":
        options[setting.kind] = refsOf(
          checking,
          module,
          lookUpAll(checking, module, setting.names, [setting.kind === "offers" ? "wait" : "tool"]),
        );
        break;
      case "model":
        options.model = setting.model.text;
        break;
      default:
        return unreachable(setting);
    }
  }
  const template = body.prompt(prompt, when.when);
  if (step.as !== undefined) options.as = step.as.text;
  const target =
    step.type === undefined
      ? generatedResult(body, step)
      : localTarget(body, step, readType(checking, module, step.type));
  return target === undefined ? undefined : generateStep(body, target, template, options);
}

function localTarget(body: Body, step: GenerateStep, type: Type): IrGenerate["target"] {
  body.define(step.target, type, step.when !== undefined);
  body.generated.set(step.target.text, type);
  if (step.as !== undefined) body.define(step.as, type, step.when !== undefined);
  return { kind: "local", name: step.target.text, schema: schemaFor(body.context.checking, type) };
}

function generatedResult(body: Body, step: GenerateStep): ResultTarget | undefined {
  const declared = resultOf(body, step.target, ["artifact", "verdict", "evidence"]);
  const target = declared === undefined ? undefined : targetOf(declared);
  if (step.as !== undefined)
    body.define(step.as, resultType(body.context.checking, declared), step.when !== undefined);
  return target;
}

function targetOf(declared: Declared): ResultTarget | undefined {
  const { kind } = declared.syntax;
  return kind === "artifact" || kind === "verdict" || kind === "evidence"
    ? { kind, ref: declared.ref }
    : undefined;
}

function resultType(checking: Checking, declared: Declared | undefined): Type {
  if (declared?.syntax.kind === "evidence") return textType;
  return (
    thingOf(checking, declared, "artifact")?.type ??
    thingOf(checking, declared, "verdict")?.type ??
    unknownType
  );
}

/** What a step produces: one of the playbook's outputs or returns. */
function resultOf(body: Body, name: Name, kinds: readonly Kind[]): Declared | undefined {
  const { checking, module, outputs, returns, declared: playbook } = body.context;
  const declared = lookUp(checking, module, name, kinds);
  if (declared === undefined) return undefined;
  const wanted = declared.syntax.kind === "artifact" ? outputs : returns;
  if (wanted.some(({ ref }) => ref === declared.ref)) return declared;
  const what = declared.syntax.kind === "artifact" ? "output" : "return";
  const known = {
    near: nearest(
      name.text,
      wanted.map((each) => each.name),
    ),
  };
  const place = placeIn(module, name.span);
  const hint = `add it to the clause \`${what}s\``;
  checking.report({ hint, ...unknownName(place, name.text, what, known, `\`${playbook.name}\``) });
  return declared;
}

// ------------------------------------------------------------------------------- call, perform, land, return, advise

function readCall(body: Body, step: CallStep): IrStep | undefined {
  const { checking, module } = body.context;
  const when = condition(body, step);
  const kind = step.kind === "call" ? "tool" : "effect";
  const declared = lookUp(checking, module, step.callee, [kind]);
  const thing = thingOf(checking, declared, kind);
  const node = { kind: "object", entries: step.arguments, span: step.callee.span } as const;
  const { ir, needs } = body.elaboration().value(node, thing?.input ?? unknownType);
  body.rest(needs, "given", when.when);
  if (step.as !== undefined) body.define(step.as, thing?.output ?? unknownType, step.when !== undefined);
  if (declared === undefined || ir.kind !== "object") return undefined;
  const rest = { input: ir.fields, ...(step.as === undefined ? {} : { as: step.as.text }), ...when };
  return step.kind === "call"
    ? { kind: "call", tool: declared.ref, ...rest }
    : { kind: "perform", effect: declared.ref, ...rest };
}

function readResult(body: Body, step: ResultStep): IrStep | undefined {
  const when = condition(body, step);
  const declared = resultOf(body, step.target, step.kind === "land" ? ["artifact"] : ["verdict", "evidence"]);
  const type = resultType(body.context.checking, declared);
  const { ir: value, needs } = body.elaboration().value(step.value, type);
  body.rest(needs, "given", when.when);
  const target = declared === undefined ? undefined : targetOf(declared);
  if (target === undefined) return undefined;
  return step.kind === "land"
    ? { kind: "land", artifact: target.ref, value, ...when }
    : { kind: "return", target, value, ...when };
}

function readAdvise(body: Body, step: AdviseStep): IrStep {
  const when = condition(body, step);
  return { kind: "advise", text: body.template(step.text, when.when), ...when };
}
