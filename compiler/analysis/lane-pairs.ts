/** Which members of a composite may run in two lanes at once. */
import type { MemberId, Program, Ref } from "../../ir/index.js";
import { conflict } from "../../runtime/core/conflict.js";
import type { Prepared } from "../../runtime/core/machine.js";
import type { CheckedProgram } from "../program.js";
import type { Admission } from "./admission.js";
import { canMeet } from "./can-meet.js";
import type { ModelMember } from "./model/choreography.js";
import { preparedOf } from "./prepared.js";
import { type Explored, exploredRoots } from "./reachability.js";

export interface LanePair {
  readonly composite: Ref;
  /** The same entry twice: two instances of its fan-out. */
  readonly entries: readonly [Admission, Admission];
}

const known = new WeakMap<CheckedProgram, readonly LanePair[]>();

/**
 * Two members of one composite, or two instances of one, for which there are lanes, which do not conflict (`[R-15]`), and
 * whose requirements may hold at once. Each pair once, however often its composite is admitted.
 */
export function lanePairs(program: CheckedProgram): readonly LanePair[] {
  const before = known.get(program);
  if (before !== undefined) return before;
  const found = new Map<string, LanePair>();
  const prepared = preparedOf(program.program);
  for (const explored of exploredRoots(program)) {
    for (const [composite, members] of siblings(explored)) {
      for (const [index, one] of members.entries()) {
        for (const other of members.slice(index)) {
          const pair = pairOf(prepared, explored, composite, one, other);
          if (pair !== undefined) found.set(`${composite} ${one.playbook} ${other.playbook}`, pair);
        }
      }
    }
  }
  known.set(program, [...found.values()]);
  return [...found.values()];
}

/** The members of each composite that has two lanes or more, those of its parents counted. */
function siblings({ choreography }: Explored): readonly (readonly [Ref, readonly ModelMember[]])[] {
  const { root, members, program } = choreography;
  const groups = new Map<string, { readonly composite: Ref; readonly members: ModelMember[] }>();
  for (const member of members) {
    const around = [root, ...member.path.slice(0, -1)];
    if (around.some((ref) => (program.playbooks[ref]?.limits.lanes ?? 1) < 2)) continue;
    const key = around.join(" ");
    const group = groups.get(key) ?? { composite: around.at(-1) ?? root, members: [] };
    groups.set(key, group);
    group.members.push(member);
  }
  return [...groups.values()].map(({ composite, members: all }) => [composite, all]);
}

function pairOf(
  prepared: Prepared,
  explored: Explored,
  composite: Ref,
  one: ModelMember,
  other: ModelMember,
): LanePair | undefined {
  const isFannedOut = (member: ModelMember): boolean =>
    eachOf(prepared.program, composite, member) !== undefined;
  if (one === other && (eachOf(prepared.program, composite, one)?.max ?? 1) < 2) return undefined;
  const entries = [explored.admissionOf(one), explored.admissionOf(other)] as const;
  if (entries[0] === undefined || entries[1] === undefined) return undefined;
  const lane = (member: ModelMember, key: string): MemberId =>
    isFannedOut(member) ? { playbook: member.playbook, key } : { playbook: member.playbook };
  if (conflict(prepared, lane(one, "one"), lane(other, "other"), composite) !== undefined) return undefined;
  return canMeet(explored, one, other) ? { composite, entries: [entries[0], entries[1]] } : undefined;
}

function eachOf(
  { playbooks }: Program,
  composite: Ref,
  { playbook }: ModelMember,
): { readonly name: string; readonly max: number } | undefined {
  return playbooks[composite]?.choreography?.members.find((each) => each.playbook === playbook)?.each;
}
