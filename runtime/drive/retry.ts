/** Asking a provider again (`[R-11]`). */
import type { Clock, ProviderReply, Random } from "../ports.js";

export interface RetryPolicy {
  /** How often in all. */
  readonly attempts: number;
  /** The longest wait before the second attempt, in ms; each further one doubles it, up to `mostMs`. */
  readonly firstMs: number;
  readonly mostMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 6, firstMs: 500, mostMs: 30_000 };

export interface RetryTools {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** ms since 1970; what could only begin at or after it does not begin. */
  readonly deadline?: number | undefined;
  readonly policy?: RetryPolicy;
}

export type Settled<T> =
  | { readonly kind: "reply"; readonly reply: T }
  | {
      readonly kind: "failure";
      readonly category: "provider_failure" | "configuration" | "limit";
      readonly reasonCode: string;
      readonly message: string;
    };

/**
 * Calls until there is a reply or a failure that another call would not mend. Between two calls it waits a random part of
 * a time that doubles (full jitter), and at least as long as the provider asked for. Where that would be past the deadline,
 * or the attempts are used up, the last failure stands, with how often it was tried. Rejects when aborted.
 */
export async function withRetry<T>(
  call: () => Promise<ProviderReply<T>>,
  { clock, random, signal, deadline, policy = defaultRetryPolicy }: RetryTools,
): Promise<Settled<T>> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const reply = await call();
    signal.throwIfAborted();
    switch (reply.kind) {
      case "reply":
        return reply;
      case "final":
        return { ...reply, kind: "failure" };
      case "retryable": {
        const ceiling = Math.min(policy.mostMs, policy.firstMs * 2 ** (attempt - 1));
        const at = clock.now() + Math.max(Math.round(random() * ceiling), reply.retryAfterMs ?? 0);
        const isOver = attempt >= policy.attempts || (deadline !== undefined && at >= deadline);
        if (isOver) return exhausted(reply.reasonCode, reply.message, attempt);
        await clock.until(at, signal);
      }
    }
  }
}

function exhausted<T>(reasonCode: string, message: string, attempts: number): Settled<T> {
  const tried = attempts === 1 ? "" : ` (tried ${attempts} times)`;
  return { kind: "failure", category: "provider_failure", reasonCode, message: `${message}${tried}` };
}
