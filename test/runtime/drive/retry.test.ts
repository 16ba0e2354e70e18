import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RetryPolicy, withRetry } from "../../../runtime/drive/retry.js";
import type { ProviderReply } from "../../../runtime/ports.js";
import { countOf } from "../../support/counts.js";
import { leapingClock } from "../workspace/sample.js";
import { settled } from "./manual-clock.js";
import { note } from "./programs.js";
import { Puppet } from "./puppet.js";
import { World, bundleOf } from "./world.js";

const policy: RetryPolicy = { attempts: 6, firstMs: 500, mostMs: 30_000 };
const never = new AbortController().signal;

const busy = (retryAfterMs?: number): ProviderReply<string> => ({
  kind: "retryable",
  reasonCode: "http_503",
  message: "it is busy",
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const done: ProviderReply<string> = { kind: "reply", reply: "done" };

/** Calls that get these replies; and when each was made. */
function provider(replies: readonly ProviderReply<string>[], start = 0) {
  const clock = leapingClock(start);
  const times: number[] = [];
  const call = async (): Promise<ProviderReply<string>> => {
    times.push(clock.now() - start);
    return replies[times.length - 1] ?? done;
  };
  return { clock, times, call };
}

describe("asking a provider again", () => {
  it("[R-11] asks once where the first reply is one", async () => {
    const { clock, times, call } = provider([done]);
    expect(await withRetry(call, { clock, random: () => 0.5, signal: never })).toEqual(done);
    expect(times).toEqual([0]);
  });

  it("[R-11] waits a random part of a time that doubles, up to the most", async () => {
    const { clock, times, call } = provider(Array.from({ length: 9 }, () => busy()));
    await withRetry(call, {
      clock,
      random: () => 0.999999,
      signal: never,
      policy: { ...policy, attempts: 9 },
    });
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it("[R-11] never waits less than the provider asks for, nor longer than it has to", () => {
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.nat(120_000), { nil: undefined }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 6, maxLength: 6 }),
        async (asked, jitter) => {
          const { clock, times, call } = provider(asked.map((ms) => busy(ms)));
          let draws = 0;
          const random = (): number => jitter[draws++] ?? 0;
          expect(await withRetry(call, { clock, random, signal: never, policy })).toEqual(done);
          asked.forEach((ms, index) => {
            const wait = (times[index + 1] ?? 0) - (times[index] ?? 0);
            const backoff = Math.round((jitter[index] ?? 0) * Math.min(30_000, 500 * 2 ** index));
            expect(wait).toBe(Math.max(ms ?? 0, backoff));
          });
        },
      ),
      { numRuns: countOf(100) },
    );
  });

  it("[R-11] gives up after the last attempt, and says how often it tried", async () => {
    const { clock, times, call } = provider(Array.from({ length: 10 }, () => busy()));
    expect(await withRetry(call, { clock, random: () => 0.5, signal: never, policy })).toEqual({
      kind: "failure",
      category: "provider_failure",
      reasonCode: "http_503",
      message: "it is busy (tried 6 times)",
    });
    expect(times).toHaveLength(6);
  });

  it("[R-11] begins no attempt at or after the deadline", async () => {
    const { clock, times, call } = provider([busy(1_000), busy(1_000), done]);
    const outcome = await withRetry(call, { clock, random: () => 0, signal: never, policy, deadline: 2_000 });
    expect(outcome).toMatchObject({ kind: "failure", message: "it is busy (tried 2 times)" });
    expect(times).toEqual([0, 1_000]);
  });

  it("[R-11] does not ask again where it would not help", async () => {
    const final = {
      kind: "final",
      category: "configuration",
      reasonCode: "not_authorized",
      message: "no key",
    } as const;
    const { clock, times, call } = provider([final]);
    expect(await withRetry(call, { clock, random: () => 0.5, signal: never, policy })).toEqual({
      ...final,
      kind: "failure",
    });
    expect(times).toEqual([0]);
  });

  it("stops waiting when it is aborted", async () => {
    const abort = new AbortController();
    const { clock, times, call } = provider([busy(), done]);
    const aborting = { ...clock, until: async () => abort.abort() };
    await expect(
      withRetry(call, { clock: aborting, random: () => 0.5, signal: abort.signal, policy }),
    ).rejects.toThrow("aborted");
    expect(times).toHaveLength(1);
  });
});

describe("a run whose provider fails", () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.end());

  it("[R-11] waits and asks again, and the journal has one reply", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle: await bundleOf(note), playbook: "a.write" });
    (await puppet.called()).answer({
      kind: "retryable",
      reasonCode: "rate_limited",
      message: "slow down",
      retryAfterMs: 7_000,
    });
    await settled();
    await world.clock.advance(6_999);
    expect(puppet.requests).toHaveLength(1);
    await world.clock.advance(1);
    await puppet.says("Hello");
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
    expect(puppet.requests).toHaveLength(2);
    expect(world.kinds(run).filter((kind) => kind === "attempt.replied")).toHaveLength(1);
  });

  it("[R-11] [R-37] stops as `configuration`, and goes on once that is mended", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle: await bundleOf(note), playbook: "a.write" });
    (await puppet.called()).answer({
      kind: "final",
      category: "configuration",
      reasonCode: "not_authorized",
      message: "the key is wrong",
    });
    expect(await runtime.drive(run)).toMatchObject({
      view: {
        status: "paused",
        stops: [
          {
            category: "configuration",
            recovery: "configure",
            reasonCode: "not_authorized",
            message: "the key is wrong",
          },
        ],
      },
    });
    expect(await runtime.request(run, { kind: "recover", recovery: "configure", by: "ada" })).toMatchObject({
      kind: "accepted",
    });
    await puppet.says("Hello");
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
  });

  it("[R-11] [R-35] is cancelled while it waits to ask again", async () => {
    const puppet = new Puppet();
    const runtime = world.runtime("{}", { model: () => puppet });
    const run = await world.start(runtime, { bundle: await bundleOf(note), playbook: "a.write" });
    (await puppet.called()).answer({
      kind: "retryable",
      reasonCode: "http_500",
      message: "oops",
      retryAfterMs: 60_000,
    });
    await runtime.cancel(run);
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "cancelled" } });
    await world.clock.advance(120_000);
    expect(puppet.requests).toHaveLength(1);
  });

  it("does not break with an adapter that does", async () => {
    const broken = {
      generate: () => Promise.reject(new TypeError("x is not a function")),
      clarify: () => Promise.reject(new TypeError("x is not a function")),
      select: () => Promise.reject(new TypeError("x is not a function")),
    };
    const runtime = world.runtime("{}", { model: () => broken });
    const run = await world.start(runtime, { bundle: await bundleOf(note), playbook: "a.write" });
    expect(await runtime.drive(run)).toMatchObject({
      view: {
        status: "paused",
        stops: [
          {
            category: "provider_failure",
            recovery: "retry",
            reasonCode: "adapter_failed",
            message: "x is not a function",
          },
        ],
      },
    });
  });

  it("[L-31] stops loudly where a script has no reply, with the prompt", async () => {
    const runtime = world.runtime('playbooks: { other: ["x"] }');
    const run = await world.start(runtime, { bundle: await bundleOf(note), playbook: "a.write" });
    const driven = await runtime.drive(run);
    expect(driven).toMatchObject({
      view: { status: "paused", stops: [{ category: "configuration", reasonCode: "unscripted" }] },
    });
    expect(JSON.stringify(driven)).toContain(
      "`script.yaml` has no reply for call 1 of `write` for `note` (it has none for it at all)\\nThe prompt was:\\nWrite the note.",
    );
  });
});
