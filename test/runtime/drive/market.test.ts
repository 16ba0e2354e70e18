import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { World, bundleOf } from "./world.js";

const market = readFileSync("examples/market-analysis/market.playbook", "utf8");

const script = `
playbooks:
  market-research:
    - "Competitors: 140 bakeries."
    - returns: "Buyers: households, offices."
  market-evidence-adequacy:
    - returns: { verdict: thin, gaps: [buyers] }
    - returns: { verdict: adequate, gaps: [] }
  market-snapshot-produce:
    - lands: { summary: A dense market., segments: [households, offices] }
tools:
  web-search:
    - { gives: { results: [] }, always: true }
`;

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

describe("the market analysis, driven for real", () => {
  it("[R-2] researches, judges, researches again, and lands the snapshot in the workspace", async () => {
    const runtime = world.runtime(script);
    const started = await runtime.start({
      bundle: await bundleOf(market),
      playbook: "top_down.market-analysis",
      inputs: { brief: "Bakeries in Lyon" },
    });
    expect(started).toMatchObject({ kind: "started", queuedBehind: undefined });
    if (started.kind !== "started") return;
    const driven = await runtime.drive(started.run);
    expect(driven).toMatchObject({
      kind: "rest",
      view: { status: "completed", stopReason: "goal_met", goalHolds: true },
    });
    expect(world.files()).toEqual({
      "market/snapshot.json":
        '{\n  "summary": "A dense market.",\n  "segments": [\n    "households",\n    "offices"\n  ]\n}\n',
    });
    expect(
      world
        .events(started.run)
        .flatMap((event) => (event.kind === "lane.admitted" ? [event.member.playbook] : [])),
    ).toEqual([
      "top_down.market-research",
      "top_down.market-evidence-adequacy",
      "top_down.market-research",
      "top_down.market-evidence-adequacy",
      "top_down.market-snapshot-produce",
    ]);
    expect(world.store.run(started.run)).toMatchObject({ status: "completed", owner: "ada" });
    expect(world.store.holding(started.run)).toBeUndefined();
  });
});
