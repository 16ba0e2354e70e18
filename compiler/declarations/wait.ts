import { nearest } from "../../ir/index.js";
import { durationHint } from "../../grammar/literals.js";
import type { Expression, WaitDeclaration, WaitMember } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { unknownWord } from "../checks/lb2001.js";
import { declaredTwice } from "../checks/lb2002.js";
import { notA, unitMissing } from "../checks/lb2004.js";
import { type Declared, type Module, placeIn } from "../names.js";
import type { WaitThing } from "../things.js";
import { readConstant, readType } from "../types/read-type.js";
import { anyType, literalType, type Type, unknownType } from "../types/type.js";

export const waitClasses = ["intervention", "signal", "schedule"] as const;

/** What the engine's clock answers (`[L-22]`). */
export const dueType: Type = {
  kind: "object",
  open: false,
  fields: new Map([["status", { type: literalType("due"), optional: false }]]),
};

/** `[L-22]`–`[L-24]` */
export function waitThing(checking: Checking, declared: Declared, syntax: WaitDeclaration): WaitThing {
  const { module } = declared;
  const base = { kind: "wait", declared } as const;
  if (syntax.broken) {
    return { ...base, class: "unknown", answer: unknownType, declinable: true, expires: undefined };
  }
  const members = onlyFirst(checking, module, syntax.members);
  const classMember = members.find((member) => member.kind === "class");
  const waitClass = classMember === undefined ? "unknown" : classOf(checking, module, classMember);
  const written = members.find((member) => member.kind === "answer");
  const answer = written === undefined ? defaultAnswer(waitClass) : readType(checking, module, written.type);
  const expires = members.find((member) => member.kind === "expires");
  return {
    ...base,
    class: waitClass,
    answer,
    declinable: members.some(({ kind }) => kind === "declinable"),
    expires: expires === undefined ? undefined : readExpiry(checking, module, expires, answer),
  };
}

function defaultAnswer(waitClass: WaitThing["class"]): Type {
  return waitClass === "schedule" ? dueType : waitClass === "unknown" ? unknownType : anyType;
}

function onlyFirst(
  checking: Checking,
  module: Module,
  members: readonly WaitMember[],
): readonly WaitMember[] {
  return members.filter((member, index) => {
    const first = members.find(({ kind }) => kind === member.kind);
    if (first === undefined || members.indexOf(first) === index) return true;
    checking.report(
      declaredTwice(placeIn(module, member.span), member.kind, placeIn(module, first.span), "member"),
    );
    return false;
  });
}

function classOf(
  checking: Checking,
  module: Module,
  { class: word }: Extract<WaitMember, { kind: "class" }>,
): WaitThing["class"] {
  const known = waitClasses.find((each) => each === word.text);
  if (known !== undefined) return known;
  const near = nearest(word.text, waitClasses);
  checking.report(unknownWord(placeIn(module, word.span), word.text, "class", waitClasses, near));
  return "unknown";
}

function readExpiry(
  checking: Checking,
  module: Module,
  { after, answering }: Extract<WaitMember, { kind: "expires" }>,
  answer: Type,
): WaitThing["expires"] {
  const milliseconds = readDuration(checking, module, after);
  const value =
    answering === undefined ? undefined : readConstant(checking, module, answering, answer, "an answer");
  return milliseconds === undefined ? undefined : { after: milliseconds, answering: value };
}

/** The milliseconds of a duration that is written out; else `undefined`, and reported. */
export function readDuration(checking: Checking, module: Module, node: Expression): number | undefined {
  if (node.kind === "duration") return node.milliseconds;
  const text = module.syntax.text.slice(node.span.start, node.span.end);
  const place = placeIn(module, node.span);
  checking.report(
    node.kind === "number"
      ? unitMissing(place, text)
      : notA(place, `\`${text}\` is no duration`, "one is needed here", { hint: durationHint }),
  );
  return undefined;
}
