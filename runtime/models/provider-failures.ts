/** What went wrong with a provider, told apart by what may be done about it (`[R-11]`). */
import type { ProviderReply } from "../ports.js";

export type CallFailure = Exclude<ProviderReply<never>, { kind: "reply" }>;

/** The server that failed, for messages. */
export interface Server {
  readonly url: string;
  readonly model: string;
  readonly idleMs?: number;
}

export const notInstalled: CallFailure = {
  kind: "final",
  category: "configuration",
  reasonCode: "not_installed",
  message:
    "the packages that speak to model servers are not installed: run `npm install ai@6 @ai-sdk/openai-compatible@2` in the project",
};

export function idleFailure({ url, idleMs = 60_000 }: Server): CallFailure {
  return {
    kind: "retryable",
    reasonCode: "idle",
    message: `\`${url}\` said nothing for ${idleMs / 1_000} seconds`,
  };
}

/**
 * Transport errors, 408, 409, 429 and 5xx may be mended by another try; so may an answer that was cut on its way. 401, 403
 * and a model that the server does not know are the configuration's; a brief that is too long is a limit.
 */
export function failureOf(error: unknown, server: Server): CallFailure {
  const status = numberIn(error, "statusCode");
  const words = wordsOf(error, server);
  if (status === undefined) return { kind: "retryable", reasonCode: "transport", message: words };
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const retryAfterMs = retryAfterOf(error);
    const reasonCode = status === 429 ? "rate_limited" : `http_${status}`;
    return {
      kind: "retryable",
      reasonCode,
      message: words,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  const body = textIn(error, "responseBody");
  if (status === 401 || status === 403)
    return final("configuration", "not_authorized", `${words}: see that \`key\` names a key that may use it`);
  if (status === 404 || /model[_ ]not[_ ]found|unknown model|invalid model/i.test(body))
    return final("configuration", "unknown_model", `${words}: see that \`url\` and \`model\` are right`);
  if (status === 413 || /context[_ ]length|maximum context|too many tokens/i.test(body))
    return final("limit", "context_length", `${words}: the brief is longer than the model can read`);
  return final("provider_failure", `http_${status}`, words);
}

function final(
  category: "provider_failure" | "configuration" | "limit",
  reasonCode: string,
  message: string,
): CallFailure {
  return { kind: "final", category, reasonCode, message };
}

function wordsOf(error: unknown, { url, model }: Server): string {
  const status = numberIn(error, "statusCode");
  const said = error instanceof Error ? error.message : textIn(error, "message") || String(error);
  if (status === undefined) return `\`${url}\` did not answer as it should: ${said}`;
  return `\`${url}\` answered ${status} for \`${model}\`: ${said}`;
}

/** `Retry-After` in ms: seconds, or a date; the clock of the server's own `Date` is taken where it says one. */
function retryAfterOf(error: unknown): number | undefined {
  const headers = fieldIn(error, "responseHeaders");
  const exact = Number(textIn(headers, "retry-after-ms"));
  if (exact > 0) return exact;
  const value = textIn(headers, "retry-after");
  if (value === "") return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const at = Date.parse(value);
  const now = Date.parse(textIn(headers, "date"));
  return Number.isNaN(at) || Number.isNaN(now) ? undefined : Math.max(0, at - now);
}

function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Own or inherited: an error's fields may be either.
  return name in value ? Reflect.get(value, name) : undefined;
}

function numberIn(value: unknown, name: string): number | undefined {
  const found = fieldIn(value, name);
  return typeof found === "number" ? found : undefined;
}

function textIn(value: unknown, name: string): string {
  const found = fieldIn(value, name);
  return typeof found === "string" ? found : "";
}
