import type { MemberId, Program } from "../../ir/index.js";

/** What declarations are called in messages: as in the source, or by ref where two namespaces share the name. */
export interface Names {
  /** Of a ref; of anything else, the text as it is. */
  of(ref: string): string;
  /** `name` or `name["key"]`. */
  member(member: MemberId): string;
}

export function namesOf(program: Program): Names {
  const refs = [
    program.artifacts,
    program.evidence,
    program.verdicts,
    program.waits,
    program.tools,
    program.effects,
    program.playbooks,
  ].flatMap((declarations) => Object.keys(declarations));
  const times = new Map<string, number>();
  for (const ref of refs) times.set(lastPart(ref), (times.get(lastPart(ref)) ?? 0) + 1);
  const known = new Set(refs);
  const of = (ref: string): string =>
    known.has(ref) && times.get(lastPart(ref)) === 1 ? lastPart(ref) : ref;
  return {
    of,
    member: ({ playbook, key }) =>
      key === undefined ? of(playbook) : `${of(playbook)}[${JSON.stringify(key)}]`,
  };
}

/** The declaration's own name in a ref; identifiers hold no dot (`[L-3]`, `[L-4]`). */
export function lastPart(ref: string): string {
  return ref.slice(ref.lastIndexOf(".") + 1);
}

/** Several names as they are read: `a`, `b` and `c`. */
export function listed(names: readonly string[], word: "and" | "or" = "and"): string {
  const marked = names.map((name) => `\`${name}\``);
  const last = marked.pop();
  if (last === undefined) return "nothing";
  return marked.length === 0 ? last : `${marked.join(", ")} ${word} ${last}`;
}
