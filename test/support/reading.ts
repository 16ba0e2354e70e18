/** Reads small pieces of Laban for tests of the grammar: each must be without fault. */
import type {
  Clause,
  Declaration,
  Expression,
  Field,
  ScenarioLine,
  SourceFile,
  Step,
} from "../../grammar/index.js";
import { parse } from "../../grammar/index.js";

/** The tree of a text without faults. */
export function read(text: string): SourceFile {
  const { file, diagnostics } = parse("test.playbook", text);
  if (diagnostics.length > 0) throw new Error(`${messages(text).join("\n")}\nin ${text}`);
  return file;
}

/** `CODE message` of each fault. */
export function messages(text: string): readonly string[] {
  return parse("test.playbook", text).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

/** The codes of the faults. */
export function codes(text: string): readonly string[] {
  return parse("test.playbook", text).diagnostics.map(({ code }) => code);
}

/** The only declaration of a text, of the kind that is expected. */
export function readOne<K extends Declaration["kind"]>(kind: K, text: string): Declaration & { kind: K } {
  const [first, ...more] = read(text).declarations;
  if (first === undefined || !isOfKind(first, kind) || more.length > 0)
    throw new Error(`not one ${kind}: ${text}`);
  return first;
}

function isOfKind<T extends { readonly kind: string }, K extends string>(
  node: T,
  kind: K,
): node is T & { kind: K } {
  return node.kind === kind;
}

export function readClauses(text: string): readonly Clause[] {
  return readOne("playbook", `playbook p {\n${text}\n}`).clauses;
}

export function readClause<K extends Clause["kind"]>(kind: K, text: string): Clause & { kind: K } {
  const [first, ...more] = readClauses(text);
  if (first === undefined || !isOfKind(first, kind) || more.length > 0)
    throw new Error(`not one ${kind}: ${text}`);
  return first;
}

export function readSteps(text: string): readonly Step[] {
  return readClause("do", `do {\n${text}\n}`).steps;
}

export function readLines(text: string): readonly ScenarioLine[] {
  return readOne("scenario", `scenario "s" {\n${text}\n}`).lines;
}

export function readFields(text: string): readonly Field[] {
  const { type } = readOne("type", `type T {\n${text}\n}`);
  if (type?.kind !== "type-use" || type.type.kind !== "object") throw new Error(`no fields: ${text}`);
  return type.type.fields;
}

export function readExpression(text: string): Expression {
  return readClause("requires", `requires ${text}`).predicate;
}

/** The shape of an expression as nested lists: `(and (== a.b "x") (not c))`. */
export function shapeOf(expression: Expression): string {
  switch (expression.kind) {
    case "number":
    case "duration":
      return expression.text;
    case "string":
      return JSON.stringify(expression.text);
    case "boolean":
      return String(expression.value);
    case "null":
      return "null";
    case "path":
      return `${nameOf(expression.root)}${expression.segments
        .map((segment) =>
          segment.kind === "field" ? `.${nameOf(segment.name)}` : `[${shapeOf(segment.index)}]`,
        )
        .join("")}`;
    case "array":
      return `[${expression.items.map(shapeOf).join(" ")}]`;
    case "object":
      return `{${expression.entries.map(({ key, value }) => `${nameOf(key)}: ${shapeOf(value)}`).join(" ")}}`;
    case "template":
      return `(template ${expression.parts
        .map((part) => (part.kind === "text" ? JSON.stringify(part.text) : shapeOf(part.expression)))
        .join(" ")})`;
    case "call":
      return `(${[nameOf(expression.callee), ...expression.arguments.map(shapeOf)].join(" ")})`;
    case "state":
      return `(${expression.state} ${shapeOf(expression.target)})`;
    case "quantified": {
      const { test } = expression;
      const tail = test === undefined ? "" : ` ${test.operator} ${shapeOf(test.right)}`;
      return `(${expression.quantifier} ${shapeOf(expression.target)}${tail})`;
    }
    case "coalesce":
      return `(?? ${shapeOf(expression.left)} ${shapeOf(expression.right)})`;
    case "compare":
      return `(${expression.operator} ${shapeOf(expression.left)} ${shapeOf(expression.right)})`;
    case "not":
      return `(not ${shapeOf(expression.operand)})`;
    case "and":
    case "or":
      return `(${[expression.kind, ...expression.operands.map(shapeOf)].join(" ")})`;
    case "group":
      return `(group ${shapeOf(expression.inner)})`;
  }
}

function nameOf(name: { readonly text: string; readonly quoted: boolean }): string {
  return name.quoted ? `\`${name.text}\`` : name.text;
}
