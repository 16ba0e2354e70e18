import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemClock, timeOrderedIds } from "../../../runtime/drive/clock.js";

describe("ids", () => {
  it("are of 26 characters behind their prefix, and in the order in which they were made, whatever the clock does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 200 }), (steps) => {
        let now = 1_700_000_000_000;
        const ids = timeOrderedIds({ now: () => now });
        const made = steps.map((step) => {
          now += step;
          return ids.next("run");
        });
        expect(made).toEqual(made.toSorted());
        expect(new Set(made).size).toBe(made.length);
        for (const id of made) expect(id).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
      }),
    );
  });

  it("differ between two sources at one moment", () => {
    const at = { now: () => 1 };
    expect(timeOrderedIds(at).next("run")).not.toBe(timeOrderedIds(at).next("run"));
  });
});

describe("the machine's clock", () => {
  it("[R-33] is never early, and at once where the moment has passed", async () => {
    const never = new AbortController().signal;
    const at = systemClock.now() + 15;
    await systemClock.until(at, never);
    expect(systemClock.now()).toBeGreaterThanOrEqual(at);
    await systemClock.until(0, never);
  });

  it("waits for no moment that nobody waits for any more", async () => {
    const abort = new AbortController();
    const waiting = systemClock.until(systemClock.now() + 10 * 365 * 86_400_000, abort.signal);
    abort.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});
