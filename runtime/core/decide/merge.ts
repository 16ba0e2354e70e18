/** What a round's lanes gave becomes the run's, in the order of the lanes (`[R-17]`, `[R-18]`, `[R-20]`). */
import type { Json, Versions } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { playbookOf } from "../machine.js";
import { equal } from "../equal.js";
import { memberName, nameOf } from "../names.js";
import { restingLanes } from "../selecting.js";
import { choreographyOf, rosterAt } from "../surroundings.js";
import { settle } from "./settle.js";
import type { Lane, Round } from "../state.js";
import { only, outdated } from "../versions.js";

/** Merges the lanes of a round that settled for good, and removes the verdicts that what they gave takes away. */
export function merge(batch: Batch, round: Round): void {
  for (const id of round.current) {
    const lane = batch.state.lanes.get(id);
    if (lane !== undefined && isGiving(lane)) give(batch, lane, round.round);
  }
  removeOutdatedVerdicts(batch);
}

function isGiving(lane: Lane): boolean {
  return lane.status === "landed" || lane.status === "returned" || lane.status === "previewed";
}

function give(batch: Batch, lane: Lane, round: number): void {
  const { playbook, key } = lane.member;
  for (const { kind, ref, value } of lane.results) {
    if (kind === "evidence") {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      batch.emit({
        kind: "evidence.added",
        lane: lane.id,
        evidence: ref,
        playbook,
        ...(key === undefined ? {} : { key }),
        round,
        text,
      });
    }
  }
  for (const { kind, ref, value } of lane.results) {
    if (kind !== "verdict") continue;
    const own = lane.instance;
    const per = batch.machine.program.verdicts[ref]?.per;
    const row = own !== undefined && per === own.name ? { key: own.key } : {};
    batch.emit({
      kind: "verdict.returned",
      lane: lane.id,
      verdict: ref,
      ...row,
      value,
      judged: judgedBy(batch, lane),
    });
  }
}

/** What a lane gives is one moment: what it landed itself is as it judged it (`[L-14]`). */
function judgedBy(batch: Batch, lane: Lane): Versions {
  const judged = only(lane.seen, playbookOf(batch.machine, lane.member.playbook).judgedFrom);
  const landed =
    lane.landing?.documents.filter((document) => nameOf(document.artifact, document.key) in judged) ?? [];
  if (landed.length === 0) return judged;
  return {
    ...judged,
    ...Object.fromEntries(landed.map(({ artifact, key, sha256 }) => [nameOf(artifact, key), sha256])),
  };
}

/**
 * What follows from a fan-out's array: the lane and the verdict of an element that is gone go with it, and a verdict on an
 * element that has another value now is removed (`[R-46]`).
 */
export function removeVanished(batch: Batch, path: string): void {
  const choreography = choreographyOf(batch.machine, batch.state, path);
  for (const { playbook, each } of choreography.members) {
    if (each === undefined) continue;
    const roster = rosterAt(batch.machine, batch.state, path);
    if (roster.awaited.includes(each.name) || roster.fault !== undefined) continue;
    const elements = new Map<string | undefined, Json>();
    for (const instance of roster.instances) {
      if (instance.member.playbook === playbook)
        elements.set(instance.member.key, instance.each?.element ?? null);
    }
    for (const lane of restingLanes(batch.state, path)) {
      if (lane.member.playbook !== playbook || elements.has(lane.member.key)) continue;
      settle(batch, lane, "superseded", { why: `\`${memberName(lane.member)}\` is no longer in its array` });
    }
    for (const row of batch.state.verdicts.values()) {
      if (row.key === undefined || row.element === undefined) continue;
      if (batch.machine.program.verdicts[row.verdict]?.per !== each.name) continue;
      if (!playbookOf(batch.machine, playbook).returns.includes(row.verdict)) continue;
      const now = elements.get(row.key);
      if (now !== undefined && equal(now, row.element)) continue;
      batch.emit({
        kind: "verdict.removed",
        verdict: row.verdict,
        key: row.key,
        because: nameOf(each.name, row.key),
      });
    }
  }
}

/** Removes every verdict that was judged from what has changed since, directly or through others (`[R-18]`, `[R-51]`). */
export function removeOutdatedVerdicts(batch: Batch): boolean {
  let removed = false;
  for (let again = true; again;) {
    again = false;
    for (const row of batch.state.verdicts.values()) {
      const because = outdated(batch.machine, batch.state, row.judged);
      if (because === undefined) continue;
      batch.emit({
        kind: "verdict.removed",
        verdict: row.verdict,
        ...(row.key === undefined ? {} : { key: row.key }),
        because,
      });
      removed = true;
      again = true;
    }
  }
  return removed;
}
