/**
 * Types and lowers an expression. Predicates and values are one language; only where a name stands alone does the
 * position decide (`standing`). Whatever is unknown has the type `unknown`, and nothing more is said about it.
 */
import {
  type Expression as Ir,
  isoDuration,
  type Template as IrTemplate,
  unreachable,
} from "../../ir/index.js";
import type { Expression, Template } from "../../grammar/tree.js";
import { mismatch } from "../checks/lb2004.js";
import type { Checking } from "../checking.js";
import type { Need, Typed } from "../things.js";
import { fits } from "../types/assign.js";
import { show } from "../types/show.js";
import {
  alternatives,
  booleanType,
  literalType,
  type Scalar,
  textType,
  type Type,
  unionOf,
} from "../types/type.js";
import { callValue } from "./calls.js";
import { comparison } from "./comparisons.js";
import { type Elaboration, type Environment, placeOfSpan, shown } from "./elaboration.js";
import { arrayValue, expectExternal, externalOf, notConstant, objectValue } from "./expected.js";
import { pathValue } from "./paths.js";
import { expectScalar, scalarOf } from "./scalars.js";
import { quantified, reportNoPredicate, standing, statePredicate } from "./states.js";

export function elaborationOf(checking: Checking, environment: Environment): Elaboration {
  const elaboration: Elaboration = {
    checking,
    environment,
    value(expression, expected) {
      const typed = valueOf(elaboration, expression, expected);
      checking.marks.mark(typed.ir, environment.module, expression.span);
      return typed;
    },
    predicate(expression) {
      const ir = predicateOf(elaboration, expression);
      return checking.marks.mark(ir, environment.module, expression.span);
    },
    trial: (report) => elaborationOf({ ...checking, report, uses: [] }, environment),
  };
  return elaboration;
}

function valueOf(elaboration: Elaboration, node: Expression, expected: Type | undefined): Typed {
  if (expected === undefined || externalOf(expected) === undefined)
    return plainValue(elaboration, node, expected);
  // The schema has the last word, but only where the type it was made into has found nothing.
  const { checking, environment } = elaboration;
  let faults = 0;
  const counting = elaborationOf(
    {
      ...checking,
      report(diagnostic) {
        faults += 1;
        checking.report(diagnostic);
      },
    },
    environment,
  );
  const typed = plainValue(counting, node, expected);
  if (faults === 0) expectExternal(elaboration, node, typed, expected);
  return typed;
}

function plainValue(elaboration: Elaboration, node: Expression, expected: Type | undefined): Typed {
  switch (node.kind) {
    case "group":
      return elaboration.value(node.inner, expected);
    case "object":
      return objectValue(elaboration, node, expected);
    case "array":
      return arrayValue(elaboration, node, expected);
    case "coalesce": {
      const left = elaboration.value(node.left, expected);
      const right = elaboration.value(node.right, expected);
      return {
        ir: { kind: "coalesce", left: left.ir, right: right.ir },
        type: unionOf([left.type, right.type]),
        needs: right.needs,
      };
    }
    default: {
      const typed = synthesized(elaboration, node);
      if (expected !== undefined) expectType(elaboration, node, typed, expected);
      return typed;
    }
  }
}

function expectType(elaboration: Elaboration, node: Expression, typed: Typed, expected: Type): void {
  const scalar = scalarOf(node);
  if (scalar !== undefined) {
    expectScalar(elaboration, node, scalar.value, expected);
    return;
  }
  if (!fits(typed.type, expected)) {
    const place = placeOfSpan(elaboration, node.span);
    const text = shown(elaboration, node.span);
    elaboration.checking.report(
      mismatch(place, `\`${text}\` is \`${show(typed.type)}\`, which`, expected, {
        related:
          typed.declared === undefined
            ? []
            : [{ place: typed.declared, message: `\`${text}\` is declared here` }],
      }),
    );
  }
}

function synthesized(
  elaboration: Elaboration,
  node: Exclude<Expression, { readonly kind: "group" | "object" | "array" | "coalesce" }>,
): Typed {
  const { constant } = elaboration.environment;
  switch (node.kind) {
    case "number":
    case "boolean":
      return literal(node.value);
    case "string":
      return literal(node.text);
    case "null":
      return literal(null);
    case "duration":
      return {
        ir: { kind: "literal", value: isoDuration(node.milliseconds) },
        type: { kind: "string", name: "duration" },
        needs: [],
      };
    case "template":
      if (constant !== undefined && node.parts.some(({ kind }) => kind === "hole"))
        notConstant(elaboration, node, constant);
      return templateValue(elaboration, node);
    case "path":
    case "call":
    case "state":
    case "quantified":
    case "compare":
    case "not":
    case "and":
    case "or":
      if (constant !== undefined) {
        notConstant(elaboration, node, constant);
        return { ir: { kind: "literal", value: null }, type: { kind: "unknown" }, needs: [] };
      }
      return read(elaboration, node);
    default:
      return unreachable(node);
  }
}

type Reading = Extract<
  Expression,
  { readonly kind: "path" | "call" | "state" | "quantified" | "compare" | "not" | "and" | "or" }
>;

function read(elaboration: Elaboration, node: Reading): Typed {
  switch (node.kind) {
    case "path":
      return pathValue(elaboration, node);
    case "call":
      return callValue(elaboration, node);
    case "compare":
      return comparison(elaboration, node);
    case "state":
    case "quantified":
    case "not":
    case "and":
    case "or":
      return { ir: predicateOf(elaboration, node), type: booleanType, needs: [] };
    default:
      return unreachable(node);
  }
}

function literal(value: Scalar): Typed {
  return { ir: { kind: "literal", value }, type: literalType(value), needs: [] };
}

function predicateOf(elaboration: Elaboration, node: Expression): Ir {
  switch (node.kind) {
    case "group":
      return elaboration.predicate(node.inner);
    case "and":
    case "or":
      return { kind: node.kind, operands: node.operands.map(elaboration.predicate) };
    case "not":
      return { kind: "not", operand: elaboration.predicate(node.operand) };
    case "state":
      return statePredicate(elaboration, node);
    case "quantified":
      return quantified(elaboration, node);
    case "path":
      return standing(elaboration, node);
    case "compare":
      return comparison(elaboration, node).ir;
    default: {
      const typed = valueOf(elaboration, node, undefined);
      const isBoolean = alternatives(typed.type).every((type) => fits(type, booleanType));
      if (!isBoolean) reportNoPredicate(elaboration, node);
      return typed.ir;
    }
  }
}

function templateValue(elaboration: Elaboration, node: Template): Typed {
  const { ir, needs } = templateOf(elaboration, node);
  return { ir, type: textType, needs };
}

/** A text with its holes, and all that has to be there for it (`[L-20]`). */
export function templateOf(
  elaboration: Elaboration,
  node: Template,
): { readonly ir: IrTemplate; readonly needs: readonly Need[] } {
  const needs: Need[] = [];
  const parts = node.parts.map((part): string | Ir => {
    if (part.kind === "text") return part.text;
    const typed = elaboration.value(part.expression);
    needs.push(...typed.needs);
    return typed.ir;
  });
  return { ir: { kind: "template", parts }, needs };
}
