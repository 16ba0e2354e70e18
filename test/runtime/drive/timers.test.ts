import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bundle } from "../../../ir/index.js";
import { timed } from "./programs.js";
import { World, bundleOf } from "./world.js";

const hour = 3_600_000;
const writes = 'playbooks: { later: [{ lands: "Hello" }], expiring: [{ lands: "Hello" }] }';

// Who waits for hours looks around less often here.
const slow = { pollMs: hour / 2, leaseMs: 3 * hour };

let world: World;
let bundle: Bundle;
beforeEach(async () => {
  world = new World();
  bundle = await bundleOf(timed);
});
afterEach(() => world.end());

describe("moments that are waited for", () => {
  it("[R-33] come at their moment, never early", async () => {
    const runtime = world.runtime(writes, slow);
    const run = await world.start(runtime, { bundle, playbook: "a.later" });
    expect(await runtime.drive(run)).toMatchObject({ kind: "rest", view: { status: "waiting" } });
    const start = world.clock.now();
    await world.clock.advance(2 * hour - 1);
    expect(world.store.run(run)?.status).toBe("waiting");
    await world.clock.advance(1);
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
    const ended = world.store.journal(run).find(({ event }) => event.kind === "wait.schedule.ended");
    expect(ended?.at).toBe(start + 2 * hour);
  });

  it("[R-33] come when a driver starts again, where they passed while nothing was running", async () => {
    const runtime = world.runtime(writes, slow);
    const run = await world.start(runtime, { bundle, playbook: "a.later" });
    await runtime.drive(run);
    await runtime.close();
    await world.clock.advance(24 * hour);
    expect(world.store.run(run)?.status).toBe("waiting");
    const again = world.runtime(writes, slow);
    expect(await again.recover()).toEqual([run]);
    expect(await again.drive(run)).toMatchObject({ view: { status: "completed" } });
  });

  it("[R-24] [R-32] answer with the default when a wait expires", async () => {
    const runtime = world.runtime(writes, slow);
    const run = await world.start(runtime, { bundle, playbook: "a.expiring" });
    await runtime.drive(run);
    await world.clock.advance(3 * hour);
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
    expect(world.events(run)).toContainEqual(
      expect.objectContaining({
        kind: "wait.intervention.ended",
        how: "expired",
        answer: true,
        assumed: true,
      }),
    );
  });

  it("[R-32] lose to an answer that came before, and win over one that came after", async () => {
    const runtime = world.runtime(writes, slow);
    const first = await world.start(runtime, { bundle, playbook: "a.expiring", key: "1" });
    await runtime.drive(first);
    await world.clock.advance(3 * hour - 1);
    expect(await runtime.request(first, { kind: "answer", value: false, by: "ada" })).toMatchObject({
      kind: "accepted",
    });
    await world.clock.advance(hour);
    expect(world.events(first).filter(({ kind }) => kind === "wait.intervention.ended")).toMatchObject([
      { how: "answered" },
    ]);
    const second = await world.start(runtime, { bundle, playbook: "a.expiring", key: "2" });
    await runtime.drive(second);
    await runtime.close();
    await world.clock.advance(3 * hour);
    const late = world.runtime(writes, slow);
    expect(await late.request(second, { kind: "answer", value: false, by: "ada" })).toMatchObject({
      kind: "refused",
      refusal: { status: 410 },
    });
    await late.drive(second);
    expect(world.events(second).filter(({ kind }) => kind === "wait.intervention.ended")).toMatchObject([
      { how: "expired" },
    ]);
  });
});
