/**
 * What the drivers need of the world. Everything that is not pure comes in through here, so that tests give their own
 * clock, models, tools and stores.
 */
import type { Bundle, Event, Finding, Json, JournalEntry, MemberId, Schema, Standing } from "../ir/index.js";
import type { CallSite, Offer, Turn } from "./core/index.js";
import type { ModelReply, Clarification, Choice } from "../ir/index.js";

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

// ----------------------------------------------------------------------------------------------------------- models

export interface GenerateRequest {
  readonly purpose: "generate";
  readonly site: CallSite;
  readonly prompt: string;
  readonly schema: Schema;
  readonly form: "json" | "text";
  readonly offers: readonly Offer[];
  readonly turns: readonly Turn[];
}
export interface ClarifyRequest {
  readonly purpose: "clarify";
  readonly site: CallSite;
  readonly prompt: string;
  /** What the framework knows already, a line each. */
  readonly known: readonly string[];
  readonly questions: number;
}
export interface SelectRequest {
  readonly purpose: "select";
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
  | { readonly kind: "retryable"; readonly reasonCode: string; readonly message: string; readonly retryAfterMs?: number }
  | { readonly kind: "final"; readonly category: "provider_failure" | "configuration" | "limit"; readonly reasonCode: string; readonly message: string };

// ------------------------------------------------------------------------------------------------------------ tools

/** A tool's binding (`[L-43]`). An error is the tool's result, not an exception. */
export interface Tool {
  call(input: Json, context: { readonly callId: string; readonly tool: string; readonly signal: AbortSignal }): Promise<{ readonly output: Json } | { readonly error: string }>;
}

/** A selector of the configuration (`select "name"`). */
export interface Selector {
  select(request: SelectRequest, signal: AbortSignal): Promise<ProviderReply<Choice>>;
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
 * The journal of every run. All methods are synchronous and durable when they return (WAL, synchronous FULL).
 * `append` takes effect whole or not at all, and only when `version` is the run's last journal number and the lease is
 * still held; else it throws `StaleLease` or `VersionConflict`, and nothing is written.
 */
export interface Store {
  putBundle(bundle: Bundle): void;
  bundle(digest: string): Bundle | undefined;
  create(run: RunRow, entries: readonly JournalEntry[]): void;
  append(append: { readonly run: string; readonly version: number; readonly lease: Lease; readonly entries: readonly JournalEntry[]; readonly status: string }): void;
  run(id: string): RunRow | undefined;
  runs(filter: { readonly status?: readonly string[]; readonly owner?: string; readonly limit?: number; readonly before?: string }): readonly RunRow[];
  journal(run: string, after?: number): readonly JournalEntry[];
  /** Takes the lease unless another holder's is alive at `now`. */
  lease(run: string, holder: string, now: number, ttlMs: number): Lease | undefined;
  renew(lease: Lease, now: number, ttlMs: number): Lease | undefined;
  release(lease: Lease): void;
  close(): void;
}
export type { Event, MemberId };
