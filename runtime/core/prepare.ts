import type { Program } from "../../ir/index.js";
import { type ContentLimits, loweredLimits } from "./limits.js";
import { emptyCaches, type Machine } from "./machine.js";
import { schemasOf } from "./schemas-of.js";

/** The machine of a program: prepare it once for all its runs. `limits`: lower ones than the default. */
export function prepare(program: Program, limits: Partial<ContentLimits> = {}): Machine {
  return {
    program,
    schemas: schemasOf(program.types),
    caches: emptyCaches(),
    limits: loweredLimits(limits),
  };
}
