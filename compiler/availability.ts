/**
 * What a predicate that holds says about what is there (`[L-20]`, `[L-21]`).
 *
 * A *fact* names something that may be unavailable: `evidence e`, `verdict v`, `artifact a["k"]`, `input x`, and with a
 * JSON Pointer behind it a part of one, `verdict v/notes`. Predicates hold by Kleene's logic, so a comparison that
 * holds, and its `not` as well, has both its sides.
 */
import { canonical, type Expression, pointer, unreachable } from "../ir/index.js";

type Get = Extract<Expression, { readonly kind: "get" }>;

/** The fact that what this reads is there, `depth` steps down its path. */
export function factOf(get: Get, depth: number = get.path.length): string {
  return `${rootFact(get.from, get.name, get.key)}${pointer(...get.path.slice(0, depth))}`;
}

export function rootFact(from: Get["from"], name: string, key?: Get["key"]): string {
  return `${from} ${name}${key === undefined ? "" : `[${canonical(key)}]`}`;
}

const nothing: ReadonlySet<string> = new Set();

/** The facts that follow from the predicate's holding, or, with `holds` false, from its `not`'s holding. */
export function impliedBy(predicate: Expression | undefined, holds = true): ReadonlySet<string> {
  if (predicate === undefined) return nothing;
  switch (predicate.kind) {
    case "and":
      return holds ? unionOfFacts(predicate.operands, true) : sharedFacts(predicate.operands, false);
    case "or":
      return holds ? sharedFacts(predicate.operands, true) : unionOfFacts(predicate.operands, false);
    case "not":
      return impliedBy(predicate.operand, !holds);
    case "available":
      return holds ? new Set([rootFact(predicate.of, predicate.ref, predicate.key)]) : nothing;
    case "state":
      // All but `absent` speak of a document that is there; `not absent` does too.
      return (predicate.state === "absent") !== holds
        ? new Set([rootFact(predicate.of, predicate.ref, predicate.key)])
        : nothing;
    case "absentInput":
      return holds ? nothing : new Set([rootFact("input", predicate.name)]);
    case "quantified":
      return new Set([
        rootFact(predicate.of, predicate.ref),
        ...(predicate.test === undefined ? [] : presence(predicate.test.right)),
      ]);
    case "compare":
      return new Set([
        ...presence(predicate.left),
        ...presence(predicate.right),
        ...countedFacts(predicate, holds),
      ]);
    case "declined":
      // Who has not declined has answered.
      return holds ? nothing : new Set([rootFact("local", predicate.local)]);
    case "get":
    case "matches":
    case "coalesce":
    case "reason":
    case "latest":
    case "count":
    case "failed":
    case "literal":
    case "array":
    case "object":
    case "template":
      return presence(predicate);
    default:
      return unreachable(predicate);
  }
}

/** The facts that follow from an expression's having a value. */
function presence(expression: Expression): ReadonlySet<string> {
  switch (expression.kind) {
    case "get":
      return new Set(
        Array.from({ length: expression.path.length + 1 }, (_, depth) => factOf(expression, depth)),
      );
    case "latest":
      return new Set([rootFact("evidence", expression.evidence)]);
    case "count":
      // Evidence is counted from 0; what is kept by key only once its array is there (`[L-36]`).
      return expression.of === "evidence" ? nothing : new Set([rootFact(expression.of, expression.ref)]);
    case "failed":
      return new Set([rootFact("verdict", expression.verdict)]);
    case "matches":
      return presence(expression.value);
    case "array":
      return all(expression.items.map(presence));
    case "object":
      return all(Object.values(expression.fields).map(presence));
    case "template":
      return all(expression.parts.map((part) => (typeof part === "string" ? nothing : presence(part))));
    case "compare":
      return all([presence(expression.left), presence(expression.right)]);
    case "not":
      return presence(expression.operand);
    case "coalesce":
    case "literal":
    case "declined":
    case "reason":
    case "state":
    case "absentInput":
    case "available":
    case "quantified":
    case "and":
    case "or":
      return nothing;
    default:
      return unreachable(expression);
  }
}

/** `count(E) >= 2` holds only where there is evidence. */
function countedFacts(
  compare: Extract<Expression, { readonly kind: "compare" }>,
  holds: boolean,
): readonly string[] {
  const { left, right, operator } = compare;
  if (left.kind !== "count" || left.of !== "evidence" || right.kind !== "literal") return [];
  const bound = right.value;
  if (typeof bound !== "number") return [];
  const none: Readonly<Record<typeof operator, boolean>> = {
    "==": bound === 0,
    "!=": bound !== 0,
    "<": 0 < bound,
    "<=": 0 <= bound,
    ">": 0 > bound,
    ">=": 0 >= bound,
    in: true,
    contains: true,
  };
  return none[operator] === holds ? [] : [rootFact("evidence", left.ref)];
}

function unionOfFacts(operands: readonly Expression[], holds: boolean): ReadonlySet<string> {
  return all(operands.map((operand) => impliedBy(operand, holds)));
}

function sharedFacts(operands: readonly Expression[], holds: boolean): ReadonlySet<string> {
  return shared(operands.map((operand) => impliedBy(operand, holds)));
}

export function all(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** What is in every one of the sets; nothing where there is no set. */
export function shared(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...rest] = sets;
  return new Set([...(first ?? nothing)].filter((fact) => rest.every((set) => set.has(fact))));
}
