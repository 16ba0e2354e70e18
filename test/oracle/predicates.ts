/**
 * Predicates as conditions of Promela ([L-21]): one under which a predicate is true, and one under which it is false. In
 * between it is unavailable, and `not` of it too.
 */
import type { Expression, Program } from "../../ir/index.js";
import { type Cell, compares, literalOf } from "./cells.js";

/** What a predicate can be about. */
export interface Things {
  readonly program: Program;
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  /** The variable of a kind (`there`, `delivered`, `count`, `verdict`) and a ref. */
  v(kind: string, ref: string): string;
}

/** The condition under which a predicate holds; what is unavailable at the end does not. */
export function holds(things: Things, predicate: Expression | undefined): string {
  return predicate === undefined ? "true" : truth(things, predicate, true);
}

function truth(things: Things, expression: Expression, wanted: boolean): string {
  switch (expression.kind) {
    case "not":
      return truth(things, expression.operand, !wanted);
    case "and":
    case "or": {
      const operands = expression.operands.map((operand) => truth(things, operand, wanted));
      return `(${operands.join((expression.kind === "and") === wanted ? " && " : " || ")})`;
    }
    case "available":
      return signed(isThere(things, expression.ref), wanted);
    case "state":
      return signed(stateOf(things, expression.state, expression.ref), wanted);
    case "get":
      return among(things, expression, (value) => value === wanted);
    case "compare": {
      const { left, operator } = expression;
      const literal = literalOf(expression.right)!;
      if (left.kind === "count") {
        const count = things.v("count", left.ref);
        return signed(`(${count} ${operator} ${JSON.stringify(literal)})`, wanted);
      }
      if (left.kind !== "get") throw new Error(`a comparison of \`${left.kind}\` is not modelled`);
      return among(things, left, (value) => compares(operator, value, literal) === wanted);
    }
    default:
      throw new Error(`\`${expression.kind}\` is not modelled`);
  }
}

function signed(condition: string, wanted: boolean): string {
  return wanted ? condition : `!${condition}`;
}

/** A document is landed, a contribution or a verdict is there. */
export function isThere(things: Things, ref: string): string {
  const { artifacts, evidence } = things.program;
  const kind = Object.hasOwn(artifacts, ref) ? "there" : Object.hasOwn(evidence, ref) ? "count" : "verdict";
  return `(${things.v(kind, ref)} != 0)`;
}

function stateOf(things: Things, state: "landed" | "delivered" | "absent" | "stale", ref: string): string {
  if (state === "absent") return `(!${isThere(things, ref)})`;
  if (state === "delivered") return `(${things.v("delivered", ref)} != 0)`;
  if (state === "landed") return isThere(things, ref);
  throw new Error("`stale` is not modelled");
}

/** Whether a verdict stands as one of the cells in which a field is there and fits. */
function among(
  things: Things,
  { from, name, path }: Extract<Expression, { kind: "get" }>,
  fits: (value: NonNullable<ReturnType<typeof literalOf>>) => boolean,
): string {
  if (from !== "verdict") throw new Error(`a value of \`${from}\` is not modelled`);
  const numbers = things.cells.get(name)!.flatMap(({ fields }, index) => {
    const value = fields.get(path.join("/"));
    return value !== undefined && value !== null && fits(value)
      ? [`${things.v("verdict", name)} == ${index + 1}`]
      : [];
  });
  return numbers.length === 0 ? "false" : `(${numbers.join(" || ")})`;
}
