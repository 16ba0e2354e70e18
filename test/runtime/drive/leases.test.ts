import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bundle } from "../../../ir/index.js";
import type { Request } from "../../../runtime/core/index.js";
import { isGone, thisHolder } from "../../../runtime/drive/holder.js";
import { settled } from "./manual-clock.js";
import { gated, note, timed } from "./programs.js";
import { Puppet } from "./puppet.js";
import { tampered } from "./tampered-store.js";
import { World, bundleOf } from "./world.js";

let world: World;
let bundle: Bundle;
beforeEach(async () => {
  world = new World();
  bundle = await bundleOf(note);
});
afterEach(() => world.end());

const writes =
  'playbooks: { write: [{ lands: "Hello" }], gated: [{ lands: "Hello" }], expiring: [{ lands: "Hello" }] }';
const yes: Request = { kind: "answer", value: true, by: "ada" };

describe("two drivers on one store", () => {
  it("[R-4] refuses a run that another one drives, and names it", async () => {
    const puppet = new Puppet();
    const one = world.runtime("{}", { model: () => puppet, holder: thisHolder("x") });
    const run = await world.start(one, { bundle, playbook: "a.write" });
    await puppet.called();
    const two = world.runtime(writes);
    expect(await two.drive(run)).toEqual({
      kind: "held",
      holder: thisHolder("x"),
      message: `run \`${run}\` is driven by process ${process.pid}: stay with it there, or end that process`,
    });
    expect(await two.recover()).toEqual([]);
    expect(two.view(run)).toMatchObject({ status: "running" });
    expect(two.follow(run)?.isAtWork()).toBe(true);
  });

  it("[R-4] keeps a run for as long as its driver renews its lease", async () => {
    const puppet = new Puppet();
    const one = world.runtime("{}", { model: () => puppet });
    const run = await world.start(one, { bundle, playbook: "a.write" });
    await puppet.called();
    await world.clock.advance(60_000);
    expect(await world.runtime(writes).drive(run)).toMatchObject({ kind: "held", holder: "driver 1" });
  });

  it("[R-4] [R-5] takes a run over whose driver has died at once, and the dead one writes nothing more", async () => {
    const puppet = new Puppet();
    const one = world.runtime("{}", { model: () => puppet });
    const run = await world.start(one, { bundle, playbook: "a.write" });
    const call = await puppet.called();
    const lost = one.drive(run);
    const two = world.runtime(writes, { isGone: (holder) => holder === "driver 1" });
    expect(await two.recover()).toEqual([run]);
    expect(await two.drive(run)).toMatchObject({ kind: "rest", view: { status: "completed" } });
    const journal = world.store.journal(run);
    // It was not dead at all: its answer comes late.
    call.answer({ kind: "reply", reply: { kind: "value", value: "Too late" } });
    expect(await lost).toEqual({ kind: "lost", message: `run \`${run}\` is driven by another process now` });
    expect(world.store.journal(run)).toEqual(journal);
    expect(world.kinds(run).filter((kind) => kind === "attempt.replied")).toHaveLength(1);
    expect(world.kinds(run)).toContain("run.resumed");
    expect(world.files()).toEqual({ "note.md": "Hello\n" });
  });

  it("[R-4] aborts its work when it finds the lease lost, and lands nothing any more", async () => {
    const puppet = new Puppet();
    const one = world.runtime("{}", { model: () => puppet });
    const run = await world.start(one, { bundle, playbook: "a.write" });
    const call = await puppet.called();
    const lost = one.drive(run);
    world.store.lease(run, "another", world.clock.now(), 60_000, () => true);
    await world.clock.advance(10_000);
    expect(await lost).toMatchObject({ kind: "lost" });
    expect(call.signal.aborted).toBe(true);
    expect(world.store.holding(run)?.holder).toBe("another");
    expect(world.files()).toEqual({});
  });

  it("[R-4] [R-6] does not land for a run that passed on between its answer and the landing", async () => {
    const workspace = world.workspace();
    const run = { id: "" };
    const one = world.runtime(writes, {
      workspace: {
        ...workspace,
        land: (id, command, isHeld, signal) => {
          world.store.lease(id, "another", world.clock.now(), 60_000, () => true);
          return workspace.land(id, command, isHeld, signal);
        },
      },
    });
    run.id = await world.start(one, { bundle, playbook: "a.write" });
    expect(await one.drive(run.id)).toMatchObject({ kind: "lost" });
    expect(world.files()).toEqual({});
    const two = world.runtime(writes, { isGone: () => true });
    expect(await two.drive(run.id)).toMatchObject({ kind: "rest", view: { status: "completed" } });
    expect(world.files()).toEqual({ "note.md": "Hello\n" });
  });

  it("[R-4] leaves one journal when both recover the same run at once", async () => {
    const puppet = new Puppet();
    const dead = world.runtime("{}", { model: () => puppet });
    const run = await world.start(dead, { bundle, playbook: "a.write" });
    await puppet.called();
    const drivers = [2, 3].map(() => world.runtime(writes, { isGone: (holder) => holder === "driver 1" }));
    const taken = await Promise.all(drivers.map((driver) => driver.recover()));
    expect(taken.flat()).toEqual([run]);
    const outcomes = await Promise.all(drivers.map((driver) => driver.drive(run)));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["held", "rest"]);
    expect(world.kinds(run).filter((kind) => kind === "run.resumed")).toHaveLength(1);
  });

  it("hands an answer over to the driver that has the run, and hears what came of it", async () => {
    const one = world.runtime(writes);
    const timers = await bundleOf(timed);
    const run = await world.start(one, { bundle: timers, playbook: "a.expiring" });
    // Its expiry is waited for, so that it stays with its driver.
    expect(await one.drive(run)).toMatchObject({ view: { status: "waiting" } });
    expect(world.store.holding(run)?.holder).toBe("driver 1");
    const two = world.runtime(writes);
    const answered = two.request(run, yes);
    const wrong = two.request(run, { kind: "answer", value: "perhaps", by: "ada" });
    await settled();
    expect(world.store.inbox(run)).toHaveLength(2);
    await world.clock.advance(500);
    expect(await answered).toMatchObject({ kind: "accepted", repeated: false });
    expect(await wrong).toMatchObject({ kind: "refused" });
    expect(await one.drive(run)).toMatchObject({ view: { status: "completed" } });
    expect(world.files()).toEqual({ "note.md": "Hello\n" });
  });

  it("[R-5] deals with what was handed over though its driver died, and once", async () => {
    const one = world.runtime(writes);
    const run = await world.start(one, { bundle: await bundleOf(gated), playbook: "a.gated" });
    await one.drive(run);
    // A process that died between handing over and hearing back.
    world.store.post({ id: "m1", run, at: world.clock.now(), request: yes });
    const two = world.runtime(writes);
    expect(await two.recover()).toEqual([run]);
    expect(await two.drive(run)).toMatchObject({ view: { status: "completed" } });
    expect(world.store.settled("m1")).toMatchObject({ kind: "accepted" });
    expect(world.kinds(run).filter((kind) => kind === "wait.intervention.ended")).toHaveLength(1);
  });

  it("[R-32] records the result of a request in the transaction that records the request", async () => {
    let appends = 0;
    const dying = tampered(world.openStore(), {
      before: (method) => {
        if (method === "settle") throw new Error("killed");
        if (method === "append") appends += 1;
      },
    });
    const first = world.runtime(writes);
    const run = await world.start(first, { bundle: await bundleOf(gated), playbook: "a.gated" });
    await first.drive(run);
    const before = world.store.journal(run);
    const one = world.runtime(writes, { store: dying });
    void one.request(run, yes).catch(() => undefined);
    await settled();
    await settled();
    expect(appends).toBeGreaterThan(0);
    expect(world.store.journal(run)).toEqual(before);
    expect(world.store.inbox(run)).toHaveLength(1);
    const two = world.runtime(writes, { isGone: () => true });
    await two.recover();
    expect(await two.drive(run)).toMatchObject({ view: { status: "completed" } });
  });

  it("tells a driver's watchers of what another one does", async () => {
    const puppet = new Puppet();
    const one = world.runtime("{}", { model: () => puppet });
    const run = await world.start(one, { bundle, playbook: "a.write" });
    await puppet.called().then((call) => {
      const two = world.runtime("{}");
      const seen: string[] = [];
      const stop = two.events(run, 0, ({ event }) => seen.push(event.kind));
      call.answer({ kind: "reply", reply: { kind: "value", value: "Hello" } });
      return one
        .drive(run)
        .then(() => world.clock.advance(1_000))
        .then(() => {
          expect(seen).toEqual(world.kinds(run));
          stop();
          return undefined;
        });
    });
  });
});

describe("the holder of a lease", () => {
  it("[R-4] is known to have died where its process is one of this machine and is gone", () => {
    const own = thisHolder("x");
    expect(isGone(own)).toBe(false);
    // No process has the number 0 of a machine's own, nor this one.
    expect(isGone(own.replace(/^\d+/, "4194305"))).toBe(true);
    expect(isGone(own.replace(/^\d+@[^#]*/, "4194305@elsewhere/1"))).toBe(false);
    expect(isGone("somebody")).toBe(false);
  });
});
