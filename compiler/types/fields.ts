import { alternatives, anyType, type Property, resolved, type Type, unionOf, unknownType } from "./type.js";

/** What stands under a name or index of a value of a type. */
export type Step =
  | { readonly kind: "found"; readonly type: Type; readonly optional: boolean; readonly property?: Property }
  /** No value of the type has it; `names`: what it has instead. */
  | { readonly kind: "missing"; readonly names: readonly string[] };

const somewhere: Step = { kind: "found", type: anyType, optional: true };

export function fieldOf(type: Type, name: string): Step {
  return among(type, (alternative) => {
    switch (alternative.kind) {
      case "unknown":
        return { kind: "found", type: unknownType, optional: false };
      case "any":
        return somewhere;
      case "map":
        return { kind: "found", type: alternative.value, optional: true };
      case "object": {
        const property = alternative.fields.get(name);
        if (property !== undefined) {
          const optional = property.optional || property.default !== undefined;
          return { kind: "found", type: property.type, optional, property };
        }
        return alternative.open ? somewhere : { kind: "missing", names: [...alternative.fields.keys()] };
      }
      default:
        return { kind: "missing", names: [] };
    }
  });
}

export function elementAt(type: Type, index: number): Step {
  return among(type, (alternative) => {
    switch (alternative.kind) {
      case "unknown":
        return { kind: "found", type: unknownType, optional: false };
      case "any":
        return somewhere;
      case "array": {
        const least = alternative.constraints?.["minItems"];
        return {
          kind: "found",
          type: alternative.element,
          optional: !(typeof least === "number" && index < least),
        };
      }
      default:
        return { kind: "missing", names: [] };
    }
  });
}

/** In a union it is there where one member has it, and optional where one lacks it. */
function among(type: Type, step: (alternative: Type) => Step): Step {
  const steps = alternatives(type).map(step);
  const found = steps.filter((each) => each.kind === "found");
  const [only] = found;
  if (only === undefined) {
    return { kind: "missing", names: steps.flatMap((each) => (each.kind === "missing" ? each.names : [])) };
  }
  if (steps.length === 1) return only;
  return {
    kind: "found",
    type: unionOf(found.map((each) => each.type)),
    optional: found.length < steps.length || found.some(({ optional }) => optional),
    ...(only.property === undefined ? {} : { property: only.property }),
  };
}

/** The type of an array's elements; `undefined` where no value of the type is an array. */
export function elementOf(type: Type): Type | undefined {
  const elements = alternatives(type).flatMap((alternative) => {
    if (alternative.kind === "array") return [alternative.element];
    return alternative.kind === "unknown" || alternative.kind === "any" ? [alternative] : [];
  });
  return elements.length === 0 ? undefined : unionOf(elements);
}

/** The fields that an object of the type may have, by name; `undefined` where it is no plain object. */
export function objectFields(type: Type): ReadonlyMap<string, Property> | undefined {
  const at = resolved(type);
  return at.kind === "object" ? at.fields : undefined;
}
