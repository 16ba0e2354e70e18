/** What a person or a program is shown of a run (`[R-1]`): plain data, JSON as it is. */
import type { Json, MemberId, RunStartedEvent, Schema, Standing, StopContext } from "../../ir/index.js";

export type RunStatus = "queued" | "running" | "waiting" | "paused" | "completed" | "failed" | "cancelled";

export interface RunView {
  readonly id: string;
  readonly playbook?: string;
  readonly shape: "single" | "choreography" | "loop";
  readonly digest: string;
  readonly owner: string;
  readonly key: string;
  readonly mode: "live" | "preview";
  readonly status: RunStatus;
  readonly inputs: Readonly<Record<string, Json>>;
  /** What the loop was started with; absent for anything else. */
  readonly loop?: RunStartedEvent["loop"];
  /** Why it stopped (`[R-53]`), and what that means in words. */
  readonly stopReason?: string;
  readonly stopWords?: string;
  /** Whether `until` holds; null without one, absent before the end. */
  readonly goalHolds?: boolean | null;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** ms in which a lane or the selector worked (`[R-22]`). */
  readonly activeMs: number;
  /** Counted rounds of the run's own choreography. */
  readonly rounds: number;
  readonly lanes: readonly LaneView[];
  readonly waits: readonly WaitView[];
  readonly stops: readonly StopContext[];
  readonly lastDecision?: {
    readonly kind: "selection" | "verdict" | "answer";
    readonly words: string;
    readonly at: number;
  };
  readonly pendingPermit: null;
  readonly evidence: Readonly<
    Record<
      string,
      readonly {
        readonly playbook: string;
        readonly key?: string;
        readonly round: number;
        readonly lane: string;
        readonly text: string;
      }[]
    >
  >;
  readonly verdicts: Readonly<Record<string, readonly { readonly key?: string; readonly value: Json }[]>>;
  readonly landings: readonly {
    readonly lane: string;
    readonly artifact: string;
    readonly key?: string;
    readonly path: string;
    readonly sha256: string;
    readonly at: number;
    readonly exchange: readonly {
      readonly ref: string;
      readonly question: string;
      readonly answer?: Json;
      readonly delegated: boolean;
    }[];
    readonly assumptions: readonly string[];
  }[];
  readonly heldBack: readonly {
    readonly round: number;
    readonly member: MemberId;
    readonly against: MemberId;
    readonly why: string;
  }[];
  readonly advisories: readonly { readonly lane: string; readonly text: string }[];
  readonly board?: readonly Standing[];
}

export interface LaneView {
  readonly lane: string;
  readonly member: MemberId;
  readonly round: number;
  readonly status:
    "running" | "landed" | "returned" | "failed" | "stopped" | "suspended" | "superseded" | "previewed";
  readonly step?: number;
  readonly attempt?: number;
  readonly why?: string;
}

export interface WaitView {
  readonly waitId: string;
  readonly wait: string;
  readonly class: "intervention" | "signal" | "schedule";
  readonly status: "open" | "resuming" | "ended";
  readonly lane?: string;
  readonly member?: MemberId;
  readonly as?: string;
  readonly question: string;
  readonly schema: Schema;
  readonly declinable: boolean;
  readonly dueAt?: number;
  readonly expiresAt?: number;
  /** Present where the wait is a clarification (`[R-25]`, `[R-27]`). */
  readonly requests?: readonly {
    readonly ref: string;
    readonly question: string;
    readonly why?: string;
    readonly form: "text" | "choice" | "confirmation";
    readonly choices?: readonly string[];
  }[];
}
