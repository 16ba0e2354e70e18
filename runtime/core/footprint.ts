import type { Playbook, Program } from "../../ir/index.js";
import { type Prepared, playbookOf } from "./machine.js";
import { placeGlob } from "./places.js";

/** What a member can touch; a composite, with all its members (`[R-15]`). */
export interface Footprint {
  readonly name: string;
  readonly reads: readonly string[];
  readonly outputs: readonly string[];
  readonly returns: readonly string[];
  readonly needsAbsent: readonly string[];
  /** Globs that it may write. */
  readonly writes: readonly string[];
  /** Globs of the places of the artifacts that it reads. */
  readonly readPlaces: readonly { readonly ref: string; readonly glob: string }[];
  readonly instance: FanOutKey | undefined;
}

/** Which instance of a fan-out it is. */
export interface FanOutKey {
  readonly name: string;
  readonly key: string;
}

/** The footprint of a playbook, or of one instance of it. */
export function footprintOf(machine: Prepared, playbook: string, instance: FanOutKey | undefined): Footprint {
  const known = instance === undefined ? machine.caches.footprints.get(playbook) : undefined;
  if (known !== undefined) return known;
  const members = [...closureOf(machine, playbook)].map((ref) => playbookOf(machine, ref));
  const { artifacts } = machine.program;
  const reads = union(members, (member) => member.reads);
  const footprint: Footprint = {
    name: playbook,
    reads,
    outputs: union(members, (member) => member.outputs),
    returns: union(members, (member) => member.returns),
    needsAbsent: union(members, (member) => member.needsAbsent),
    writes: [...new Set(members.flatMap((member) => writesOf(machine.program, member, instance)))],
    readPlaces: reads.flatMap((ref) => {
      const artifact = artifacts[ref];
      return artifact === undefined ? [] : [{ ref, glob: placeGlob(artifact, instance) }];
    }),
    instance,
  };
  if (instance === undefined) machine.caches.footprints.set(playbook, footprint);
  return footprint;
}

/** The playbook and all that it admits, directly or not. */
export function closureOf(machine: Prepared, playbook: string): ReadonlySet<string> {
  const found = new Set([playbook]);
  for (const ref of found) {
    for (const member of playbookOf(machine, ref).choreography?.members ?? []) found.add(member.playbook);
  }
  return found;
}

/**
 * A playbook's write scope; an instance's with the places of its own documents in place of those of all: the scope that
 * stands in the program has `*` for every key.
 */
export function writesOf(
  program: Program,
  playbook: Playbook,
  instance: FanOutKey | undefined,
): readonly string[] {
  if (instance === undefined) return playbook.writes;
  const own = new Map<string, string>();
  for (const ref of playbook.outputs) {
    const artifact = program.artifacts[ref];
    if (artifact?.keys.includes(instance.name) === true)
      own.set(placeGlob(artifact), placeGlob(artifact, instance));
  }
  return playbook.writes.map((glob) => own.get(glob) ?? glob);
}

function union(members: readonly Playbook[], of: (member: Playbook) => readonly string[]): readonly string[] {
  const [only] = members;
  return members.length === 1 && only !== undefined ? of(only) : [...new Set(members.flatMap(of))];
}
