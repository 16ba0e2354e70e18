/** Why a predicate does not hold, or a value is unavailable, in words (`[L-21]`). */
import {
  unreachable,
  type CompareExpression,
  type Expression,
  type Json,
  type Key,
  type Operator,
} from "../../ir/index.js";
import { evaluate, keyOf } from "./evaluate.js";
import type { Scope } from "./facts.js";
import { nameOf, shortName } from "./names.js";

/** What was missing, a phrase each; empty where the predicate holds or the value is there. */
export function explain(expression: Expression, scope: Scope): readonly string[] {
  const value = evaluate(expression, scope);
  if (value !== undefined && value !== false) return [];
  switch (expression.kind) {
    case "and":
      return unique(expression.operands.flatMap((operand) => explain(operand, scope)));
    case "or":
      return [unique(expression.operands.flatMap((operand) => explain(operand, scope))).join(", or ")];
    case "not":
      return value === undefined
        ? explain(expression.operand, scope)
        : [`not (${phrase(expression.operand, scope)}) does not hold`];
    case "compare":
      return [comparison(expression, scope)];
    case "available":
      return [
        `\`${named(expression.ref, expression.key, scope)}\` is not there yet${problemOf(expression, scope)}`,
      ];
    case "state":
      return [
        `\`${named(expression.ref, expression.key, scope)}\` is not ${expression.state}${problemOf(expression, scope)}`,
      ];
    case "absentInput":
      return [`\`${expression.name}\` was given`];
    case "quantified": {
      const what = `${expression.quantifier} \`${shortName(expression.ref)}\``;
      return [
        value === undefined
          ? `${what} is not known yet`
          : `${what}${testWords(expression.test, scope)} does not hold`,
      ];
    }
    case "coalesce":
      return [...explain(expression.left, scope), ...explain(expression.right, scope)];
    case "array":
      return expression.items.flatMap((item) => explain(item, scope));
    case "object":
      return Object.values(expression.fields).flatMap((field) => explain(field, scope));
    case "template":
      return expression.parts.flatMap((part) => (typeof part === "string" ? [] : explain(part, scope)));
    case "get":
    case "literal":
    case "declined":
    case "reason":
    case "latest":
    case "count":
    case "failed":
    case "matches":
      return [
        value === false
          ? `${phrase(expression, scope)} is false`
          : `${phrase(expression, scope)} is not available`,
      ];
    default:
      return unreachable(expression);
  }
}

function unique(phrases: readonly string[]): readonly string[] {
  return [...new Set(phrases)];
}

/** What is wrong with a document that stands there and cannot be read. */
function problemOf(
  { ref, key }: { readonly ref: string; readonly key?: Key | undefined },
  scope: Scope,
): string {
  const written = keyOf(key, scope);
  const problem = written === null ? undefined : scope.facts.problem?.(ref, written);
  return problem === undefined ? "" : `: ${problem}`;
}

function comparison(expression: CompareExpression, scope: Scope): string {
  const left = evaluate(expression.left, scope);
  const right = evaluate(expression.right, scope);
  if (left === undefined) return `${phrase(expression.left, scope)} is not available`;
  if (right === undefined) return `${phrase(expression.right, scope)} is not available`;
  return `${phrase(expression.left, scope)} is ${short(left)}, and must be ${operatorWords[expression.operator]}${short(right)}`;
}

const operatorWords: Readonly<Record<Operator, string>> = {
  "==": "",
  "!=": "other than ",
  "<": "below ",
  "<=": "at most ",
  ">": "above ",
  ">=": "at least ",
  in: "one of ",
  contains: "a list with ",
};

function testWords(
  test: { readonly operator: Operator; readonly right: Expression } | undefined,
  scope: Scope,
): string {
  if (test === undefined) return "";
  const right = evaluate(test.right, scope);
  return ` ${test.operator} ${right === undefined ? "?" : short(right)}`;
}

/** An expression as one would write it. */
function phrase(expression: Expression, scope: Scope): string {
  switch (expression.kind) {
    case "literal":
      return short(expression.value);
    case "get": {
      const path = expression.path.map((segment) => `.${segment}`).join("");
      return `\`${named(expression.name, expression.key, scope)}${path}\``;
    }
    case "latest":
      return `latest(\`${shortName(expression.evidence)}\`)`;
    case "count":
      return `count(\`${shortName(expression.ref)}\`)`;
    case "failed":
      return `failed(\`${shortName(expression.verdict)}\`)`;
    case "declined":
      return `\`${expression.local}.declined\``;
    case "reason":
      return `\`${expression.local}.reason\``;
    case "available":
      return `\`${named(expression.ref, expression.key, scope)}\``;
    case "state":
      return `${expression.state} \`${named(expression.ref, expression.key, scope)}\``;
    case "absentInput":
      return `absent \`${expression.name}\``;
    case "compare":
      return `${phrase(expression.left, scope)} ${expression.operator} ${phrase(expression.right, scope)}`;
    case "matches":
      return `${phrase(expression.value, scope)} matches "${expression.pattern}"`;
    case "not":
      return `not ${phrase(expression.operand, scope)}`;
    case "and":
      return expression.operands.map((operand) => phrase(operand, scope)).join(" and ");
    case "or":
      return expression.operands.map((operand) => phrase(operand, scope)).join(" or ");
    case "coalesce":
      return `${phrase(expression.left, scope)} ?? ${phrase(expression.right, scope)}`;
    case "quantified":
      return `${expression.quantifier} \`${shortName(expression.ref)}\`${testWords(expression.test, scope)}`;
    case "array":
      return "the list";
    case "object":
      return "the value";
    case "template":
      return "the text";
    default:
      return unreachable(expression);
  }
}

function named(ref: string, key: Key | undefined, scope: Scope): string {
  const written = keyOf(key, scope);
  return nameOf(shortName(ref), written === null ? "?" : written);
}

function short(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
