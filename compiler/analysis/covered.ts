import { cover, type Span } from "../../ir/index.js";
import type { Clause, Declaration, Field, Step, Suppression } from "../../grammar/tree.js";
import type { Module } from "../names.js";
import { fieldsIn, typesWritten } from "./type-uses.js";

/** A suppression, and the text from it to the end of what it stands above. */
export interface Standing {
  readonly module: Module;
  readonly suppression: Suppression;
  readonly span: Span;
}

interface Suppressible {
  readonly suppressions: readonly Suppression[];
  readonly span: Span;
}

/** The suppressions of a module in text order, those of broken declarations left out. */
export function coveredIn(module: Module): readonly Standing[] {
  return module.syntax.declarations
    .filter(({ broken }) => !broken)
    .flatMap((declaration) => [declaration, ...partsOf(declaration), ...typeFieldsOf(declaration)])
    .flatMap(({ suppressions, span }) =>
      suppressions.map((suppression) => ({ module, suppression, span: cover(suppression.span, span) })),
    )
    .toSorted((a, b) => a.suppression.span.start - b.suppression.span.start);
}

function partsOf(declaration: Declaration): readonly Suppressible[] {
  switch (declaration.kind) {
    case "playbook":
      return declaration.clauses.flatMap((clause) => [clause, ...partsOfClause(clause)]);
    case "effect":
      return declaration.members.flatMap((member) => (member.kind === "rule" ? [member] : []));
    case "scenario":
      return declaration.lines;
    case "type":
    case "artifact":
    case "evidence":
    case "verdict":
    case "wait":
    case "tool":
      return [];
  }
}

function partsOfClause(clause: Clause): readonly Suppressible[] {
  switch (clause.kind) {
    case "input":
      return [clause.field];
    case "interview":
      return clause.questions.map(({ field, span }) => ({ suppressions: field.suppressions, span }));
    case "admits":
      return clause.entries;
    case "do":
      return clause.steps.flatMap((step) => [step, ...partsOfStep(step)]);
    default:
      return [];
  }
}

function partsOfStep(step: Step): readonly Suppressible[] {
  if (step.kind === "ask") return step.fields ?? [];
  if (step.kind !== "together") return [];
  return step.asks.flatMap((ask) => [ask, ...(ask.fields ?? [])]);
}

function typeFieldsOf(declaration: Declaration): readonly Field[] {
  return typesWritten(declaration).flatMap(({ use }) => [...fieldsIn(use)]);
}
