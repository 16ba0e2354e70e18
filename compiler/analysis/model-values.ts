/** Which values come from models: what their steps generate, and what is made of it, wherever it is handed on. */
import {
  type Expression,
  type GetExpression,
  type Json,
  type LatestExpression,
  type Playbook,
  type Ref,
  type Schema,
  type Step,
} from "../../ir/index.js";
import type { CheckedProgram } from "../program.js";
import { partsOf } from "./expressions.js";
import { schemaAt } from "./schema-at.js";

export type ModelRead = GetExpression | LatestExpression;

export interface ModelValues {
  /** What an expression of a playbook reads of models' values, conditions included. */
  readsIn(playbook: Ref, expression: Expression): readonly ModelRead[];
  /** The same, without what decides only whether something is so. */
  textsIn(playbook: Ref, expression: Expression): readonly ModelRead[];
  /** The schema of what is read; `true` where it is not known. */
  schemaOf(playbook: Ref, read: ModelRead): Json;
}

const known = new WeakMap<CheckedProgram, ModelValues>();

export function modelValuesOf(program: CheckedProgram): ModelValues {
  const before = known.get(program) ?? new Spreading(program);
  known.set(program, before);
  return before;
}

class Spreading implements ModelValues {
  private readonly things = new Set<Ref>();
  private readonly locals = new Map<Ref, ReadonlyMap<string, Schema>>();
  private readonly inputs = new Map<Ref, Set<string>>();

  constructor(private readonly checked: CheckedProgram) {
    const playbooks = Object.entries(checked.program.playbooks);
    for (const [ref, { steps = [] }] of playbooks) this.locals.set(ref, this.generatedIn(steps));
    for (let size = -1; size !== this.size;) {
      ({ size } = this);
      for (const [ref, playbook] of playbooks) this.spread(ref, playbook);
    }
  }

  readsIn(playbook: Ref, expression: Expression): readonly ModelRead[] {
    const own = this.isRead(playbook, expression) ? [expression] : [];
    return [...own, ...partsOf(expression).flatMap(([, part]) => this.readsIn(playbook, part))];
  }

  textsIn(playbook: Ref, expression: Expression): readonly ModelRead[] {
    if (isCondition(expression)) return [];
    const own = this.isRead(playbook, expression) ? [expression] : [];
    return [...own, ...partsOf(expression).flatMap(([, part]) => this.textsIn(playbook, part))];
  }

  schemaOf(playbook: Ref, read: ModelRead): Json {
    const { artifacts, verdicts, playbooks, types } = this.checked.program;
    if (read.kind === "latest") return { type: "string" };
    const { from, name, path } = read;
    switch (from) {
      case "artifact":
        return schemaAt(artifacts[name]?.schema ?? true, path, types);
      case "verdict":
        return schemaAt(verdicts[name]?.schema ?? true, path, types);
      case "evidence":
        return { type: "string" };
      case "input":
        return schemaAt(playbooks[playbook]?.inputs[name]?.schema ?? true, path, types);
      case "local":
        return schemaAt(this.locals.get(playbook)?.get(name) ?? true, path, types);
      case "interview":
      case "element":
      case "argument":
        return true;
    }
  }

  private isRead(playbook: Ref, expression: Expression): expression is ModelRead {
    if (expression.kind === "latest") return this.things.has(expression.evidence);
    if (expression.kind !== "get") return false;
    switch (expression.from) {
      case "artifact":
      case "verdict":
      case "evidence":
        return this.things.has(expression.name);
      case "local":
        return this.locals.get(playbook)?.has(expression.name) === true;
      case "input":
        return this.inputs.get(playbook)?.has(expression.name) === true;
      case "interview":
      case "element":
      case "argument":
        return false;
    }
  }

  private get size(): number {
    return [...this.inputs.values()].reduce((sum, names) => sum + names.size, this.things.size);
  }

  private spread(ref: Ref, { steps = [], choreography }: Playbook): void {
    for (const step of steps) {
      const target = targetOf(step);
      if (target === undefined) continue;
      const isMade =
        step.kind === "generate" || ("value" in step && this.textsIn(ref, step.value).length > 0);
      if (isMade) this.things.add(target);
    }
    for (const { playbook, each } of choreography?.members ?? []) {
      const inputs = this.inputs.get(playbook) ?? new Set<string>();
      this.inputs.set(playbook, inputs);
      // A member has its composite's inputs by name, and of a fan-out its element.
      for (const name of this.inputs.get(ref) ?? []) {
        if (this.checked.program.playbooks[playbook]?.inputs[name] !== undefined) inputs.add(name);
      }
      if (each !== undefined && this.textsIn(ref, each.array).length > 0) inputs.add(each.name);
    }
  }

  private generatedIn(steps: readonly Step[]): ReadonlyMap<string, Schema> {
    const { artifacts, verdicts } = this.checked.program;
    const found = new Map<string, Schema>();
    for (const step of steps) {
      if (step.kind !== "generate") continue;
      const { target, as } = step;
      const schema =
        target.kind === "local"
          ? target.schema
          : ((target.kind === "artifact" ? artifacts : verdicts)[target.ref]?.schema ?? { type: "string" });
      if (target.kind === "local") found.set(target.name, schema);
      if (as !== undefined) found.set(as, schema);
    }
    return found;
  }
}

function targetOf(step: Step): Ref | undefined {
  switch (step.kind) {
    case "generate":
      return step.target.kind === "local" ? undefined : step.target.ref;
    case "land":
      return step.artifact;
    case "return":
      return step.target.ref;
    default:
      return undefined;
  }
}

/** What is so or is not so, or how many there are: no text of a model comes through it. */
function isCondition({ kind }: Expression): boolean {
  switch (kind) {
    case "compare":
    case "matches":
    case "quantified":
    case "and":
    case "or":
    case "not":
    case "state":
    case "available":
    case "absentInput":
    case "declined":
    case "count":
    case "failed":
      return true;
    default:
      return false;
  }
}
