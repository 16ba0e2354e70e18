import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { market, marketFiles, marketOrder, marketRun, marketScript } from "./market.js";
import { World, bundleOf } from "./world.js";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

describe("the market analysis, driven for real", () => {
  it("[R-2] researches, judges, researches again, and lands the snapshot in the workspace", async () => {
    const runtime = world.runtime(marketScript);
    const run = await world.start(runtime, { bundle: await bundleOf(market), ...marketRun });
    expect(await runtime.drive(run)).toMatchObject({
      kind: "rest",
      view: { status: "completed", stopReason: "goal_met", goalHolds: true },
    });
    expect(world.files()).toEqual(marketFiles);
    expect(world.lanes(run)).toEqual(marketOrder);
    expect(world.store.run(run)).toMatchObject({ status: "completed", owner: "ada" });
    expect(world.store.holding(run)).toBeUndefined();
  });
});
