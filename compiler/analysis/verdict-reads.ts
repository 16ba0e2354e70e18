/** Which verdicts, and which of their fields, nothing reads. */
import type { Ref } from "../../ir/index.js";
import type { Declaration, Field } from "../../grammar/tree.js";
import type { Declared, Module } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { admissionsOf } from "./admission.js";
import { namesListed, writtenPlaybooks } from "./clauses.js";
import { declarationAround } from "./enclosing.js";
import { expressionsOf } from "./expressions.js";
import { isHearsay } from "./in-hearsay.js";
import { lookedUp } from "./looked-up.js";

export interface UnreadVerdict {
  readonly declared: Declared;
  /** Those that nothing reads, with the module that they are written in; `all`: nothing reads any of them. */
  readonly fields: readonly OwnField[] | "all";
}

interface OwnField {
  readonly field: Field;
  readonly module: Module;
}

/**
 * Fields that nothing reads of a verdict of which something else is read, and verdicts that members of a composite return
 * and nothing reads at all. What a playbook returns that no composite admits, or what is a composite's goal, is there for
 * whoever runs it. That a verdict is there, or how often, says nothing of its fields; scenarios read nothing.
 */
export function unreadVerdicts(program: CheckedProgram): readonly UnreadVerdict[] {
  const { whole, fields: readFields, goals } = readsOf(program);
  const unclear = usedInFaulty(program);
  const ofMembers = returnedByMembers(program);
  const counts = new Map<Declared, number>();
  for (const { declared } of program.uses) counts.set(declared, (counts.get(declared) ?? 0) + 1);
  return [...program.declared.values()].flatMap((declared): readonly UnreadVerdict[] => {
    const { ref, name } = declared;
    const fields = ownFields(program, declared, counts);
    if (fields.length === 0 || whole.has(ref) || unclear.has(declared) || isHearsay(program, name)) return [];
    const read = readFields.get(ref);
    if (read === undefined) return ofMembers.has(ref) && !goals.has(ref) ? [{ declared, fields: "all" }] : [];
    const unread = fields.filter(({ field }) => !read.has(field.name.text));
    return unread.length === 0 ? [] : [{ declared, fields: unread }];
  });
}

interface Reads {
  /** Interpolated, handed on, compared as a whole, or listed in `reads`. */
  readonly whole: ReadonlySet<Ref>;
  readonly fields: ReadonlyMap<Ref, ReadonlySet<string>>;
  /** Named in an `until` or `ends`. */
  readonly goals: ReadonlySet<Ref>;
}

function readsOf(program: CheckedProgram): Reads {
  const whole = new Set<Ref>();
  const goals = new Set<Ref>();
  const fields = new Map<Ref, Set<string>>();
  const read = (ref: Ref, [field]: readonly (string | number)[]): void => {
    if (typeof field !== "string") whole.add(ref);
    else fields.set(ref, (fields.get(ref) ?? new Set()).add(field));
  };
  for (const playbook of Object.values(program.program.playbooks)) {
    for (const { expression, role } of expressionsOf(playbook)) {
      if (expression.kind === "get" && expression.from === "verdict") read(expression.name, expression.path);
      if (expression.kind === "quantified" && expression.test !== undefined)
        read(expression.ref, expression.path);
      if (role === "goal" && "ref" in expression) goals.add(expression.ref);
    }
  }
  for (const { module, syntax } of writtenPlaybooks(program)) {
    for (const name of namesListed(syntax, "reads")) {
      const declared = lookedUp(program, module, name);
      if (declared !== undefined) whole.add(declared.ref);
    }
  }
  return { whole, fields, goals };
}

/** What a playbook with an error names: it may be read in the part that could not be compiled. */
function usedInFaulty(program: CheckedProgram): ReadonlySet<Declared> {
  const faulty = new Set<Declaration>();
  for (const { ref, syntax } of program.declared.values()) if (program.isFaulty(ref)) faulty.add(syntax);
  if (faulty.size === 0) return new Set();
  return new Set(
    program.uses.flatMap(({ declared, module, span }) => {
      const around = declarationAround(module, span);
      return around !== undefined && !faulty.has(around) ? [] : [declared];
    }),
  );
}

function returnedByMembers(program: CheckedProgram): ReadonlySet<Ref> {
  const members = new Set([...admissionsOf(program).values()].flat().map(({ member }) => member.ref));
  return new Set([...members].flatMap((ref) => program.program.playbooks[ref]?.returns ?? []));
}

/** The fields that are written for this verdict alone: its own, or those of a type that nothing else names. */
function ownFields(
  program: CheckedProgram,
  { syntax, module }: Declared,
  counts: ReadonlyMap<Declared, number>,
): readonly OwnField[] {
  const use = syntax.kind === "verdict" && !syntax.broken ? syntax.type?.type : undefined;
  if (use?.kind === "object") return use.fields.map((field) => ({ field, module }));
  const named = use?.kind === "reference" ? lookedUp(program, module, use.name) : undefined;
  if (named?.syntax.kind !== "type" || named.syntax.broken) return [];
  const type = named.syntax.type?.kind === "type-use" ? named.syntax.type.type : undefined;
  return counts.get(named) === 1 && type?.kind === "object"
    ? type.fields.map((field) => ({ field, module: named.module }))
    : [];
}
