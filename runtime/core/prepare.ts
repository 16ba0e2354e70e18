import type { Program } from "../../ir/index.js";
import { emptyCaches, type Machine } from "./machine.js";
import { schemasOf } from "./schemas-of.js";

/** The machine of a program: prepare it once for all its runs. */
export function prepare(program: Program): Machine {
  return { program, schemas: schemasOf(program.types), caches: emptyCaches() };
}
