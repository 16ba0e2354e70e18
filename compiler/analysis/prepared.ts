import type { Program } from "../../ir/index.js";
import { emptyCaches, type Prepared } from "../../runtime/core/machine.js";

const prepared = new WeakMap<Program, Prepared>();

/** What the interpreter asks to tell who conflicts with whom, made once for a program. */
export function preparedOf(program: Program): Prepared {
  const known = prepared.get(program) ?? { program, caches: emptyCaches() };
  prepared.set(program, known);
  return known;
}
