import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Bundle } from "../../../ir/index.js";
import type { Request } from "../../../runtime/core/index.js";
import type { Runtime } from "../../../runtime/drive/runtime.js";
import { settled } from "./manual-clock.js";
import { modes } from "./programs.js";
import { tampered } from "./tampered-store.js";
import { World, bundleOf } from "./world.js";

const writes = ["reject", "queue", "replace", "parallel"]
  .map((mode) => `  ${mode}-it: [{ lands: "Hello" }]`)
  .join("\n");
const script = `playbooks:\n${writes}`;
const yes: Request = { kind: "answer", value: true, by: "ada" };

let world: World;
let bundle: Bundle;
let runtime: Runtime;
beforeEach(async () => {
  world = new World();
  bundle = await bundleOf(modes);
  runtime = world.runtime(script);
});
afterEach(() => world.end());

async function waiting(mode: string): Promise<string> {
  const run = await world.start(runtime, { bundle, playbook: `a.${mode}-it` });
  await runtime.drive(run);
  return run;
}

const statusOf = (run: string): string | undefined => world.store.run(run)?.status;

describe("a request while a run with its key is active", () => {
  it("[R-36] is refused where the mode is `reject`, and nothing is recorded", async () => {
    const first = await waiting("reject");
    expect(await runtime.start({ bundle, playbook: "a.reject-it" })).toEqual({
      kind: "refused",
      refusal: {
        status: 409,
        code: "already_active",
        message: `the key \`a.reject-it/one\`, by which requests are known to be about the same, is taken: run \`${first}\` is waiting`,
        details: [{ message: "finish it or cancel it first", ref: first }],
      },
    });
    expect(world.store.runs({})).toHaveLength(1);
    await runtime.request(first, yes);
    await runtime.drive(first);
    expect(await runtime.start({ bundle, playbook: "a.reject-it" })).toMatchObject({ kind: "started" });
  });

  it("[R-36] meets only runs of its owner and key", async () => {
    await waiting("reject");
    expect(await runtime.start({ bundle, playbook: "a.reject-it", key: "two" })).toMatchObject({
      kind: "started",
    });
    expect(await runtime.start({ bundle, playbook: "a.reject-it", owner: "bob" })).toMatchObject({
      kind: "started",
    });
  });

  it.each(["reject", "queue", "replace"])(
    "[R-8] a dry run holds no key where the mode is `%s`",
    async (mode) => {
      const first = await waiting(mode);
      const dry = await runtime.start({ bundle, playbook: `a.${mode}-it`, dryRun: true });
      expect(dry).toMatchObject({ kind: "started", queuedBehind: undefined });
      expect(statusOf(first)).toBe("waiting");
      await runtime.cancel(first);
      expect(await runtime.start({ bundle, playbook: `a.${mode}-it` })).toMatchObject({
        kind: "started",
        queuedBehind: undefined,
      });
    },
  );

  it("[R-36] runs beside it where the mode is `parallel`", async () => {
    const first = await waiting("parallel");
    const second = await waiting("parallel");
    expect([statusOf(first), statusOf(second)]).toEqual(["waiting", "waiting"]);
  });

  it("[R-36] waits its turn where the mode is `queue`, and starts when the one before ends", async () => {
    const [first, second, third] = [await waiting("queue"), await waiting("queue"), await waiting("queue")];
    expect([first, second, third].map(statusOf)).toEqual(["waiting", "queued", "queued"]);
    expect(world.events(second)).toMatchObject([{ kind: "run.queued", behind: first }]);
    expect(world.events(third)).toMatchObject([{ kind: "run.queued", behind: second }]);
    expect(runtime.view(second)).toMatchObject({ id: second, status: "queued", playbook: "a.queue-it" });
    expect(await runtime.request(second, yes)).toMatchObject({ kind: "refused", refusal: { status: 409 } });
    await runtime.request(first, yes);
    await runtime.drive(first);
    await settled();
    await runtime.drive(second);
    expect([first, second, third].map(statusOf)).toEqual(["completed", "waiting", "queued"]);
    expect(world.kinds(second).slice(0, 2)).toEqual(["run.queued", "run.started"]);
    await runtime.request(second, yes);
    await runtime.drive(second);
    await runtime.drive(third);
    expect([first, second, third].map(statusOf)).toEqual(["completed", "completed", "waiting"]);
  });

  it("[R-36] starts the next in the transaction that ends the one before", async () => {
    const first = await waiting("queue");
    const second = await waiting("queue");
    await runtime.close();
    // What ends the first appends to both runs; the process dies between the two.
    const dying = tampered(world.openStore(), {
      before: (method, args) => {
        if (method === "append" && JSON.stringify(args).includes(`"run":"${second}"`))
          throw new Error("killed");
      },
    });
    const one = world.runtime(script, { store: dying });
    await one.request(first, yes);
    await expect(one.drive(first)).rejects.toThrow("killed");
    expect([statusOf(first), statusOf(second)]).toEqual(["running", "queued"]);
    const two = world.runtime(script, { isGone: () => true });
    await two.recover();
    await two.drive(first);
    await two.drive(second);
    expect([statusOf(first), statusOf(second)]).toEqual(["completed", "waiting"]);
  });

  it("[R-36] is refused once 100 are queued", async () => {
    await waiting("queue");
    const starts = Array.from({ length: 100 }, () => runtime.start({ bundle, playbook: "a.queue-it" }));
    expect((await Promise.all(starts)).every(({ kind }) => kind === "started")).toBe(true);
    expect(await runtime.start({ bundle, playbook: "a.queue-it" })).toMatchObject({
      kind: "refused",
      refusal: { status: 429, code: "queue_full" },
    });
    expect(world.store.runs({})).toHaveLength(101);
  });

  it("[R-35] [R-36] leaves a queued run that is cancelled cancelled, and goes on with the next", async () => {
    const [first, second, third] = [await waiting("queue"), await waiting("queue"), await waiting("queue")];
    expect(await runtime.cancel(second)).toMatchObject({ kind: "accepted", repeated: false });
    expect(await runtime.cancel(second)).toMatchObject({ kind: "accepted", repeated: true });
    expect(runtime.view(second)).toMatchObject({ status: "cancelled" });
    expect(await runtime.request(second, yes)).toMatchObject({ refusal: { status: 410 } });
    await runtime.cancel(first);
    await runtime.drive(third);
    expect([first, second, third].map(statusOf)).toEqual(["cancelled", "cancelled", "waiting"]);
  });

  it("[R-36] replaces it where the mode is `replace`, what is queued as well", async () => {
    const first = await waiting("replace");
    const second = await world.start(runtime, { bundle, playbook: "a.replace-it" });
    await settled();
    await settled();
    await runtime.drive(second);
    expect([statusOf(first), statusOf(second)]).toEqual(["cancelled", "waiting"]);
    await runtime.request(second, yes);
    expect(await runtime.drive(second)).toMatchObject({ view: { status: "completed" } });
  });

  it("[R-36] replaces a run that another process drives, once that has ended it", async () => {
    const first = await world.start(runtime, { bundle, playbook: "a.replace-it" });
    const lease = world.store.lease(first, "another", world.clock.now(), 1_000, () => true);
    const second = await world.start(runtime, { bundle, playbook: "a.replace-it" });
    expect(statusOf(second)).toBe("queued");
    expect(world.store.inbox(first)).toMatchObject([{ request: { kind: "cancel-run", by: "ada" } }]);
    if (lease !== undefined) world.store.release(lease);
    await runtime.close();
    const later = world.runtime(script);
    await later.recover();
    await later.drive(first);
    await later.drive(second);
    expect([statusOf(first), statusOf(second)]).toEqual(["cancelled", "waiting"]);
  });

  it("[R-36] starts a queued run when a driver next looks, where its predecessor ended without it", async () => {
    const first = await waiting("queue");
    const second = await waiting("queue");
    await runtime.close();
    const lease = world.store.lease(second, "another", world.clock.now(), 1_000);
    const one = world.runtime(script);
    await one.cancel(first);
    await one.drive(first);
    expect([statusOf(first), statusOf(second)]).toEqual(["cancelled", "queued"]);
    if (lease !== undefined) world.store.release(lease);
    await one.recover();
    await one.drive(second);
    expect(statusOf(second)).toBe("waiting");
  });
});
