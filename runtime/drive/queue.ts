/**
 * What a request meets while runs with its owner and key are active (`[R-36]`). A queued run is in the store with what
 * starts it; it starts in the transaction that ends its predecessor, or, where that could not be, when a driver next looks.
 */
import type { JournalEntry, RunStartedEvent } from "../../ir/index.js";
import {
  type Machine,
  type Refusal,
  type Request,
  type RequestResult,
  type RunView,
  empty,
  fold,
  step,
  statusOf,
  view,
} from "../core/index.js";
import type { RunRow, Store } from "../ports.js";
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
  if (mode === "parallel") return { kind: "start" };
  const { owner, key } = started;
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
    message: `run \`${run.id}\` with the key \`${key}\` is ${run.status}: finish or cancel it first`,
    details: [],
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

/** What starts the queued run. */
export function startOf(journal: readonly JournalEntry[]): RunStartedEvent | undefined {
  const [first] = journal;
  return first?.event.kind === "run.queued" ? first.event.start : undefined;
}

/** The entries that start a queued run, and its status after them. */
export function promotion(
  machine: Machine,
  journal: readonly JournalEntry[],
  now: number,
): { readonly entries: readonly JournalEntry[]; readonly status: string } | undefined {
  const started = startOf(journal);
  if (started === undefined) return undefined;
  const state = fold(machine, empty(machine), journal);
  const next = step(machine, state, [started], Math.max(now, state.at));
  return { entries: next.entries, status: statusOf(machine, next.state) };
}

/** A queued run takes a cancel; everything else has to wait until it has started. */
export function requestOfQueued(row: RunRow, request: Request): RequestResult {
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

/** How a run that never started is shown. */
export function viewOfQueued(
  machine: Machine,
  row: RunRow,
  journal: readonly JournalEntry[],
): RunView | undefined {
  const started = startOf(journal);
  const [first] = journal;
  if (started === undefined || first === undefined) return undefined;
  const shown = view(machine, fold(machine, empty(machine), [{ ...first, event: started }]));
  return { ...shown, status: hasEnded(row.status) ? "cancelled" : "queued", updatedAt: row.updatedAt };
}
