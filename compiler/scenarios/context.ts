import { type At, isJsonObject, type Json, type Span } from "../../ir/index.js";
import type { Expression, Name, ScenarioDeclaration } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { clausesOf } from "../declarations/clauses.js";
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
  /** It may reach others, which could not be read or are not known: of what is missing here nothing is said (`[L-34]`). */
  readonly isPartial: boolean;
}

export function contextOf(
  checking: Checking,
  { module }: Declared,
  syntax: ScenarioDeclaration,
  playbooks: ReadonlyMap<string, CheckedPlaybook>,
): ScenarioContext {
  return { checking, module, playbooks, ...reachableFrom(checking, module, syntax, playbooks) };
}

function reachableFrom(
  checking: Checking,
  module: Module,
  { lines }: ScenarioDeclaration,
  playbooks: ReadonlyMap<string, CheckedPlaybook>,
): Pick<ScenarioContext, "reachable" | "isPartial"> {
  if (lines.some(({ kind }) => kind === "loop")) {
    const all = [...checking.names.declared.values()];
    const isPartial = all.some(({ syntax }) => syntax.kind === "playbook" && syntax.broken);
    return { reachable: [...playbooks.values()], isPartial };
  }
  const seen = new Set<string>();
  let isPartial = false;
  for (const line of lines) {
    if (line.kind !== "run") continue;
    const meaning = meaningOf(checking, module, line.playbook.text);
    if (meaning?.kind === "declared") seen.add(meaning.declared.ref);
    else isPartial = true;
  }
  const reachable: CheckedPlaybook[] = [];
  for (const ref of seen) {
    const playbook = playbooks.get(ref);
    isPartial ||= playbook === undefined || playbook.members.length < entriesOf(playbook.declared);
    if (playbook === undefined) continue;
    reachable.push(playbook);
    for (const member of playbook.members) seen.add(member.playbook.ref);
  }
  return { reachable, isPartial };
}

function entriesOf({ syntax }: Declared): number {
  const clauses = syntax.kind === "playbook" ? clausesOf(syntax.clauses, "admits") : [];
  return clauses.reduce((count, { entries }) => count + entries.length, 0);
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
