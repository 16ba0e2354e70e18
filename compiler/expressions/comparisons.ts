/** Comparisons, each side typed by the other (`[L-19]`). */
import type { Expression as Ir, Place, Related } from "../../ir/index.js";
import type { CompareOperator, Expression } from "../../grammar/tree.js";
import { unknownName } from "../checks/lb2001.js";
import { declaredAt, mismatch, neverEqual } from "../checks/lb2004.js";
import { noMembers, noOrder } from "../checks/lb2007.js";
import { meaningOf } from "../lookup.js";
import type { Typed } from "../things.js";
import { overlap } from "../types/assign.js";
import { elementOf } from "../types/fields.js";
import { alternatives, type Type, unionOf } from "../types/type.js";
import { type Elaboration, placeOfSpan, shown, unknownValue } from "./elaboration.js";
import { expectScalar, scalarOf } from "./scalars.js";

export interface Comparison {
  readonly operator: CompareOperator;
  readonly left: Typed;
  readonly right: Typed;
  /** `left` is absent for a quantified test, whose left side is a path of its own kind. */
  readonly nodes: { readonly left: Side; readonly right: Expression };
}

/** A side as it is written; `literal` is what `scalarOf` looks at. */
export interface Side {
  readonly span: Expression["span"];
  readonly literal?: Expression;
}

export function comparison(
  elaboration: Elaboration,
  node: Extract<Expression, { readonly kind: "compare" }>,
): Typed {
  const left = elaboration.value(node.left);
  const right = withoutQuotes(elaboration, left, node.right) ?? elaboration.value(node.right);
  const side = { span: node.left.span, literal: node.left };
  checkComparison(elaboration, {
    operator: node.operator,
    left,
    right,
    nodes: { left: side, right: node.right },
  });
  const ir: Ir = { kind: "compare", operator: node.operator, left: left.ir, right: right.ir };
  return { ir, type: { kind: "boolean" }, needs: [...left.needs, ...right.needs] };
}

/** `v.outcome == adequate`: a value of the enum as if it were a name. It is reported, and then taken for the value. */
function withoutQuotes(elaboration: Elaboration, left: Typed, node: Expression): Typed | undefined {
  if (node.kind !== "path" || node.segments.length > 0 || node.root.quoted) return undefined;
  const { checking, environment } = elaboration;
  const name = node.root.text;
  const isKnown = environment.locals.has(name) || meaningOf(checking, environment.module, name) !== undefined;
  const isValue = alternatives(left.type).some((type) => type.kind === "enum" && type.values.includes(name));
  if (isKnown || !isValue || environment.module.hearsay.has(name)) return undefined;
  checking.report(
    unknownName(placeOfSpan(elaboration, node.span), name, "name", { near: JSON.stringify(name) }),
  );
  return unknownValue();
}

export function checkComparison(
  elaboration: Elaboration,
  { operator, left, right, nodes }: Comparison,
): void {
  switch (operator) {
    case "==":
    case "!=":
      return checkEqual(elaboration, left, right, nodes.left, nodes.right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      if (checkOrdered(elaboration, left, nodes.left.span))
        checkOrdered(elaboration, right, nodes.right.span);
      return;
    case "in":
      return checkMembers(
        elaboration,
        operator,
        { typed: right, span: nodes.right.span, node: nodes.right },
        left,
        nodes.left,
      );
    case "contains": {
      const member = { span: nodes.right.span, literal: nodes.right };
      return checkMembers(
        elaboration,
        operator,
        { typed: left, span: nodes.left.span, node: nodes.left.literal },
        right,
        member,
      );
    }
  }
}

function checkEqual(
  elaboration: Elaboration,
  left: Typed,
  right: Typed,
  leftSide: Side,
  rightNode: Expression,
): void {
  const leftScalar = leftSide.literal === undefined ? undefined : scalarOf(leftSide.literal);
  const rightScalar = scalarOf(rightNode);
  if (rightScalar !== undefined) {
    expectScalar(
      elaboration,
      rightNode,
      rightScalar.value,
      left.type,
      declaredOf(elaboration, left, leftSide.span),
    );
  } else if (leftScalar !== undefined && leftSide.literal !== undefined) {
    expectScalar(
      elaboration,
      leftSide.literal,
      leftScalar.value,
      right.type,
      declaredOf(elaboration, right, rightNode.span),
    );
  } else if (!overlap(left.type, right.type)) {
    const place = placeOfSpan(elaboration, { start: leftSide.span.start, end: rightNode.span.end });
    elaboration.checking.report(
      neverEqual(place, left.type, right.type, relatedOf(elaboration, left, leftSide.span)),
    );
  }
}

function declaredOf(
  elaboration: Elaboration,
  { declared }: Typed,
  span: Expression["span"],
): { place: Place | undefined; what: string } {
  return { place: declared, what: `\`${shown(elaboration, span)}\`` };
}

function relatedOf(elaboration: Elaboration, typed: Typed, span: Expression["span"]): readonly Related[] {
  const { place, what } = declaredOf(elaboration, typed, span);
  return declaredAt(place, what);
}

/** Whether the side is a number; else it is reported. */
function checkOrdered(elaboration: Elaboration, side: Typed, span: Expression["span"]): boolean {
  const kinds = alternatives(side.type);
  const isLoose = kinds.some(({ kind }) => kind === "unknown" || kind === "any");
  const isNumber = (type: Type): boolean =>
    type.kind === "number" ||
    (type.kind === "enum" && type.values.every((value) => typeof value === "number" || value === null));
  if (isLoose || kinds.every(isNumber)) return true;
  const what = shown(elaboration, span);
  elaboration.checking.report(
    noOrder(placeOfSpan(elaboration, span), what, side.type, relatedOf(elaboration, side, span)),
  );
  return false;
}

interface Collection {
  readonly typed: Typed;
  readonly span: Expression["span"];
  readonly node: Expression | undefined;
}

function checkMembers(
  elaboration: Elaboration,
  operator: string,
  collection: Collection,
  member: Typed,
  side: Side,
): void {
  const { typed, span } = collection;
  const element = elementOf(typed.type);
  if (element === undefined) {
    const related = relatedOf(elaboration, typed, span);
    elaboration.checking.report(
      noMembers(placeOfSpan(elaboration, span), shown(elaboration, span), typed.type, operator, related),
    );
    return;
  }
  const node = collection.node?.kind === "group" ? collection.node.inner : collection.node;
  if (node?.kind === "array") {
    for (const item of node.items) {
      const scalar = scalarOf(item);
      if (scalar !== undefined)
        expectScalar(
          elaboration,
          item,
          scalar.value,
          member.type,
          declaredOf(elaboration, member, side.span),
        );
    }
    return;
  }
  const scalar = side.literal === undefined ? undefined : scalarOf(side.literal);
  if (scalar !== undefined && side.literal !== undefined) {
    expectScalar(elaboration, side.literal, scalar.value, element, declaredOf(elaboration, typed, span));
  } else if (!overlap(unionOf([element]), member.type)) {
    const place = placeOfSpan(elaboration, side.span);
    const related = relatedOf(elaboration, typed, span);
    elaboration.checking.report(
      mismatch(place, `\`${shown(elaboration, side.span)}\``, element, { related }),
    );
  }
}
