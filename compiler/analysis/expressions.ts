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
  /** JSON Pointer into the program. */
  readonly path: string;
}

/** All expressions of a playbook, inner ones behind what they stand in. */
export function* expressionsOf(ref: Ref, playbook: Playbook): Iterable<Found> {
  for (const top of topOf(playbook)) {
    yield* within(top.expression, top.role, `${pointer("playbooks", ref)}${top.path}`);
  }
}

function* topOf({ requires, interview, key, choreography, steps }: Playbook): Iterable<Found> {
  if (requires !== undefined) yield { expression: requires, role: "condition", path: "/requires" };
  for (const [index, { question }] of interview.entries()) {
    yield { expression: question, role: "question", path: `/interview/${index}/question` };
  }
  if (key !== undefined) yield { expression: key, role: "key", path: "/key" };
  if (choreography !== undefined) yield* topOfChoreography(choreography);
  for (const [index, step] of (steps ?? []).entries()) yield* topOfStep(step, `/steps/${index}`);
}

function* topOfChoreography({
  members,
  until,
  ends,
}: NonNullable<Playbook["choreography"]>): Iterable<Found> {
  if (until !== undefined) yield { expression: until, role: "goal", path: "/choreography/until" };
  for (const [index, { when }] of ends.entries()) {
    yield { expression: when, role: "goal", path: `/choreography/ends/${index}/when` };
  }
  for (const [index, { each }] of members.entries()) {
    if (each === undefined) continue;
    const path = `/choreography/members/${index}/each`;
    yield { expression: each.array, role: "condition", path: `${path}/array` };
    if (each.by !== undefined) yield { expression: each.by, role: "condition", path: `${path}/by` };
  }
}

function* topOfStep(step: Step, path: string): Iterable<Found> {
  if (step.when !== undefined) yield { expression: step.when, role: "condition", path: `${path}/when` };
  switch (step.kind) {
    case "ask":
      for (const [index, { question, moment }] of step.asks.entries()) {
        yield { expression: question, role: "question", path: `${path}/asks/${index}/question` };
        if (moment === undefined || moment.kind === "next") continue;
        yield { expression: moment.value, role: "moment", path: `${path}/asks/${index}/moment/value` };
      }
      break;
    case "generate":
      yield { expression: step.prompt, role: "prompt", path: `${path}/prompt` };
      break;
    case "call":
    case "perform":
      for (const [name, expression] of Object.entries(step.input)) {
        yield { expression, role: "argument", path: `${path}/input${pointer(name)}` };
      }
      break;
    case "land":
    case "return":
      yield { expression: step.value, role: "result", path: `${path}/value` };
      break;
    case "advise":
      yield { expression: step.text, role: "notice", path: `${path}/text` };
      break;
    default:
      return unreachable(step);
  }
}

/** The expression and all inside it. `path`: where it stands. */
export function* within(expression: Expression, role: Role, path: string): Iterable<Found> {
  yield { expression, role, path };
  for (const [segment, inner] of partsOf(expression)) yield* within(inner, role, `${path}/${segment}`);
}

type Part = readonly [segment: string, expression: Expression];

function partsOf(expression: Expression): readonly Part[] {
  switch (expression.kind) {
    case "literal":
    case "declined":
    case "reason":
    case "latest":
    case "count":
    case "failed":
    case "absentInput":
      return [];
    case "get":
    case "state":
    case "available":
      return expression.key?.kind === "value" ? [["key/value", expression.key.value]] : [];
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
      return expression.test === undefined ? [] : [["test/right", expression.test.right]];
    case "matches":
      return [["value", expression.value]];
    case "not":
      return [["operand", expression.operand]];
    case "and":
    case "or":
      return expression.operands.map((operand, index): Part => [`operands/${index}`, operand]);
    case "template":
      return expression.parts.flatMap((part, index): readonly Part[] =>
        typeof part === "string" ? [] : [[`parts/${index}`, part]],
      );
    default:
      return unreachable(expression);
  }
}
