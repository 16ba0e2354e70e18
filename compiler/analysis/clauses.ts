/** What the clauses of a playbook say, as they were written. */
import type { Clause, Name, PlaybookDeclaration, Step } from "../../grammar/tree.js";
import type { Declared, Module } from "../names.js";
import type { CheckedProgram } from "../program.js";

export type NamesClause = Extract<Clause, { readonly names: readonly Name[] }>["kind"];
export type Body = Extract<Clause, { readonly kind: "prompt" | "do" }>;
export type Admits = Extract<Clause, { readonly kind: "admits" }>;

/** A playbook whose text could be read in full. */
export interface WrittenPlaybook {
  readonly declared: Declared;
  readonly module: Module;
  readonly syntax: PlaybookDeclaration;
}

const written = new WeakMap<CheckedProgram, readonly WrittenPlaybook[]>();

/** The playbooks whose text could be read in full, in the order of modules and text. */
export function writtenPlaybooks(program: CheckedProgram): readonly WrittenPlaybook[] {
  const known = written.get(program);
  if (known !== undefined) return known;
  const playbooks: WrittenPlaybook[] = [];
  for (const declared of program.declared.values()) {
    const { syntax, module } = declared;
    if (syntax.kind === "playbook" && !syntax.broken) playbooks.push({ declared, module, syntax });
  }
  written.set(program, playbooks);
  return playbooks;
}

/** The names that the clauses of one kind list, in text order. */
export function namesListed({ clauses }: PlaybookDeclaration, kind: NamesClause): readonly Name[] {
  return clauses.flatMap((clause) => (clause.kind === kind && "names" in clause ? clause.names : []));
}

export function bodiesOf({ clauses }: PlaybookDeclaration): readonly Body[] {
  return clauses.filter((clause) => clause.kind === "prompt" || clause.kind === "do");
}

export function admitsOf({ clauses }: PlaybookDeclaration): readonly Admits[] {
  return clauses.filter((clause) => clause.kind === "admits");
}

/** The steps of its `do` bodies, in order. */
export function stepsOf({ clauses }: PlaybookDeclaration): readonly Step[] {
  return clauses.flatMap((clause) => (clause.kind === "do" ? clause.steps : []));
}
