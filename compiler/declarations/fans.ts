/** Who admits whom, and under which `each` ([L-35]). */
import type { AdmitsEntry, Each } from "../../grammar/tree.js";
import { nearest } from "../../ir/index.js";
import { type Checking, thingOf } from "../checking.js";
import { lookUp } from "../lookup.js";
import type { Declared } from "../names.js";
import { clausesOf } from "./clauses.js";

export interface Admission {
  readonly entry: AdmitsEntry;
  readonly playbook: Declared;
  /** Where its `each` names no input of the member: those that may be meant, which the composite does not give. */
  readonly meant: readonly string[];
}

export interface Admissions {
  /** The entries of a composite whose names are known, in the order written, doubled ones too. */
  readonly of: ReadonlyMap<string, readonly Admission[]>;
  /** The `each` names whose instance a playbook is where it is admitted under one; its composites' too. */
  readonly fans: ReadonlyMap<string, ReadonlySet<string>>;
}

export function readAdmissions(checking: Checking): Admissions {
  const of = new Map<string, readonly Admission[]>();
  for (const declared of checking.names.declared.values()) {
    const { ref, module, syntax } = declared;
    if (syntax.kind !== "playbook" || syntax.broken) continue;
    const entries = clausesOf(syntax.clauses, "admits").flatMap((clause) => clause.entries);
    const admissions = entries.flatMap((entry): Admission[] => {
      const playbook = lookUp(checking, module, entry.name, ["playbook"]);
      return playbook === undefined
        ? []
        : [{ entry, playbook, meant: inputsMeant(checking, declared, playbook, entry.each) }];
    });
    of.set(ref, admissions);
  }
  return { of, fans: spread(of) };
}

function inputsMeant(
  checking: Checking,
  composite: Declared,
  playbook: Declared,
  each: Each | undefined,
): readonly string[] {
  const member = thingOf(checking, playbook, "playbook");
  if (each === undefined || member === undefined || member.inputs.has(each.name.text)) return [];
  const given = thingOf(checking, composite, "playbook")?.inputs;
  const names = [...member.inputs.keys()].filter((name) => given?.has(name) !== true);
  const near = nearest(each.name.text, names);
  return near === undefined ? names : [near];
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
  for (const { entry, playbook, meant } of [...of.values()].flat()) {
    // An `each` under another name is one fault: what is kept or placed by the name that was meant has it.
    if (entry.each !== undefined)
      for (const name of [entry.each.name.text, ...meant]) add(playbook.ref, name);
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [ref, name] = next;
    for (const { playbook } of of.get(ref) ?? []) add(playbook.ref, name);
  }
  return fans;
}
