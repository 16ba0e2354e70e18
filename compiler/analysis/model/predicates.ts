/**
 * Predicates over variables. What one means is the interpreter's to say (`evaluate`): each combination of values that it
 * is asked for is asked once, and kept.
 */
import type { Expression, Json, Ref } from "../../../ir/index.js";
import { holds } from "../../../runtime/core/evaluate.js";
import { type Facts, scopeOf } from "../../../runtime/core/facts.js";
import { type FreeVariable, type InputVariable, type Variable, WorldFacts } from "./variables.js";

/** How many combinations of values a predicate may tell apart; one that could tell more has one free answer. */
const mostCombinations = 1 << 16;

/** What the names in a predicate stand for. */
export interface Vocabulary {
  /** Families, evidence and verdicts. Those kept by key are not among them. */
  readonly thing: (ref: Ref) => Variable | undefined;
  readonly inputs: ReadonlyMap<string, InputVariable>;
  /** Refs and inputs whose values are not all known: what is read of them is not modelled. */
  readonly unclear: ReadonlySet<string>;
  readonly matches: Facts["matches"];
}

export class Predicate {
  private readonly known: Uint8Array;

  constructor(
    readonly expression: Expression,
    /** The variables that its answer depends on, free ones last. */
    readonly support: readonly Variable[],
    private readonly vocabulary: Vocabulary,
  ) {
    this.known = new Uint8Array(combinations(support));
  }

  /** Whether something in it is not modelled. */
  get isOpen(): boolean {
    return this.support.at(-1)?.kind === "free";
  }

  /** Whether it holds where its variables have these values, in the order of `support`. */
  holds(values: readonly number[]): boolean {
    let at = 0;
    for (const [index, { size }] of this.support.entries()) at = at * size + (values[index] ?? 0);
    return this.holdsAt(at);
  }

  /** Whether it holds for the combination of this number: the first variable of `support` weighs most. */
  holdsAt(combination: number): boolean {
    const before = this.known[combination];
    if (before !== 0) return before === 2;
    const found = this.ask(combination);
    this.known[combination] = found ? 2 : 1;
    return found;
  }

  /** Whether any values of its variables let it hold. */
  mayHold(): boolean {
    return this.known.some((_, combination) => this.holdsAt(combination));
  }

  private ask(combination: number): boolean {
    const values = new Map<Variable, number>();
    let rest = combination;
    for (const variable of this.support.toReversed()) {
      values.set(variable, rest % variable.size);
      rest = Math.floor(rest / variable.size);
    }
    const reading = (variable: Variable): number => values.get(variable) ?? 0;
    const inputs: Record<string, Json> = {};
    for (const [name, variable] of this.vocabulary.inputs) {
      const value = variable.cells[reading(variable)]?.value;
      if (value !== undefined) inputs[name] = value;
    }
    for (const variable of this.support) {
      if (variable.kind === "free" && reading(variable) > 0) inputs[variable.name] = reading(variable) === 2;
    }
    return holds(this.expression, scopeOf(new WorldFacts(this.vocabulary, reading), { inputs }));
  }
}

function combinations(support: readonly Variable[]): number {
  return support.reduce((product, { size }) => product * size, 1);
}

/** The predicate of an expression. Questions that are not modelled become free variables. */
export function predicateOf(expression: Expression, vocabulary: Vocabulary): Predicate {
  const free: FreeVariable[] = [];
  const asked = withFreeAnswers(expression, vocabulary, free);
  const support = [...supportOf(asked, vocabulary), ...free];
  if (combinations(support) <= mostCombinations) return new Predicate(asked, support, vocabulary);
  const only: FreeVariable[] = [];
  return new Predicate(freeAnswer(only), only, vocabulary);
}

function freeAnswer(free: FreeVariable[]): Expression {
  // No input is called so: a name has no `#`.
  const name = `#${free.length}`;
  free.push({ kind: "free", name, size: 3 });
  return { kind: "get", from: "input", name, path: [] };
}

/** The expression, with a free answer in the place of each smallest yes-or-no question that is not modelled. */
function withFreeAnswers(expression: Expression, vocabulary: Vocabulary, free: FreeVariable[]): Expression {
  switch (expression.kind) {
    case "and":
    case "or":
      return {
        kind: expression.kind,
        operands: expression.operands.map((operand) => withFreeAnswers(operand, vocabulary, free)),
      };
    case "not":
      return { kind: "not", operand: withFreeAnswers(expression.operand, vocabulary, free) };
    default:
      return isModelled(expression, vocabulary) ? expression : freeAnswer(free);
  }
}

function isModelled(expression: Expression, vocabulary: Vocabulary): boolean {
  const all = (parts: readonly Expression[]): boolean => parts.every((part) => isModelled(part, vocabulary));
  switch (expression.kind) {
    case "literal":
      return true;
    case "get":
      if (expression.from === "input")
        return vocabulary.inputs.has(expression.name) && !vocabulary.unclear.has(expression.name);
      return (
        (expression.from === "artifact" || expression.from === "verdict") &&
        expression.key === undefined &&
        vocabulary.thing(expression.name) !== undefined &&
        !vocabulary.unclear.has(expression.name)
      );
    case "absentInput":
      return vocabulary.inputs.has(expression.name);
    case "count":
      return (
        expression.of !== "artifact" &&
        vocabulary.thing(expression.ref) !== undefined &&
        !vocabulary.unclear.has(expression.ref)
      );
    case "available":
      return expression.key === undefined && vocabulary.thing(expression.ref) !== undefined;
    case "state":
      return (
        expression.key === undefined &&
        expression.state !== "stale" &&
        vocabulary.thing(expression.ref) !== undefined
      );
    case "and":
    case "or":
      return all(expression.operands);
    case "not":
      return isModelled(expression.operand, vocabulary);
    case "compare":
    case "coalesce":
      return all([expression.left, expression.right]);
    case "array":
      return all(expression.items);
    case "object":
      return all(Object.values(expression.fields));
    case "matches":
      return isModelled(expression.value, vocabulary);
    case "declined":
    case "reason":
    case "latest":
    case "failed":
    case "quantified":
    case "template":
      return false;
  }
}

function supportOf(expression: Expression, vocabulary: Vocabulary): readonly Variable[] {
  const found = new Set<Variable>();
  const add = (variable: Variable | undefined): void => {
    if (variable !== undefined) found.add(variable);
  };
  const visit = (at: Expression): void => {
    switch (at.kind) {
      case "get":
        return add(at.from === "input" ? vocabulary.inputs.get(at.name) : vocabulary.thing(at.name));
      case "absentInput":
        return add(vocabulary.inputs.get(at.name));
      case "count":
      case "available":
      case "state":
        return add(vocabulary.thing(at.ref));
      case "and":
      case "or":
        return at.operands.forEach(visit);
      case "not":
        return visit(at.operand);
      case "matches":
        return visit(at.value);
      case "compare":
      case "coalesce":
        visit(at.left);
        return visit(at.right);
      case "array":
        return at.items.forEach(visit);
      case "object":
        return Object.values(at.fields).forEach(visit);
      default:
        return;
    }
  };
  visit(expression);
  return [...found];
}
