/** A program with every name looked up and every expression typed: what the checks look at. */
import type { Bundle, Diagnostic, Expression, Place, Program, Ref, Scenario } from "../ir/index.js";
import type { Declared, Module, Use } from "./names.js";
import type { Need, PlaybookThing, Thing, WaitThing } from "./things.js";
import type { Type } from "./types/type.js";

export interface CheckedProgram {
  /** In the order of their paths, the standard ones last. */
  readonly modules: readonly Module[];
  /** Every declaration by ref, the standard ones too. */
  readonly declared: ReadonlyMap<Ref, Declared>;
  readonly things: ReadonlyMap<Ref, Thing>;
  /** Every place where a declaration is named, imports left out. */
  readonly uses: readonly Use[];
  readonly playbooks: ReadonlyMap<Ref, CheckedPlaybook>;
  /** The IR of all that could be read. Without an error among the diagnostics it is the program's. */
  readonly program: Program;
  readonly sourceMap: Bundle["sourceMap"];
  readonly docs: Bundle["docs"];
  readonly scenarios: readonly Scenario[];
  /** Whether a pattern is found in a text; a pattern that does not compile is found nowhere. */
  matches(text: string, pattern: string): boolean;
  /** What was reported before the checks ran. */
  readonly reported: readonly Diagnostic[];
  /** Whether the declaration is broken or has an error of its own. */
  isFaulty(ref: Ref): boolean;
  /** Whether neither it nor anything that it reaches by name is faulty. */
  isSound(ref: Ref): boolean;
}

export interface CheckedPlaybook {
  readonly declared: Declared;
  readonly thing: PlaybookThing;
  /** The `each` names whose instance this playbook is wherever it is admitted ([L-35]), its composites' included. */
  readonly fans: ReadonlySet<string>;
  readonly members: readonly CheckedMember[];
  readonly locals: ReadonlyMap<string, Local>;
  /** Every wait that a step asks, in order. */
  readonly asks: readonly CheckedAsk[];
  /** Values that a step generates for the steps behind it (`generate NAME: T`), by name. */
  readonly generated: ReadonlyMap<string, Type>;
  /** Values that must be there when a step runs: holes of templates, arguments, results (`[L-20]`). */
  readonly rests: readonly Rest[];
}

export interface CheckedAsk {
  readonly wait: WaitThing;
  readonly as: string | undefined;
  /** The wait's, or the step's own fields. */
  readonly answer: Type;
}

export interface CheckedMember {
  readonly playbook: Declared;
  readonly place: Place;
  readonly each: { readonly name: string; readonly element: Type } | undefined;
}

/** A name that is known inside one playbook, effect or fan-out only. */
export interface Local {
  readonly kind: "input" | "interview" | "local" | "element" | "argument";
  readonly name: string;
  readonly type: Type;
  /** It may be missing: given optionally, or made under a condition. */
  readonly optional: boolean;
  /** `.declined` and `.reason` can be read of it (`[L-23]`). */
  readonly declinable: boolean;
  readonly place: Place;
}

/** A value that something rests on. */
export interface Rest {
  readonly needs: readonly Need[];
  /** The conditions under which it is wanted, besides `requires`. */
  readonly when: readonly Expression[];
  /** `interpolated` in a template, or `given` as an argument, field or result. */
  readonly role: "interpolated" | "given";
  /** It stands in a string of one line, where a quote is written `\"` (`[L-42]`). */
  readonly isEscaped: boolean;
  readonly place: Place;
}
