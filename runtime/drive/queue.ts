/**
 * What a request meets while runs with its owner and key are active (`[R-36]`). A queued run is in the store with what
 * starts it; it starts in the transaction that ends its predecessor, or, where that could not be, when a driver next looks.
 */
import type { JournalEntry, RunStartedEvent } from "../../ir/index.js";
import {
  type Machine,
  type Refusal,
  type RequestResult,
  type RunView,
  empty,
  fold,
  step,
  statusOf,
  view,
} from "../core/index.js";
import type { Lease, RunRow, Store } from "../ports.js";
import { noRequest, readRequest } from "./inbox.js";
import { activeStatuses, hasEnded } from "./statuses.js";

const deepest = 100;

export type Meeting =
  | { readonly kind: "start" }
  | { readonly kind: "queue"; readonly behind: string; readonly cancel: readonly string[] }
  | { readonly kind: "refuse"; readonly refusal: Refusal };

/** Within the transaction that creates the run. */
export function meet(
  store: Store,
  started: RunStartedEvent,
  mode: "reject" | "queue" | "replace" | "parallel",
): Meeting {
  const { owner, key } = started;
  // A dry run holds no key (`[R-8]`).
  if (mode === "parallel" || started.mode === "preview") return { kind: "start" };
  const active = store.runs({ owner, key, status: activeStatuses });
  const queued = store.runs({ owner, key, status: ["queued"] });
  const last = queued[0] ?? active[0];
  if (last === undefined) return { kind: "start" };
  switch (mode) {
    case "reject":
      return { kind: "refuse", refusal: rejected(last, key) };
    case "queue":
      if (queued.length >= deepest) return { kind: "refuse", refusal: tooDeep(key) };
      return { kind: "queue", behind: last.id, cancel: [] };
    case "replace":
      return { kind: "queue", behind: last.id, cancel: [...active, ...queued].map(({ id }) => id) };
  }
}

function rejected(run: RunRow, key: string): Refusal {
  return {
    status: 409,
    code: "already_active",
    message: `the key \`${key}\`, by which requests are known to be about the same, is taken: run \`${run.id}\` is ${run.status}`,
    details: [{ message: "finish it or cancel it first", ref: run.id }],
  };
}

function tooDeep(key: string): Refusal {
  return {
    status: 429,
    code: "queue_full",
    message: `${deepest} runs with the key \`${key}\` are queued already`,
    details: [],
  };
}

/** The oldest queued run of an owner and key, if none is active any more but `ending`. */
export function nextInQueue(store: Store, { owner, key }: RunRow, ending?: string): RunRow | undefined {
  const active = store.runs({ owner, key, status: activeStatuses }).filter(({ id }) => id !== ending);
  return active.length > 0 ? undefined : store.runs({ owner, key, status: ["queued"] }).at(-1);
}

/**
 * Starts a queued run, unless it is not its turn yet. `ending`: the run whose end this transaction is, which counts as ended.
 */
export function promote(
  store: Store,
  machineOf: (row: RunRow) => Machine,
  lease: Lease,
  now: number,
  ending?: string,
): boolean {
  return store.transaction(() => {
    const row = store.run(lease.run);
    if (row?.status !== "queued" || nextInQueue(store, row, ending)?.id !== row.id) return false;
    const journal = store.journal(row.id);
    const started = startOf(journal);
    if (started === undefined) return false;
    const machine = machineOf(row);
    const state = fold(machine, empty(machine), journal);
    const next = step(machine, state, [started], Math.max(now, state.at));
    const status = statusOf(machine, next.state);
    store.append({ run: row.id, version: row.version, lease, entries: next.entries, status });
    return true;
  });
}

/** Deals with what was handed over to a run that has not started. */
export function readInboxOfQueued(store: Store, lease: Lease, now: number): void {
  for (const { id, request } of store.inbox(lease.run)) {
    store.transaction(() => {
      const row = store.run(lease.run);
      if (row === undefined) return;
      const result = requestOfQueued(row, request);
      if (result.kind === "accepted" && result.events.length > 0) {
        const at = Math.max(now, row.updatedAt);
        const entries = result.events.map((event, index) => ({ seq: row.version + 1 + index, at, event }));
        store.append({ run: row.id, version: row.version, lease, entries, status: "cancelled" });
      }
      store.settle(id, result, lease);
    });
  }
}

/** A queued run takes a cancel; everything else has to wait until it has started. */
function requestOfQueued(row: RunRow, handed: unknown): RequestResult {
  const request = readRequest(handed);
  if (request === undefined) return noRequest();
  if (hasEnded(row.status) && request.kind === "cancel-run")
    return { kind: "accepted", events: [], repeated: true };
  if (request.kind === "cancel-run")
    return { kind: "accepted", events: [{ kind: "run.cancelled" }], repeated: false };
  const refusal: Refusal = hasEnded(row.status)
    ? {
        status: 410,
        code: "run_ended",
        message: `run \`${row.id}\` was cancelled before it started`,
        details: [],
      }
    : {
        status: 409,
        code: "queued",
        message: `run \`${row.id}\` is queued and has not started`,
        details: [],
      };
  return { kind: "refused", refusal };
}

/** How a run is shown that has not started, or was cancelled before it did; `undefined` of any other. */
export function viewOfUnstarted(
  machine: Machine,
  row: RunRow,
  journal: readonly JournalEntry[],
): RunView | undefined {
  const started = startOf(journal);
  const [first] = journal;
  if (started === undefined || first === undefined) return undefined;
  if (journal.some(({ event }) => event.kind === "run.started")) return undefined;
  const shown = view(machine, fold(machine, empty(machine), [{ ...first, event: started }]));
  return { ...shown, status: hasEnded(row.status) ? "cancelled" : "queued", updatedAt: row.updatedAt };
}

/** What starts the queued run. */
function startOf([first]: readonly JournalEntry[]): RunStartedEvent | undefined {
  return first?.event.kind === "run.queued" ? first.event.start : undefined;
}
