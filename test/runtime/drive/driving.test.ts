import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bundle, JournalEntry } from "../../../ir/index.js";
import type { Request } from "../../../runtime/core/index.js";
import { StoreFailure } from "../../../runtime/stores/failure.js";
import { settled } from "./manual-clock.js";
import { gated, note, pair, secretive } from "./programs.js";
import { Puppet } from "./puppet.js";
import { tampered } from "./tampered-store.js";
import { World, bundleOf } from "./world.js";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

const writes = 'playbooks: { write: [{ lands: "Hello" }], gated: [{ lands: "Hello" }] }';
const answerYes: Request = { kind: "answer", value: true, by: "ada" };

describe("driving a run", () => {
  let bundle: Bundle;
  let gatedBundle: Bundle;
  beforeEach(async () => {
    bundle = await bundleOf(note);
    gatedBundle = await bundleOf(gated);
  });

  it("[R-2] has each event in the store before it is seen or anything follows from it", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    const seen: JournalEntry[] = [];
    const stored: number[] = [];
    runtime.events(run, 0, (entry) => {
      seen.push(entry);
      stored.push(world.store.journal(run).length);
    });
    const call = await puppet.called();
    expect(world.kinds(run)).toEqual(expect.arrayContaining(["brief.made", "attempt.started"]));
    expect(world.store.run(run)?.status).toBe("running");
    call.answer({ kind: "reply", reply: { kind: "value", value: "Hello" } });
    await runtime.drive(run);
    expect(seen).toEqual(world.store.journal(run));
    expect(seen.every(({ seq }, index) => (stored[index] ?? 0) >= seq)).toBe(true);
    const kinds = world.kinds(run);
    expect(kinds.indexOf("landing.prepared")).toBeLessThan(kinds.indexOf("artifact.landed"));
    expect(kinds.at(-1)).toBe("run.completed");
    expect(world.files()).toEqual({ "note.md": "Hello\n" });
  });

  it("[R-2] never lets time go back, whatever the clock does", async () => {
    const puppet = new Puppet();
    const clock = world.clock;
    let shift = 0;
    const runtime = world.runtime("{}", {
      model: () => puppet,
      clock: { now: () => clock.now() + shift, until: (at, signal) => clock.until(at - shift, signal) },
    });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    const call = await puppet.called();
    shift = -3_600_000;
    call.answer({ kind: "reply", reply: { kind: "value", value: "Hello" } });
    await runtime.drive(run);
    const times = world.store.journal(run).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("carries independent commands out at the same time, and each once", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle: await bundleOf(pair), playbook: "a.both" });
    const one = await puppet.called();
    const two = await puppet.called();
    expect([one, two].map(({ request }) => request.site.target)).toEqual(["a.left", "a.right"]);
    two.answer({ kind: "reply", reply: { kind: "value", value: "R" } });
    await settled();
    one.answer({ kind: "reply", reply: { kind: "value", value: "L" } });
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed", stopReason: "goal_met" } });
    expect(puppet.requests).toHaveLength(2);
    expect(world.files()).toEqual({ "left.md": "L\n", "right.md": "R\n" });
  });

  it("asks the selector of the configuration by its name", async () => {
    const asked: unknown[] = [];
    const runtime = world.runtime(
      'playbooks: { write-left: [{ lands: "L" }], write-right: [{ lands: "R" }] }',
      {
        selector: (name) => ({
          select: async (request) => {
            asked.push([name, request.playbook, request.ordinal, request.lanes]);
            return { kind: "reply", reply: { lanes: [{ playbook: "a.write-left" }] } };
          },
        }),
      },
    );
    const run = await world.start(runtime, { bundle: await bundleOf(pair), playbook: "a.chosen" });
    expect(await runtime.drive(run)).toMatchObject({ view: { stopReason: "goal_met" } });
    expect(asked).toEqual([["mine", "a.chosen", 0, 1]]);
  });

  it("[R-48] rests where only a person can go on, and leaves the run free", async () => {
    const runtime = world.runtime(writes);
    const run = await world.start(runtime, { bundle: gatedBundle, playbook: "a.gated" });
    expect(await runtime.drive(run)).toMatchObject({ kind: "rest", view: { status: "waiting" } });
    expect(world.store.run(run)?.status).toBe("waiting");
    expect(world.store.holding(run)).toBeUndefined();
  });

  it("goes on by itself once it is answered, detached or not", async () => {
    const runtime = world.runtime(writes);
    const run = await world.start(runtime, { bundle: gatedBundle, playbook: "a.gated" });
    await runtime.drive(run);
    const later = world.runtime(writes);
    expect(await later.request(run, answerYes)).toMatchObject({ kind: "accepted" });
    expect(await later.drive(run)).toMatchObject({ kind: "rest", view: { status: "completed" } });
  });

  it("[R-32] refuses what does not fit, and nothing has happened", async () => {
    const runtime = world.runtime(writes);
    const run = await world.start(runtime, { bundle: gatedBundle, playbook: "a.gated" });
    await runtime.drive(run);
    const before = world.store.journal(run);
    const refused = await runtime.request(run, { kind: "answer", value: "perhaps", by: "ada" });
    expect(refused).toMatchObject({ kind: "refused", refusal: { status: 422 } });
    expect(world.store.journal(run)).toEqual(before);
    expect(await runtime.request(run, answerYes)).toMatchObject({ kind: "accepted" });
    await runtime.drive(run);
    expect(await runtime.request(run, { kind: "answer", value: false, by: "ada" })).toMatchObject({
      kind: "refused",
    });
  });

  it("[R-34] knows no run of another owner", async () => {
    const runtime = world.runtime(writes);
    const run = await world.start(runtime, { bundle: gatedBundle, playbook: "a.gated" });
    await runtime.drive(run);
    const words = (id: string) => ({
      kind: "refused",
      refusal: { status: 404, code: "unknown_run", message: `there is no run \`${id}\``, details: [] },
    });
    expect(await runtime.request(run, { ...answerYes, by: "eve" })).toEqual(words(run));
    expect(await runtime.request("run_none", answerYes)).toEqual(words("run_none"));
    expect(await runtime.drive("run_none")).toEqual({
      kind: "unknown",
      message: "there is no run `run_none`",
    });
    expect(runtime.view("run_none")).toBeUndefined();
    expect(runtime.follow("run_none")).toBeUndefined();
  });

  it("[R-35] ends what is going on when it is cancelled, and uses no late answer", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    const call = await puppet.called();
    expect(await runtime.cancel(run)).toMatchObject({ kind: "accepted" });
    await settled();
    expect(call.signal.aborted).toBe(true);
    call.answer({ kind: "reply", reply: { kind: "value", value: "Hello" } });
    expect(await runtime.drive(run)).toMatchObject({ kind: "rest", view: { status: "cancelled" } });
    expect(await runtime.cancel(run)).toMatchObject({ kind: "accepted", repeated: true });
    expect(world.kinds(run)).not.toContain("attempt.replied");
    expect(world.kinds(run).filter((kind) => kind === "run.cancelled")).toHaveLength(1);
    expect(world.files()).toEqual({});
  });

  it("[R-49] [R-35] takes a landing back that was done when nobody waited for it any more", async () => {
    const { workspace, release } = slowWorkspace(world);
    const runtime = world.runtime(writes, { workspace });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    await release.reached;
    expect(world.files()).toMatchObject({ "note.md": "Hello\n" });
    await runtime.cancel(run);
    release.go();
    await runtime.drive(run);
    await settled();
    await settled();
    expect(world.store.run(run)?.status).toBe("cancelled");
    expect(world.kinds(run)).not.toContain("artifact.landed");
    expect(world.files()).toEqual({});
  });

  it("shows a run as it is, and what goes on in it, to whoever stays with it", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    const followed = runtime.follow(run);
    expect(followed?.isAtWork()).toBe(true);
    let changes = 0;
    const stop = followed?.onChange(() => {
      changes += 1;
    });
    await puppet.says("Hello");
    await runtime.drive(run);
    expect(followed?.isAtWork()).toBe(false);
    expect(followed?.view()).toEqual(runtime.view(run));
    expect(followed?.journal(3)[0]?.seq).toBe(4);
    expect(changes).toBeGreaterThan(2);
    stop?.();
  });

  it("lets go of a run in the middle, and takes it up again", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    const first = await puppet.called();
    const driven = runtime.drive(run);
    await runtime.letGo(run);
    expect(await driven).toMatchObject({ kind: "stopped", view: { status: "running" } });
    expect(first.signal.aborted).toBe(true);
    expect(world.store.holding(run)).toBeUndefined();
    const again = runtime.drive(run);
    await puppet.says("Hello");
    expect(await again).toMatchObject({ kind: "rest", view: { status: "completed" } });
    expect(world.kinds(run)).toContain("run.resumed");
  });

  it("stops without loss when the store cannot be written, and goes on when it can", async () => {
    const puppet = new Puppet();
    let isFull = false;
    const full = tampered(world.openStore(), {
      before: (method) => {
        if (isFull && method === "append") throw new StoreFailure("full", "the disk is full");
      },
    });
    const runtime = world.runtime("{}", { model: () => puppet, store: full });
    const run = await world.start(runtime, { bundle, playbook: "a.write" });
    const call = await puppet.called();
    isFull = true;
    const driven = runtime.drive(run);
    call.answer({ kind: "reply", reply: { kind: "value", value: "Hello" } });
    expect(await driven).toMatchObject({
      kind: "failed",
      failure: { kind: "full", message: "the disk is full" },
    });
    expect(world.kinds(run)).not.toContain("attempt.replied");
    isFull = false;
    const again = runtime.drive(run);
    await puppet.says("Hello");
    expect(await again).toMatchObject({ kind: "rest", view: { status: "completed" } });
  });
});

describe("what a run needs of the configuration", () => {
  it("[L-43] is refused before anything is recorded, naming all that is missing", async () => {
    const bundle = await bundleOf(`
      namespace a
      artifact note at "note.md"
      tool fetch { input { url: string } output { body: string } }
      tool look { input { q: string } output { body: string } }
      playbook read { intent "Read"  uses fetch  outputs note  model strong  prompt "Read." }
      playbook all { intent "All"  admits read  until landed note  select "mine"  limits { rounds 3 } }
    `);
    const runtime = world.runtime("{}", { model: () => undefined });
    expect(await runtime.start({ bundle, playbook: "a.all" })).toEqual({
      kind: "refused",
      refusal: {
        status: 409,
        code: "not_bound",
        message: "the run needs what the configuration does not have; nothing was started",
        details: [
          { message: "the tool `a.fetch` is bound to nothing: give `tools` an entry for it" },
          { message: "no model is configured as `strong`: give `models` an entry of that name" },
          { message: "no selector is configured as `mine`: give `selectors` an entry of that name" },
        ],
      },
    });
    expect(world.store.runs({})).toEqual([]);
    expect(world.store.bundle(bundle.digest)).toBeUndefined();
  });

  it("refuses inputs that do not fit, and an unknown playbook, and records nothing", async () => {
    const runtime = world.runtime("{}");
    const bundle = await bundleOf(secretive);
    const bound = { tool: () => ({ call: async () => ({ output: null }) }) };
    expect(await runtime.start({ bundle, playbook: "a.fetch-its" })).toMatchObject({
      refusal: { status: 404 },
    });
    expect(await world.runtime("{}", bound).start({ bundle, playbook: "a.fetch-it" })).toMatchObject({
      refusal: { status: 422 },
    });
    expect(world.store.runs({})).toEqual([]);
  });

  it("[R-13] resolves a secret when a tool uses it, and lets it out nowhere", async () => {
    const given: unknown[] = [];
    const runtime = world.runtime("{}", {
      secret: (reference) => (reference === "env:TOKEN" ? { value: "s3cret" } : { problem: "there is none" }),
      tool: () => ({
        call: async (input) => {
          given.push(input);
          return { output: { body: "the token was s3cret, twice: s3cret" } };
        },
      }),
    });
    const run = await world.start(runtime, {
      bundle: await bundleOf(secretive),
      playbook: "a.fetch-it",
      inputs: { token: "env:TOKEN" },
    });
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
    expect(given).toEqual([{ token: "s3cret" }]);
    expect(JSON.stringify(world.store.journal(run))).not.toContain("s3cret");
    expect(world.files()["note.md"]).toBe("the token was [env:TOKEN], twice: [env:TOKEN]\n");
  });

  it("[R-13] says which secret is missing, and calls nothing", async () => {
    let calls = 0;
    const runtime = world.runtime("{}", {
      secret: () => ({ problem: "the variable `TOKEN` is not set" }),
      tool: () => ({
        call: async () => {
          calls += 1;
          return { output: null };
        },
      }),
    });
    const run = await world.start(runtime, {
      bundle: await bundleOf(secretive),
      playbook: "a.fetch-it",
      inputs: { token: "env:TOKEN" },
    });
    const driven = await runtime.drive(run);
    expect(driven).toMatchObject({ view: { status: "paused" } });
    expect(JSON.stringify(driven)).toContain(
      "a secret for `a.fetch` is missing: the variable `TOKEN` is not set",
    );
    expect(calls).toBe(0);
  });
});

/** A workspace whose landings are done and not told until they are released. */
function slowWorkspace(of: World) {
  let reach = (): void => undefined;
  let go = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  const real = of.workspace();
  const workspace: typeof real = {
    ...real,
    async land(run, command, isHeld) {
      const outcome = await real.land(run, command, isHeld, new AbortController().signal);
      reach();
      await gone;
      return outcome;
    },
  };
  return { workspace, release: { reached, go: () => go() } };
}
