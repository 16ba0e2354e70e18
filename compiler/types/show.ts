import { stringFormats, type Property, type Type } from "./type.js";

/** A type as its author would write it, cut after a few fields or values so that it fits into a message. */
export function show(type: Type, depth = 0): string {
  switch (type.kind) {
    case "unknown":
      return "unknown";
    case "any":
      return "json";
    case "string":
      return type.name in stringFormats ? type.name : "string";
    case "number":
      return type.integer ? "integer" : "number";
    case "boolean":
      return "boolean";
    case "secret":
      return "secret";
    case "enum": {
      const shown = type.values.slice(0, 6).map((value) => JSON.stringify(value));
      return [...shown, ...(type.values.length > 6 ? ["…"] : [])].join(" | ");
    }
    case "array": {
      const element = show(type.element, depth + 1);
      const alternatives =
        type.element.kind === "union" ? 2 : type.element.kind === "enum" ? type.element.values.length : 1;
      return alternatives > 1 ? `(${element})[]` : `${element}[]`;
    }
    case "map":
      return `map<${show(type.value, depth + 1)}>`;
    case "object":
      return showObject(type.fields, type.open, depth);
    case "union":
      return type.members.map((member) => show(member, depth + 1)).join(" | ");
    case "named":
      return type.name;
  }
}

function showObject(fields: ReadonlyMap<string, Property>, open: boolean, depth: number): string {
  const start = open ? "open {" : "{";
  if (fields.size === 0) return `${start}}`;
  if (depth > 1) return `${start} … }`;
  const shown = [...fields].slice(0, 4).map(([name, { type, optional }]) => {
    return `${showName(name)}${optional ? "?" : ""}: ${show(type, depth + 1)}`;
  });
  return `${start} ${[...shown, ...(fields.size > 4 ? ["…"] : [])].join("  ")} }`;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*$/;

/** A field's name as it is written in an object type. */
export function showName(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}
