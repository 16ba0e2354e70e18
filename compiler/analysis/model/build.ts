/** From the compiled program to the transition systems of its choreographies. */
import type { Expression, Json, Playbook, Program, Ref, Step } from "../../../ir/index.js";
import { isJsonObject } from "../../../ir/index.js";
import { equal } from "../../../runtime/core/equal.js";
import type { Cell, Cells } from "../cells.js";
import type { Facts } from "../../../runtime/core/facts.js";
import type { Choreography, ModelMember, Outcome, Rounds } from "./choreography.js";
import { type Predicate, predicateOf, type Vocabulary } from "./predicates.js";
import {
  absent,
  type EvidenceVariable,
  type FamilyVariable,
  familySize,
  type InputVariable,
  landedByRun,
  type MemberVariable,
  returned,
  thereBefore,
  type Variable,
  type VerdictVariable,
} from "./variables.js";

/** Up to how many contributions are counted. */
const mostCounted = 14;

/** How many outcomes of one member are told apart, at most. */
const mostOutcomes = 512;

/** The cells of a value that predicates read. `reads`: every expression of the program that may read it. */
export type CellsOf = (
  subject:
    | { readonly kind: "artifact" | "verdict"; readonly ref: Ref }
    | { readonly kind: "input"; readonly playbook: Ref; readonly name: string },
) => Cells;

/** What a program's choreographies have in common: its artifacts, evidence and verdicts as variables. */
export class ProgramModel {
  private readonly things = new Map<Ref, Variable | undefined>();
  /** For each verdict what its writers judge from, each set once. */
  private readonly judged = new Map<Ref, Map<string, ReadonlySet<Ref>>>();
  private readonly counts: ReadonlyMap<Ref, number>;
  /** What has more cells than are known. */
  private readonly unclear = new Set<string>();
  private readonly predicates = new WeakMap<Expression, Predicate>();

  constructor(
    readonly program: Program,
    private readonly cellsOf: CellsOf,
    private readonly matches: Facts["matches"],
  ) {
    for (const { returns, judgedFrom, choreography } of Object.values(program.playbooks)) {
      if (choreography !== undefined) continue;
      for (const ref of returns) {
        const sets = this.judged.get(ref) ?? new Map<string, ReadonlySet<Ref>>();
        this.judged.set(ref, sets.set(judgedFrom.join(" "), new Set(judgedFrom)));
      }
    }
    this.counts = largestCounts(program);
  }

  /** The transition system of a composite that is run by itself. */
  choreography(root: Ref): Choreography | undefined {
    const playbook = this.program.playbooks[root];
    if (playbook?.choreography === undefined) return undefined;
    return new Builder(this, root, playbook).build();
  }

  vocabulary(inputs: ReadonlyMap<string, InputVariable>): Vocabulary {
    return { thing: this.thing, inputs, unclear: this.unclear, matches: this.matches };
  }

  /** Of `name`; where no value fits its schema, one is assumed. */
  private cells(name: string, { cells, complete }: Cells): readonly Cell[] {
    if (!complete) this.unclear.add(name);
    return cells.length > 0 ? cells : [{ value: null, assumed: true }];
  }

  /** The variable of a family, evidence or verdict, made when it is first asked for; `undefined` for what is kept by key. */
  readonly thing = (ref: Ref): Variable | undefined => {
    if (this.things.has(ref)) return this.things.get(ref);
    const made = this.make(ref);
    this.things.set(ref, made);
    return made;
  };

  private make(ref: Ref): Variable | undefined {
    const { artifacts, evidence, verdicts } = this.program;
    if (artifacts[ref]?.keys.length === 0) {
      const cells = this.cells(ref, this.cellsOf({ kind: "artifact", ref }));
      return { kind: "family", ref, cells, size: familySize(cells) };
    }
    if (evidence[ref] !== undefined) {
      const largest = this.counts.get(ref) ?? 0;
      // Larger counts are not modelled: a state that cannot tell them apart would say that they never come.
      if (largest > mostCounted) this.unclear.add(ref);
      return { kind: "evidence", ref, size: Math.min(largest, mostCounted) + 2 };
    }
    if (verdicts[ref] === undefined || verdicts[ref].per !== undefined) return undefined;
    const cells = this.cells(ref, this.cellsOf({ kind: "verdict", ref }));
    const judgedFrom = [...(this.judged.get(ref)?.values() ?? [new Set<Ref>()])];
    return { kind: "verdict", ref, cells, judgedFrom, size: 1 + judgedFrom.length * cells.length };
  }

  inputs(playbook: Ref): ReadonlyMap<string, InputVariable> {
    const declared = this.program.playbooks[playbook]?.inputs ?? {};
    return new Map(
      Object.keys(declared).map((name) => {
        const cells = this.cells(name, this.cellsOf({ kind: "input", playbook, name }));
        return [name, { kind: "input", name, cells, size: cells.length }];
      }),
    );
  }

  /** Predicates that ask for no input are the same in every choreography. */
  predicate(expression: Expression, inputs: ReadonlyMap<string, InputVariable>): Predicate {
    const known = this.predicates.get(expression);
    if (known !== undefined) return known;
    const made = predicateOf(expression, this.vocabulary(inputs));
    if (!made.support.some(({ kind }) => kind === "input")) this.predicates.set(expression, made);
    return made;
  }
}

/** For each evidence the largest number that a count of it is compared with. */
function largestCounts(program: Program): ReadonlyMap<Ref, number> {
  const largest = new Map<Ref, number>();
  const note = (count: Expression, other: Expression): void => {
    if (count.kind !== "count" || count.of !== "evidence") return;
    for (const bound of numbersIn(other)) {
      largest.set(count.ref, Math.max(largest.get(count.ref) ?? 0, Math.ceil(bound)));
    }
  };
  for (const { requires, choreography } of Object.values(program.playbooks)) {
    for (const expression of [
      requires,
      choreography?.until,
      ...(choreography?.ends ?? []).map(({ when }) => when),
    ]) {
      if (expression === undefined) continue;
      for (const part of partsOf(expression)) {
        if (part.kind !== "compare") continue;
        note(part.left, part.right);
        note(part.right, part.left);
      }
    }
  }
  return largest;
}

function numbersIn(expression: Expression): readonly number[] {
  if (expression.kind === "array") return expression.items.flatMap(numbersIn);
  return expression.kind === "literal" && typeof expression.value === "number" ? [expression.value] : [];
}

/** The predicate and every part of it. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "and":
    case "or":
      return [expression, ...expression.operands.flatMap(partsOf)];
    case "not":
      return [expression, ...partsOf(expression.operand)];
    case "coalesce":
      return [expression, ...partsOf(expression.left), ...partsOf(expression.right)];
    default:
      return [expression];
  }
}

class Builder {
  private readonly inputs: ReadonlyMap<string, InputVariable>;
  private readonly all: ModelMember[] = [];
  private readonly open = new Set<string>();
  private readonly used = new Set<Variable>();

  constructor(
    private readonly model: ProgramModel,
    private readonly root: Ref,
    private readonly playbook: Playbook,
  ) {
    this.inputs = model.inputs(root);
  }

  build(): Choreography {
    const { program } = this.model;
    const rounds = this.rounds(this.playbook, [], this.inputs);
    const families = this.playbook.outputs.filter((ref) => program.artifacts[ref]?.given === false);
    const goalExpression =
      this.playbook.choreography?.until ?? (families.length === 0 ? undefined : allLanded(families));
    const goal = goalExpression === undefined ? undefined : this.predicate(goalExpression, this.inputs);
    this.keepWhatVerdictsHangOn();
    const variables = [...this.used];
    return {
      root: this.root,
      playbook: this.playbook,
      program,
      rounds,
      goal,
      goalExpression,
      members: this.all,
      variables,
      initially: this.initially(variables),
      open: [...this.open],
    };
  }

  private rounds(
    playbook: Playbook,
    path: readonly Ref[],
    inputs: ReadonlyMap<string, InputVariable>,
  ): Rounds {
    const { choreography, limits, outputs } = playbook;
    const members = (choreography?.members ?? []).flatMap(({ playbook: ref, each }) => {
      if (each !== undefined) this.open.add(`\`${ref}\` runs once for each element of an array`);
      return this.member(ref, [...path, ref], inputs);
    });
    return {
      kind: "rounds",
      members,
      until: choreography?.until === undefined ? undefined : this.predicate(choreography.until, inputs),
      ends: (choreography?.ends ?? []).map(({ reason, failed, when }) => ({
        reason,
        failed,
        when: this.predicate(when, inputs),
      })),
      families:
        choreography?.until === undefined ? outputs.filter((ref) => this.family(ref) !== undefined) : [],
      limits,
    };
  }

  private member(
    ref: Ref,
    path: readonly Ref[],
    around: ReadonlyMap<string, InputVariable>,
  ): readonly ModelMember[] {
    const playbook = this.model.program.playbooks[ref];
    if (playbook === undefined) return [];
    const inputs = this.inputsOf(playbook, ref, around);
    const isComposite = playbook.choreography !== undefined;
    const leaves: MemberVariable | undefined =
      isComposite || playbook.outputs.length > 0 || playbook.once
        ? { kind: "member", path, size: 2 }
        : undefined;
    if (leaves !== undefined) this.used.add(leaves);
    const requires = playbook.requires === undefined ? undefined : this.predicate(playbook.requires, inputs);
    const at = this.all.length;
    const rounds = isComposite ? this.rounds(playbook, path, inputs) : undefined;
    const member: ModelMember = {
      playbook: ref,
      path,
      requires,
      leaves,
      does: rounds ?? { kind: "ordinary", outcomes: this.outcomes(playbook) },
    };
    this.all.splice(at, 0, member);
    return [member];
  }

  /** A member has its parent's inputs by name; one that the parent does not give has its default, or is not there. */
  private inputsOf(
    playbook: Playbook,
    ref: Ref,
    around: ReadonlyMap<string, InputVariable>,
  ): ReadonlyMap<string, InputVariable> {
    const own = this.model.inputs(ref);
    return new Map(
      [...own].map(([name, variable]) => {
        const given = around.get(name);
        if (given !== undefined) return [name, given];
        const fallback = playbook.inputs[name]?.default;
        return [name, { ...variable, cells: [{ value: fallback, assumed: false }], size: 1 }];
      }),
    );
  }

  private predicate(expression: Expression, inputs: ReadonlyMap<string, InputVariable>): Predicate {
    const predicate = this.model.predicate(expression, inputs);
    for (const variable of predicate.support) if (variable.kind !== "free") this.used.add(variable);
    if (predicate.isOpen) this.open.add("a predicate asks what is not known before the run");
    return predicate;
  }

  private family(ref: Ref): FamilyVariable | undefined {
    const variable = this.model.thing(ref);
    if (variable?.kind !== "family") return undefined;
    this.used.add(variable);
    return variable;
  }

  /** A verdict goes when one that it was judged from goes: that one matters too. */
  private keepWhatVerdictsHangOn(): void {
    for (const variable of this.used) {
      if (variable.kind !== "verdict") continue;
      for (const judged of variable.judgedFrom) {
        for (const ref of judged) {
          const other = this.model.thing(ref);
          if (other?.kind === "verdict") this.used.add(other);
        }
      }
    }
  }

  private initially(variables: readonly Variable[]): ReadonlyMap<Variable, readonly number[]> {
    const { artifacts } = this.model.program;
    const found = new Map<Variable, readonly number[]>();
    for (const variable of variables) {
      if (variable.kind === "input") found.set(variable, [...variable.cells.keys()]);
      else if (variable.kind === "family" && artifacts[variable.ref]?.given === true) {
        // Whoever asks whether it is absent reckons with that.
        const absentToo = this.askedAbsent().has(variable.ref) ? [absent] : [];
        found.set(variable, [...absentToo, ...variable.cells.map((_, cell) => thereBefore(cell))]);
      }
    }
    return found;
  }

  private askedAbsent(): ReadonlySet<Ref> {
    const { playbooks } = this.model.program;
    return new Set(this.all.flatMap(({ playbook }) => playbooks[playbook]?.needsAbsent ?? []));
  }

  private outcomes(playbook: Playbook): readonly Outcome[] {
    const gives = [...playbook.outputs, ...playbook.returns];
    const adds: EvidenceVariable[] = [];
    let sets: Outcome["sets"][] = [[]];
    for (const ref of gives) {
      const variable = this.model.thing(ref);
      if (variable === undefined) {
        this.open.add(`\`${ref}\` is kept by key`);
        continue;
      }
      if (variable.kind === "evidence") {
        adds.push(variable);
        continue;
      }
      if (variable.kind !== "family" && variable.kind !== "verdict") continue;
      const values = valuesGiven(variable, playbook, ref);
      sets = sets.flatMap((before) => values.map((value) => [...before, { variable, value }]));
      if (sets.length > mostOutcomes) {
        this.open.add(`\`${ref}\` and what comes with it have too many values`);
        sets = sets.slice(0, mostOutcomes);
      }
    }
    return sets.map((each) => ({ sets: each, adds, gives }));
  }
}

/** The values that a playbook may give a family or a verdict: those that its step leaves open. */
function valuesGiven(
  variable: FamilyVariable | VerdictVariable,
  playbook: Playbook,
  ref: Ref,
): readonly number[] {
  const written = (playbook.steps ?? [])
    .map((step) => writtenBy(step, ref))
    .find((value) => value !== undefined);
  const cells = [...variable.cells.entries()]
    .filter(([, cell]) => written === undefined || fits(cell.value, written))
    .map(([index]) => index);
  if (variable.kind === "family") return cells.map((cell) => landedByRun(variable, cell));
  const key = playbook.judgedFrom.join(" ");
  const judged = variable.judgedFrom.findIndex((set) => [...set].join(" ") === key);
  return cells.map((cell) => returned(variable, Math.max(0, judged), cell));
}

function writtenBy(step: Step, ref: Ref): Expression | undefined {
  if (step.kind === "land") return step.artifact === ref ? step.value : undefined;
  return step.kind === "return" && step.target.ref === ref ? step.value : undefined;
}

/** Whether a value may be one that the expression gives, by what the expression says outright. */
function fits(value: Json | undefined, written: Expression): boolean {
  if (written.kind === "literal") return value === undefined || equal(value, written.value);
  if (written.kind !== "object" || !isJsonObject(value)) return true;
  return Object.entries(written.fields).every(([name, field]) => {
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    return part === undefined || fits(part, field);
  });
}

function allLanded(families: readonly Ref[]): Expression {
  return {
    kind: "and",
    operands: families.map((ref) => ({ kind: "state", state: "landed", of: "artifact", ref })),
  };
}
