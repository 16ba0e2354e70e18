import type { Facts } from "../../runtime/core/facts.js";

/** A run in which nothing is there: for what asks of its own arguments only. */
export function noFacts(matches: Facts["matches"]): Facts {
  return {
    document: () => undefined,
    isAbsent: () => true,
    isDelivered: () => false,
    isStale: () => false,
    documentKeys: () => undefined,
    contributions: () => [],
    verdict: () => undefined,
    rows: () => undefined,
    isKeyed: () => false,
    matches,
  };
}
