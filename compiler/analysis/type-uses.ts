/** Where types are written, and which types they name. */
import { walk } from "../../grammar/index.js";
import type { Declaration, Name, TypeUse } from "../../grammar/tree.js";
import { stepsOf } from "./clauses.js";

/** Every name in a type, those of its fields included. */
export function referencesIn(use: TypeUse): readonly Name[] {
  const names: Name[] = [];
  walk(use, (node) => {
    if (node.kind === "reference") names.push(node.name);
  });
  return names;
}

/** What a type in a declaration is of. */
export type Role =
  /** A playbook's, given to a run. */
  | "input"
  /** A tool's or effect's arguments. */
  | "arguments"
  /** Anything that is asked, generated, landed, returned or received, and so kept. */
  | "kept"
  /** A declared type; what it is of shows where it is named. */
  | "declared";

export interface WrittenType {
  readonly role: Role;
  readonly use: TypeUse;
}

/** The types that a declaration is written with, fields of `ask` steps included. */
export function typesWritten(declaration: Declaration): readonly WrittenType[] {
  switch (declaration.kind) {
    case "type":
      return declaration.type?.kind === "type-use" ? [{ role: "declared", use: declaration.type }] : [];
    case "artifact":
    case "verdict":
      return kept(declaration.type);
    case "wait":
      return declaration.members.flatMap((member) => (member.kind === "answer" ? kept(member.type) : []));
    case "tool":
    case "effect":
      return declaration.members.flatMap((member): readonly WrittenType[] => {
        if (member.kind === "input") return [{ role: "arguments", use: member.type }];
        return member.kind === "output" ? kept(member.type) : [];
      });
    case "playbook":
      return [
        ...declaration.clauses.flatMap((clause): readonly WrittenType[] => {
          if (clause.kind === "interview") return clause.questions.flatMap(({ field }) => kept(field.type));
          if (clause.kind !== "input" || clause.field.type === undefined) return [];
          return [{ role: "input", use: clause.field.type }];
        }),
        ...stepsOf(declaration).flatMap((step): readonly WrittenType[] => {
          if (step.kind === "generate") return kept(step.type);
          const asks = step.kind === "ask" ? [step] : step.kind === "together" ? step.asks : [];
          return asks.flatMap(({ fields }) => (fields ?? []).flatMap(({ type }) => kept(type)));
        }),
      ];
    case "evidence":
    case "scenario":
      return [];
  }
}

function kept(use: TypeUse | undefined): readonly WrittenType[] {
  return use === undefined ? [] : [{ role: "kept", use }];
}
