/**
 * Expressions from their flat rows of operands and operators. Tightest first: `.`, `??`, comparison (not chained),
 * `not`, `and`, `or`.
 */
import type { CstNode, IToken } from "chevrotain";
import { cover, type Span } from "../../ir/span.js";
import { durationValue } from "../literals.js";
import { maxDepth } from "../nesting.js";
import * as t from "../tokens.js";
import type { CompareOperator, Entry, Expression, PathExpression, PathSegment } from "../tree.js";
import {
  builtOf,
  nodeOf,
  nodesOf,
  type Source,
  spanOf,
  spanOfToken,
  tokenOf,
  tokensOf,
  toName,
  toNumber,
  toStringLiteral,
} from "./source.js";

interface Options {
  /** Reads the strings of step values, which interpolate. Elsewhere they are plain. */
  readonly interpolate?: (token: IToken, source: Source) => Expression;
}

/** The expression, unless it could not be read in full. */
export function toExpression(node: CstNode, source: Source, options?: Options): Expression | undefined;
export function toExpression(
  node: CstNode | undefined,
  source: Source,
  options?: Options,
): Expression | undefined;
export function toExpression(
  node: CstNode | undefined,
  source: Source,
  options: Options = {},
): Expression | undefined {
  if (node === undefined || node.recoveredNode === true) return undefined;
  const operands: Operand[] = [];
  for (const operand of nodesOf(node, "operand")) {
    const value = toOperand(operand, source, options);
    if (value === undefined) return undefined;
    operands.push({ negations: tokensOf(operand, "Not"), value });
  }
  return new Row(operands, tokensOf(node, "Operator"), source).read();
}

interface Operand {
  readonly negations: readonly IToken[];
  readonly value: Expression;
}

class Row {
  private at = 0;

  constructor(
    private readonly operands: readonly Operand[],
    private readonly operators: readonly IToken[],
    private readonly source: Source,
  ) {}

  read(): Expression | undefined {
    return this.readSeries("or", () => this.readSeries("and", () => this.readNegated()));
  }

  private readSeries(kind: "and" | "or", readOne: () => Expression | undefined): Expression | undefined {
    const operands: Expression[] = [];
    for (;;) {
      const operand = readOne();
      if (operand === undefined) return undefined;
      operands.push(operand);
      if (this.operator()?.image !== kind) break;
      this.at++;
    }
    const [first] = operands;
    const last = operands.at(-1);
    if (first === undefined || last === undefined || operands.length === 1) return first;
    return { kind, operands, span: cover(first.span, last.span) };
  }

  private readNegated(): Expression | undefined {
    const negations = this.operands[this.at]?.negations ?? [];
    let operand = this.readComparison();
    for (const negation of negations.toReversed()) {
      if (operand === undefined) return undefined;
      operand = { kind: "not", operand, span: cover(spanOfToken(negation), operand.span) };
    }
    return operand;
  }

  private readComparison(): Expression | undefined {
    const left = this.readFallbacks();
    const token = this.operator();
    const operator = compareOperator(token);
    if (left === undefined || token === undefined || operator === undefined) return left;
    this.at++;
    const right = this.readFallbacks({ inside: true });
    if (right === undefined) return undefined;
    this.refuseChain(right.span);
    const operatorSpan = spanOfToken(token);
    const span = cover(left.span, right.span);
    if (left.kind === "quantified") return { ...left, test: { operator, operatorSpan, right }, span };
    return { kind: "compare", operator, operatorSpan, left, right, span };
  }

  /** `a < b < c` */
  private refuseChain(middle: Span): void {
    const token = this.operator();
    if (token === undefined || compareOperator(token) === undefined) return;
    const { start } = spanOfToken(token);
    this.source.report({
      code: "LB1011",
      span: spanOfToken(token),
      message: "comparisons cannot be chained",
      hint: "join two comparisons with `and`",
      fix: {
        title: "write two comparisons",
        edits: [
          { span: { start, end: start }, text: `and ${this.source.text.slice(middle.start, middle.end)} ` },
        ],
      },
    });
    while (compareOperator(this.operator()) !== undefined) {
      this.at++;
      this.readFallbacks({ inside: true });
    }
  }

  private readFallbacks({ inside = false } = {}): Expression | undefined {
    let left = this.readOperand(inside);
    for (let count = 0; this.operator()?.tokenType === t.QuestionQuestion; count++) {
      this.at++;
      const right = this.readOperand(true);
      if (left === undefined || right === undefined) return undefined;
      if (left.kind === "quantified") this.refuseInside(left.quantifier, left.span);
      if (count === maxDepth)
        this.source.report({
          code: "LB1007",
          span: right.span,
          message: `more than ${maxDepth} fallbacks follow one another`,
        });
      if (count < maxDepth) left = { kind: "coalesce", left, right, span: cover(left.span, right.span) };
    }
    return left;
  }

  private readOperand(inside: boolean): Expression | undefined {
    const operand = this.operands[this.at];
    if (operand === undefined) return undefined;
    const [negation] = operand.negations;
    if (inside && negation !== undefined) this.refuseInside("not", spanOfToken(negation));
    if (inside && operand.value.kind === "quantified")
      this.refuseInside(operand.value.quantifier, operand.value.span);
    return operand.value;
  }

  private refuseInside(word: string, span: Span): void {
    this.source.report({
      code: "LB1001",
      span,
      message: `\`${word}\` cannot stand inside a comparison or after \`??\``,
      hint: "put parentheses around it",
    });
  }

  private operator(): IToken | undefined {
    return this.operators[this.at];
  }
}

function compareOperator(token: IToken | undefined): CompareOperator | undefined {
  switch (token?.image) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "in":
    case "contains":
      return token.image;
    default:
      return undefined;
  }
}

/** The operator of `expect rounds == 2` and `expect dispatched E == 1`. */
export function toCompareOperator(token: IToken | undefined): CompareOperator | undefined {
  return compareOperator(token);
}

function toOperand(node: CstNode, source: Source, options: Options): Expression | undefined {
  const literal = tokenOf(node, "Literal");
  if (literal !== undefined) return toLiteral(literal, source, options);
  const path = nodeOf(node, "path");
  const state = tokenOf(node, "StateWord");
  const quantifier = tokenOf(node, "Quantifier");
  if (path !== undefined) {
    const target = toPath(path, source);
    if (target === undefined) return undefined;
    if (state !== undefined) {
      const word = stateWord(state);
      return word === undefined
        ? undefined
        : { kind: "state", state: word, target, span: cover(spanOfToken(state), target.span) };
    }
    if (quantifier !== undefined) {
      const word = quantifier.tokenType === t.Every ? "every" : "some";
      return {
        kind: "quantified",
        quantifier: word,
        target,
        span: cover(spanOfToken(quantifier), target.span),
      };
    }
    return target;
  }
  const group = nodeOf(node, "group");
  if (group !== undefined) {
    const inner = toExpression(nodeOf(group, "expression"), source);
    return inner === undefined ? undefined : { kind: "group", inner, span: spanOf(group) };
  }
  const call = nodeOf(node, "call");
  if (call !== undefined) return toCall(call, source);
  return toCollection(node, source, options);
}

function stateWord(token: IToken): "landed" | "delivered" | "absent" | "stale" | undefined {
  switch (token.image) {
    case "landed":
    case "delivered":
    case "absent":
    case "stale":
      return token.image;
    default:
      return undefined;
  }
}

function toLiteral(token: IToken, source: Source, { interpolate }: Options): Expression {
  const span = spanOfToken(token);
  switch (token.tokenType) {
    case t.True:
    case t.False:
      return { kind: "boolean", value: token.tokenType === t.True, span };
    case t.Null:
      return { kind: "null", span };
    case t.Number:
      return toNumber(token);
    case t.Duration:
      return toDuration(token);
    default:
      return interpolate === undefined ? toStringLiteral(token) : interpolate(token, source);
  }
}

/** A number or a duration. */
export function toAmount(token: IToken): Expression {
  return token.tokenType === t.Number ? toNumber(token) : toDuration(token);
}

function toDuration(token: IToken): Expression {
  return {
    kind: "duration",
    milliseconds: durationValue(token.image),
    text: token.image,
    span: spanOfToken(token),
  };
}

function toCall(node: CstNode, source: Source): Expression | undefined {
  const callee = toName(tokenOf(node, "PathRoot"));
  const given = allOf(nodesOf(node, "expression").map((argument) => toExpression(argument, source)));
  if (callee === undefined || given === undefined) return undefined;
  return { kind: "call", callee, arguments: given, span: spanOf(node) };
}

function toPath(node: CstNode, source: Source): PathExpression | undefined {
  const root = toName(tokenOf(node, "PathRoot"));
  const segments = allOf(nodesOf(node, "segment").map((segment) => toSegment(segment, source)));
  if (root === undefined || segments === undefined) return undefined;
  return { kind: "path", root, segments, span: spanOf(node) };
}

function toSegment(node: CstNode, source: Source): PathSegment | undefined {
  const name = toName(tokenOf(node, "Name"));
  if (name !== undefined) return { kind: "field", name, span: spanOf(node) };
  const index = toExpression(nodeOf(node, "expression"), source);
  return index === undefined ? undefined : { kind: "index", index, span: spanOf(node) };
}

/** The value of a scenario's script. */
export function toValue(node: CstNode | undefined, source: Source): Expression | undefined {
  if (node === undefined || node.recoveredNode === true) return undefined;
  const literal = tokenOf(node, "Literal");
  return literal === undefined ? toCollection(node, source, {}) : toLiteral(literal, source, {});
}

/** The array or object under a node. */
export function toCollection(node: CstNode, source: Source, options: Options): Expression | undefined {
  const array = nodeOf(node, "array");
  if (array !== undefined) return toArray(array, source, options);
  const object = nodeOf(node, "object");
  if (object === undefined) return undefined;
  return { kind: "object", entries: toEntries(object, source, options), span: spanOf(object) };
}

export function toArray(node: CstNode, source: Source, options: Options = {}): Expression | undefined {
  const items = allOf(nodesOf(node, "expression").map((item) => toExpression(item, source, options)));
  return items === undefined ? undefined : { kind: "array", items, span: spanOf(node) };
}

/** The entries of an object that could be read. */
export function toEntries(node: CstNode, source: Source, options: Options = {}): readonly Entry[] {
  return builtOf(node, "entry", (entry) => toEntry(entry, source, options));
}

function toEntry(node: CstNode, source: Source, options: Options): Entry | undefined {
  const key = toName(tokenOf(node, "FieldKey"));
  const value = toExpression(nodeOf(node, "expression"), source, options);
  return key === undefined || value === undefined
    ? undefined
    : { kind: "entry", key, value, span: spanOf(node) };
}

function allOf<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  const found = items.filter((item): item is T => item !== undefined);
  return found.length === items.length ? found : undefined;
}
