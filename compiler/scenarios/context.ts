import { type At, isJsonObject, type Json, type Span } from "../../ir/index.js";
import type { Expression, Name, ScenarioDeclaration } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { clarificationRef } from "../declarations/steps.js";
import { elaborationOf } from "../expressions/elaborate.js";
import type { Elaboration } from "../expressions/elaboration.js";
import { constantOf } from "../expressions/expected.js";
import { lookUp, meaningOf, note } from "../lookup.js";
import { type Declared, type Module, placeIn } from "../names.js";
import type { CheckedPlaybook } from "../program.js";
import type { Type } from "../types/type.js";

/** What the lines of one scenario are read with. */
export interface ScenarioContext {
  readonly checking: Checking;
  readonly module: Module;
  readonly playbooks: ReadonlyMap<string, CheckedPlaybook>;
  /** The playbooks that the scenario's start can reach: the one it runs and all below, or, in the loop, every one. */
  readonly reachable: readonly CheckedPlaybook[];
}

export function contextOf(
  checking: Checking,
  { module }: Declared,
  syntax: ScenarioDeclaration,
  playbooks: ReadonlyMap<string, CheckedPlaybook>,
): ScenarioContext {
  return { checking, module, playbooks, reachable: reachableFrom(checking, module, syntax, playbooks) };
}

function reachableFrom(
  checking: Checking,
  module: Module,
  { lines }: ScenarioDeclaration,
  playbooks: ReadonlyMap<string, CheckedPlaybook>,
): readonly CheckedPlaybook[] {
  if (lines.some(({ kind }) => kind === "loop")) return [...playbooks.values()];
  const seen = new Set<string>();
  for (const line of lines) {
    if (line.kind !== "run") continue;
    const meaning = meaningOf(checking, module, line.playbook.text);
    if (meaning?.kind === "declared") seen.add(meaning.declared.ref);
  }
  for (const ref of seen)
    for (const { playbook } of playbooks.get(ref)?.members ?? []) seen.add(playbook.ref);
  return [...seen].flatMap((ref) => playbooks.get(ref) ?? []);
}

export function at({ checking, module }: ScenarioContext, span: Span): At {
  return checking.marks.at(placeIn(module, span));
}

/** Reads a value that is written out; `what` it is, for the message. `null` stands in for what was reported. */
export function readValue(
  context: ScenarioContext,
  node: Expression,
  type: Type | undefined,
  what = "a scripted value",
): Json {
  return constantOf(valuesOf(context, what).value(node, type).ir) ?? null;
}

export function valuesOf({ checking, module }: ScenarioContext, what: string): Elaboration {
  return elaborationOf(checking, { module, locals: new Map(), fans: new Set(), constant: what });
}

export function readObject(
  context: ScenarioContext,
  node: Expression | undefined,
  type: Type,
  what: string,
): Readonly<Record<string, Json>> {
  if (node === undefined) return {};
  const value = readValue(context, node, type, what);
  return isJsonObject(value) ? value : {};
}

/** A wait; `Clarification` is known here without an import. */
export function lookUpWait(context: ScenarioContext, name: Name): Declared | undefined {
  const { checking, module } = context;
  const isBuiltIn = name.text === "Clarification" && meaningOf(checking, module, name.text) === undefined;
  const clarification = isBuiltIn ? checking.names.declared.get(clarificationRef) : undefined;
  if (clarification === undefined) return lookUp(checking, module, name, ["wait"]);
  note(checking, module, name, clarification);
  return clarification;
}

export function lookUpPlaybook(
  { checking, module, playbooks }: ScenarioContext,
  name: Name,
): CheckedPlaybook | undefined {
  const declared = lookUp(checking, module, name, ["playbook"]);
  return declared === undefined ? undefined : playbooks.get(declared.ref);
}
