import type { Expression as Ir, Place, Span } from "../../ir/index.js";
import type { Expression } from "../../grammar/tree.js";
import type { Report } from "../check.js";
import type { Checking } from "../checking.js";
import { type Module, placeIn } from "../names.js";
import type { Local } from "../program.js";
import type { Typed } from "../things.js";
import type { Type } from "../types/type.js";

/** Where an expression stands: what names mean there besides the declarations of its file. */
export interface Environment {
  readonly module: Module;
  readonly locals: ReadonlyMap<string, Local>;
  /** The `each` names whose instance this is: rows and documents kept by them are its own (`[L-36]`, `[L-38]`). */
  readonly fans: ReadonlySet<string>;
  /** Names that the playbook gives too, somewhere: what is among them and no local yet is used too early. */
  readonly given?: ReadonlyMap<string, Given>;
  /** Only values that are written out: defaults, scenarios' values. `what` for the message: `a default`. */
  readonly constant?: string;
}

/** Where a name is given. `how`: `a step`, `the interview`. */
export interface Given {
  readonly how: string;
  readonly place: Place;
}

/** One expression language, typed and lowered in one pass. The parts of it call each other through this. */
export interface Elaboration {
  readonly checking: Checking;
  readonly environment: Environment;
  /** The expression as a value; with `expected`, checked against it part by part. */
  readonly value: (expression: Expression, expected?: Type) => Typed;
  /** The expression as a predicate: a name alone asks whether it is there (`[L-21]`). */
  readonly predicate: (expression: Expression) => Ir;
  /** The same, trying: diagnostics go to `report` alone, and no use is noted. */
  readonly trial: (report: Report) => Elaboration;
}

export function placeOfSpan(elaboration: Elaboration, span: Span): Place {
  return placeIn(elaboration.environment.module, span);
}

/** The source text, on one line and not longer than a message can bear. */
export function shown(elaboration: Elaboration, span: Span): string {
  const text = elaboration.environment.module.syntax.text.slice(span.start, span.end).replaceAll(/\s+/g, " ");
  return text.length > 48 ? `${text.slice(0, 45)}…` : text;
}

/** What follows from something that was reported: a value of unknown type that is always there. */
export function unknownValue(): Typed {
  return { ir: { kind: "literal", value: null }, type: { kind: "unknown" }, needs: [] };
}
