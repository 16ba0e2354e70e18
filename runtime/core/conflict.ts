/**
 * Conflict (`[R-15]`): the one relation that admission keeps and that the checker explores. It is symmetric.
 *
 * Invariants
 * 1. Two members that do not conflict can run in one round, in any order, to the same end (`[R-17]`).
 * 2. Returning the same evidence is no conflict: evidence keeps every contribution.
 * 3. Instances of one fan-out meet only in what is not kept by their key.
 */
import type { MemberId } from "../../ir/index.js";
import { closureOf, footprintOf, type FanOutKey, type Footprint } from "./footprint.js";
import { playbookOf, type Prepared } from "./machine.js";
import { memberName, shortName } from "./names.js";
import { scopesOverlap } from "./scope/overlap.js";

/** Why two members may not run at once, in words, and the ref or path that they meet in. */
export interface Conflict {
  readonly why: string;
  readonly ref?: string;
  readonly path?: string;
}

/**
 * Whether two members conflict. `composite`: whose members they are; only what its members write counts then for what
 * hangs on what. Without it, the whole program does.
 */
export function conflict(
  machine: Prepared,
  a: MemberId,
  b: MemberId,
  composite?: string,
): Conflict | undefined {
  const key = `${composite ?? ""} ${memberName(a)} ${memberName(b)}`;
  const known = machine.caches.conflicts.get(key);
  if (known !== undefined) return known.found;
  const one = footprintOf(machine, a.playbook, instanceOf(machine, a, composite));
  const two = footprintOf(machine, b.playbook, instanceOf(machine, b, composite));
  const hanging = hangingOf(machine, composite);
  const found =
    places(one, two) ??
    meet(machine, one, two) ??
    disturbs(machine, hanging, one, two) ??
    disturbs(machine, hanging, two, one);
  // Pairs of instances are too many to be kept, and each is asked for seldom.
  if (a.key === undefined && b.key === undefined) machine.caches.conflicts.set(key, { found });
  return found;
}

/** A place that both can write; `undefined`: there is none. It is what a suspended lane keeps (`[R-21]`). */
export function sharedPlace(
  machine: Prepared,
  a: MemberId,
  b: MemberId,
  composite?: string,
): string | undefined {
  return scopesOverlap(
    footprintOf(machine, a.playbook, instanceOf(machine, a, composite)).writes,
    footprintOf(machine, b.playbook, instanceOf(machine, b, composite)).writes,
  );
}

/** The fan-out's name and the key of an instance. */
export function instanceOf(
  machine: Prepared,
  member: MemberId,
  composite: string | undefined,
): FanOutKey | undefined {
  if (member.key === undefined) return undefined;
  const composites = composite === undefined ? Object.keys(machine.program.playbooks) : [composite];
  for (const ref of composites) {
    for (const { playbook, each } of playbookOf(machine, ref).choreography?.members ?? []) {
      if (playbook === member.playbook && each !== undefined) return { name: each.name, key: member.key };
    }
  }
  return undefined;
}

function places(a: Footprint, b: Footprint): Conflict | undefined {
  const path = scopesOverlap(a.writes, b.writes);
  if (path !== undefined) return { why: `both can write \`${path}\``, path };
  return reaches(a, b) ?? reaches(b, a);
}

function reaches(writer: Footprint, reader: Footprint): Conflict | undefined {
  for (const { ref, glob } of reader.readPlaces) {
    const path = scopesOverlap(writer.writes, [glob]);
    if (path !== undefined) {
      return {
        why: `\`${shortName(writer.name)}\` can write \`${path}\`, which \`${shortName(reader.name)}\` reads`,
        ref,
        path,
      };
    }
  }
  return undefined;
}

function meet(machine: Prepared, a: Footprint, b: Footprint): Conflict | undefined {
  const family = a.outputs.find((ref) => b.outputs.includes(ref) && !isApart(machine, ref, a, b));
  if (family !== undefined) return { why: `both land \`${shortName(family)}\``, ref: family };
  const verdict = a.returns.find(
    (ref) => isVerdict(machine, ref) && b.returns.includes(ref) && !isApart(machine, ref, a, b),
  );
  return verdict === undefined ? undefined : { why: `both return \`${shortName(verdict)}\``, ref: verdict };
}

/** What one gives, and the other needs absent, reads, or judges from. */
function disturbs(
  machine: Prepared,
  hanging: Hanging,
  giver: Footprint,
  other: Footprint,
): Conflict | undefined {
  const gives = `\`${shortName(giver.name)}\``;
  const takes = `\`${shortName(other.name)}\``;
  for (const [verb, refs] of [
    ["lands", giver.outputs],
    ["returns", giver.returns],
  ] as const) {
    for (const ref of refs) {
      const what = `${gives} ${verb} \`${shortName(ref)}\``;
      const apart = isApart(machine, ref, giver, other);
      if (!apart && other.needsAbsent.includes(ref))
        return { why: `${what}, which ${takes} needs absent`, ref };
      if (!apart && other.reads.includes(ref)) return { why: `${what}, which ${takes} reads`, ref };
      const hangs = (verdict: string): boolean => {
        const how = hanging.get(ref)?.get(verdict);
        return how === "any" || (how === "same" && !isApart(machine, verdict, giver, other));
      };
      const read = other.reads.find(hangs);
      if (read !== undefined) {
        return { why: `${what}, and ${takes} reads \`${shortName(read)}\`, which is judged from it`, ref };
      }
      const returned = other.returns.find(hangs);
      if (returned !== undefined) {
        return {
          why: `${what}, and ${takes} returns \`${shortName(returned)}\`, which is judged from it`,
          ref,
        };
      }
    }
  }
  return undefined;
}

function isVerdict(machine: Prepared, ref: string): boolean {
  return Object.hasOwn(machine.program.verdicts, ref);
}

/** Whether both are instances of the fan-out that keeps `ref`, with different keys: they never meet in it. */
function isApart(machine: Prepared, ref: string, a: Footprint, b: Footprint): boolean {
  if (a.instance === undefined || b.instance === undefined) return false;
  const { name } = a.instance;
  return name === b.instance.name && a.instance.key !== b.instance.key && isKeptBy(machine, ref, name);
}

function isKeptBy(machine: Prepared, ref: string, name: string): boolean {
  const { artifacts, verdicts } = machine.program;
  return verdicts[ref]?.per === name || artifacts[ref]?.keys.includes(name) === true;
}

/**
 * For each ref the verdicts that hang on it, directly or through others. `same`: only row by row, by the same key;
 * `any`: whatever the key.
 */
export type Hanging = ReadonlyMap<string, ReadonlyMap<string, "same" | "any">>;

/** What hangs on what, by what the members of a composite, or all playbooks, judge. */
export function hangingOf(machine: Prepared, composite: string | undefined): Hanging {
  const known = machine.caches.hanging.get(composite);
  if (known !== undefined) return known;
  const direct = new Map<string, Map<string, "same" | "any">>();
  const playbooks =
    composite === undefined ? Object.keys(machine.program.playbooks) : closureOf(machine, composite);
  for (const ref of playbooks) {
    const { judgedFrom, returns, choreography } = playbookOf(machine, ref);
    if (choreography !== undefined) continue;
    for (const verdict of returns) {
      if (!isVerdict(machine, verdict)) continue;
      const per = machine.program.verdicts[verdict]?.per;
      for (const from of judgedFrom) {
        note(direct, from, verdict, per !== undefined && isKeptBy(machine, from, per) ? "same" : "any");
      }
    }
  }
  const hanging = new Map<string, ReadonlyMap<string, "same" | "any">>();
  for (const ref of direct.keys()) hanging.set(ref, reachable(direct, ref));
  machine.caches.hanging.set(composite, hanging);
  return hanging;
}

function reachable(direct: Hanging, from: string): ReadonlyMap<string, "same" | "any"> {
  const found = new Map<string, "same" | "any">();
  const open: (readonly [string, "same" | "any"])[] = [[from, "same"]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [ref, how] = next;
    for (const [verdict, edge] of direct.get(ref) ?? []) {
      const reached = how === "any" || edge === "any" ? "any" : "same";
      const before = found.get(verdict);
      if (before === "any" || before === reached) continue;
      found.set(verdict, reached);
      open.push([verdict, reached]);
    }
  }
  return found;
}

function note(
  direct: Map<string, Map<string, "same" | "any">>,
  from: string,
  verdict: string,
  how: "same" | "any",
): void {
  const ofRef = direct.get(from) ?? new Map<string, "same" | "any">();
  direct.set(from, ofRef);
  if (ofRef.get(verdict) !== "any") ofRef.set(verdict, how);
}
