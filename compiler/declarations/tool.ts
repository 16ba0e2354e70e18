import type { EffectDeclaration, EffectMember, ToolDeclaration, ToolMember } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { declaredTwice } from "../checks/lb2002.js";
import { mismatch } from "../checks/lb2004.js";
import { type Declared, type Module, placeIn } from "../names.js";
import type { EffectThing, ToolThing } from "../things.js";
import { readType } from "../types/read-type.js";
import { show } from "../types/show.js";
import { anyType, emptyObject, resolved, type Type, unknownType } from "../types/type.js";

/** `[L-26]` */
export function toolThing(checking: Checking, declared: Declared, syntax: ToolDeclaration): ToolThing {
  return { kind: "tool", declared, ...signature(checking, declared, syntax) };
}

/** `[L-26]`; its rules and key are read when expressions are. */
export function effectThing(checking: Checking, declared: Declared, syntax: EffectDeclaration): EffectThing {
  return { kind: "effect", declared, ...signature(checking, declared, syntax) };
}

interface Signature {
  readonly input: Type;
  readonly output: Type;
}

/** Without `input` it takes nothing; without `output` it gives anything. */
function signature(
  checking: Checking,
  declared: Declared,
  syntax: ToolDeclaration | EffectDeclaration,
): Signature {
  if (syntax.broken) return { input: unknownType, output: unknownType };
  const { module } = declared;
  const members = onlyFirst(checking, module, syntax.members);
  const input = members.find((member): member is ToolMember => member.kind === "input");
  const output = members.find((member): member is ToolMember => member.kind === "output");
  return {
    input: input === undefined ? emptyObject : argumentsType(checking, module, input),
    output: output === undefined ? anyType : readType(checking, module, output.type),
  };
}

/** Arguments have names, so what a tool takes is an object. */
function argumentsType(checking: Checking, module: Module, { type: use }: ToolMember): Type {
  const type = readType(checking, module, use);
  checking.later.push(() => {
    const { kind } = resolved(type);
    if (kind === "object" || kind === "unknown") return;
    const details = { hint: "arguments have names: write `input { … }`" };
    checking.report(mismatch(placeIn(module, use.span), `\`${show(type)}\``, emptyObject, details));
  });
  return type;
}

/** The members without doubled ones, which are reported; rules may be many. */
export function onlyFirst(
  checking: Checking,
  module: Module,
  members: readonly EffectMember[],
): readonly EffectMember[] {
  return members.filter((member, index) => {
    const first = members.find(({ kind }) => kind === member.kind);
    if (member.kind === "rule" || first === undefined || members.indexOf(first) === index) return true;
    checking.report(
      declaredTwice(placeIn(module, member.span), member.kind, placeIn(module, first.span), "member"),
    );
    return false;
  });
}
