/** Every declaration's thing: its types, before anything that reads them is looked at. */
import { unreachable } from "../../ir/index.js";
import type { TypeDeclaration, VerdictDeclaration } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import type { Declared } from "../names.js";
import type { Thing, TypeThing, VerdictThing } from "../things.js";
import { readType } from "../types/read-type.js";
import { type Type, unknownType } from "../types/type.js";
import { artifactThing } from "./artifact.js";
import { playbookThing } from "./playbook-thing.js";
import { effectThing, toolThing } from "./tool.js";
import { waitThing } from "./wait.js";

/** Fills `checking.things`. */
export function readThings(checking: Checking): void {
  for (const declared of checking.names.declared.values()) {
    checking.things.set(declared.ref, thingFor(checking, declared));
  }
  settle(checking);
}

/** Does what had to wait for all types. */
export function settle(checking: Checking): void {
  for (let task = checking.later.shift(); task !== undefined; task = checking.later.shift()) task();
}

function thingFor(checking: Checking, declared: Declared): Thing {
  const { syntax } = declared;
  switch (syntax.kind) {
    case "type":
      return typeThing(checking, declared, syntax);
    case "artifact":
      return artifactThing(checking, declared, syntax);
    case "evidence":
      return { kind: "evidence", declared };
    case "verdict":
      return verdictThing(checking, declared, syntax);
    case "wait":
      return waitThing(checking, declared, syntax);
    case "tool":
      return toolThing(checking, declared, syntax);
    case "effect":
      return effectThing(checking, declared, syntax);
    case "playbook":
      return playbookThing(checking, declared, syntax);
    case "scenario":
      return { kind: "scenario", declared };
    default:
      return unreachable(syntax);
  }
}

function typeThing(checking: Checking, declared: Declared, syntax: TypeDeclaration): TypeThing {
  return {
    kind: "type",
    declared,
    type: syntax.broken ? unknownType : declaredType(checking, declared, syntax),
  };
}

function declaredType(checking: Checking, declared: Declared, { type }: TypeDeclaration): Type {
  if (type?.kind === "external") return checking.externals.get(declared.ref)?.type ?? unknownType;
  return readType(checking, declared.module, type);
}

function verdictThing(checking: Checking, declared: Declared, syntax: VerdictDeclaration): VerdictThing {
  const type = syntax.broken ? unknownType : readType(checking, declared.module, syntax.type);
  return { kind: "verdict", declared, type, per: syntax.per?.text };
}
