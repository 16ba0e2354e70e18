import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Request } from "../../../runtime/core/index.js";
import { StoreFailure } from "../../../runtime/stores/failure.js";
import { settled } from "./manual-clock.js";
import { gated, note } from "./programs.js";
import { Puppet } from "./puppet.js";
import { tampered } from "./tampered-store.js";
import { World, bundleOf } from "./world.js";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

const writes = 'playbooks: { write: [{ lands: "Hello" }], gated: [{ lands: "Hello" }] }';
const yes: Request = { kind: "answer", value: true, by: "ada" };

describe("bugs of others that are impossible here", () => {
  it("[R-2] langgraph#8764: a run that was accepted is there, whatever happens next", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle: await bundleOf(note), playbook: "a.write" });
    expect(world.store.runs({ status: ["running"] }).map(({ id }) => id)).toEqual([run]);
    expect(world.kinds(run)[0]).toBe("run.started");
  });

  it("[R-3] mastra#21846, vercel/workflow#1203: a parked run goes on under the program that it began with", async () => {
    const old = await bundleOf(gated);
    const first = world.runtime(writes);
    const run = await world.start(first, { bundle: old, playbook: "a.gated" });
    await first.drive(run);
    await first.close();
    // Two later versions: one asks nothing, one has no such playbook at all.
    for (const [version, playbook] of [
      [gated.replace('ask Go "May I?" as allowed', 'advise "It is done"'), "a.gated"],
      [note, "a.write"],
    ] as const) {
      const upgraded = world.runtime(writes);
      const bundle = await bundleOf(version);
      expect(bundle.digest).not.toBe(old.digest);
      const other = await world.start(upgraded, { bundle, playbook, key: version });
      expect(await upgraded.drive(other)).toMatchObject({ view: { digest: bundle.digest } });
      await upgraded.close();
    }
    const last = world.runtime(writes);
    expect(last.view(run)).toMatchObject({ digest: old.digest, waits: [{ question: "May I?" }] });
    expect(await last.request(run, yes)).toMatchObject({ kind: "accepted" });
    expect(await last.drive(run)).toMatchObject({ view: { status: "completed", digest: old.digest } });
  });

  it("[R-4] mastra#5549: a run that was running goes on with nobody's help", async () => {
    const puppet = new Puppet();
    const first = world.runtime("{}", { model: () => puppet });
    const run = await world.start(first, { bundle: await bundleOf(note), playbook: "a.write" });
    await puppet.called();
    const second = world.runtime(writes, { isGone: () => true });
    await second.recover();
    expect(await second.drive(run)).toMatchObject({ view: { status: "completed" } });
  });

  it("[R-4] dbos-transact-py#716: a store that fails in the recovery strands no run", async () => {
    const puppet = new Puppet();
    const first = world.runtime("{}", { model: () => puppet });
    const bundle = await bundleOf(note);
    const runs = await Promise.all(
      ["1", "2", "3"].map((key) => world.start(first, { bundle, playbook: "a.write", key })),
    );
    let failures = 0;
    const failing = tampered(world.openStore(), {
      before: (method, [run]) => {
        if (method !== "journal" || run !== runs[1] || failures > 0) return;
        failures += 1;
        throw new StoreFailure("locked", "it is in use");
      },
    });
    const second = world.runtime(writes, { store: failing, isGone: () => true });
    await expect(second.recover()).rejects.toThrow("it is in use");
    expect(await second.recover()).toEqual([runs[1]]);
    for (const run of runs) await second.drive(run);
    expect(runs.map((run) => world.store.run(run)?.status)).toEqual(["completed", "completed", "completed"]);
    expect(runs.every((run) => world.kinds(run).includes("run.resumed"))).toBe(true);
  });

  it("[R-8] spec-kit PR#2704: an interrupted dry run stays dry", async () => {
    const puppet = new Puppet();
    const first = world.runtime("{}", { model: () => puppet });
    const run = await world.start(first, { bundle: await bundleOf(note), playbook: "a.write", dryRun: true });
    await puppet.called();
    const second = world.runtime(writes, { isGone: () => true });
    await second.recover();
    expect(await second.drive(run)).toMatchObject({ view: { status: "completed", mode: "preview" } });
    await settled();
    expect(world.files()).toEqual({});
    expect(world.kinds(run)).toContain("attempt.replied");
  });

  it("smithers#242: an answer that is given while nobody drives the run sets it going", async () => {
    const first = world.runtime(writes);
    const run = await world.start(first, { bundle: await bundleOf(gated), playbook: "a.gated" });
    await first.drive(run);
    await first.close();
    const second = world.runtime(writes);
    await second.request(run, yes);
    expect(await second.drive(run)).toMatchObject({ view: { status: "completed" } });
  });
});
