import type { CheckedProgram } from "../program.js";

const words = new WeakMap<CheckedProgram, ReadonlySet<string>>();

/** Whether the name stands anywhere in text that could not be read, so that it may be used there (`[L-34]`). */
export function isHearsay(program: CheckedProgram, name: string): boolean {
  const known = words.get(program) ?? new Set(program.modules.flatMap(({ hearsay }) => [...hearsay]));
  words.set(program, known);
  return known.has(name);
}
