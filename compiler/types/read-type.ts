/** Types as they are written → `Type` (section 3 of the language). */
import type { Json } from "../../ir/index.js";
import type { Expression, Field, Name, TypeExpression, TypeUse } from "../../grammar/tree.js";
import { primitives } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { unknownName } from "../checks/lb2001.js";
import { declaredTwice } from "../checks/lb2002.js";
import { constantOf } from "../expressions/expected.js";
import { elaborationOf } from "../expressions/elaborate.js";
import { knownFor, lookUp, meaningOf } from "../lookup.js";
import { type Module, placeIn } from "../names.js";
import { reportMissing } from "../unnamed.js";
import { readDecorators } from "./decorators.js";
import {
  anyType,
  arrayOf,
  booleanType,
  integerType,
  literalType,
  numberType,
  type Property,
  type Scalar,
  secretType,
  type StringName,
  stringFormats,
  type Type,
  unionOf,
  unknownType,
} from "./type.js";

/** The type of a use; `unknown` where it is missing or was reported. */
export function readType(checking: Checking, module: Module, use: TypeUse | undefined): Type {
  if (use === undefined) return unknownType;
  const type = readExpression(checking, module, use.type);
  const constraints = readDecorators(checking, module, use, type);
  return constraints === undefined ? type : { ...type, constraints: { ...type.constraints, ...constraints } };
}

function readExpression(checking: Checking, module: Module, node: TypeExpression): Type {
  switch (node.kind) {
    case "reference":
      return readReference(checking, module, node.name);
    case "literal":
      return literalType(node.value);
    case "array":
      return arrayOf(readExpression(checking, module, node.element));
    case "map":
      return { kind: "map", value: readType(checking, module, node.value) };
    case "object":
      return { kind: "object", open: node.open, fields: readFields(checking, module, node.fields) };
    case "union":
      return readUnion(checking, module, node);
    case "group":
      return readType(checking, module, node.inner);
  }
}

function readUnion(
  checking: Checking,
  module: Module,
  node: Extract<TypeExpression, { readonly kind: "union" }>,
): Type {
  const values = new Map<Scalar, TypeExpression>();
  for (const member of node.members) {
    if (member.kind !== "literal") continue;
    const first = values.get(member.value);
    if (first === undefined) values.set(member.value, member);
    else {
      const shown = JSON.stringify(member.value);
      checking.report(
        declaredTwice(placeIn(module, member.span), shown, placeIn(module, first.span), "value"),
      );
    }
  }
  return unionOf(node.members.map((member) => readExpression(checking, module, member)));
}

/** Types of other languages, by what they are called here. */
const foreign: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: ["int", "long", "int32", "int64", "uint"],
    number: ["float", "double", "decimal", "real", "numeric"],
    boolean: ["bool"],
    string: ["str", "varchar", "char"],
    text: ["markdown", "md"],
    json: ["any", "object", "unknown", "mixed"],
    null: ["undefined", "none", "nil", "void"],
    datetime: ["timestamp", "instant"],
    uri: ["url"],
    uuid: ["guid"],
  }).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

function readReference(checking: Checking, module: Module, name: Name): Type {
  const primitive = name.quoted ? undefined : primitiveType(name.text);
  if (primitive !== undefined) return primitive;
  if (meaningOf(checking, module, name.text) === undefined) {
    reportMissing(checking, module, name, ["type"], () => {
      const place = placeIn(module, name.span);
      const meant = foreign.get(name.text.toLowerCase());
      const known =
        meant === undefined
          ? knownFor(checking, module, name.text, ["type"], place, primitives)
          : { near: meant };
      return unknownName(place, name.text, "type", known);
    });
    return unknownType;
  }
  const declared = lookUp(checking, module, name, ["type"]);
  if (declared === undefined) return unknownType;
  const { ref } = declared;
  const target = (): Type => {
    const thing = checking.things.get(ref);
    return thing?.kind === "type" ? thing.type : unknownType;
  };
  return { kind: "named", ref, name: declared.name, target };
}

function primitiveType(name: string): Type | undefined {
  switch (name) {
    case "integer":
      return integerType;
    case "number":
      return numberType;
    case "boolean":
      return booleanType;
    case "json":
      return anyType;
    case "secret":
      return secretType;
    default:
      return isStringName(name) ? { kind: "string", name } : undefined;
  }
}

function isStringName(name: string): name is StringName {
  return Object.hasOwn(stringFormats, name);
}

/** The fields by name; of a doubled one the first. */
export function readFields(
  checking: Checking,
  module: Module,
  fields: readonly Field[],
): ReadonlyMap<string, Property> {
  const read = new Map<string, Property>();
  const first = new Map<string, Field>();
  for (const field of fields) {
    const before = first.get(field.name.text);
    const property = readField(checking, module, field);
    if (before === undefined) {
      first.set(field.name.text, field);
      read.set(field.name.text, property);
    } else {
      const place = placeIn(module, field.name.span);
      checking.report(declaredTwice(place, field.name.text, placeIn(module, before.name.span), "field"));
    }
  }
  return read;
}

/** One field, its default checked against its type. */
export function readField(checking: Checking, module: Module, field: Field): Property {
  const type = readType(checking, module, field.type);
  const value =
    field.default === undefined
      ? undefined
      : readConstant(checking, module, field.default, type, "a default");
  return {
    type,
    optional: field.optional,
    ...(value === undefined ? {} : { default: value }),
    ...(field.doc === undefined ? {} : { doc: field.doc.text }),
    place: placeIn(module, field.name.span),
  };
}

/**
 * A value that is written out. It is read at once, and checked against its type when every type is known. `what` it
 * is, for the message: `a default`.
 */
export function readConstant(
  checking: Checking,
  module: Module,
  node: Expression,
  type: Type,
  what: string,
): Json | undefined {
  const environment = { module, locals: new Map(), fans: new Set<string>(), constant: what };
  checking.later.push(() => elaborationOf(checking, environment).value(node, type));
  const silent = elaborationOf({ ...checking, report: () => undefined, uses: [] }, environment);
  return constantOf(silent.value(node).ir);
}
