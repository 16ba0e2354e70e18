/**
 * Whether a value of a type can have an end, read off the text of its declaration.
 *
 * A type *needs* another where no value of it exists without a value of the other inside: in a field that has to be
 * there, in every alternative, in an array that may not be empty.
 */
import type { Field, Name, TypeDeclaration, TypeExpression, TypeUse } from "../../grammar/tree.js";
import type { Declared } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { lookedUp } from "./looked-up.js";

/** A place where a type needs a named one. */
export interface Need {
  readonly type: Declared;
  readonly name: Name;
  /** The field that it stands in. */
  readonly field: Field | undefined;
  /** No object or array stands between: the type is nothing but the other. */
  readonly isBare: boolean;
}

export interface FiniteTypes {
  readonly declared: readonly Declared[];
  needsOf(type: Declared): readonly Need[];
  /** The types among `suspects` that have no finite value, when all others have. */
  infinite(suspects: readonly Declared[]): ReadonlySet<Declared>;
}

export function finiteTypesOf(program: CheckedProgram): FiniteTypes {
  const declared = [...program.declared.values()].filter(({ syntax }) => syntax.kind === "type");
  const needs = new Map(declared.map((type) => [type, new Walk(program, type).needs()]));
  return {
    declared,
    needsOf: (type) => needs.get(type) ?? [],
    infinite(suspects) {
      const infinite = new Set(suspects);
      for (let size = -1; size !== infinite.size;) {
        size = infinite.size;
        for (const type of infinite) {
          if (new Walk(program, type).isFinite((other) => !infinite.has(other))) infinite.delete(type);
        }
      }
      return infinite;
    },
  };
}

interface Position {
  readonly field: Field | undefined;
  readonly isBare: boolean;
  /** The array that is expected here may not be empty. */
  readonly isFilled: boolean;
}

const start: Position = { field: undefined, isBare: true, isFilled: false };

/** One walk over the text of a declaration. */
class Walk {
  readonly #program: CheckedProgram;
  readonly #type: Declared;

  constructor(program: CheckedProgram, type: Declared) {
    this.#program = program;
    this.#type = type;
  }

  needs(): readonly Need[] {
    const use = writtenType(this.#type);
    return use === undefined ? [] : [...this.#needsOf(use, start)];
  }

  isFinite(isOther: (type: Declared) => boolean): boolean {
    const use = writtenType(this.#type);
    return use === undefined || this.#isFinite(use, false, isOther);
  }

  *#needsOf(node: TypeUse | TypeExpression, position: Position): Iterable<Need> {
    switch (node.kind) {
      case "type-use":
        yield* this.#needsOf(node.type, { ...position, isFilled: position.isFilled || isFilled(node) });
        break;
      case "group":
        yield* this.#needsOf(node.inner, position);
        break;
      case "reference": {
        const type = this.#named(node.name);
        if (type !== undefined)
          yield { type, name: node.name, field: position.field, isBare: position.isBare };
        break;
      }
      case "array":
        if (position.isFilled) yield* this.#needsOf(node.element, inside(position));
        break;
      case "object":
        for (const field of node.fields) {
          if (isRequired(field)) yield* this.#needsOf(field.type, { ...inside(position), field });
        }
        break;
      case "union":
        for (const member of node.members) yield* this.#needsOf(member, position);
        break;
      case "literal":
      case "map":
        break;
    }
  }

  #isFinite(node: TypeUse | TypeExpression, filled: boolean, isOther: (type: Declared) => boolean): boolean {
    switch (node.kind) {
      case "type-use":
        return this.#isFinite(node.type, filled || isFilled(node), isOther);
      case "group":
        return this.#isFinite(node.inner, filled, isOther);
      case "reference": {
        const type = this.#named(node.name);
        return type === undefined || isOther(type);
      }
      case "array":
        return !filled || this.#isFinite(node.element, false, isOther);
      case "object":
        return node.fields.every((field) => !isRequired(field) || this.#isFinite(field.type, false, isOther));
      case "union":
        return node.members.some((member) => this.#isFinite(member, filled, isOther));
      case "literal":
      case "map":
        return true;
    }
  }

  #named(name: Name): Declared | undefined {
    const declared = lookedUp(this.#program, this.#type.module, name);
    return declared?.syntax.kind === "type" ? declared : undefined;
  }
}

function writtenType({ syntax }: Declared): TypeUse | undefined {
  const type: TypeDeclaration["type"] = syntax.kind === "type" && !syntax.broken ? syntax.type : undefined;
  return type?.kind === "type-use" ? type : undefined;
}

function isRequired(field: Field): field is Field & { readonly type: TypeUse } {
  return field.type !== undefined && !field.optional && field.default === undefined;
}

function inside(position: Position): Position {
  return { ...position, isBare: false, isFilled: false };
}

function isFilled({ decorators }: TypeUse): boolean {
  return decorators.some(({ name, arguments: [least] }) => {
    return name.text === "minItems" && least?.kind === "number" && least.value >= 1;
  });
}
