import type { Diagnostic, Place, Related } from "../../ir/index.js";
import { type Check, diagnose } from "../check.js";
import { show } from "../types/show.js";
import { alternatives, type Type } from "../types/type.js";

export const check: Check = {
  code: "LB2007",
  name: "operator",
  severity: "error",
  summary: "an ordering or operator that the type does not have, as on a number that is kept as a string",
  why: 'As strings, "9" comes after "10": a threshold that is compared that way lets through what it should stop.',
  fix: "Declare the value as `number` or `integer`, or use an operator that its type has.",
  bad: `/// What was decided.
verdict decision: "approved" | "refused"

/// Decides small amounts.
playbook decide {
  intent "Decide small amounts"
  input amount: string
  requires amount <= 500
  returns decision
  prompt "Decide."
}
`,
  good: `/// What was decided.
verdict decision: "approved" | "refused"

/// Decides small amounts.
playbook decide {
  intent "Decide small amounts"
  input amount: number
  requires amount <= 500
  returns decision
  prompt "Decide."
}
`,
};

export function noOrder(place: Place, what: string, type: Type, related: readonly Related[]): Diagnostic {
  const isText = alternatives(type).every(({ kind }) => kind === "string" || kind === "enum");
  return diagnose(check, place, `\`${what}\` is \`${show(type)}\`, which has no order`, {
    related,
    hint: isText
      ? "declare it as `number` or `integer` to compare it by size"
      : "only numbers are compared by size",
  });
}

export function noMembers(
  place: Place,
  what: string,
  type: Type,
  operator: string,
  related: readonly Related[],
): Diagnostic {
  const isText = alternatives(type).some(({ kind }) => kind === "string");
  return diagnose(check, place, `\`${what}\` is \`${show(type)}\`, and \`${operator}\` needs an array`, {
    related,
    hint: isText ? 'to look into a text write `matches(x, "…")`' : undefined,
  });
}

/** `every` on one document, `count` of a verdict that is not kept by key, and the like. `how`: what to write instead. */
export function operatorDoesNotApply(
  place: Place,
  message: string,
  how: string | undefined,
  related: readonly Related[],
): Diagnostic {
  return diagnose(check, place, message, { hint: how, related });
}
