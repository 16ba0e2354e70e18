import { invariant, millisecondsOf, type Playbook, type Program } from "../../ir/index.js";
import type { Conflict, Hanging } from "./conflict.js";
import type { Footprint } from "./footprint.js";
import type { ContentLimits } from "./limits.js";
import type { Schemas } from "./schemas.js";

/**
 * A program, and what the interpreter works out of it. Everything beyond the program is a cache, filled when it is first
 * asked for: a machine says nothing that its program does not.
 */
export interface Machine extends Prepared {
  readonly schemas: Schemas;
  /** What is refused by its size alone; nothing that was recorded before depends on it (`[R-58]`). */
  readonly limits: ContentLimits;
}

/** What asks for no schema needs no more: who conflicts with whom, who may write where. */
export interface Prepared {
  readonly program: Program;
  readonly caches: Caches;
}

/** One map a question, from what was asked to the answer. */
export interface Caches {
  readonly limits: Map<string, Ceilings>;
  readonly footprints: Map<string, Footprint>;
  readonly conflicts: Map<string, { readonly found: Conflict | undefined }>;
  readonly hanging: Map<string | undefined, Hanging>;
}

/** A playbook's ceilings, in ms and tokens; `undefined`: none. */
export interface Ceilings {
  readonly duration: number | undefined;
  readonly deadline: number | undefined;
  readonly tokens: number | undefined;
}

export function emptyCaches(): Caches {
  return { limits: new Map(), footprints: new Map(), conflicts: new Map(), hanging: new Map() };
}

/** The playbook of a ref that the program is known to have. */
export function playbookOf(machine: Prepared, ref: string): Playbook {
  const playbook = machine.program.playbooks[ref];
  invariant(playbook !== undefined, `\`${ref}\` is a playbook of the program`);
  return playbook;
}

const unlimited: Ceilings = { duration: undefined, deadline: undefined, tokens: undefined };

/** A playbook's ceilings; the loop has none of its own. */
export function ceilingsOf(machine: Machine, ref: string | undefined): Ceilings {
  if (ref === undefined) return unlimited;
  const known = machine.caches.limits.get(ref);
  if (known !== undefined) return known;
  const { duration, deadline, tokens } = playbookOf(machine, ref).limits;
  const ceilings: Ceilings = {
    duration: duration === undefined ? undefined : millisecondsOf(duration),
    deadline: deadline === undefined ? undefined : millisecondsOf(deadline),
    tokens,
  };
  machine.caches.limits.set(ref, ceilings);
  return ceilings;
}
