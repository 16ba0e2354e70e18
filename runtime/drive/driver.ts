/** What a driver offers, and what it needs. */
import type { JournalEntry } from "../../ir/index.js";
import type { ContentLimits, Request, RequestResult, RunView } from "../core/index.js";
import type { Clock, Ids, Random, RunRow, Store } from "../ports.js";
import type { StoreFailure } from "../stores/failure.js";
import type { Hands } from "./hands.js";
import type { StartRequest, StartResult } from "./starting.js";

export interface RuntimeOptions extends Omit<Hands, "clock" | "random" | "secret"> {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** By default the machine's. */
  readonly random?: Random;
  /** By default `env:` of this process and `file:`. */
  readonly secret?: Hands["secret"];
  /** Who owns what is started here, and whose requests are taken (`[R-34]`), unless a request says otherwise. */
  readonly owner: string;
  /** Lower limits than the default on what comes in (`[R-58]`). */
  readonly limits?: Partial<ContentLimits>;
  /** This process among those on the store; by default its number and machine. */
  readonly holder?: string;
  /** Whether a holder of a lease has died; by default found out for processes of this machine. */
  readonly isGone?: (holder: string) => boolean;
  /** How long a lease lasts without being renewed, in ms. Default 15 000. */
  readonly leaseMs?: number;
  /** How often other processes' requests and events are looked for, in ms. Default 200. */
  readonly pollMs?: number;
}

/** How driving a run came to rest. `held`: another process drives it. `lost`: it passed to another one meanwhile. */
export type Driven =
  | { readonly kind: "rest"; readonly view: RunView }
  | { readonly kind: "held"; readonly holder: string; readonly message: string }
  | { readonly kind: "lost"; readonly message: string }
  | { readonly kind: "stopped"; readonly view: RunView }
  | { readonly kind: "failed"; readonly failure: StoreFailure }
  | { readonly kind: "unknown"; readonly message: string };

/** A run as somebody sees it who stays with it. */
export interface Followed {
  view(): RunView;
  /** The entries behind number `after`. */
  journal(after: number): readonly JournalEntry[];
  /** Calls back whenever the journal has grown or work has come to rest, until what it gives back is called. */
  onChange(listener: () => void): () => void;
  /** Whether anything goes on at the moment; waiting for a person or the clock does not count. */
  isAtWork(): boolean;
  request(request: Request): Promise<RequestResult>;
  /** Lets go of the run: what is journaled stays, and it can be taken up again at any time. */
  letGo(): Promise<void>;
}

export interface Runtime {
  /** Starts a run, or says why not; then nothing is recorded. It is durable when this resolves, and driven here. */
  start(request: StartRequest): Promise<StartResult>;
  /**
   * Asks something of a run, whoever drives it; resolves once that is dealt with. Rejects where driving it here fails (a
   * `StoreFailure`): what was asked stays handed over, and is dealt with when the run is next driven.
   */
  request(run: string, request: Request): Promise<RequestResult>;
  cancel(run: string): Promise<RequestResult>;
  /** Takes the run up where nobody drives it, and resolves when nothing goes on but waiting. */
  drive(run: string): Promise<Driven>;
  /**
   * Takes up every run that was left in the middle, and every one with a moment to wait for or something handed over
   * (`[R-4]`, `[R-33]`); their ids. May be called again at any time. Rejects with a `StoreFailure` where a run cannot be
   * read, once all others are taken up.
   */
  recover(): Promise<readonly string[]>;
  runs(filter: Parameters<Store["runs"]>[0]): readonly RunRow[];
  view(run: string): RunView | undefined;
  journal(run: string, after?: number): readonly JournalEntry[];
  /** Calls `onEntry` with every entry behind number `after`, also with those to come, until what it gives back is called. */
  events(run: string, after: number, onEntry: (entry: JournalEntry) => void): () => void;
  follow(run: string): Followed | undefined;
  /** Ends the driving of a run by this process. */
  letGo(run: string): Promise<void>;
  /** Lets go of all runs; the store stays open. */
  close(): Promise<void>;
}
