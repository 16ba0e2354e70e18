/** Who admits whom, and under which `each` ([L-35]). */
import type { AdmitsEntry } from "../../grammar/tree.js";
import type { Checking } from "../checking.js";
import { lookUp } from "../lookup.js";
import type { Declared } from "../names.js";
import { clausesOf } from "./clauses.js";

export interface Admission {
  readonly entry: AdmitsEntry;
  readonly playbook: Declared;
}

export interface Admissions {
  /** The entries of a composite whose names are known, in the order written, doubled ones too. */
  readonly of: ReadonlyMap<string, readonly Admission[]>;
  /** The `each` names whose instance a playbook is where it is admitted under one; its composites' too. */
  readonly fans: ReadonlyMap<string, ReadonlySet<string>>;
}

export function readAdmissions(checking: Checking): Admissions {
  const of = new Map<string, readonly Admission[]>();
  for (const { ref, module, syntax } of checking.names.declared.values()) {
    if (syntax.kind !== "playbook" || syntax.broken) continue;
    const entries = clausesOf(syntax.clauses, "admits").flatMap((clause) => clause.entries);
    const admissions = entries.flatMap((entry): Admission[] => {
      const playbook = lookUp(checking, module, entry.name, ["playbook"]);
      return playbook === undefined ? [] : [{ entry, playbook }];
    });
    of.set(ref, admissions);
  }
  return { of, fans: spread(of) };
}

function spread(of: ReadonlyMap<string, readonly Admission[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const fans = new Map<string, Set<string>>();
  const waiting: (readonly [ref: string, name: string])[] = [];
  const add = (ref: string, name: string): void => {
    const known = fans.get(ref) ?? new Set<string>();
    if (known.has(name)) return;
    fans.set(ref, known.add(name));
    waiting.push([ref, name]);
  };
  for (const admissions of of.values()) {
    for (const { entry, playbook } of admissions)
      if (entry.each !== undefined) add(playbook.ref, entry.each.name.text);
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [ref, name] = next;
    for (const { playbook } of of.get(ref) ?? []) add(playbook.ref, name);
  }
  return fans;
}
