/** What an effect's rules, and then a host's guardian, decide of one use of it (`[L-27]`, `[L-28]`). */
import type { Effect, Json } from "../../../ir/index.js";
import { evaluate } from "../evaluate.js";
import { type Facts, scopeOf } from "../facts.js";

/** From the loosest to the strictest. */
const strictness = ["permit", "approve", "refuse", "terminate"] as const;
export type Decision = (typeof strictness)[number];

export interface Judgement {
  readonly decision: Decision;
  /** The place of the rule that decided, among the effect's rules; absent where none matched. */
  readonly rule?: number;
  /** Where a person has to approve: for how long that holds, as an ISO 8601 duration. */
  readonly expires?: string;
}

/**
 * The first rule that matches decides. Where none does, a person has to approve. A `refuse` or `terminate` that cannot be
 * told, because something in it is unavailable, makes the decision at least `approve`.
 */
export function judge(effect: Effect, input: Readonly<Record<string, Json>>, facts: Facts): Judgement {
  const scope = scopeOf(facts, { arguments: input });
  let least: Decision = "permit";
  for (const [rule, { verb, when, expires }] of effect.rules.entries()) {
    const matches = when === undefined ? true : evaluate(when, scope);
    if (matches === undefined && (verb === "refuse" || verb === "terminate")) least = "approve";
    if (matches !== true) continue;
    const decision = stricter(verb, least);
    return { decision, rule, ...(decision === "approve" && expires !== undefined ? { expires } : {}) };
  }
  return { decision: "approve" };
}

/** A guardian's word on a judgement: it may make it stricter, and never looser. */
export function tightened(judgement: Judgement, guardian: Decision): Judgement {
  const decision = stricter(judgement.decision, guardian);
  return decision === judgement.decision ? judgement : { decision };
}

function stricter(one: Decision, other: Decision): Decision {
  return strictness.indexOf(one) >= strictness.indexOf(other) ? one : other;
}
