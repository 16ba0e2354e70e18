import type { Refusal, RequestResult } from "../requests.js";

/** A refusal: it changes nothing. `message`: for people, lower case, names in backticks. */
export function refuse(
  status: Refusal["status"],
  code: string,
  message: string,
  details: Refusal["details"] = [],
): Extract<RequestResult, { kind: "refused" }> {
  return { kind: "refused", refusal: { status, code, message, details } };
}
