import type { CstNode } from "chevrotain";
import { cover } from "../../ir/span.js";
import { maxDepth } from "../nesting.js";
import * as t from "../tokens.js";
import type { Decorator, Expression, Field, TypeExpression, TypeUse } from "../tree.js";
import { toExpression } from "./expressions.js";
import {
  builtOf,
  headOf,
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
  toSuppressions,
  withDoc,
} from "./source.js";

/** The type, unless it could not be read in full. */
export function toTypeUse(node: CstNode | undefined, source: Source): TypeUse | undefined {
  if (node === undefined) return undefined;
  const members = builtOf(node, "typeTerm", (term) => toTerm(term, source));
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined || members.length < nodesOf(node, "typeTerm").length)
    return undefined;
  const type: TypeExpression =
    members.length === 1 ? first : { kind: "union", members, span: cover(first.span, last.span) };
  const decorators = builtOf(node, "decorator", (decorator) => toDecorator(decorator, source));
  return { kind: "type-use", type, decorators, span: spanOf(node) };
}

function toTerm(node: CstNode, source: Source): TypeExpression | undefined {
  let type = toPrimary(node, source);
  const closing = tokensOf(node, "RSquare");
  for (const [index, bracket] of closing.entries()) {
    if (type === undefined) return undefined;
    if (index === maxDepth) {
      source.report({
        code: "LB1007",
        span: spanOfToken(bracket),
        message: `this is nested more than ${maxDepth} levels deep`,
      });
      break;
    }
    type = { kind: "array", element: type, span: cover(type.span, spanOfToken(bracket)) };
  }
  return type;
}

function toPrimary(node: CstNode, source: Source): TypeExpression | undefined {
  const literal = tokenOf(node, "TypeLiteral");
  if (literal !== undefined) {
    return { kind: "literal", value: literalValue(literal), span: spanOfToken(literal) };
  }
  const name = toName(tokenOf(node, "TypeName"));
  if (name !== undefined) return { kind: "reference", name, span: name.span };
  const fields = nodeOf(node, "fields");
  if (fields !== undefined) return toObject(fields, source, tokenOf(node, "Open"));
  const inner = toTypeUse(nodeOf(node, "typeUse"), source);
  const open = tokenOf(node, "LParen") ?? tokenOf(node, "Map");
  const close = tokenOf(node, "RParen") ?? tokenOf(node, "Greater");
  if (inner === undefined || open === undefined || close === undefined) return undefined;
  // Where the closing bracket was missing, it is taken to stand where it was first missed.
  const span = cover(cover(spanOfToken(open), inner.span), spanOfToken(close));
  return open.tokenType === t.LParen ? { kind: "group", inner, span } : { kind: "map", value: inner, span };
}

function literalValue(token: Parameters<typeof spanOfToken>[0]): string | number | boolean | null {
  switch (token.tokenType) {
    case t.Number:
      return toNumber(token).value;
    case t.True:
      return true;
    case t.False:
      return false;
    case t.Null:
      return null;
    default:
      return toStringLiteral(token).text;
  }
}

/** An object type from a node of the rule `fields`, whatever of it could be read. */
export function toObject(
  node: CstNode,
  source: Source,
  open?: Parameters<typeof spanOfToken>[0],
): TypeExpression {
  const braces = spanOf(node);
  return {
    kind: "object",
    open: open !== undefined,
    fields: toFields(node, source),
    span: open === undefined ? braces : cover(spanOfToken(open), braces),
  };
}

/** `{ fields }` where a type is meant. */
export function toObjectUse(node: CstNode, source: Source): TypeUse {
  const type = toObject(node, source);
  return { kind: "type-use", type, decorators: [], span: type.span };
}

export function toFields(node: CstNode, source: Source): readonly Field[] {
  return builtOf(node, "field", (field) => toField(field, source));
}

/** A field from a node that holds its suppressions, its name and the rule `fieldRest`. */
export function toField(node: CstNode, source: Source): Field | undefined {
  const token = tokenOf(node, "FieldKey") ?? tokenOf(node, "Name");
  if (token === undefined) return undefined;
  const rest = nodeOf(node, "fieldRest");
  const type = toTypeUse(nodeOf(rest, "typeUse"), source);
  const value: Expression | undefined = toExpression(nodeOf(rest, "expression"), source);
  const name = toName(token);
  const span =
    rest === undefined || Number.isNaN(spanOf(rest).end) ? name.span : cover(name.span, spanOf(rest));
  return {
    kind: "field",
    name,
    optional: tokenOf(rest, "Question") !== undefined,
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { default: value }),
    ...withDoc(source.docAbove(headOf(node, name.span.start))),
    suppressions: toSuppressions(node),
    span,
  };
}

function toDecorator(node: CstNode, source: Source): Decorator | undefined {
  const name = toName(tokenOf(node, "Name"));
  if (name === undefined) return undefined;
  const given = builtOf(node, "expression", (argument) => toExpression(argument, source));
  return { kind: "decorator", name, arguments: given, span: spanOf(node) };
}
