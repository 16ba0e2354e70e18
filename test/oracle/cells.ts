/** The cells of a verdict (checks.md, section 1): what its predicates tell apart, and one value of each. */
import { isJsonObject, type Expression, type Json, type Operator, type Program } from "../../ir/index.js";
import { markOf } from "./answers.js";

/** A value, field by field; a verdict that is an enum itself has one field, whose path is empty. */
export interface Cell {
  readonly fields: ReadonlyMap<string, Json>;
  readonly marks: readonly string[];
}

/** Every comparison of an expression with a literal. */
export interface Comparison {
  readonly verdict: string;
  readonly field: string;
  readonly operator: Operator;
  readonly literal: Json;
}

function* parts(expression: Expression): Iterable<Expression> {
  yield expression;
  switch (expression.kind) {
    case "and":
    case "or":
      for (const operand of expression.operands) yield* parts(operand);
      return;
    case "not":
      yield* parts(expression.operand);
      return;
    case "compare":
      yield* parts(expression.left);
      yield* parts(expression.right);
      return;
    default:
      return;
  }
}

/** Every predicate of a program. */
function predicatesOf(program: Program): readonly Expression[] {
  return Object.values(program.playbooks).flatMap(({ requires, choreography }) => [
    ...(requires === undefined ? [] : [requires]),
    ...(choreography?.until === undefined ? [] : [choreography.until]),
    ...(choreography?.ends.map(({ when }) => when) ?? []),
  ]);
}

export function comparisonsOf(program: Program): readonly Comparison[] {
  return predicatesOf(program)
    .flatMap((predicate) => [...parts(predicate)])
    .flatMap((each) => {
      if (each.kind !== "compare" || each.left.kind !== "get" || each.left.from !== "verdict") return [];
      const { name: verdict, path } = each.left;
      const literal = literalOf(each.right);
      return literal === undefined
        ? []
        : [{ verdict, field: path.join("/"), operator: each.operator, literal }];
    });
}

/** What a literal, or an array of them, says. */
export function literalOf(expression: Expression): Json | undefined {
  if (expression.kind === "literal") return expression.value;
  if (expression.kind !== "array") return undefined;
  const items = expression.items.map(literalOf);
  return items.includes(undefined) ? undefined : items.flatMap((item) => (item === undefined ? [] : [item]));
}

/** How far contributions are told apart: past the largest number that a count is compared with. */
export function capOf(program: Program, evidence: string): number {
  let cap = 1;
  for (const predicate of predicatesOf(program)) {
    for (const each of parts(predicate)) {
      if (each.kind !== "compare" || each.left.kind !== "count" || each.left.ref !== evidence) continue;
      const literal = literalOf(each.right);
      if (typeof literal === "number") cap = Math.max(cap, literal + 1);
    }
  }
  return cap;
}

export function cellsOf(program: Program, verdict: string): readonly Cell[] {
  const { schema } = program.verdicts[verdict]!;
  if (!isJsonObject(schema)) throw new Error(`\`${verdict}\` has no schema`);
  const { properties, required } = schema;
  const fields = isJsonObject(properties) ? Object.entries(properties) : [["", schema] as const];
  let cells: readonly Cell[] = [{ fields: new Map(), marks: [] }];
  for (const [name, property] of fields) {
    if (!isJsonObject(property)) throw new Error(`\`${name}\` has no schema`);
    const isOptional = name !== "" && !(Array.isArray(required) && required.includes(name));
    const values = valuesOf(program, verdict, name, property);
    const isMarked = property["enum"] !== undefined || property["type"] === "boolean";
    cells = cells.flatMap((cell) => [
      ...(isOptional ? [cell] : []),
      ...values.map((value) => ({
        fields: new Map([...cell.fields, [name, value]]),
        marks: isMarked ? [...cell.marks, markOf(name === "" ? [] : [name], value)] : cell.marks,
      })),
    ]);
  }
  return cells;
}

function valuesOf(
  program: Program,
  verdict: string,
  field: string,
  { enum: values, type, minimum, maximum }: Readonly<Record<string, Json>>,
): readonly Json[] {
  if (Array.isArray(values)) return values;
  if (type === "boolean") return [false, true];
  if (type === "string" || type === "array") {
    if (comparisonsOf(program).some((each) => each.verdict === verdict && each.field === field))
      throw new Error(`a comparison with \`${field}\` is not modelled`);
    return [type === "string" ? "something" : []];
  }
  if (typeof minimum !== "number" || typeof maximum !== "number")
    throw new Error(`\`${field}\` has no bounds`);
  // Each number at which something begins to differ from the one below it.
  const cuts = new Set([minimum]);
  for (const each of comparisonsOf(program)) {
    if (each.verdict !== verdict || each.field !== field) continue;
    for (const literal of Array.isArray(each.literal) ? each.literal : [each.literal]) {
      if (typeof literal !== "number") continue;
      if (!["<=", ">"].includes(each.operator)) cuts.add(literal);
      if (!["<", ">="].includes(each.operator)) cuts.add(literal + 1);
    }
  }
  return [...cuts].filter((cut) => cut >= minimum && cut <= maximum).toSorted((a, b) => a - b);
}

/** Whether a comparison holds for a value, by the plain meaning of its operator. */
export function compares(operator: Operator, value: Json, literal: Json): boolean {
  switch (operator) {
    case "==":
      return value === literal;
    case "!=":
      return value !== literal;
    case "in":
      return Array.isArray(literal) && literal.includes(value);
    case "<":
      return Number(value) < Number(literal);
    case "<=":
      return Number(value) <= Number(literal);
    case ">":
      return Number(value) > Number(literal);
    case ">=":
      return Number(value) >= Number(literal);
    case "contains":
      throw new Error("`contains` is not modelled");
  }
}
