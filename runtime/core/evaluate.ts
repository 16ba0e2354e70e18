/**
 * Expressions and predicates (`[L-21]`). Evaluation never throws and has no effect. `undefined` is *unavailable*: it
 * passes through paths, comparisons and `not`; `and` and `or` are Kleene's.
 */
import {
  isJsonObject,
  unreachable,
  type CompareExpression,
  type Expression,
  type GetExpression,
  type Json,
  type JsonObject,
  type Key,
  type Operator,
  type QuantifiedExpression,
  type StateExpression,
} from "../../ir/index.js";
import { equal } from "./equal.js";
import type { Scope } from "./facts.js";
import { shortName, nameOf } from "./names.js";
import type { Contribution } from "./state.js";

/** The expression's value, or `undefined` where it is unavailable. */
export function evaluate(expression: Expression, scope: Scope): Json | undefined {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "get":
      return get(expression, scope);
    case "compare":
      return compare(expression, scope);
    case "and":
      return every(expression.operands, scope);
    case "or":
      return some(expression.operands, scope);
    case "not": {
      const value = evaluate(expression.operand, scope);
      return typeof value === "boolean" ? !value : undefined;
    }
    case "available":
      return available(expression.of, expression.ref, expression.key, scope);
    case "state":
      return stateOf(expression, scope);
    case "absentInput":
      return !Object.hasOwn(scope.inputs, expression.name);
    case "coalesce": {
      // `null` is a value and is kept: only what is unavailable is replaced.
      const value = evaluate(expression.left, scope);
      return value === undefined ? evaluate(expression.right, scope) : value;
    }
    case "template":
      return render(expression.parts, scope);
    case "array":
      return all(expression.items, scope);
    case "object":
      return objectOf(expression.fields, scope);
    case "declined":
      return scope.locals.get(expression.local)?.declined;
    case "reason":
      return scope.locals.get(expression.local)?.reason;
    case "latest":
      return scope.facts.contributions(expression.evidence).at(-1)?.text;
    case "count":
      return count(expression.of, expression.ref, scope);
    case "failed":
      return scope.facts.rows(expression.verdict)?.filter((row) => row.failure !== undefined).length;
    case "quantified":
      return quantified(expression, scope);
    case "matches": {
      const value = evaluate(expression.value, scope);
      return typeof value === "string" ? scope.facts.matches(value, expression.pattern) : undefined;
    }
    default:
      return unreachable(expression);
  }
}

/** Whether a predicate holds; what is unavailable at the end does not (`[L-21]`). */
export function holds(predicate: Expression | undefined, scope: Scope): boolean {
  return predicate === undefined || evaluate(predicate, scope) === true;
}

function every(operands: readonly Expression[], scope: Scope): boolean | undefined {
  let result: boolean | undefined = true;
  for (const operand of operands) {
    const value = evaluate(operand, scope);
    if (value === false) return false;
    if (value !== true) result = undefined;
  }
  return result;
}

function some(operands: readonly Expression[], scope: Scope): boolean | undefined {
  let result: boolean | undefined = false;
  for (const operand of operands) {
    const value = evaluate(operand, scope);
    if (value === true) return true;
    if (value !== false) result = undefined;
  }
  return result;
}

function all(items: readonly Expression[], scope: Scope): Json | undefined {
  const values: Json[] = [];
  for (const item of items) {
    const value = evaluate(item, scope);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

/** A field whose value is not there is left out; whether it may be is its schema's to say. */
export function objectOf(fields: Readonly<Record<string, Expression>>, scope: Scope): JsonObject {
  const entries: [string, Json][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = evaluate(field, scope);
    if (value !== undefined) entries.push([name, value]);
  }
  // `fromEntries` makes own properties of all names, `__proto__` too.
  return Object.fromEntries(entries);
}

/** The key that an expression means; `undefined`: none is written, `null`: it is unavailable. */
export function keyOf(key: Key | undefined, scope: Scope): string | undefined | null {
  if (key === undefined) return undefined;
  if (key.kind === "instance") return scope.key ?? null;
  const value = evaluate(key.value, scope);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : null;
}

function get(expression: GetExpression, scope: Scope): Json | undefined {
  const value = origin(expression, scope);
  return value === undefined || expression.path.length === 0 ? value : follow(value, expression.path);
}

function origin(expression: GetExpression, scope: Scope): Json | undefined {
  const { name } = expression;
  switch (expression.from) {
    case "input":
      return own(scope.inputs, name);
    case "interview":
      return own(scope.interview, name);
    case "local":
      return scope.locals.get(name)?.value;
    case "element":
      return own(scope.elements, name) ?? own(scope.inputs, name);
    case "argument":
      return own(scope.arguments, name);
    case "artifact": {
      const key = keyOf(expression.key, scope);
      return key === null ? undefined : scope.facts.document(name, key);
    }
    case "evidence": {
      const contributions = scope.facts.contributions(name);
      return contributions.length === 0 ? undefined : evidenceText(contributions);
    }
    case "verdict": {
      const key = keyOf(expression.key, scope);
      if (key === null) return undefined;
      if (key === undefined && scope.facts.isKeyed(name)) return rowsValue(name, scope);
      return scope.facts.verdict(name, key);
    }
    default:
      return unreachable(expression.from);
  }
}

function rowsValue(verdict: string, scope: Scope): Json | undefined {
  return scope.facts.rows(verdict)?.map((row) => ({
    key: row.key,
    ...(row.value === undefined ? {} : { value: row.value }),
    ...(row.failure === undefined ? {} : { failure: row.failure }),
  }));
}

/** All contributions as one text, each under its author (`[R-20]`). */
export function evidenceText(contributions: readonly Contribution[]): string {
  return contributions
    .map(({ playbook, key, round, text }) => `[${nameOf(shortName(playbook), key)}, round ${round}]\n${text}`)
    .join("\n\n");
}

function own(record: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function follow(value: Json, path: readonly (string | number)[]): Json | undefined {
  let at: Json | undefined = value;
  for (const segment of path) {
    if (Array.isArray(at)) {
      at = typeof segment === "number" ? at[segment] : undefined;
    } else {
      at = isJsonObject(at) ? own(at, String(segment)) : undefined;
    }
    if (at === undefined) return undefined;
  }
  return at;
}

function compare(expression: CompareExpression, scope: Scope): boolean | undefined {
  const left = evaluate(expression.left, scope);
  if (left === undefined) return undefined;
  const right = evaluate(expression.right, scope);
  return right === undefined ? undefined : test(expression.operator, left, right);
}

/** One comparison of two values; unavailable where the operator does not fit them. */
export function test(operator: Operator, left: Json, right: Json): boolean | undefined {
  switch (operator) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "in":
      return Array.isArray(right) ? right.some((item) => equal(left, item)) : undefined;
    case "contains":
      return Array.isArray(left) ? left.some((item) => equal(item, right)) : undefined;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return typeof left === "number" && typeof right === "number"
        ? ordered(operator, left, right)
        : undefined;
    default:
      return unreachable(operator);
  }
}

function ordered(operator: "<" | "<=" | ">" | ">=", left: number, right: number): boolean {
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    default:
      return unreachable(operator);
  }
}

function available(
  of: "verdict" | "evidence" | "artifact",
  ref: string,
  written: Key | undefined,
  scope: Scope,
): boolean {
  if (of === "evidence") return scope.facts.contributions(ref).length > 0;
  const key = keyOf(written, scope);
  if (key === null) return false;
  if (of === "artifact") return scope.facts.document(ref, key) !== undefined;
  if (key === undefined && scope.facts.isKeyed(ref)) {
    return scope.facts.rows(ref)?.some((row) => row.value !== undefined) ?? false;
  }
  return scope.facts.verdict(ref, key) !== undefined;
}

function stateOf(expression: StateExpression, scope: Scope): boolean {
  const { facts } = scope;
  if (expression.of !== "artifact") {
    const there = available(expression.of, expression.ref, expression.key, scope);
    return expression.state === "absent" ? !there : there;
  }
  const key = keyOf(expression.key, scope);
  if (key === null) return expression.state === "absent";
  switch (expression.state) {
    case "landed":
      return facts.document(expression.ref, key) !== undefined;
    case "absent":
      return facts.isAbsent(expression.ref, key);
    case "delivered":
      return facts.isDelivered(expression.ref, key);
    case "stale":
      return facts.isStale(expression.ref, key);
    default:
      return unreachable(expression.state);
  }
}

function count(of: "evidence" | "verdict" | "artifact", ref: string, scope: Scope): number | undefined {
  switch (of) {
    case "evidence":
      return scope.facts.contributions(ref).length;
    case "artifact":
      return scope.facts.documentKeys(ref)?.filter((key) => scope.facts.document(ref, key) !== undefined)
        .length;
    case "verdict":
      if (!scope.facts.isKeyed(ref)) return scope.facts.verdict(ref, undefined) === undefined ? 0 : 1;
      return scope.facts.rows(ref)?.filter((row) => row.value !== undefined).length;
    default:
      return unreachable(of);
  }
}

/**
 * `every V` holds when each row has returned or failed for good; `every V.p == x` when each has returned and fits. Rows
 * that are still to come make `every` false and leave `some` to the others (`[L-36]`).
 */
function quantified(expression: QuantifiedExpression, scope: Scope): boolean | undefined {
  const items = quantifiedItems(expression, scope);
  if (items === undefined) return undefined;
  const { test: comparison } = expression;
  const right = comparison === undefined ? undefined : evaluate(comparison.right, scope);
  if (comparison !== undefined && right === undefined) return undefined;
  const fits = ({ value, settled }: QuantifiedItem): boolean => {
    if (value === undefined) return comparison === undefined && settled;
    const at = follow(value, expression.path);
    if (comparison === undefined) return expression.path.length === 0 || at === true;
    return at !== undefined && right !== undefined && test(comparison.operator, at, right) === true;
  };
  if (expression.quantifier === "every") return items.every(fits);
  return items.some((item) => item.value !== undefined && fits(item));
}

interface QuantifiedItem {
  readonly value: Json | undefined;
  readonly settled: boolean;
}

function quantifiedItems(
  expression: QuantifiedExpression,
  scope: Scope,
): readonly QuantifiedItem[] | undefined {
  if (expression.of === "verdict") {
    return scope.facts
      .rows(expression.ref)
      ?.map(({ value, failure }) => ({ value, settled: value !== undefined || failure !== undefined }));
  }
  return scope.facts
    .documentKeys(expression.ref)
    ?.map((key) => ({ value: scope.facts.document(expression.ref, key), settled: false }));
}

/** Text with its holes filled; unavailable where one of them is, which the compiler rules out (`[L-20]`). */
export function render(parts: readonly (string | Expression)[], scope: Scope): string | undefined {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const value = evaluate(part, scope);
    if (value === undefined) return undefined;
    text += typeof value === "string" ? value : JSON.stringify(value);
  }
  return text;
}
