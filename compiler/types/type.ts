/**
 * What the compiler knows of values. A type knows where it was declared, so that a message can show it; the IR has the
 * JSON Schema made of it (`schema.ts`).
 *
 * Invariants
 * 1. `unknown` is the type of what could not be read or found: whatever is done with it is right, so that one fault
 *    gives one error (`[L-34]`).
 * 2. A union has two members or more, none of them a union, and at most one `enum`.
 * 3. `named` is the only way to a cycle; `target` may be called at any time after declarations were typed.
 */
import type { Json, Place, Schema } from "../../ir/index.js";

export type Scalar = string | number | boolean | null;

/** JSON Schema keywords and their values, as decorators gave them (`[L-8]`). */
export type Constraints = Readonly<Record<string, Json>>;

/** The string types by their name in the language; all but `string` and `text` assert a format. */
export const stringFormats = {
  string: undefined,
  text: undefined,
  date: "date",
  datetime: "date-time",
  duration: "duration",
  uri: "uri",
  email: "email",
  uuid: "uuid",
} as const;
export type StringName = keyof typeof stringFormats;

export interface Property {
  readonly type: Type;
  readonly optional: boolean;
  readonly default?: Json;
  readonly doc?: string;
  /** Where it was declared. */
  readonly place?: Place;
}

export type Shape =
  | { readonly kind: "unknown" }
  | { readonly kind: "any" }
  | { readonly kind: "string"; readonly name: StringName }
  | { readonly kind: "number"; readonly integer: boolean }
  | { readonly kind: "boolean" }
  | { readonly kind: "enum"; readonly values: readonly Scalar[] }
  | { readonly kind: "array"; readonly element: Type }
  | { readonly kind: "map"; readonly value: Type }
  | { readonly kind: "object"; readonly fields: ReadonlyMap<string, Property>; readonly open: boolean }
  | { readonly kind: "union"; readonly members: readonly Type[] }
  | { readonly kind: "named"; readonly ref: string; readonly name: string; readonly target: () => Type }
  | { readonly kind: "secret" };

export type Type = Shape & {
  readonly constraints?: Constraints;
  /** The external schema that this type stands for; it holds more than the type says (`LB2015`). */
  readonly external?: External;
};

export interface External {
  readonly schema: Schema;
  /** What does not fit, each in a few words; none where the value fits. */
  readonly misfits: (value: Json) => readonly string[];
}

export const unknownType: Type = { kind: "unknown" };
export const anyType: Type = { kind: "any" };
export const booleanType: Type = { kind: "boolean" };
export const numberType: Type = { kind: "number", integer: false };
export const integerType: Type = { kind: "number", integer: true };
export const nullType: Type = { kind: "enum", values: [null] };
export const stringType: Type = { kind: "string", name: "string" };
export const textType: Type = { kind: "string", name: "text" };
export const secretType: Type = { kind: "secret" };
export const emptyObject: Type = { kind: "object", fields: new Map(), open: false };

export function arrayOf(element: Type): Type {
  return { kind: "array", element };
}

export function literalType(value: Scalar): Type {
  return { kind: "enum", values: [value] };
}

/** The type of what is one of these: flat, literals together, `unknown` and `any` swallowing the rest. */
export function unionOf(types: readonly Type[]): Type {
  const values = new Set<Scalar>();
  const others = new Set<Type>();
  for (const type of types.flatMap((each) =>
    each.kind === "union" && each.constraints === undefined ? each.members : [each],
  )) {
    if (type.kind === "unknown" || type.kind === "any") return type;
    if (type.kind === "enum" && type.constraints === undefined) {
      for (const value of type.values) values.add(value);
    } else others.add(type);
  }
  const enumeration: Type[] = values.size === 0 ? [] : [{ kind: "enum", values: [...values] }];
  const members = [...enumeration, ...others];
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { kind: "union", members };
}

/** The type behind its names; `unknown` where names only lead to each other (`LB2009` says so). */
export function resolved(type: Type): Type {
  let at = type;
  for (let steps = 0; at.kind === "named"; steps += 1) {
    if (steps > 100) return unknownType;
    at = at.target();
  }
  return at;
}

/**
 * A union's members, and their members, each behind its names; any other type alone. A union that is a member of itself
 * (LB2009) adds nothing to itself.
 */
export function alternatives(type: Type): readonly Type[] {
  const found: Type[] = [];
  const seen = new Set<Type>();
  const visit = (each: Type): void => {
    const at = resolved(each);
    if (at.kind !== "union") found.push(at);
    else if (!seen.has(at)) {
      seen.add(at);
      for (const member of at.members) visit(member);
    }
  };
  visit(type);
  return found;
}

export function isUnknown(type: Type): boolean {
  return alternatives(type).some(({ kind }) => kind === "unknown");
}
