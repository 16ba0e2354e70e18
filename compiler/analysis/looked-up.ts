import type { Name } from "../../grammar/tree.js";
import type { Declared, Module } from "../names.js";
import type { CheckedProgram } from "../program.js";

const indexes = new WeakMap<CheckedProgram, ReadonlyMap<Module, ReadonlyMap<number, Declared>>>();

/** The declaration that a name in the text was found to stand for; `undefined` where it is unknown or local. */
export function lookedUp(program: CheckedProgram, module: Module, name: Name): Declared | undefined {
  let index = indexes.get(program);
  if (index === undefined) {
    index = indexUses(program);
    indexes.set(program, index);
  }
  return index.get(module)?.get(name.span.start);
}

function indexUses({ uses }: CheckedProgram): ReadonlyMap<Module, ReadonlyMap<number, Declared>> {
  const index = new Map<Module, Map<number, Declared>>();
  for (const { module, span, declared } of uses) {
    const ofModule = index.get(module) ?? new Map<number, Declared>();
    ofModule.set(span.start, declared);
    index.set(module, ofModule);
  }
  return index;
}
