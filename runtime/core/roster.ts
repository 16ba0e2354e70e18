import type { Choreography, Json, Member, MemberId } from "../../ir/index.js";
import { evaluate } from "./evaluate.js";
import type { Scope } from "./facts.js";
import { playbookOf, type Machine } from "./machine.js";

/** One member, or one instance of a fan-out (`[R-46]`). */
export interface Instance {
  readonly member: MemberId;
  /** The fan-out's name and element. */
  readonly each: { readonly name: string; readonly element: Json } | undefined;
}

/** Who can be chosen in a choreography, in the order of its `admits` and of its arrays. */
export interface Roster {
  readonly instances: readonly Instance[];
  /** Names of the fan-outs whose array is not available yet. */
  readonly awaited: readonly string[];
  /** Why a fan-out cannot be had at all: too many elements, doubled or empty keys (`[L-35]`). */
  readonly fault: string | undefined;
}

/** The roster of a choreography; `scope` is the composite's own. */
export function rosterOf(machine: Machine, choreography: Choreography, scope: Scope): Roster {
  if (choreography.members.every((member) => member.each === undefined))
    return plainRoster(machine, choreography);
  const instances: Instance[] = [];
  const awaited: string[] = [];
  for (const member of choreography.members) {
    if (member.each === undefined) {
      instances.push({ member: { playbook: member.playbook }, each: undefined });
      continue;
    }
    const array = evaluate(member.each.array, scope);
    if (!Array.isArray(array)) {
      awaited.push(member.each.name);
      continue;
    }
    const spread = spreadOnce(member, member.each, array, scope);
    if (typeof spread === "string") return { instances, awaited, fault: spread };
    instances.push(...spread);
  }
  return { instances, awaited, fault: undefined };
}

const plainRosters = new WeakMap<Choreography, Roster>();

function plainRoster(machine: Machine, choreography: Choreography): Roster {
  const known = plainRosters.get(choreography);
  if (known !== undefined) return known;
  const instances = choreography.members.map(({ playbook }) => ({ member: { playbook }, each: undefined }));
  for (const { member } of instances) playbookOf(machine, member.playbook);
  const roster: Roster = { instances, awaited: [], fault: undefined };
  plainRosters.set(choreography, roster);
  return roster;
}

const spreads = new WeakMap<readonly Json[], WeakMap<Member, readonly Instance[] | string>>();

/** A document's array is the same object until it is read anew: where keys come from elements alone, it is spread once. */
function spreadOnce(
  member: Member,
  each: NonNullable<Member["each"]>,
  array: readonly Json[],
  scope: Scope,
): readonly Instance[] | string {
  const isPlain = each.by === undefined || (each.by.kind === "get" && each.by.from === "element");
  if (!isPlain) return spreadOut(member, each, array, scope);
  const ofArray = spreads.get(array) ?? new WeakMap<Member, readonly Instance[] | string>();
  spreads.set(array, ofArray);
  const spread = ofArray.get(member) ?? spreadOut(member, each, array, scope);
  ofArray.set(member, spread);
  return spread;
}

function spreadOut(
  member: Member,
  each: NonNullable<Member["each"]>,
  array: readonly Json[],
  scope: Scope,
): readonly Instance[] | string {
  if (array.length > each.max) {
    return `\`${each.name}\` has ${array.length} elements, and at most ${each.max} may be fanned out`;
  }
  const seen = new Set<string>();
  const instances: Instance[] = [];
  for (const [index, element] of array.entries()) {
    const key = keyOfElement(each, element, index, scope);
    if (key === undefined)
      return `element ${index} of \`${each.name}\` has no key: it must be a string that is not empty`;
    const folded = key.toLowerCase();
    if (seen.has(folded)) return `two elements of \`${each.name}\` have the key ${JSON.stringify(key)}`;
    seen.add(folded);
    instances.push({ member: { playbook: member.playbook, key }, each: { name: each.name, element } });
  }
  return instances;
}

function keyOfElement(
  each: NonNullable<Member["each"]>,
  element: Json,
  index: number,
  scope: Scope,
): string | undefined {
  const value =
    each.by === undefined
      ? typeof element === "string"
        ? element
        : String(index)
      : evaluate(each.by, { ...scope, elements: { [each.name]: element } });
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value.normalize("NFC") : undefined;
}
