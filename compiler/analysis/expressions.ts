/** Every expression of a compiled playbook, and where it stands. */
import { type Expression, type Playbook, type Ref, type Step, pointer, unreachable } from "../../ir/index.js";

/** What an expression is for. */
export type Role =
  /** `requires`, `when`, and what a fan-out goes over. */
  | "condition"
  /** `until`, `ends`. */
  | "goal"
  /** Shown to a model. */
  | "prompt"
  /** Shown to a person. */
  | "question"
  | "notice"
  /** Given to a tool or effect. */
  | "argument"
  /** Landed or returned. */
  | "result"
  /** When a schedule is due. */
  | "moment"
  /** What makes two requests the same. */
  | "key";

export interface Found {
  readonly expression: Expression;
  readonly role: Role;
  /** Where it stands in `parent`, else in its playbook: a part of a JSON Pointer. */
  readonly segment: string;
  readonly parent: Found | undefined;
}

const known = new WeakMap<Playbook, readonly Found[]>();

/** All expressions of a playbook, inner ones behind what they stand in. */
export function expressionsOf(playbook: Playbook): readonly Found[] {
  const before = known.get(playbook);
  if (before !== undefined) return before;
  const found: Found[] = [];
  known.set(playbook, found);
  const add: Add = (expression, role, segment) =>
    collect({ expression, role, segment, parent: undefined }, found);
  const { requires, interview, key, choreography, steps = [] } = playbook;
  if (requires !== undefined) add(requires, "condition", "requires");
  for (const [index, { question }] of interview.entries())
    add(question, "question", `interview/${index}/question`);
  if (key !== undefined) add(key, "key", "key");
  if (choreography !== undefined) addChoreography(choreography, add);
  for (const [index, step] of steps.entries()) addStep(step, `steps/${index}`, add);
  return found;
}

/** The JSON Pointer into the program of an expression of the playbook. */
export function pathOf(ref: Ref, found: Found): string {
  const segments: string[] = [];
  for (let at: Found | undefined = found; at !== undefined; at = at.parent) segments.unshift(at.segment);
  return `${pointer("playbooks", ref)}/${segments.join("/")}`;
}

type Add = (expression: Expression, role: Role, segment: string) => void;

function addChoreography({ members, until, ends }: NonNullable<Playbook["choreography"]>, add: Add): void {
  if (until !== undefined) add(until, "goal", "choreography/until");
  for (const [index, { when }] of ends.entries()) add(when, "goal", `choreography/ends/${index}/when`);
  for (const [index, { each }] of members.entries()) {
    if (each === undefined) continue;
    const path = `choreography/members/${index}/each`;
    add(each.array, "condition", `${path}/array`);
    if (each.by !== undefined) add(each.by, "condition", `${path}/by`);
  }
}

function addStep(step: Step, path: string, add: Add): void {
  if (step.when !== undefined) add(step.when, "condition", `${path}/when`);
  switch (step.kind) {
    case "ask":
      for (const [index, { question, moment }] of step.asks.entries()) {
        add(question, "question", `${path}/asks/${index}/question`);
        if (moment === undefined || moment.kind === "next") continue;
        add(moment.value, "moment", `${path}/asks/${index}/moment/value`);
      }
      return;
    case "generate":
      return add(step.prompt, "prompt", `${path}/prompt`);
    case "call":
    case "perform":
      for (const [name, expression] of Object.entries(step.input)) {
        add(expression, "argument", `${path}/input${pointer(name)}`);
      }
      return;
    case "land":
    case "return":
      return add(step.value, "result", `${path}/value`);
    case "advise":
      return add(step.text, "notice", `${path}/text`);
    default:
      return unreachable(step);
  }
}

function collect(each: Found, found: Found[]): void {
  found.push(each);
  for (const [segment, expression] of partsOf(each.expression)) {
    collect({ expression, role: each.role, segment, parent: each }, found);
  }
}

type Part = readonly [segment: string, expression: Expression];

const none: readonly Part[] = [];

/** What an expression is made of, each with its part of a JSON Pointer. */
export function partsOf(expression: Expression): readonly Part[] {
  switch (expression.kind) {
    case "literal":
    case "declined":
    case "reason":
    case "latest":
    case "count":
    case "failed":
    case "absentInput":
      return none;
    case "get":
    case "state":
    case "available":
      return expression.key?.kind === "value" ? [["key/value", expression.key.value]] : none;
    case "array":
      return expression.items.map((item, index): Part => [`items/${index}`, item]);
    case "object":
      return Object.entries(expression.fields).map(([name, field]): Part => [
        `fields${pointer(name)}`,
        field,
      ]);
    case "coalesce":
    case "compare":
      return [
        ["left", expression.left],
        ["right", expression.right],
      ];
    case "quantified":
      return expression.test === undefined ? none : [["test/right", expression.test.right]];
    case "matches":
      return [["value", expression.value]];
    case "not":
      return [["operand", expression.operand]];
    case "and":
    case "or":
      return expression.operands.map((operand, index): Part => [`operands/${index}`, operand]);
    case "template":
      return expression.parts.flatMap((part, index): readonly Part[] =>
        typeof part === "string" ? none : [[`parts/${index}`, part]],
      );
    default:
      return unreachable(expression);
  }
}
