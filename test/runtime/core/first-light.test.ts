import { describe, expect, it } from "vitest";
import { MemoryDriver } from "../../support/memory-driver.js";
import { market, marketProgram, marketReplies } from "../../support/market.js";

const choices = [market.research, market.adequacy, market.research, market.adequacy, market.produce].map(
  (playbook) => ({
    lanes: [{ playbook }],
  }),
);

describe("the first example", () => {
  it("[R-53] researches again where the evidence is thin, and stops once the snapshot has landed", () => {
    const run = MemoryDriver.run(marketProgram(), {
      playbook: market.analysis,
      inputs: { brief: "Bakeries in Lyon" },
      script: { select: choices, generate: marketReplies },
    });
    expect(run.order).toEqual(choices.map(({ lanes }) => lanes[0]?.playbook));
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "goal_met",
      goalHolds: true,
      rounds: 5,
    });
    expect(run.written.get("market/snapshot.json")).toBe(
      '{\n  "summary": "A dense market.",\n  "segments": [\n    "households",\n    "offices"\n  ]\n}\n',
    );
    expect(run.view.evidence[market.evidence]).toHaveLength(2);
  });
});
