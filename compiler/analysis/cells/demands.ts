/** What predicates ask of a value: at which paths they look, and with which constants they compare what is there. */
import {
  type Expression,
  type GetExpression,
  type Json,
  type Operator,
  type QuantifiedExpression,
  unreachable,
} from "../../../ir/index.js";

export type Path = readonly (string | number)[];

/** Where in the value an expression looks; `undefined`: it looks at something else. */
export type PathIn = (read: Pick<GetExpression, "from" | "name" | "path">) => Path | undefined;

/** The value of one artifact, verdict, input, argument or local. */
export function readsOf(from: GetExpression["from"], name: string): PathIn {
  return (read) => (read.from === from && read.name === name ? read.path : undefined);
}

/** An effect's arguments, as the object that its rules see (`[L-27]`). */
export const argumentsRead: PathIn = (read) =>
  read.from === "argument" ? [read.name, ...read.path] : undefined;

/** What is asked at one path, and below it. */
export class Demand {
  readonly parts = new Map<string | number, Demand>();
  readonly comparisons: { readonly operator: Operator; readonly constant: Json }[] = [];
  readonly patterns = new Set<string>();
  /** What is there, or whether anything is, matters by itself. */
  isRead = false;

  at(path: Path): Demand {
    const [first, ...rest] = path;
    if (first === undefined) {
      this.isRead = true;
      return this;
    }
    const part = this.parts.get(first) ?? new Demand();
    this.parts.set(first, part);
    return part.at(rest);
  }
}

export interface Demands {
  readonly root: Demand;
  /** Why the constants alone do not tell values apart. */
  readonly unclear: string | undefined;
}

export function demandsOf(predicates: Iterable<Expression>, pathIn: PathIn): Demands {
  const collector = new Collector(pathIn);
  for (const predicate of predicates) collector.visit(predicate);
  return { root: collector.root, unclear: collector.unclear };
}

/** One side of a comparison. `opaque`: a value that is made of the subject, or of something else. */
type Term =
  | { readonly kind: "path"; readonly demand: Demand }
  | { readonly kind: "constant"; readonly value: Json }
  | { readonly kind: "opaque"; readonly ofSubject: boolean };

class Collector {
  readonly root = new Demand();
  unclear: string | undefined;
  private touched = 0;

  constructor(private readonly pathIn: PathIn) {}

  visit(expression: Expression): void {
    switch (expression.kind) {
      case "get":
        this.touch(expression);
        if (expression.key?.kind === "value") this.visit(expression.key.value);
        return;
      case "compare":
        return this.compare(expression.operator, expression.left, expression.right);
      case "matches":
        return this.match(expression.value, expression.pattern);
      case "quantified":
        return this.quantify(expression);
      case "and":
      case "or":
        return expression.operands.forEach((operand) => this.visit(operand));
      case "not":
        return this.visit(expression.operand);
      case "coalesce":
        this.visit(expression.left);
        return this.visit(expression.right);
      case "array":
        return expression.items.forEach((item) => this.visit(item));
      case "object":
        return Object.values(expression.fields).forEach((field) => this.visit(field));
      case "template":
        return expression.parts.forEach((part) => {
          if (typeof part !== "string") this.visit(part);
        });
      case "literal":
      case "declined":
      case "reason":
      case "latest":
      case "count":
      case "failed":
      case "state":
      case "absentInput":
      case "available":
        return;
      default:
        return unreachable(expression);
    }
  }

  private touch(read: Pick<GetExpression, "from" | "name" | "path">): Demand | undefined {
    const path = this.pathIn(read);
    if (path === undefined) return undefined;
    this.touched += 1;
    return this.root.at(path);
  }

  private compare(operator: Operator, left: Expression, right: Expression): void {
    const rights = this.termsOf(right);
    for (const one of this.termsOf(left)) for (const other of rights) this.pair(operator, one, other);
  }

  private pair(operator: Operator, left: Term, right: Term): void {
    if (left.kind === "path" && right.kind === "constant") {
      left.demand.comparisons.push({ operator, constant: right.value });
    } else if (left.kind === "constant" && right.kind === "path") {
      right.demand.comparisons.push({ operator: flipped[operator], constant: left.value });
    } else if (left.kind === "path" || right.kind === "path") {
      this.unclear ??= "it is compared with something that is no constant";
    } else if ([left, right].some((term) => term.kind === "opaque" && term.ofSubject)) {
      this.unclear ??= "what is made of it is compared";
    }
  }

  private match(value: Expression, pattern: string): void {
    for (const term of this.termsOf(value)) {
      if (term.kind === "path") term.demand.patterns.add(pattern);
      else if (term.kind === "opaque" && term.ofSubject) this.unclear ??= "what is made of it is matched";
    }
  }

  private quantify({ of, ref, path, test }: QuantifiedExpression): void {
    const demand = this.touch({ from: of, name: ref, path });
    if (test === undefined) return;
    for (const term of this.termsOf(test.right)) {
      if (demand !== undefined) this.pair(test.operator, { kind: "path", demand }, term);
    }
  }

  private termsOf(expression: Expression): readonly Term[] {
    if (expression.kind === "literal") return [{ kind: "constant", value: expression.value }];
    if (expression.kind === "coalesce") {
      return [...this.termsOf(expression.left), ...this.termsOf(expression.right)];
    }
    const before = this.touched;
    if (expression.kind === "get") {
      const demand = this.touch(expression);
      if (demand !== undefined) return [{ kind: "path", demand }];
    }
    const constant = constantOf(expression);
    if (constant !== undefined) return [{ kind: "constant", value: constant }];
    this.visit(expression);
    return [{ kind: "opaque", ofSubject: this.touched > before }];
  }
}

/** The same comparison, its sides exchanged. */
const flipped: Readonly<Record<Operator, Operator>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  in: "contains",
  contains: "in",
};

function constantOf(expression: Expression): Json | undefined {
  if (expression.kind === "literal") return expression.value;
  if (expression.kind !== "array") return undefined;
  const items = expression.items.map(constantOf);
  return items.every((item) => item !== undefined) ? items : undefined;
}
