import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../ir/index.js";
import { laneOrder } from "../../../runtime/scenario/lane-order.js";

/** Lanes as they were admitted: a lane's id, and its playbook. */
function journal(
  ...lanes: readonly (readonly [lane: string, playbook: string, key?: string])[]
): readonly JournalEntry[] {
  return lanes.map(([lane, playbook, key], index) => ({
    seq: index + 1,
    at: 0,
    event: {
      kind: "lane.admitted",
      lane,
      path: lane.includes("/") ? lane.slice(0, lane.lastIndexOf("/")) : "",
      round: 1,
      member: { playbook, ...(key === undefined ? {} : { key }) },
      versions: {},
    },
  }));
}

const order = (entries: readonly JournalEntry[], ...named: readonly string[]) =>
  laneOrder(entries, new Set(named));

describe("the order of lanes", () => {
  const nested = journal(
    ["1", "intake"],
    ["2", "review"],
    ["2/1", "read"],
    ["3", "report"],
    ["2/2", "judge"],
  );

  it("[L-30] is that of their admission, and leaves out nothing that ran", () => {
    expect(order(journal(["1", "a"], ["2", "b"], ["3", "a"]), "a")).toEqual(["a", "b", "a"]);
    expect(order([], "a")).toEqual([]);
  });

  it("[L-30] [R-57] a composite stands for its members, where the list names none of them", () => {
    expect(order(nested, "intake", "review", "report")).toEqual(["intake", "review", "report"]);
    expect(order(nested, "intake")).toEqual(["intake", "review", "report"]);
  });

  it("[L-30] [R-57] its members stand in place of it, where the list names one of them", () => {
    expect(order(nested, "intake", "read", "judge", "report")).toEqual(["intake", "read", "report", "judge"]);
    expect(order(nested, "judge")).toEqual(["intake", "read", "report", "judge"]);
  });

  it("[L-30] [R-57] both stand, where the list names both", () => {
    expect(order(nested, "review", "judge")).toEqual(["intake", "review", "report", "judge"]);
  });

  it("[L-30] instances of a fan-out are lanes of one playbook", () => {
    expect(order(journal(["1", "check", "a"], ["2", "check", "b"]), "check")).toEqual(["check", "check"]);
  });
});
