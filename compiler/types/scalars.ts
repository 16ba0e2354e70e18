import type { Pattern } from "../checking.js";
import { hasFormat } from "./formats.js";
import type { Constraints, Scalar, Type } from "./type.js";

/** Why a scalar does not fit a type. */
export type ScalarFault =
  /** It is another kind of value. */
  | { readonly kind: "mismatch" }
  /** It is of the right kind and not one of the values. */
  | { readonly kind: "not-among"; readonly values: readonly Scalar[] }
  /** It is of the right kind and breaks a constraint: `is over the maximum 10`. */
  | { readonly kind: "breaks"; readonly how: string };

export type PatternCompiler = ((source: string) => Pattern) | undefined;

const mismatch: ScalarFault = { kind: "mismatch" };

/** `undefined` where the scalar fits. A type that only leads back to itself (LB2009) takes anything. */
export function scalarFault(value: Scalar, type: Type, pattern: PatternCompiler): ScalarFault | undefined {
  return faultAt(value, type, pattern, new Set());
}

function faultAt(
  value: Scalar,
  type: Type,
  pattern: PatternCompiler,
  within: ReadonlySet<string>,
): ScalarFault | undefined {
  return shapeFault(value, type, pattern, within) ?? constraintFault(value, type.constraints, pattern);
}

function shapeFault(
  value: Scalar,
  type: Type,
  pattern: PatternCompiler,
  within: ReadonlySet<string>,
): ScalarFault | undefined {
  switch (type.kind) {
    case "unknown":
    case "any":
      return undefined;
    case "named":
      return within.has(type.ref)
        ? undefined
        : faultAt(value, type.target(), pattern, new Set([...within, type.ref]));
    case "secret":
      return typeof value === "string" ? undefined : mismatch;
    case "string":
      if (typeof value !== "string") return mismatch;
      return hasFormat(value, type.name)
        ? undefined
        : { kind: "breaks", how: `is not ${/^[aeiou]/.test(type.name) ? "an" : "a"} ${type.name}` };
    case "number":
      if (typeof value !== "number") return mismatch;
      return type.integer && !Number.isInteger(value)
        ? { kind: "breaks", how: "is not an integer" }
        : undefined;
    case "boolean":
      return typeof value === "boolean" ? undefined : mismatch;
    case "enum":
      if (type.values.includes(value)) return undefined;
      return type.values.some((each) => each !== null && typeof each === typeof value)
        ? { kind: "not-among", values: type.values }
        : mismatch;
    case "union": {
      const faults: ScalarFault[] = [];
      for (const member of type.members) {
        const fault = faultAt(value, member, pattern, within);
        if (fault === undefined) return undefined;
        faults.push(fault);
      }
      return faults.find(({ kind }) => kind !== "mismatch") ?? mismatch;
    }
    case "array":
    case "map":
    case "object":
      return mismatch;
  }
}

function constraintFault(
  value: Scalar,
  constraints: Constraints | undefined,
  pattern: PatternCompiler,
): ScalarFault | undefined {
  for (const [keyword, bound] of Object.entries(constraints ?? {})) {
    const how =
      typeof value === "number"
        ? numberFault(value, keyword, Number(bound))
        : typeof value === "string"
          ? textFault(value, keyword, bound, pattern)
          : undefined;
    if (how !== undefined) return { kind: "breaks", how };
  }
  return undefined;
}

function numberFault(value: number, keyword: string, bound: number): string | undefined {
  switch (keyword) {
    case "minimum":
      return value < bound ? `is under the minimum ${bound}` : undefined;
    case "maximum":
      return value > bound ? `is over the maximum ${bound}` : undefined;
    case "exclusiveMinimum":
      return value <= bound ? `is not over ${bound}` : undefined;
    case "exclusiveMaximum":
      return value >= bound ? `is not under ${bound}` : undefined;
    case "multipleOf":
      return Number.isInteger(Number((value / bound).toFixed(9)))
        ? undefined
        : `is not a multiple of ${bound}`;
    default:
      return undefined;
  }
}

function textFault(
  value: string,
  keyword: string,
  bound: unknown,
  pattern: PatternCompiler,
): string | undefined {
  switch (keyword) {
    case "minLength":
      return lengthOf(value) < Number(bound) ? `is shorter than ${characters(Number(bound))}` : undefined;
    case "maxLength":
      return lengthOf(value) > Number(bound) ? `is longer than ${characters(Number(bound))}` : undefined;
    case "pattern": {
      const made = typeof bound === "string" ? pattern?.(bound) : undefined;
      // A pattern that does not compile was reported where it stands.
      return made === undefined || "fault" in made || made.matches(value)
        ? undefined
        : `does not match \`${String(bound)}\``;
    }
    default:
      return undefined;
  }
}

/** In code points, as JSON Schema counts. */
function lengthOf(text: string): number {
  return [...text].length;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
