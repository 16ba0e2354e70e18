import type { Facts } from "../../runtime/core/facts.js";

/** A run in which nothing is there: for what asks of its own arguments only. */
export const noFacts: Facts = {
  document: () => undefined,
  isAbsent: () => true,
  isDelivered: () => false,
  isStale: () => false,
  documentKeys: () => undefined,
  contributions: () => [],
  verdict: () => undefined,
  rows: () => undefined,
  isKeyed: () => false,
};
