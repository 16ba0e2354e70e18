/** What a program imports, declares or asks for, and never uses. Of what could not be read nothing is said (`[L-34]`). */
import type { Import, ImportName } from "../../grammar/tree.js";
import type { Declared, Module } from "../names.js";
import { resolvedFrom } from "../paths.js";
import type { CheckedProgram } from "../program.js";
import type { InputThing } from "../things.js";
import { admissionsOf } from "./admission.js";
import { admitsOf, type WrittenPlaybook, writtenPlaybooks } from "./clauses.js";
import { declarationAround } from "./enclosing.js";
import { expressionsOf } from "./expressions.js";
import { isHearsay } from "./in-hearsay.js";

// -------------------------------------------------------------------------------------------------------- imports

export interface ImportedName {
  readonly module: Module;
  readonly from: Import;
  readonly name: ImportName;
  readonly declared: Declared;
}

/** Imported names that stand for a declaration, and are the only ones of their name in their file. */
function importedNames({ modules, declared }: CheckedProgram): readonly ImportedName[] {
  const byPlace = new Map([...declared.values()].map((each) => [`${each.module.path}\n${each.name}`, each]));
  return modules.flatMap((module) => {
    if (module.isStandard || module.syntax.imports.length === 0) return [];
    const doubled = doubledNames(module);
    return module.syntax.imports
      .filter(({ broken }) => !broken)
      .flatMap((from) => {
        const { text } = from.from;
        const path = (text.startsWith("std:") ? text : resolvedFrom(module.path, text)) ?? "";
        return from.names.flatMap((name): readonly ImportedName[] => {
          const imported = byPlace.get(`${path}\n${name.name.text}`);
          return imported === undefined || doubled.has(localName(name))
            ? []
            : [{ module, from, name, declared: imported }];
        });
      });
  });
}

function localName({ name, as }: ImportName): string {
  return (as ?? name).text;
}

function doubledNames({ syntax }: Module): ReadonlySet<string> {
  const seen = new Set<string>();
  const names = [
    ...syntax.declarations.map(({ name }) => name.text),
    ...syntax.imports.flatMap((each) => each.names).map(localName),
  ];
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}

/** `[L-5]` */
export function unusedImports(program: CheckedProgram): readonly ImportedName[] {
  const used = new Map<Module, Set<Declared>>();
  for (const use of program.uses) {
    const module = use.module.namedBy ?? use.module;
    used.set(module, (used.get(module) ?? new Set()).add(use.declared));
  }
  return importedNames(program).filter(
    ({ module, name, declared }) =>
      used.get(module)?.has(declared) !== true && !module.hearsay.has(localName(name)),
  );
}

// --------------------------------------------------------------------------------------------------- declarations

/**
 * Types, waits and tools that nothing but themselves and scenarios name. A program without a playbook is a library:
 * what it declares is there for others.
 */
export function unusedDeclarations(program: CheckedProgram): readonly Declared[] {
  const declarations = [...program.declared.values()].filter(({ module }) => !module.isStandard);
  if (!declarations.some(({ syntax }) => syntax.kind === "playbook")) return [];
  const used = new Set<Declared>(importedNames(program).map(({ declared }) => declared));
  for (const { module, span, declared } of program.uses) {
    const around = declarationAround(module, span);
    if (around !== declared.syntax && around?.kind !== "scenario") used.add(declared);
  }
  return declarations.filter((declared) => {
    const { syntax, name } = declared;
    const isMeant = syntax.kind === "type" || syntax.kind === "wait" || syntax.kind === "tool";
    return isMeant && !syntax.broken && !used.has(declared) && !isHearsay(program, name);
  });
}

// --------------------------------------------------------------------------------------------------------- inputs

export interface UnusedInput {
  readonly playbook: WrittenPlaybook;
  readonly input: InputThing;
}

/**
 * Inputs that their playbook never reads. A composite hands its inputs to the members that have them; an instance of a
 * fan-out is bound to its element, whether or not it reads it (`[L-35]`).
 */
export function unusedInputs(program: CheckedProgram): readonly UnusedInput[] {
  return writtenPlaybooks(program).flatMap((playbook) => {
    const { ref, module } = playbook.declared;
    const thing = program.things.get(ref);
    if (thing?.kind !== "playbook" || thing.inputs.size === 0 || program.isFaulty(ref)) return [];
    const read = inputsRead(program, playbook);
    if (read === undefined) return [];
    return [...thing.inputs.values()]
      .filter(({ name }) => !read.has(name) && !module.hearsay.has(name))
      .map((input) => ({ playbook, input }));
  });
}

/** `undefined` where a member is not known. */
function inputsRead(
  program: CheckedProgram,
  { declared, syntax }: WrittenPlaybook,
): ReadonlySet<string> | undefined {
  const { ref } = declared;
  const compiled = program.program.playbooks[ref];
  if (compiled === undefined) return undefined;
  const read = new Set<string>(program.playbooks.get(ref)?.fans);
  for (const { expression } of expressionsOf(compiled)) {
    if (expression.kind === "absentInput") read.add(expression.name);
    else if (expression.kind === "get" && expression.from === "input") read.add(expression.name);
  }
  for (const output of compiled.outputs) {
    for (const key of program.program.artifacts[output]?.keys ?? []) read.add(key);
  }
  const members = admissionsOf(program).get(ref) ?? [];
  const entries = admitsOf(syntax).flatMap((clause) => clause.entries);
  if (members.length < entries.length || members.some(({ member }) => member.syntax.broken)) return undefined;
  for (const { member } of members) {
    const thing = program.things.get(member.ref);
    if (thing?.kind === "playbook") for (const name of thing.inputs.keys()) read.add(name);
  }
  return read;
}
