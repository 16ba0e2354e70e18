import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import type { Event } from "../../../ir/index.js";
import type { Lease, Store } from "../../../runtime/ports.js";
import { StaleLease, VersionConflict } from "../../../runtime/stores/failure.js";
import { countOf } from "../../support/counts.js";
import { emptyBundle, entry, runRow } from "./sample.js";

function leased(store: Store, run: string, holder = "one"): Lease {
  const lease = store.lease(run, holder, 0, 1_000);
  if (lease === undefined) throw new Error(`${run} is free`);
  return lease;
}

function throwsStaleLease(write: () => void): boolean {
  try {
    write();
    return false;
  } catch (error) {
    if (error instanceof StaleLease) return true;
    throw error;
  }
}

/** What every store keeps. `open` gives an empty one. */
export function describeStore(name: string, open: () => Store): void {
  const opened = (): Store => {
    const store = open();
    store.putBundle(emptyBundle);
    return store;
  };

  describe(`${name} keeps the store's contract`, () => {
    it("[R-3] keeps a program once, by its digest, and the first stays", () => {
      const store = opened();
      store.putBundle({ ...emptyBundle, docs: { "/types": "later" } });
      expect(store.bundle(emptyBundle.digest)).toEqual(emptyBundle);
      expect(store.bundle("sha256:none")).toBeUndefined();
    });

    it("[R-2] gives a journal back as it was appended, numbered, from any point", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const lease = leased(store, "r1");
      const odd: Event = {
        kind: "tool.returned",
        lane: "1",
        step: 0,
        callId: "c",
        output: JSON.parse('{"__proto__":{"a":1},"constructor":null,"n":1e-7,"s":"\\u0000🧭","e":""}'),
      };
      store.append({ run: "r1", version: 1, lease, entries: [entry(2), entry(3, odd)], status: "waiting" });
      expect(store.journal("r1")).toEqual([entry(1), entry(2), entry(3, odd)]);
      expect(store.journal("r1", 2)).toEqual([entry(3, odd)]);
      expect(store.journal("r1", 3)).toEqual([]);
      expect(store.run("r1")).toEqual(runRow("r1", { status: "waiting", version: 3, updatedAt: 103 }));
      expect(store.run("r2")).toBeUndefined();
    });

    it("[R-2] refuses what was derived from an older journal, and writes nothing of it", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const lease = leased(store, "r1");
      store.append({ run: "r1", version: 1, lease, entries: [entry(2)], status: "running" });
      expect(() =>
        store.append({ run: "r1", version: 1, lease, entries: [entry(2), entry(3)], status: "completed" }),
      ).toThrow(VersionConflict);
      expect(store.journal("r1")).toHaveLength(2);
      expect(store.run("r1")?.status).toBe("running");
    });

    it("[R-4] gives a run to one holder at a time", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      expect(store.holding("r1")).toBeUndefined();
      const lease = store.lease("r1", "one", 0, 1_000);
      expect(lease).toEqual({ run: "r1", holder: "one", fence: 1, expiresAt: 1_000 });
      expect(store.lease("r1", "two", 999, 1_000)).toBeUndefined();
      expect(store.holding("r1")).toEqual(lease);
      expect(store.lease("r1", "two", 1_000, 1_000)).toEqual({
        run: "r1",
        holder: "two",
        fence: 2,
        expiresAt: 2_000,
      });
    });

    it("[R-4] gives a run at once where its holder is known to have died", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      leased(store, "r1", "one");
      expect(store.lease("r1", "two", 1, 1_000, (holder) => holder === "three")).toBeUndefined();
      expect(store.lease("r1", "two", 1, 1_000, (holder) => holder === "one")?.fence).toBe(2);
    });

    it("[R-4] keeps a lease alive while it is renewed, and not once it passed on", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const lease = leased(store, "r1");
      expect(store.renew(lease, 900, 1_000)?.expiresAt).toBe(1_900);
      expect(store.lease("r1", "two", 1_500, 1_000)).toBeUndefined();
      expect(store.lease("r1", "two", 1_900, 1_000)?.fence).toBe(2);
      expect(store.renew(lease, 1_901, 1_000)).toBeUndefined();
      expect(store.holding("r1")?.holder).toBe("two");
    });

    it("[R-4] lets a holder that lost its lease write nothing, whichever way it writes", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const stale = leased(store, "r1", "one");
      store.post({ id: "m1", run: "r1", at: 1, request: { kind: "cancel-run", by: "ada" } });
      const lease = store.lease("r1", "two", 1_000, 1_000);
      expect(() =>
        store.append({ run: "r1", version: 1, lease: stale, entries: [entry(2)], status: "failed" }),
      ).toThrow(StaleLease);
      expect(() => store.settle("m1", { kind: "accepted", events: [], repeated: false }, stale)).toThrow(
        StaleLease,
      );
      store.release(stale);
      expect(store.holding("r1")).toEqual(lease);
      expect(store.journal("r1")).toEqual([entry(1)]);
      expect(store.inbox("r1")).toHaveLength(1);
    });

    it("[R-4] never gives a fence out twice, so that the same holder's older lease is stale as well", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const first = leased(store, "r1");
      store.release(first);
      expect(store.holding("r1")).toBeUndefined();
      const second = leased(store, "r1");
      expect(second.fence).toBe(first.fence + 1);
      expect(() =>
        store.append({ run: "r1", version: 1, lease: first, entries: [entry(2)], status: "running" }),
      ).toThrow(StaleLease);
    });

    it("[R-4] lets a lease write to its own run only", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      store.create(runRow("r2"), [entry(1)]);
      const lease = leased(store, "r1");
      expect(() =>
        store.append({ run: "r2", version: 1, lease, entries: [entry(2)], status: "failed" }),
      ).toThrow(StaleLease);
    });

    it("lists runs, the newest first, by status, owner and key, page by page", () => {
      const store = opened();
      for (const [id, changes] of [
        ["r1", { status: "completed" }],
        ["r2", { owner: "bob" }],
        ["r3", { key: "other" }],
        ["r4", {}],
      ] as const)
        store.create(runRow(id, changes), [entry(1)]);
      const ids = (filter: Parameters<Store["runs"]>[0]): readonly string[] =>
        store.runs(filter).map(({ id }) => id);
      expect(ids({})).toEqual(["r4", "r3", "r2", "r1"]);
      expect(ids({ status: ["running"] })).toEqual(["r4", "r3", "r2"]);
      expect(ids({ status: ["running", "completed"], owner: "ada" })).toEqual(["r4", "r3", "r1"]);
      expect(ids({ owner: "ada", key: "other" })).toEqual(["r3"]);
      expect(ids({ limit: 2 })).toEqual(["r4", "r3"]);
      expect(ids({ limit: 2, before: "r3" })).toEqual(["r2", "r1"]);
      expect(ids({ status: [] })).toEqual([]);
    });

    it("hands requests over in order, each until it is dealt with, once", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const first = { id: "z", run: "r1", at: 1, request: { kind: "cancel-run", by: "ada" } } as const;
      const second = {
        id: "a",
        run: "r1",
        at: 1,
        request: { kind: "signal", name: "s", value: false, by: "ada" },
      } as const;
      store.post(first);
      store.post(second);
      expect(store.inbox("r1")).toEqual([first, second]);
      expect(store.inbox("r2")).toEqual([]);
      expect(store.settled("z")).toBeUndefined();
      const lease = leased(store, "r1");
      const refused = {
        kind: "refused",
        refusal: { status: 410, code: "GONE", message: "it is over", details: [] },
      } as const;
      store.settle("z", refused, lease);
      store.settle("z", { kind: "accepted", events: [], repeated: false }, lease);
      expect(store.settled("z")).toEqual(refused);
      expect(store.inbox("r1")).toEqual([second]);
    });

    it("does all of a transaction or nothing, over several runs and nested ones", () => {
      const store = opened();
      store.create(runRow("r1"), [entry(1)]);
      const lease = leased(store, "r1");
      const half = (): void =>
        store.transaction(() => {
          store.append({ run: "r1", version: 1, lease, entries: [entry(2)], status: "completed" });
          store.transaction(() => store.create(runRow("r2"), [entry(1)]));
          store.post({ id: "m", run: "r1", at: 1, request: { kind: "cancel-run", by: "ada" } });
          store.settle("m", { kind: "accepted", events: [], repeated: false }, lease);
          store.release(lease);
          throw new Error("halfway");
        });
      expect(half).toThrow("halfway");
      expect(store.run("r1")).toEqual(runRow("r1"));
      expect(store.run("r2")).toBeUndefined();
      expect(store.inbox("r1")).toEqual([]);
      expect(store.settled("m")).toBeUndefined();
      expect(store.holding("r1")).toEqual(lease);
      expect(store.transaction(() => "done")).toBe("done");
    });

    it("[R-2] [R-4] of any interleaving of two drivers keeps one gapless journal, written by valid leases alone", () => {
      fc.assert(
        fc.property(
          fc.array(
            fc.record({
              who: fc.constantFrom("one", "two"),
              does: fc.constantFrom("lease", "append", "renew", "release", "later"),
            }),
            { maxLength: 60 },
          ),
          (moves) => {
            const store = opened();
            store.create(runRow("r1"), [entry(1)]);
            let now = 0;
            let seq = 1;
            const fences: number[] = [];
            const surprises: string[] = [];
            const leases = new Map<string, Lease>();
            const versions = new Map<string, number>();
            for (const { who, does } of moves) {
              const lease = leases.get(who);
              if (does === "later") now += 400;
              if (does === "lease") {
                const taken = store.lease("r1", who, now, 1_000);
                if (taken === undefined) continue;
                fences.push(taken.fence);
                leases.set(who, taken);
                versions.set(who, store.run("r1")?.version ?? 0);
              }
              if (lease === undefined) continue;
              const isCurrent = store.holding("r1")?.fence === lease.fence;
              if (does === "renew" && (store.renew(lease, now, 1_000) !== undefined) !== isCurrent)
                surprises.push("renewed");
              if (does === "release") store.release(lease);
              if (does === "append") {
                const version = versions.get(who) ?? 0;
                const write = (): void =>
                  store.append({
                    run: "r1",
                    version,
                    lease,
                    entries: [entry(version + 1)],
                    status: "running",
                  });
                const isStale = throwsStaleLease(write);
                if (isStale === isCurrent) surprises.push("appended");
                if (!isStale) {
                  seq += 1;
                  versions.set(who, version + 1);
                }
              }
            }
            expect(surprises).toEqual([]);
            expect(fences).toEqual(fences.map((_, index) => index + 1));
            expect(store.journal("r1").map((one) => one.seq)).toEqual(
              Array.from({ length: seq }, (_, index) => index + 1),
            );
            store.close();
          },
        ),
        { numRuns: countOf(30) },
      );
    });
  });
}
