/**
 * What the drivers need of the world. Everything that is not pure comes in through here, so that tests give their own
 * clock, models, tools and stores.
 */
import type {
  ArtifactLandedEvent,
  Bundle,
  Choice,
  Clarification,
  Event,
  Finding,
  Json,
  JournalEntry,
  LandingRefusedEvent,
  MemberId,
  ModelReply,
  Schema,
  Standing,
  WorkspaceReadEvent,
} from "../ir/index.js";
import type {
  CallSite,
  Command,
  Machine,
  Offer,
  Refusal,
  Request,
  RequestResult,
  Turn,
} from "./core/index.js";

export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Resolves at `at` (ms since 1970) or when aborted; never early. */
  until(at: number, signal: AbortSignal): Promise<void>;
}

/** A source of ids: 26 characters, time-ordered. */
export interface Ids {
  next(prefix: string): string;
}

/** A number in `[0, 1)`, for jitter. */
export type Random = () => number;

// ----------------------------------------------------------------------------------------------------------- models

/**
 * The reason code of a call that nothing is scripted for. Nobody answered it, so that it counts in no `ordinal`: once the
 * script is set right, the call that is made in its place has the same number.
 */
export const unscripted = "unscripted";

export interface GenerateRequest {
  readonly purpose: "generate";
  readonly site: CallSite;
  /** How many calls for the same playbook, key and target this run began before that are open or answered; the same after a restart. */
  readonly ordinal: number;
  readonly prompt: string;
  readonly schema: Schema;
  readonly form: "json" | "text";
  readonly offers: readonly Offer[];
  readonly turns: readonly Turn[];
}
export interface ClarifyRequest {
  readonly purpose: "clarify";
  readonly site: CallSite;
  /** How often this run asked for decisions for the same playbook, key and target before. */
  readonly ordinal: number;
  readonly prompt: string;
  /** What the framework knows already, a line each. */
  readonly known: readonly string[];
  readonly questions: number;
}
export interface SelectRequest {
  readonly purpose: "select";
  /** The composite whose lanes are chosen; absent for the loop. */
  readonly playbook?: string;
  /** How many choices this run was given for the same composite before. */
  readonly ordinal: number;
  /** By member's name (`ref` or `ref["key"]`): how many lanes it had here, and in which round the last one was admitted. */
  readonly admitted: Readonly<Record<string, { readonly lanes: number; readonly lastRound: number }>>;
  readonly path: string;
  readonly round: number;
  readonly attempt: number;
  readonly goal: string;
  readonly lanes: number;
  readonly board: readonly Standing[];
  readonly intents: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/**
 * A model provider. It resolves with what the provider gave, failures included (`failure`), and never retries by itself:
 * `drive/retry.ts` does, by `[R-11]`. It rejects only when aborted. `retryable` failures carry `retryAfterMs` where known.
 */
export interface Model {
  generate(request: GenerateRequest, signal: AbortSignal): Promise<ProviderReply<ModelReply>>;
  clarify(request: ClarifyRequest, signal: AbortSignal): Promise<ProviderReply<readonly Clarification[]>>;
  select(request: SelectRequest, signal: AbortSignal): Promise<ProviderReply<Choice>>;
}
export type ProviderReply<T> =
  | { readonly kind: "reply"; readonly reply: T }
  | {
      readonly kind: "retryable";
      readonly reasonCode: string;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  | {
      readonly kind: "final";
      readonly category: "provider_failure" | "configuration" | "limit";
      readonly reasonCode: string;
      readonly message: string;
    };

/** Somebody at a terminal, or wherever people are asked. */
export interface Prompter {
  /** The answer that fits the schema; `undefined` where the person left it. Rejects when aborted. */
  ask(
    question: { readonly title: string; readonly text: string; readonly schema: Schema },
    signal: AbortSignal,
  ): Promise<Json | undefined>;
}

// ------------------------------------------------------------------------------------------------------------ tools

/** A tool's binding (`[L-43]`). An error is the tool's result, not an exception. */
export interface Tool {
  call(input: Json, context: ToolContext): Promise<ToolResult>;
}
export interface ToolContext {
  readonly callId: string;
  readonly tool: string;
  /** How many calls of the tool this run began before that are open or answered; the same after a restart. */
  readonly ordinal: number;
  readonly signal: AbortSignal;
}
export type ToolResult = { readonly output: Json } | { readonly error: string; readonly reasonCode?: string };

/** A selector of the configuration (`select "name"`). */
export interface Selector {
  select(request: SelectRequest, signal: AbortSignal): Promise<ProviderReply<Choice>>;
}

// -------------------------------------------------------------------------------------------------------- workspace

/** Where documents are read and landed. Nothing but landing writes there (`[R-7]`). */
export interface Workspace {
  read(machine: Machine, command: Command & { readonly kind: "read-workspace" }): Promise<WorkspaceReadEvent>;
  /**
   * Lands all documents or none (`[R-6]`, `[R-52]`); the same command again, after a crash, finishes what was begun and
   * does nothing twice. `isHeld` is asked once nobody else can land: where the lease is lost, nothing is written and
   * there is no answer. Rejects only when aborted before anything was written.
   */
  land(
    run: string,
    command: Command & { readonly kind: "land" },
    isHeld: () => boolean,
    signal: AbortSignal,
  ): Promise<readonly (ArtifactLandedEvent | LandingRefusedEvent)[] | undefined>;
  /** The journal has the landing: what was kept for doing it again is not needed any more. */
  forget(run: string, command: string): Promise<void>;
  /** The run does not want the landing any more and has not journaled it: what stood there before comes back. */
  takeBack(run: string, command: string): Promise<void>;
  /** After a restart: forgets the run's landings that are journaled and takes back those that nobody waits for. */
  tidy(
    run: string,
    kept: {
      readonly pending: readonly string[];
      readonly isJournaled: (path: string, sha256: string) => boolean;
    },
  ): Promise<void>;
}

// ------------------------------------------------------------------------------------------------------------ store

export interface RunRow {
  readonly id: string;
  readonly playbook: string | null;
  readonly digest: string;
  readonly owner: string;
  readonly key: string;
  readonly status: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** The journal number of the last event. */
  readonly version: number;
}

/** Who drives a run: a fencing token that grows with every new holder (`[R-4]`). */
export interface Lease {
  readonly run: string;
  readonly holder: string;
  readonly fence: number;
  readonly expiresAt: number;
}

/**
 * A request as it was handed over (`[R-36]`, `[R-47]`): durable before anybody deals with it, dealt with once, by whoever
 * holds the run's lease, in the transaction that records what came of it.
 */
export interface Message {
  readonly id: string;
  readonly run: string;
  readonly at: number;
  readonly request: Request;
}

/** A message as the store has it: whatever somebody put there. `request` is absent where that is no JSON. */
export interface Handed extends Omit<Message, "request"> {
  readonly request?: unknown;
}

/** A message that nothing came of, and why. */
export interface RefusedMessage extends Handed {
  readonly refusal: Refusal;
}

/**
 * The journal of every run. All methods are synchronous and durable when they return (WAL, synchronous FULL).
 * `append` takes effect whole or not at all, and only when `version` is the run's last journal number and the lease is
 * still held; else it throws `StaleLease` or `VersionConflict`, and nothing is written. Where the disk, the file or
 * another process is in the way, a `StoreFailure` says so in words, nothing is written, and the store can go on.
 */
export interface Store {
  /** Runs `body` as one transaction: all of its writes or, when it throws, none. May be nested; the outermost commits. */
  transaction<T>(body: () => T): T;
  putBundle(bundle: Bundle): void;
  bundle(digest: string): Bundle | undefined;
  create(run: RunRow, entries: readonly JournalEntry[]): void;
  append(append: {
    readonly run: string;
    readonly version: number;
    readonly lease: Lease;
    readonly entries: readonly JournalEntry[];
    readonly status: string;
  }): void;
  run(id: string): RunRow | undefined;
  /** The newest first. `before`: a run's id, to go on from. */
  runs(filter: {
    readonly status?: readonly string[];
    readonly owner?: string;
    readonly key?: string;
    readonly limit?: number;
    readonly before?: string;
  }): readonly RunRow[];
  /** `after`: the number of an entry, to go on behind; `limit`: at most so many. */
  journal(run: string, after?: number, limit?: number): readonly JournalEntry[];
  /** Takes the lease unless another holder's is alive at `now`. A holder that `isGone` says has died is not alive. */
  lease(
    run: string,
    holder: string,
    now: number,
    ttlMs: number,
    isGone?: (holder: string) => boolean,
  ): Lease | undefined;
  renew(lease: Lease, now: number, ttlMs: number): Lease | undefined;
  release(lease: Lease): void;
  /** The lease as it stands, dead or alive; `undefined` when nobody holds the run. */
  holding(run: string): Lease | undefined;
  /** Hands a request over; whoever drives the run deals with it. */
  post(message: Message): void;
  /** What was handed over and not dealt with yet, the oldest first. */
  inbox(run: string): readonly Handed[];
  /** Records what came of a message. Under the run's lease, like `append`. */
  settle(message: string, result: RequestResult, lease: Lease): void;
  /** What came of a message; `undefined` while nobody has dealt with it. */
  settled(message: string): RequestResult | undefined;
  /** What was handed over and refused, the oldest first: kept, and never dealt with again. */
  refused(run: string): readonly RefusedMessage[];
  close(): void;
}
export type { Event, MemberId };
