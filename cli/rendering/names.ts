import type { MemberId } from "../../ir/index.js";
import { oneLine } from "./text.js";

/** A ref as it is called at home: without the namespace where that is the run's own, or the standard library's. */
export function shortRef(ref: string, home: string | undefined): string {
  if (/^std\.\w+\.[^.]+$/.test(ref)) return ref.slice(ref.lastIndexOf(".") + 1);
  if (home === undefined) return ref;
  const namespace = home.slice(0, home.lastIndexOf(".") + 1);
  return namespace !== "" && ref.startsWith(namespace) && !ref.slice(namespace.length).includes(".")
    ? ref.slice(namespace.length)
    : ref;
}

/** `market-research`, and `review-entry["a-1"]` for one instance of a fan-out. */
export function memberName(member: MemberId, home: string | undefined): string {
  return instance(shortRef(member.playbook, home), member.key);
}

/** A name with its key, as the language writes it. */
export function instance(name: string, key: string | undefined): string {
  return key === undefined ? name : `${name}[${JSON.stringify(oneLine(key))}]`;
}
