import type { MemberId } from "../../ir/index.js";

/** How documents, rows and members of many are named: `ref["key"]`; those of one by their ref alone. */
export function nameOf(ref: string, key: string | undefined): string {
  return key === undefined ? ref : `${ref}[${JSON.stringify(key)}]`;
}

const names = new WeakMap<MemberId, string>();

/** A member's name within its choreography. */
export function memberName(member: MemberId): string {
  if (member.key === undefined) return member.playbook;
  const known = names.get(member);
  if (known !== undefined) return known;
  const name = nameOf(member.playbook, member.key);
  names.set(member, name);
  return name;
}

/** A ref as people read it: without its namespace. */
export function shortName(ref: string): string {
  return ref.slice(ref.lastIndexOf(".") + 1);
}

/** A member as people read it. */
export function shortMember(member: MemberId): string {
  return nameOf(shortName(member.playbook), member.key);
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

/** `1 attempt`, `2 attempts`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
