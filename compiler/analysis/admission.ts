import type { AdmitsEntry, Name } from "../../grammar/tree.js";
import type { Place } from "../../ir/index.js";
import { type Declared, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { circles } from "./circles.js";
import { type Admits, admitsOf, type WrittenPlaybook, writtenPlaybooks } from "./clauses.js";
import { lookedUp } from "./looked-up.js";

/** One entry of an `admits`, where what it names is known. */
export interface Admission {
  readonly composite: WrittenPlaybook;
  readonly member: Declared;
  readonly clause: Admits;
  readonly entry: AdmitsEntry;
  /** Of the member's name. */
  readonly place: Place;
}

const admissions = new WeakMap<CheckedProgram, ReadonlyMap<string, readonly Admission[]>>();

/** What each playbook admits, by its ref, in text order; doubled entries are all here. */
export function admissionsOf(program: CheckedProgram): ReadonlyMap<string, readonly Admission[]> {
  const known = admissions.get(program);
  if (known !== undefined) return known;
  const found = new Map(
    writtenPlaybooks(program).map((composite) => [composite.declared.ref, entriesOf(program, composite)]),
  );
  admissions.set(program, found);
  return found;
}

function entriesOf(program: CheckedProgram, composite: WrittenPlaybook): readonly Admission[] {
  return admitsOf(composite.syntax).flatMap((clause) =>
    clause.entries.flatMap((entry) => {
      const member = lookedUp(program, composite.module, entry.name);
      if (member?.syntax.kind !== "playbook") return [];
      return [{ composite, member, clause, entry, place: placeOf(composite, entry.name) }];
    }),
  );
}

function placeOf({ module }: WrittenPlaybook, { span }: Name): Place {
  return placeIn(module, span);
}

const circular = new WeakMap<CheckedProgram, readonly (readonly string[])[]>();

/** The circles in which playbooks admit each other, by ref: one for each set that all reach each other (`[L-18]`). */
export function circlesOfAdmission(program: CheckedProgram): readonly (readonly string[])[] {
  const known = circular.get(program);
  if (known !== undefined) return known;
  const entries = admissionsOf(program);
  const found = circles(entries.keys(), (ref) => (entries.get(ref) ?? []).map(({ member }) => member.ref));
  circular.set(program, found);
  return found;
}

/** The playbooks that a playbook brings in, directly or through others, itself among them where it is on a circle. */
export function reachedBy(program: CheckedProgram, ref: string): ReadonlySet<string> {
  const entries = admissionsOf(program);
  const reached = new Set<string>();
  const waiting = [ref];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { member } of entries.get(at) ?? []) {
      if (reached.has(member.ref)) continue;
      reached.add(member.ref);
      waiting.push(member.ref);
    }
  }
  return reached;
}
