import { alternatives, type Property, resolved, type Scalar, type Type } from "./type.js";

/**
 * Whether every value of `from` may stand where `to` is declared, as far as kinds, fields and enums say. Bounds and
 * patterns are left to the moment when the value is there: a text may well be short enough. `json` and `secret` fit:
 * the one is checked when it arrives, the other is watched by LB2012.
 */
export function fits(from: Type, to: Type): boolean {
  return fitsAt(from, to, []);
}

function fitsAt(from: Type, to: Type, visited: readonly (readonly [Type, Type])[]): boolean {
  if (from.kind === "named" && to.kind === "named" && from.ref === to.ref) return true;
  const a = resolved(from);
  const b = resolved(to);
  if (isLoose(a) || isLoose(b)) return true;
  // A pair that is being compared already fits unless something else says no: recursive types end here.
  if (visited.some(([x, y]) => x === a && y === b)) return true;
  const next = [...visited, [a, b] as const];
  if (a.kind === "union") return a.members.every((member) => fitsAt(member, b, next));
  if (a.kind === "enum") return a.values.every((value) => acceptsScalar(b, value));
  if (b.kind === "union") return b.members.some((member) => fitsAt(a, member, next));
  switch (b.kind) {
    case "string":
      return a.kind === "string" && (b.name === "string" || b.name === "text" || a.name === b.name);
    case "number":
      return a.kind === "number" && (a.integer || !b.integer);
    case "boolean":
      return a.kind === "boolean";
    case "enum":
      return a.kind === "boolean" && b.values.includes(true) && b.values.includes(false);
    case "array":
      return a.kind === "array" && fitsAt(a.element, b.element, next);
    case "map":
      if (a.kind === "map") return fitsAt(a.value, b.value, next);
      return (
        a.kind === "object" &&
        !a.open &&
        [...a.fields.values()].every(({ type }) => fitsAt(type, b.value, next))
      );
    case "object":
      return a.kind === "object"
        ? objectFits(a, b, next)
        : a.kind === "map" && b.open && everyOptional(b.fields);
    default:
      return false;
  }
}

function isLoose({ kind }: Type): boolean {
  return kind === "unknown" || kind === "any" || kind === "secret";
}

type ObjectType = Extract<Type, { readonly kind: "object" }>;

function objectFits(a: ObjectType, b: ObjectType, visited: readonly (readonly [Type, Type])[]): boolean {
  const missing = [...b.fields].some(([name, wanted]) => {
    const given = a.fields.get(name);
    if (given === undefined) return !isOptional(wanted) && !a.open;
    return (isOptional(given) && !isOptional(wanted)) || !fitsAt(given.type, wanted.type, visited);
  });
  const surplus = !b.open && (a.open || [...a.fields.keys()].some((name) => !b.fields.has(name)));
  return !missing && !surplus;
}

function everyOptional(fields: ReadonlyMap<string, Property>): boolean {
  return [...fields.values()].every(isOptional);
}

function isOptional({ optional, default: value }: Property): boolean {
  return optional || value !== undefined;
}

/** Whether a scalar is of the type's kind or among its values; bounds are not looked at. */
export function acceptsScalar(type: Type, value: Scalar): boolean {
  return alternatives(type).some((at) => {
    switch (at.kind) {
      case "unknown":
      case "any":
        return true;
      case "secret":
      case "string":
        return typeof value === "string";
      case "number":
        return typeof value === "number" && (!at.integer || Number.isInteger(value));
      case "boolean":
        return typeof value === "boolean";
      case "enum":
        return at.values.includes(value);
      default:
        return false;
    }
  });
}

/** Whether a value of the one can ever equal a value of the other. */
export function overlap(a: Type, b: Type): boolean {
  return alternatives(a).some((left) => alternatives(b).some((right) => simplyOverlap(left, right)));
}

function simplyOverlap(left: Type, right: Type): boolean {
  if (isLoose(left) || isLoose(right)) return true;
  if (left.kind === "enum") return left.values.some((value) => acceptsScalar(right, value));
  if (right.kind === "enum") return right.values.some((value) => acceptsScalar(left, value));
  const isRecord = (kind: string): boolean => kind === "object" || kind === "map";
  return left.kind === right.kind || (isRecord(left.kind) && isRecord(right.kind));
}
