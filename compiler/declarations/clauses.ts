import { nearest } from "../../ir/index.js";
import type { Clause, Name, PlaybookDeclaration, Setting } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { unknownWord } from "../checks/lb2001.js";
import { declaredTwice } from "../checks/lb2002.js";
import { mismatch } from "../checks/lb2004.js";
import { breaksBounds } from "../checks/lb2006.js";
import { lookUp } from "../lookup.js";
import { type Declared, type Kind, type Module, placeIn } from "../names.js";
import { integerType } from "../types/type.js";
import { readDuration } from "./wait.js";

/** Clauses that say one thing about the playbook as a whole. A second body is LB2013's. */
const single: ReadonlySet<Clause["kind"]> = new Set<Clause["kind"]>([
  "intent",
  "once",
  "until",
  "limits",
  "clarifies",
  "exhausted",
  "mode",
  "key",
  "model",
  "select",
]);

const keywordOf: Partial<Readonly<Record<Clause["kind"], string>>> = { exhausted: "on exhausted" };

/** Reports clauses that may be written once and are written again; they are left out. */
export function distinctClauses(
  checking: Checking,
  module: Module,
  { clauses }: PlaybookDeclaration,
): readonly Clause[] {
  return clauses.filter((clause, index) => {
    const first = clauses.find(({ kind }) => kind === clause.kind);
    if (!single.has(clause.kind) || first === undefined || clauses.indexOf(first) === index) return true;
    const name = keywordOf[clause.kind] ?? clause.kind;
    checking.report(
      declaredTwice(placeIn(module, clause.keyword), name, placeIn(module, first.keyword), "clause"),
    );
    return false;
  });
}

export function clauseOf<K extends Clause["kind"]>(
  clauses: readonly Clause[],
  kind: K,
): Extract<Clause, { readonly kind: K }> | undefined {
  return clauses.find((clause): clause is Extract<Clause, { readonly kind: K }> => clause.kind === kind);
}

export function clausesOf<K extends Clause["kind"]>(
  clauses: readonly Clause[],
  kind: K,
): readonly Extract<Clause, { readonly kind: K }>[] {
  return clauses.filter((clause): clause is Extract<Clause, { readonly kind: K }> => clause.kind === kind);
}

type NamesClause = Extract<Clause, { readonly names: readonly Name[] }>;

/** The names of every clause of a kind, in the order written. */
export function namesIn(clauses: readonly Clause[], kind: NamesClause["kind"]): readonly Name[] {
  return clauses.flatMap((clause) => (clause.kind === kind && "names" in clause ? clause.names : []));
}

export interface Named {
  readonly name: Name;
  readonly declared: Declared;
}

/** What a list of names stands for, each once. */
export function lookUpAll(
  checking: Checking,
  module: Module,
  names: readonly Name[],
  kinds: readonly Kind[],
): readonly Named[] {
  const found = new Map<string, Named>();
  for (const name of names) {
    const declared = lookUp(checking, module, name, kinds);
    if (declared !== undefined && !found.has(declared.ref)) found.set(declared.ref, { name, declared });
  }
  return [...found.values()];
}

/** The refs, in a list that knows where each was written. */
export function refsOf(checking: Checking, module: Module, named: readonly Named[]): readonly string[] {
  const refs = named.map(({ declared }) => declared.ref);
  for (const [index, { name }] of named.entries()) checking.marks.markPart(refs, index, module, name.span);
  return refs;
}

/** `rounds 10  duration 40m`, by name: counts as numbers, durations in milliseconds. What does not fit is reported and left out. */
export function readSettings(
  checking: Checking,
  module: Module,
  entries: readonly Setting[],
  known: Readonly<Record<string, "count" | "duration">>,
  what: string,
): ReadonlyMap<string, { readonly value: number; readonly setting: Setting }> {
  const read = new Map<string, { readonly value: number; readonly setting: Setting }>();
  const first = new Map<string, Setting>();
  for (const setting of entries) {
    const name = setting.name.text;
    const place = placeIn(module, setting.name.span);
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    const before = first.get(name);
    if (kind === undefined) {
      const names = Object.keys(known);
      checking.report(unknownWord(place, name, what, names, nearest(name, names)));
      continue;
    }
    if (before !== undefined) {
      checking.report(declaredTwice(place, name, placeIn(module, before.name.span), what));
      continue;
    }
    first.set(name, setting);
    const value =
      kind === "count" ? readCount(checking, module, setting) : readDuration(checking, module, setting.value);
    if (value !== undefined) read.set(name, { value, setting });
  }
  return read;
}

/** 0 is let through where it is a bound of its own code (LB6004); as a limit it is under the minimum. */
function readCount(checking: Checking, module: Module, { value: node }: Setting): number | undefined {
  const place = placeIn(module, node.span);
  const text = module.syntax.text.slice(node.span.start, node.span.end);
  if (node.kind !== "number") {
    checking.report(mismatch(place, `\`${text}\``, integerType));
    return undefined;
  }
  if (Number.isInteger(node.value) && node.value >= 0) return node.value;
  checking.report(
    breaksBounds(
      place,
      text,
      Number.isInteger(node.value) ? "is under the minimum 1" : "is not an integer",
      [],
    ),
  );
  return undefined;
}
