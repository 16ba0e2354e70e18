/**
 * A run as it went, from its journal and from what the scenario did to it: plain data, for people to read.
 */
import type { Clarification, Finding, Json, MemberId, Standing } from "../../ir/index.js";

/** What happened, in order. A beat of a nested composite has its lane's path (`[R-57]`). */
export interface Transcript {
  readonly startedAt: number;
  readonly beats: readonly Beat[];
}

/** `at`: ms since 1970. */
export type Beat = { readonly at: number; readonly path: string } & Happened;

export type Happened =
  | {
      readonly kind: "started";
      readonly playbook?: string;
      readonly goal?: string;
      readonly inputs: Readonly<Record<string, Json>>;
    }
  /** The scenario's own: what a person, a clock or a crash did, in words. */
  | { readonly kind: "happening"; readonly words: string }
  | { readonly kind: "round"; readonly round: number; readonly counted: boolean }
  | { readonly kind: "board"; readonly board: readonly Standing[] }
  | { readonly kind: "chosen"; readonly lanes: readonly MemberId[]; readonly rationale?: string }
  | { readonly kind: "chose-to-stop"; readonly rationale: string }
  | { readonly kind: "choice-refused"; readonly findings: readonly Finding[] }
  | {
      readonly kind: "held-back";
      readonly member: MemberId;
      readonly against: MemberId;
      readonly why: string;
    }
  | { readonly kind: "admitted"; readonly lane: string; readonly member: MemberId; readonly resumed: boolean }
  | {
      readonly kind: "rejected";
      readonly lane: string;
      readonly member: MemberId;
      readonly attempt: number;
      readonly findings: readonly Finding[];
    }
  | {
      readonly kind: "tool";
      readonly lane: string;
      readonly tool: string;
      readonly input: Json;
      readonly output?: Json;
      readonly error?: string;
    }
  | {
      readonly kind: "asked";
      readonly member?: MemberId;
      readonly wait: string;
      readonly question: string;
      readonly requests: readonly Clarification[];
    }
  | {
      readonly kind: "ended-wait";
      readonly wait: string;
      readonly how: string;
      readonly answer?: Json;
      readonly reason?: string;
    }
  | {
      readonly kind: "landed";
      readonly member: MemberId;
      readonly artifact: string;
      readonly key?: string;
      readonly place: string;
    }
  | { readonly kind: "landing-refused"; readonly member: MemberId; readonly message: string }
  | { readonly kind: "added"; readonly member: MemberId; readonly evidence: string; readonly text: string }
  | {
      readonly kind: "returned";
      readonly member: MemberId;
      readonly verdict: string;
      readonly key?: string;
      readonly value: Json;
    }
  | { readonly kind: "removed"; readonly verdict: string; readonly key?: string; readonly because: string }
  | { readonly kind: "advised"; readonly member: MemberId; readonly text: string }
  | {
      readonly kind: "settled";
      readonly lane: string;
      readonly member: MemberId;
      readonly outcome: string;
      readonly why?: string;
    }
  | { readonly kind: "stopped"; readonly reason: string; readonly words: string; readonly rationale?: string }
  | {
      readonly kind: "ended";
      readonly status: "paused" | "completed" | "failed" | "cancelled";
      readonly reason?: string;
    };

/** Something that the scenario did once the journal had `after` entries. */
export interface Mark {
  readonly after: number;
  readonly at: number;
  readonly words: string;
}
