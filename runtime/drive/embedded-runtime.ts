/**
 * The embedded driver: runs on one store, driven by this process as far as no other one drives them.
 *
 * Requests all go one way. They are handed over durably (the store's inbox), and whoever holds the run's lease deals with
 * them: the loop of this process, which is woken at once; the loop of another, which looks into the inbox regularly; or,
 * where nobody holds the run, this process, which takes it up. Whoever asked waits for the recorded result, so that an
 * answer is never lost between two processes and has an effect once.
 */
import { type JournalEntry, invariant } from "../../ir/index.js";
import {
  type Machine,
  type Request,
  type RequestResult,
  type RunView,
  empty,
  fold,
  machine as machineOf,
  start as startOfRun,
  statusOf,
  step,
  view as viewOf,
} from "../core/index.js";
import type { Lease, RunRow, Store } from "../ports.js";
import { resolveSecret } from "../secrets.js";
import { StaleLease, StoreFailure } from "../stores/failure.js";
import { needsOf, refuseUnbound } from "./bindings.js";
import { Changes } from "./changes.js";
import type { Driven, Followed, Runtime, RuntimeOptions } from "./driver.js";
import type { Hands } from "./hands.js";
import { holderWords, isGone, thisHolder } from "./holder.js";
import { Loop, type LoopEnd } from "./loop.js";
import { meet, nextInQueue, promote, readInboxOfQueued, viewOfUnstarted } from "./queue.js";
import { refuseUnmet, rowOf, type StartRequest, type StartResult } from "./starting.js";

interface Driving {
  readonly loop: Loop;
  readonly ended: Promise<void>;
  /** How it ended, once it has. */
  end?: LoopEnd | Error;
}

type TakenUp =
  | { readonly kind: "driving"; readonly driving: Driving }
  | { readonly kind: "held"; readonly holder: string }
  | { readonly kind: "queued" }
  | { readonly kind: "unknown" };

/** Views are kept as long as their runs stand still; so many are looked at at a time. */
const mostViews = 100;

export class EmbeddedRuntime implements Runtime {
  private readonly machines = new Map<string, Machine>();
  private readonly driven = new Map<string, Driving>();
  private readonly changes: Changes;
  private readonly views = new Map<string, { readonly version: number; readonly view: RunView }>();
  private readonly hands: Hands;
  private readonly holder: string;
  private readonly leaseMs: number;
  private readonly pollMs: number;
  private readonly closing = new AbortController();

  constructor(private readonly options: RuntimeOptions) {
    this.hands = {
      ...options,
      random: options.random ?? Math.random,
      secret: options.secret ?? ((reference) => resolveSecret(reference, process.env)),
    };
    this.holder = options.holder ?? thisHolder(options.ids.next("driver"));
    this.leaseMs = options.leaseMs ?? 15_000;
    this.pollMs = options.pollMs ?? 200;
    this.changes = new Changes(options, this.pollMs, (run) => this.driven.has(run), this.closing.signal);
  }

  async start(request: StartRequest): Promise<StartResult> {
    const { store, clock, ids, owner } = this.options;
    const { bundle, ...wanted } = request;
    const { program, digest } = bundle;
    const machine = this.machineOf(digest, () => machineOf(program, this.options.limits));
    const asked = startOfRun(machine, { owner, ...wanted, id: ids.next("run"), digest });
    if (asked.kind === "refused") return asked;
    const [started] = asked.events;
    const missing = refuseUnbound(needsOf(program, started.playbook, started.loop?.select), this.options);
    if (missing !== undefined) return { kind: "refused", refusal: missing };
    const mode =
      started.playbook === undefined ? "reject" : (program.playbooks[started.playbook]?.mode ?? "reject");
    const now = clock.now();
    if (meet(store, started, mode).kind === "start") {
      const unmet = await refuseUnmet(machine, started, this.hands.workspace, now);
      if (unmet !== undefined) return { kind: "refused", refusal: unmet };
    }
    const { meeting, lease } = store.transaction(() => {
      const met = meet(store, started, mode);
      if (met.kind === "refuse") return { meeting: met, lease: undefined };
      store.putBundle(bundle);
      if (met.kind === "start") {
        const { state, entries } = step(machine, empty(machine), [started], now);
        store.create(rowOf(started, now, statusOf(machine, state), state.seq), entries);
        return { meeting: met, lease: this.lease(started.id) };
      }
      const queued = { kind: "run.queued", behind: met.behind, start: started } as const;
      store.create(rowOf(started, now, "queued", 1), [{ seq: 1, at: now, event: queued }]);
      for (const run of met.cancel)
        store.post({
          id: ids.next("message"),
          run,
          at: now,
          request: { kind: "cancel-run", by: started.owner },
        });
      return { meeting: met, lease: undefined };
    });
    switch (meeting.kind) {
      case "refuse":
        return { kind: "refused", refusal: meeting.refusal };
      case "start":
        invariant(lease !== undefined, "nobody else knows a run that was just created");
        this.begin(started.id, lease, false);
        return { kind: "started", run: started.id, queuedBehind: undefined };
      case "queue":
        for (const run of [...meeting.cancel, started.id]) this.wake(run);
        return { kind: "started", run: started.id, queuedBehind: meeting.behind };
    }
  }

  async request(run: string, request: Request): Promise<RequestResult> {
    const { store, clock, ids } = this.options;
    const row = store.run(run);
    // Another's run is not known to exist (`[R-34]`).
    if (row === undefined || row.owner !== request.by) return { kind: "refused", refusal: unknownRun(run) };
    const id = ids.next("message");
    store.post({ id, run, at: clock.now(), request });
    for (;;) {
      const result = store.settled(id);
      if (result !== undefined) return result;
      invariant(!this.closing.signal.aborted, "nothing is asked of a driver that is closed");
      const driving = this.wake(run);
      if (store.settled(id) !== undefined) continue;
      await this.changes.next(run, clock.now() + this.pollMs);
      // It stays handed over: whoever drives the run next deals with it.
      if (driving?.end instanceof Error) throw driving.end;
    }
  }

  cancel(run: string): Promise<RequestResult> {
    return this.request(run, { kind: "cancel-run", by: this.options.owner });
  }

  async drive(run: string): Promise<Driven> {
    const taken = this.takeUp(run);
    switch (taken.kind) {
      case "unknown":
        return { kind: "unknown", message: unknownRun(run).message };
      case "held":
        return { kind: "held", holder: taken.holder, message: heldWords(run, taken.holder) };
      case "queued":
        return { kind: "rest", view: this.knownView(run) };
      case "driving":
        return this.rest(run, taken.driving);
    }
  }

  async recover(): Promise<readonly string[]> {
    const { store } = this.options;
    const left = store.runs({ status: ["queued", "running", "waiting", "paused"] }).toReversed();
    const taken: string[] = [];
    let failure: StoreFailure | undefined;
    for (const { id, status } of left) {
      try {
        if (this.driven.has(id)) continue;
        if (status === "paused" && store.inbox(id).length === 0) continue;
        if (this.takeUp(id).kind === "driving") taken.push(id);
      } catch (error) {
        // One run that cannot be read strands no other.
        if (!(error instanceof StoreFailure)) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return taken;
  }

  runs(filter: Parameters<Store["runs"]>[0]): readonly RunRow[] {
    return this.options.store.runs(filter);
  }

  view(run: string): RunView | undefined {
    const { store } = this.options;
    const row = store.run(run);
    if (row === undefined) return undefined;
    const known = this.views.get(run);
    if (known?.version === row.version) return known.view;
    const machine = this.storedMachine(row);
    const driving = this.driven.get(run);
    const journal = driving === undefined ? store.journal(run) : [];
    const view =
      viewOfUnstarted(machine, row, journal) ??
      viewOf(machine, driving?.loop.current ?? fold(machine, empty(machine), journal));
    if (this.views.size >= mostViews) this.views.clear();
    this.views.set(run, { version: row.version, view });
    return view;
  }

  journal(run: string, after = 0): readonly JournalEntry[] {
    return this.options.store.journal(run, after);
  }

  events(run: string, after: number, onEntry: (entry: JournalEntry) => void): () => void {
    let last = after;
    let isOn = true;
    const deliver = (): void => {
      for (const entry of this.journal(run, last)) {
        if (!isOn) return;
        last = entry.seq;
        onEntry(entry);
      }
    };
    const stop = this.changes.listen(run, deliver);
    deliver();
    return () => {
      isOn = false;
      stop();
    };
  }

  follow(run: string): Followed | undefined {
    if (this.options.store.run(run) === undefined) return undefined;
    return {
      view: () => this.knownView(run),
      journal: (after) => this.journal(run, after),
      onChange: (listener) => this.changes.listen(run, listener),
      isAtWork: () => {
        const driving = this.driven.get(run);
        return driving === undefined ? this.isDrivenElsewhere(run) : !driving.loop.isAtRest;
      },
      request: (request) => this.request(run, request),
      letGo: () => this.letGo(run),
    };
  }

  async letGo(run: string): Promise<void> {
    const driving = this.driven.get(run);
    if (driving === undefined) return;
    driving.loop.stop();
    await driving.ended;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([...this.driven.keys()].map((run) => this.letGo(run)));
  }

  /** Has the run's inbox looked into, by whoever can. */
  private wake(run: string): Driving | undefined {
    const driving = this.driven.get(run);
    if (driving !== undefined) {
      driving.loop.nudge();
      return driving;
    }
    const taken = this.takeUp(run);
    return taken.kind === "driving" ? taken.driving : undefined;
  }

  /** Takes a run up, if nobody else drives it. What was handed over meanwhile is dealt with by its loop. */
  private takeUp(run: string): TakenUp {
    const { store } = this.options;
    const driving = this.driven.get(run);
    if (driving !== undefined) return { kind: "driving", driving };
    const row = store.run(run);
    if (row === undefined) return { kind: "unknown" };
    const lease = this.lease(run);
    if (lease === undefined) return { kind: "held", holder: store.holding(run)?.holder ?? "" };
    const journal = store.journal(run);
    const isUnstarted = !journal.some(({ event }) => event.kind === "run.started");
    if (isUnstarted && !this.promote(lease)) {
      readInboxOfQueued(store, lease, this.options.clock.now());
      store.release(lease);
      this.changes.tell(run);
      return { kind: "queued" };
    }
    return { kind: "driving", driving: this.begin(run, lease, !isUnstarted && row.status === "running") };
  }

  private begin(run: string, lease: Lease, isInterrupted: boolean): Driving {
    const { store } = this.options;
    const row = store.run(run);
    invariant(row !== undefined, `run \`${run}\` is stored`);
    let promoted: Lease | undefined;
    const loop = new Loop({
      store,
      hands: this.hands,
      machine: this.storedMachine(row),
      lease,
      leaseMs: this.leaseMs,
      pollMs: this.pollMs,
      onChange: () => {
        const next = promoted;
        promoted = undefined;
        if (next !== undefined) this.begin(next.run, next, false);
        this.changes.tell(run);
      },
      onEnd: () => {
        promoted = this.promoteNext(row);
      },
    });
    const driving: Driving = {
      loop,
      ended: loop
        .go(isInterrupted)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
        .then((end) => {
          driving.end = end;
          this.driven.delete(run);
          this.changes.tell(run);
          return undefined;
        }),
    };
    this.driven.set(run, driving);
    return driving;
  }

  /** Starts the next of the queue, within the transaction that ends `row`'s run (`[R-36]`). */
  private promoteNext(row: RunRow): Lease | undefined {
    const next = nextInQueue(this.options.store, row, row.id);
    const lease = next === undefined ? undefined : this.lease(next.id);
    return lease !== undefined && this.promote(lease, row.id) ? lease : undefined;
  }

  private promote(lease: Lease, ending?: string): boolean {
    const { store, clock } = this.options;
    return promote(store, (row) => this.storedMachine(row), lease, clock.now(), ending);
  }

  private async rest(run: string, driving: Driving): Promise<Driven> {
    while (driving.end === undefined && !driving.loop.isAtRest) await this.changes.next(run);
    const { end } = driving;
    if (end instanceof StoreFailure) return { kind: "failed", failure: end };
    if (end instanceof Error) throw end;
    if (end === "stopped") return { kind: "stopped", view: this.knownView(run) };
    if (end === "lost") return { kind: "lost", message: new StaleLease(run).message };
    return { kind: "rest", view: this.knownView(run) };
  }

  private lease(run: string): Lease | undefined {
    const { store, clock } = this.options;
    return store.lease(run, this.holder, clock.now(), this.leaseMs, this.options.isGone ?? isGone);
  }

  private isDrivenElsewhere(run: string): boolean {
    const { store, clock } = this.options;
    const lease = store.holding(run);
    return lease !== undefined && lease.expiresAt > clock.now() && store.run(run)?.status === "running";
  }

  private knownView(run: string): RunView {
    const view = this.view(run);
    invariant(view !== undefined, `run \`${run}\` is stored`);
    return view;
  }

  private storedMachine(row: RunRow): Machine {
    return this.machineOf(row.digest, () => {
      const bundle = this.options.store.bundle(row.digest);
      invariant(bundle !== undefined, `the program of run \`${row.id}\` is stored`);
      return machineOf(bundle.program, this.options.limits);
    });
  }

  private machineOf(digest: string, make: () => Machine): Machine {
    const machine = this.machines.get(digest) ?? make();
    this.machines.set(digest, machine);
    return machine;
  }
}

function unknownRun(run: string) {
  return { status: 404, code: "unknown_run", message: `there is no run \`${run}\``, details: [] } as const;
}

function heldWords(run: string, holder: string): string {
  return `run \`${run}\` is driven by ${holderWords(holder)}: stay with it there, or end that process`;
}
