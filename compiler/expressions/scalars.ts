import type { Place } from "../../ir/index.js";
import type { Expression } from "../../grammar/tree.js";
import { breaksBounds, notAmong } from "../checks/lb2006.js";
import { declaredAt, mismatch, unitMissing } from "../checks/lb2004.js";
import { type ScalarFault, scalarFault } from "../types/scalars.js";
import { alternatives, type Scalar, type Type } from "../types/type.js";
import { type Elaboration, placeOfSpan, shown } from "./elaboration.js";

/** The value of an expression that is one scalar written out. Durations are their ISO text. */
export function scalarOf(expression: Expression): { readonly value: Scalar } | undefined {
  switch (expression.kind) {
    case "number":
    case "boolean":
      return { value: expression.value };
    case "string":
      return { value: expression.text };
    case "null":
      return { value: null };
    case "group":
      return scalarOf(expression.inner);
    default:
      return undefined;
  }
}

/** Reports where a scalar that is written out does not fit, with the nearest value that does. */
export function expectScalar(
  elaboration: Elaboration,
  expression: Expression,
  value: Scalar,
  type: Type,
  declared?: { readonly place: Place | undefined; readonly what: string },
): void {
  const fault = scalarFault(value, type, elaboration.checking.pattern);
  if (fault !== undefined) reportScalar(elaboration, expression, value, type, fault, declared);
}

function reportScalar(
  elaboration: Elaboration,
  expression: Expression,
  value: Scalar,
  type: Type,
  fault: ScalarFault,
  declared?: { readonly place: Place | undefined; readonly what: string },
): void {
  const { report } = elaboration.checking;
  const place = placeOfSpan(elaboration, expression.span);
  const related = declaredAt(declared?.place, declared?.what ?? "");
  const text = shown(elaboration, expression.span);
  switch (fault.kind) {
    case "mismatch":
      if (typeof value === "number" && isDuration(type)) return report(unitMissing(place, text));
      return report(mismatch(place, `\`${text}\``, type, { related }));
    case "not-among":
      return report(notAmong(place, value, fault.values, related));
    case "breaks":
      return report(breaksBounds(place, text, fault.how, related));
  }
}

function isDuration(type: Type): boolean {
  return alternatives(type).some((each) => each.kind === "string" && each.name === "duration");
}
