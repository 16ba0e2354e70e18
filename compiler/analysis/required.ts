import type { Ref } from "../../ir/index.js";
import type { Declared, Module } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { namesListed, writtenPlaybooks } from "./clauses.js";
import { lookedUp } from "./looked-up.js";

/**
 * Whether all is known of what a playbook requires: its `requires` has no error, nor has anything that it names, nor a
 * playbook that returns a verdict among that, and so on. Of any other it cannot be said what is there when it runs.
 */
export function requiresSoundly(program: CheckedProgram): (ref: Ref) => boolean {
  if (!program.reported.some(({ severity }) => severity === "error")) return () => true;
  const unreadable = unreadableRequires(program);
  const required = namedInRequires(program);
  const writers = writersOf(program);
  const known = new Map<Ref, boolean>();
  const isClear = (ref: Ref): boolean => {
    const before = known.get(ref);
    if (before !== undefined) return before;
    // On a circle the others decide.
    known.set(ref, true);
    const clear =
      !unreadable.has(ref) &&
      (required.get(ref) ?? []).every(
        (each) => !program.isFaulty(each) && (writers.get(each) ?? []).every((writer) => isClear(writer)),
      );
    known.set(ref, clear);
    return clear;
  };
  return isClear;
}

function namedInRequires(program: CheckedProgram): ReadonlyMap<Ref, readonly Ref[]> {
  const uses = new Map<Module, { readonly start: number; readonly declared: Declared }[]>();
  for (const { module, span, declared } of program.uses) {
    const ofModule = uses.get(module) ?? [];
    ofModule.push({ start: span.start, declared });
    uses.set(module, ofModule);
  }
  return new Map(
    writtenPlaybooks(program).map(({ declared, module, syntax }) => {
      const clauses = syntax.clauses.filter(({ kind }) => kind === "requires");
      const named = (clauses.length === 0 ? [] : (uses.get(module) ?? [])).filter(({ start }) =>
        clauses.some(({ span }) => span.start <= start && start < span.end),
      );
      return [declared.ref, named.map((use) => use.declared.ref)];
    }),
  );
}

/** The playbooks whose `requires` has an error, or names something that stands in text that could not be read. */
function unreadableRequires(program: CheckedProgram): ReadonlySet<Ref> {
  const refs = new Set<Ref>();
  const errors = program.reported.filter(({ severity }) => severity === "error");
  for (const { declared, module, syntax } of writtenPlaybooks(program)) {
    for (const { kind, span } of syntax.clauses) {
      if (kind !== "requires") continue;
      const isHit = errors.some(
        ({ place }) =>
          place.file === module.path && place.span.start < span.end && place.span.end > span.start,
      );
      const words = module.hearsay.size === 0 ? [] : wordsIn(module.syntax.text.slice(span.start, span.end));
      if (isHit || words.some((word) => module.hearsay.has(word))) refs.add(declared.ref);
    }
  }
  return refs;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*/g) ?? [];
}

function writersOf(program: CheckedProgram): ReadonlyMap<Ref, readonly Ref[]> {
  const writers = new Map<Ref, Ref[]>();
  for (const { declared, module, syntax } of writtenPlaybooks(program)) {
    for (const name of namesListed(syntax, "returns")) {
      const result = lookedUp(program, module, name)?.ref;
      if (result !== undefined) writers.set(result, [...(writers.get(result) ?? []), declared.ref]);
    }
  }
  return writers;
}
