/** A playbook's clauses and body, typed and lowered. What follows from other playbooks is derived later (`derive.ts`). */
import {
  type Expression as Ir,
  type Input,
  isoDuration,
  type Limits,
  nearest,
  type Playbook,
  type Question,
} from "../../ir/index.js";
import type { Clause, Name } from "../../grammar/tree.js";
import { type Checking, thingOf } from "../checking.js";
import { unknownWord } from "../checks/lb2001.js";
import { elaborationOf } from "../expressions/elaborate.js";
import type { Environment, Given } from "../expressions/elaboration.js";
import { lookUp } from "../lookup.js";
import { type Declared, type Module, placeIn } from "../names.js";
import { withoutDot } from "../paths.js";
import type { CheckedPlaybook, Local } from "../program.js";
import type { InputThing, PlaybookThing } from "../things.js";
import { schemaFor } from "../schemas.js";
import { resolved } from "../types/type.js";
import { Body } from "./body.js";
import { readChoreography } from "./choreography.js";
import {
  clauseOf,
  clausesOf,
  distinctClauses,
  lookUpAll,
  type Named,
  namesIn,
  readSettings,
  refsOf,
} from "./clauses.js";
import type { Admissions } from "./fans.js";
import { promptSteps, readSteps } from "./steps.js";

export interface ReadPlaybook {
  readonly checked: CheckedPlaybook;
  /** Without what is derived: `reads` has the clause's names only, `writes` the clause's globs only. */
  readonly ir: Playbook;
}

const modes = ["reject", "queue", "replace", "parallel"] as const;

export function readPlaybook(
  checking: Checking,
  declared: Declared,
  admissions: Admissions,
): ReadPlaybook | undefined {
  const { syntax, module } = declared;
  const thing = thingOf(checking, declared, "playbook");
  if (syntax.kind !== "playbook" || syntax.broken || thing === undefined) return undefined;
  const clauses = distinctClauses(checking, module, syntax);
  const fans = admissions.fans.get(declared.ref) ?? new Set<string>();
  const named = (kind: "reads" | "outputs" | "returns" | "offers" | "uses" | "performs"): readonly Named[] =>
    lookUpAll(checking, module, namesIn(clauses, kind), kindsOf[kind]);
  const outputs = named("outputs");
  const returns = named("returns");
  const refs = (list: readonly Named[]): readonly string[] => refsOf(checking, module, list);
  const limits = readLimits(checking, declared, clauses);
  const model = clauseOf(clauses, "model")?.model.text;
  const clarification = readClarification(checking, declared, clauses);
  const lists = {
    offers: refs(named("offers")),
    uses: refs(named("uses")),
    performs: refs(named("performs")),
  };
  const givenNames = namesGiven(module, clauses);
  const context = {
    checking,
    module,
    declared,
    outputs: outputs.map((each) => each.declared),
    returns: returns.map((each) => each.declared),
    ...lists,
    limits,
    model,
    clarifies: clarification === undefined ? undefined : clarification !== "none",
    fans,
    given: givenNames,
  };
  const given = localsOf(thing.inputs.values(), "input");
  const asked = localsOf(thing.interview.values(), "interview");
  const before: Environment = { module, locals: given, fans, given: givenNames };
  const inside: Environment = { module, locals: new Map([...given, ...asked]), fans, given: givenNames };
  const requires = readRequires(checking, before, clauses);
  const interview = readInterview(checking, new Body(context, given), thing);
  const body = new Body(context, inside.locals);
  const reads = refs(named("reads"));
  const choreography = thing.isComposite
    ? readChoreography(elaborationOf(checking, inside), clauses, admissions.of.get(declared.ref) ?? [])
    : undefined;
  const steps = choreography === undefined ? readBody(body, clauses) : undefined;
  const key = clauseOf(clauses, "key");
  const exhausted = clauseOf(clauses, "exhausted");
  const onExhausted =
    exhausted === undefined ? undefined : lookUp(checking, module, exhausted.wait, ["wait"]);
  const ir: Playbook = {
    intent: clauseOf(clauses, "intent")?.text.text ?? "",
    inputs: Object.fromEntries(
      [...thing.inputs.values()].map((input) => [input.name, inputOf(checking, declared, input)]),
    ),
    inputOrder: [...thing.inputs.keys()],
    interview: interview.questions,
    ...(requires === undefined ? {} : { requires }),
    reads,
    judgedFrom: [],
    needsAbsent: [],
    outputs: refs(outputs),
    returns: refs(returns),
    writes: clausesOf(clauses, "writes").flatMap(({ globs }) => globs.map(({ text }) => withoutDot(text))),
    once: clauseOf(clauses, "once") !== undefined,
    limits,
    suspendsForClarification: typeof clarification === "object",
    ...(typeof clarification === "object" ? { clarification } : {}),
    needsElicitation: false,
    uses: lists.uses,
    performs: lists.performs,
    ...(onExhausted === undefined ? {} : { onExhausted: onExhausted.ref }),
    mode: readMode(checking, declared, clauses),
    ...(key === undefined ? {} : { key: elaborationOf(checking, before).value(key.expression).ir }),
    ...(model === undefined ? {} : { model }),
    ...(choreography === undefined ? {} : { choreography: choreography.ir }),
    ...(steps === undefined ? {} : { steps }),
  };
  checking.marks.document(checking.marks.mark(ir, module, syntax.span), syntax.doc?.text);
  markClauses(checking, declared, clauses, ir);
  const checked: CheckedPlaybook = {
    declared,
    thing,
    fans,
    members: choreography?.members ?? [],
    locals: body.known,
    asks: body.asks,
    generated: body.generated,
    rests: [...interview.rests, ...body.rests],
  };
  return { checked, ir };
}

const kindsOf = {
  reads: ["artifact", "evidence", "verdict"],
  outputs: ["artifact"],
  returns: ["evidence", "verdict"],
  offers: ["wait"],
  uses: ["tool"],
  performs: ["effect"],
} as const;

/** What the interview and the steps give a name to. */
function namesGiven(module: Module, clauses: readonly Clause[]): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  const add = (how: string, name: Name | undefined): void => {
    if (name !== undefined && !given.has(name.text))
      given.set(name.text, { how, place: placeIn(module, name.span) });
  };
  for (const { questions } of clausesOf(clauses, "interview"))
    for (const { field } of questions) add("the interview", field.name);
  for (const step of clausesOf(clauses, "do").flatMap(({ steps }) => steps)) {
    for (const { as } of step.kind === "together" ? step.asks : "as" in step ? [step] : []) add("a step", as);
    if (step.kind === "generate" && step.type !== undefined) add("a step", step.target);
  }
  return given;
}

function localsOf(inputs: Iterable<InputThing>, kind: "input" | "interview"): ReadonlyMap<string, Local> {
  return new Map(
    [...inputs].map(({ name, type, optional, default: value, place }) => [
      name,
      { kind, name, type, optional: optional && value === undefined, declinable: false, place },
    ]),
  );
}

function inputOf(
  checking: Checking,
  { module }: Declared,
  { syntax, type, optional, default: value, doc }: InputThing,
): Input {
  const input: Input = {
    schema: schemaFor(checking, type),
    required: !optional && value === undefined,
    ...(value === undefined ? {} : { default: value }),
    secret: resolved(type).kind === "secret",
  };
  return checking.marks.document(checking.marks.mark(input, module, syntax.span), doc);
}

function readRequires(
  checking: Checking,
  environment: Environment,
  clauses: readonly Clause[],
): Ir | undefined {
  const elaboration = elaborationOf(checking, environment);
  const predicates = clausesOf(clauses, "requires").map(({ predicate }) => elaboration.predicate(predicate));
  return predicates.length > 1 ? { kind: "and", operands: predicates } : predicates[0];
}

function readInterview(checking: Checking, body: Body, { interview, declared }: PlaybookThing) {
  const questions = [...interview.values()].map((each): Question => {
    const question: Question = {
      name: each.name,
      schema: schemaFor(checking, each.type),
      required: !each.optional && each.default === undefined,
      question: body.template(each.question.question, undefined),
      ...(each.default === undefined ? {} : { default: each.default }),
    };
    return checking.marks.document(
      checking.marks.mark(question, declared.module, each.question.span),
      each.doc,
    );
  });
  return { questions, rests: body.rests };
}

function readBody(body: Body, clauses: readonly Clause[]): Playbook["steps"] {
  const prompt = clauseOf(clauses, "prompt");
  const steps = clauseOf(clauses, "do");
  // Of two bodies, which LB2013 reports, both are read, so that nothing in either is passed over.
  const fromPrompt = prompt === undefined ? [] : promptSteps(body, prompt.prompt);
  const fromSteps = steps === undefined ? [] : readSteps(body, steps.steps);
  return [...fromPrompt, ...fromSteps];
}

const limitKinds = {
  rounds: "count",
  lanes: "count",
  duration: "duration",
  deadline: "duration",
  attempts: "count",
  tokens: "count",
  failures: "count",
} as const;

function readLimits(checking: Checking, { module }: Declared, clauses: readonly Clause[]): Limits {
  const clause = clauseOf(clauses, "limits");
  const read = readSettings(checking, module, clause?.entries ?? [], limitKinds, "limit");
  const count = (name: string): number | undefined => {
    const value = read.get(name)?.value;
    return value === undefined ? undefined : Math.max(1, value);
  };
  const optional = (name: "rounds" | "tokens"): Partial<Limits> => {
    const value = count(name);
    return value === undefined ? {} : { [name]: value };
  };
  const duration = (name: "duration" | "deadline"): Partial<Limits> => {
    const value = read.get(name)?.value;
    return value === undefined ? {} : { [name]: isoDuration(value) };
  };
  const limits: Limits = {
    ...optional("rounds"),
    lanes: count("lanes") ?? 1,
    ...duration("duration"),
    ...duration("deadline"),
    attempts: count("attempts") ?? 3,
    ...optional("tokens"),
    failures: count("failures") ?? 3,
  };
  for (const [name, { setting }] of read) checking.marks.markPart(limits, name, module, setting.span);
  return clause === undefined ? limits : checking.marks.mark(limits, module, clause.span);
}

/** Without a number: one round of at most three questions. */
function readClarification(
  checking: Checking,
  { module }: Declared,
  clauses: readonly Clause[],
): NonNullable<Playbook["clarification"]> | "none" | undefined {
  const clause = clauseOf(clauses, "clarifies");
  if (clause === undefined) return undefined;
  if (clause.none) return "none";
  const read = readSettings(
    checking,
    module,
    clause.entries,
    { rounds: "count", questions: "count" },
    "bound",
  );
  const clarification = {
    rounds: read.get("rounds")?.value ?? 1,
    questions: read.get("questions")?.value ?? 3,
  };
  for (const [name, { setting }] of read) checking.marks.markPart(clarification, name, module, setting.span);
  return checking.marks.mark(clarification, module, clause.span);
}

function readMode(checking: Checking, { module }: Declared, clauses: readonly Clause[]): Playbook["mode"] {
  const clause = clauseOf(clauses, "mode");
  if (clause === undefined) return "reject";
  const mode = modes.find((each) => each === clause.mode.text);
  if (mode !== undefined) return mode;
  const near = nearest(clause.mode.text, modes);
  checking.report(unknownWord(placeIn(module, clause.mode.span), clause.mode.text, "mode", modes, near));
  return "reject";
}

/** Clauses whose value is no object of its own in the IR. */
function markClauses(
  checking: Checking,
  { module }: Declared,
  clauses: readonly Clause[],
  ir: Playbook,
): void {
  const names = {
    intent: "intent",
    once: "once",
    mode: "mode",
    model: "model",
    exhausted: "onExhausted",
  } as const;
  for (const clause of clauses) {
    if (Object.hasOwn(names, clause.kind)) {
      const name = Object.entries(names).find(([kind]) => kind === clause.kind)?.[1];
      if (name !== undefined) checking.marks.markPart(ir, name, module, clause.span, clause.doc?.text);
    }
    if (clause.kind === "writes") {
      for (const glob of clause.globs)
        checking.marks.markPart(ir.writes, ir.writes.indexOf(withoutDot(glob.text)), module, glob.span);
    }
  }
}
