/** `latest(E)`, `count(E)`, `failed(V)`, `matches(x, "…")`. */
import { nearest } from "../../ir/index.js";
import type { Expression } from "../../grammar/tree.js";
import { rootFact } from "../availability.js";
import { unknownWord } from "../checks/lb2001.js";
import { declaredAt, notA } from "../checks/lb2004.js";
import { noMembers, operatorDoesNotApply } from "../checks/lb2007.js";
import { patternDoesNotCompile } from "../checks/lb2008.js";
import type { Typed } from "../things.js";
import { alternatives, booleanType, integerType, textType } from "../types/type.js";
import { type Elaboration, placeOfSpan, shown, unknownValue } from "./elaboration.js";
import { type Root, rootOf } from "./paths.js";

type CallNode = Extract<Expression, { readonly kind: "call" }>;

const functions = ["latest", "count", "failed", "matches"];

export function callValue(elaboration: Elaboration, node: CallNode): Typed {
  const { callee } = node;
  const wanted = callee.text === "matches" ? 2 : 1;
  if (!functions.includes(callee.text)) {
    const near = nearest(callee.text, functions);
    elaboration.checking.report(
      unknownWord(placeOfSpan(elaboration, callee.span), callee.text, "function", functions, near),
    );
    return unknownValue();
  }
  const [first, second] = node.arguments;
  if (first === undefined || node.arguments.length !== wanted) {
    const arguments_ = wanted === 2 ? "a text and a pattern" : "one name";
    elaboration.checking.report(
      notA(
        placeOfSpan(elaboration, node.span),
        `\`${callee.text}\` is given ${node.arguments.length}`,
        `it takes ${arguments_}`,
      ),
    );
    return unknownValue();
  }
  if (callee.text === "matches")
    return second === undefined ? unknownValue() : matchesValue(elaboration, first, second);
  return thingCall(elaboration, callee.text, first);
}

function thingCall(elaboration: Elaboration, callee: string, argument: Expression): Typed {
  const root = argument.kind === "path" ? rootOf(elaboration, argument) : undefined;
  if (root === undefined) {
    if (argument.kind !== "path") reportArgument(elaboration, callee, argument, undefined);
    return unknownValue();
  }
  const needs = [
    {
      fact: rootFact(root.from, root.name),
      place: placeOfSpan(elaboration, argument.span),
      what: shown(elaboration, argument.span),
    },
  ];
  if (root.rest.length === 0 && root.key?.kind !== "value") {
    const ref = root.name;
    if (callee === "latest" && root.from === "evidence")
      return { ir: { kind: "latest", evidence: ref }, type: textType, needs };
    if (callee === "count" && root.from === "evidence") {
      return { ir: { kind: "count", of: "evidence", ref }, type: integerType, needs: [] };
    }
    if (root.thing?.kind === "verdict" && root.thing.per !== undefined) {
      if (callee === "count") return { ir: { kind: "count", of: "verdict", ref }, type: integerType, needs };
      if (callee === "failed") return { ir: { kind: "failed", verdict: ref }, type: integerType, needs };
    }
    if (callee === "count" && root.thing?.kind === "artifact" && root.thing.keys.length > 0) {
      return { ir: { kind: "count", of: "artifact", ref }, type: integerType, needs };
    }
  }
  reportArgument(elaboration, callee, argument, root);
  return unknownValue();
}

const takes: Readonly<Record<string, string>> = {
  latest: "evidence",
  count: "evidence, a verdict that is kept by key or a family of many",
  failed: "a verdict that is kept by key",
};

function reportArgument(
  elaboration: Elaboration,
  callee: string,
  argument: Expression,
  root: Root | undefined,
): void {
  elaboration.checking.report(
    operatorDoesNotApply(
      placeOfSpan(elaboration, argument.span),
      `\`${callee}\` takes ${takes[callee] ?? "a name"}, and not \`${shown(elaboration, argument.span)}\``,
      undefined,
      declaredAt(root?.declared, `\`${shown(elaboration, argument.span)}\``),
    ),
  );
}

function matchesValue(elaboration: Elaboration, text: Expression, pattern: Expression): Typed {
  const value = elaboration.value(text);
  const isText = alternatives(value.type).some(
    (type) =>
      ["string", "unknown", "any"].includes(type.kind) ||
      (type.kind === "enum" && type.values.some((each) => typeof each === "string")),
  );
  if (!isText) {
    const related = declaredAt(value.declared, `\`${shown(elaboration, text.span)}\``);
    elaboration.checking.report(
      noMembers(
        placeOfSpan(elaboration, text.span),
        shown(elaboration, text.span),
        value.type,
        "matches",
        related,
      ),
    );
  }
  if (pattern.kind !== "string") {
    elaboration.checking.report(
      notA(
        placeOfSpan(elaboration, pattern.span),
        `\`${shown(elaboration, pattern.span)}\` is to be worked out`,
        "a pattern is a string that is written out",
      ),
    );
    return unknownValue();
  }
  const made = elaboration.checking.pattern?.(pattern.text);
  if (made !== undefined && "fault" in made) {
    elaboration.checking.report(
      patternDoesNotCompile(placeOfSpan(elaboration, pattern.span), pattern.text, made.fault),
    );
  }
  return {
    ir: { kind: "matches", value: value.ir, pattern: pattern.text },
    type: booleanType,
    needs: value.needs,
  };
}
