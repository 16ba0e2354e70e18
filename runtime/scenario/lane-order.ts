import type { JournalEntry, MemberId } from "../../ir/index.js";

/** A lane as it was admitted, with those of its rounds where it is a composite's. */
interface AdmittedLane {
  readonly lane: string;
  readonly member: MemberId;
  readonly inner: AdmittedLane[];
}

/**
 * The playbooks of a run's lanes in the order in which the lanes were *admitted*, to be compared with `expect order`
 * (`[L-30]`). A lane that was suspended and went on stands once, where it began.
 *
 * A composite's lane and those within it are one piece of work, told at the level that the list speaks of: where the list
 * names playbooks inside, they stand in place of the composite; where it names the composite or nothing of it, the composite
 * stands, and inside only what is named. Everything else that ran stands in the order, named or not.
 */
export function laneOrder(journal: readonly JournalEntry[], named: ReadonlySet<string>): readonly string[] {
  const top: AdmittedLane[] = [];
  const byId = new Map<string, AdmittedLane>();
  const inOrder: AdmittedLane[] = [];
  for (const { event } of journal) {
    if (event.kind !== "lane.admitted") continue;
    const admitted: AdmittedLane = { lane: event.lane, member: event.member, inner: [] };
    byId.set(event.lane, admitted);
    (event.path === "" ? top : (byId.get(event.path)?.inner ?? top)).push(admitted);
    inOrder.push(admitted);
  }
  const shown = new Set<AdmittedLane>();
  const names = (lane: AdmittedLane): boolean =>
    named.has(lane.member.playbook) || lane.inner.some((inner) => names(inner));
  const show = (lane: AdmittedLane, onlyNamed: boolean): void => {
    const isNamed = named.has(lane.member.playbook);
    const replaced = !isNamed && lane.inner.some((inner) => names(inner));
    if (isNamed || (!replaced && !onlyNamed)) shown.add(lane);
    for (const inner of lane.inner) show(inner, onlyNamed || !replaced);
  };
  for (const lane of top) show(lane, false);
  return inOrder.filter((lane) => shown.has(lane)).map((lane) => lane.member.playbook);
}
