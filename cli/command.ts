import type { Arguments, Operand } from "./arguments.js";
import type { ExitCode } from "./exit-code.js";
import type { Option } from "./option.js";
import type { Problem } from "./problem.js";
import type { Surroundings } from "./surroundings.js";

/** A verb of the command line. Its file is the whole of it; `name` and `summary` are literals, which help is made of. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly options: readonly Option<unknown>[];
  /** What help says below the options. */
  readonly notes?: readonly string[];
  run(args: Arguments, surroundings: Surroundings): Promise<ExitCode | Problem>;
}
