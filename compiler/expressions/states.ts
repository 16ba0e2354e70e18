/** `landed A`, `absent x`, `every V.p == x`: what is asked of things as such (`[L-36]`, `[L-38]`). */
import type { Expression as Ir } from "../../ir/index.js";
import type { Expression, PathExpression } from "../../grammar/tree.js";
import { declaredAt, notA } from "../checks/lb2004.js";
import { operatorDoesNotApply } from "../checks/lb2007.js";
import { alternatives } from "../types/type.js";
import { checkComparison } from "./comparisons.js";
import { type Elaboration, placeOfSpan, shown } from "./elaboration.js";
import { type Get, pathValue, reportMany, type Root, rootOf } from "./paths.js";

type StateNode = Extract<Expression, { readonly kind: "state" }>;
type QuantifiedNode = Extract<Expression, { readonly kind: "quantified" }>;

/** Where something was reported. A node of its own each time: nodes have places. */
function nothing(): Ir {
  return { kind: "literal", value: false };
}

export function statePredicate(elaboration: Elaboration, node: StateNode): Ir {
  const root = rootOf(elaboration, node.target);
  if (root === undefined) return nothing();
  if (root.from === "input" && node.state === "absent" && root.rest.length === 0) {
    return { kind: "absentInput", name: root.name };
  }
  const isDocument = root.from === "artifact";
  const isThing = isDocument || root.from === "evidence" || root.from === "verdict";
  if (root.rest.length > 0 || !(node.state === "absent" ? isThing : isDocument)) {
    reportState(elaboration, node, root);
    return nothing();
  }
  if (root.isMany && isDocument) {
    reportMany(elaboration, node.target, root);
    return nothing();
  }
  if (root.from !== "artifact" && root.from !== "evidence" && root.from !== "verdict") return nothing();
  return { kind: "state", state: node.state, of: root.from, ref: root.name, ...keyOf(root) };
}

function keyOf({ key }: Root): { readonly key?: NonNullable<Get["key"]> } {
  return key === undefined ? {} : { key };
}

function reportState(elaboration: Elaboration, { state, target }: StateNode, root: Root): void {
  const text = shown(elaboration, target.span);
  const wanted =
    state === "absent"
      ? "`absent` asks for an artifact, evidence, a verdict or an input"
      : `\`${state}\` asks for an artifact`;
  const what =
    root.rest.length > 0
      ? "a part of something"
      : root.from === "evidence"
        ? "evidence"
        : `${articleOf(root)} ${root.from}`;
  elaboration.checking.report(
    notA(placeOfSpan(elaboration, target.span), `\`${text}\` is ${what}`, wanted, {
      related: declaredAt(root.declared, `\`${target.root.text}\``),
      hint:
        root.rest.length === 0 && root.from !== "artifact"
          ? `write \`${target.root.text}\` alone to ask whether it is there`
          : undefined,
    }),
  );
}

function articleOf({ from }: Root): string {
  return /^[aeiou]/.test(from) ? "an" : "a";
}

/** `E` or `V` alone: whether it is there. An input, or another value, has to be a boolean. */
export function standing(elaboration: Elaboration, node: PathExpression): Ir {
  const root = rootOf(elaboration, node);
  if (root === undefined) return nothing();
  if (root.rest.length === 0) {
    if (root.from === "evidence" || root.from === "verdict") {
      return { kind: "available", of: root.from, ref: root.name, ...keyOf(root) };
    }
    if (root.from === "artifact") {
      const name = shown(elaboration, node.span);
      elaboration.checking.report(
        notA(
          placeOfSpan(elaboration, node.span),
          `\`${name}\` is an artifact`,
          "a predicate is needed here",
          {
            related: declaredAt(root.declared, `\`${name}\``),
            hint: `write \`landed ${name}\``,
          },
        ),
      );
      return nothing();
    }
  }
  const typed = pathValue(elaboration, node, root);
  const isBoolean = alternatives(typed.type).every(
    (type) =>
      ["boolean", "unknown", "any"].includes(type.kind) ||
      (type.kind === "enum" && type.values.every((value) => typeof value === "boolean" || value === null)),
  );
  if (!isBoolean) reportNoPredicate(elaboration, node);
  return typed.ir;
}

export function reportNoPredicate(elaboration: Elaboration, node: Expression): void {
  const text = shown(elaboration, node.span);
  elaboration.checking.report(
    notA(placeOfSpan(elaboration, node.span), `\`${text}\` is no boolean`, "a predicate is needed here", {
      hint: `compare it: \`${text} == …\``,
    }),
  );
}

export function quantified(elaboration: Elaboration, node: QuantifiedNode): Ir {
  const { quantifier, target, test } = node;
  const root = rootOf(elaboration, target);
  if (root === undefined) {
    if (test !== undefined) elaboration.value(test.right);
    return nothing();
  }
  const of = root.from === "artifact" || root.from === "verdict" ? root.from : undefined;
  if (of === undefined || root.thing === undefined || !isOfMany(root) || root.key?.kind === "value") {
    reportNotMany(elaboration, node, root);
    return nothing();
  }
  // The path is that of one row or document, whichever it is.
  const each: Root = { ...root, key: { kind: "instance" }, isMany: false, type: root.thing.type };
  const value = pathValue(elaboration, target, each);
  const path = value.ir.kind === "get" ? value.ir.path : [];
  const base = { kind: "quantified", quantifier, of, ref: root.name, path } as const;
  if (test === undefined) {
    if (path.length === 0) return base;
    if (
      !alternatives(value.type).every(
        ({ kind }) => kind === "boolean" || kind === "unknown" || kind === "any",
      )
    ) {
      reportNoPredicate(elaboration, target);
    }
    return { ...base, test: { operator: "==", right: { kind: "literal", value: true } } };
  }
  const right = elaboration.value(test.right);
  checkComparison(elaboration, {
    operator: test.operator,
    left: value,
    right,
    nodes: { left: { span: target.span }, right: test.right },
  });
  return { ...base, test: { operator: test.operator, right: right.ir } };
}

function isOfMany({ thing }: Root): boolean {
  return thing?.kind === "artifact" ? thing.keys.length > 0 : thing?.per !== undefined;
}

function reportNotMany(
  elaboration: Elaboration,
  { quantifier, target, test }: QuantifiedNode,
  root: Root,
): void {
  const name = shown(elaboration, target.span);
  const single =
    root.from === "artifact" && test === undefined && root.rest.length === 0 ? `landed ${name}` : name;
  elaboration.checking.report(
    operatorDoesNotApply(
      placeOfSpan(elaboration, target.span),
      `\`${name}\` is one thing, and \`${quantifier}\` asks for a verdict that is kept by key or a family of many`,
      `write \`${single}\` without \`${quantifier}\``,
      declaredAt(root.declared, `\`${target.root.text}\``),
    ),
  );
}
