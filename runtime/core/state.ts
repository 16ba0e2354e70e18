/**
 * A run's state: the fold of its journal (`[R-2]`), never anything else.
 *
 * Invariants
 * 1. State is never changed in place; a fold gives a new one that shares what did not change.
 * 2. Folding the same entries gives the same state, whoever folds them and when. No fold reads a clock, draws a random
 *    number or decides: what was decided is in the journal.
 * 3. `seq` is the number of the last entry, `at` its time; both never go back.
 * 4. `lanes` holds the lanes that are running, suspended or stopped, and those of a round that has not merged yet; `settled`
 *    holds the others. A lane in `settled` never leaves it (`[R-16]`).
 * 5. A lane's results are seen by nobody else before its round merges, in the order of the lanes (`[R-17]`, `[R-20]`).
 * 6. Every wait in `waits` is raised once and ends once (`[R-32]`). A lane is suspended while `openWaits` is above 0.
 * 7. Attempts of a lane's step are numbered on over retries, so that a late reply never fits a newer attempt (`[R-49]`).
 * 8. Time is counted as active only between two entries while something worked, and never over a restart (`[R-22]`).
 */
import type {
  Choice,
  Clarification,
  Decision,
  Document,
  Finding,
  Json,
  MemberId,
  ModelReply,
  Reading,
  RunStartedEvent,
  Schema,
  Standing,
  StopContext,
  Versions,
} from "../../ir/index.js";
import type { FanOutKey } from "./footprint.js";
import type { Log } from "./log.js";

export interface State {
  readonly seq: number;
  readonly at: number;
  readonly run: RunStartedEvent | undefined;
  readonly startedAt: number;
  readonly status: "running" | "paused" | "completed" | "failed" | "cancelled";
  readonly cancelling: boolean;
  /** A recovery that names no lane was asked for: the selector, or the members that failed, are tried again. */
  readonly recovering: boolean;
  readonly end: RunEnd | undefined;
  /** Why a paused or failed run stopped. */
  readonly stops: readonly StopContext[];
  readonly interview: Readonly<Record<string, Json>> | undefined;
  readonly choreographies: ReadonlyMap<string, Round>;
  /** What became of the members of composites that have settled, by the members around them: it holds for the run. */
  readonly memories: ReadonlyMap<string, ReadonlyMap<string, MemberState>>;
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly settled: Log<SettledLane>;
  readonly waits: ReadonlyMap<string, Wait>;
  readonly openWaits: number;
  readonly signals: readonly KeptSignal[];
  /** By name: a ref, or `ref["key"]`. */
  readonly documents: ReadonlyMap<string, Reading>;
  /** What a preview landed; it hides `documents` (`[R-8]`). */
  readonly overlay: ReadonlyMap<string, Reading>;
  readonly landed: ReadonlyMap<string, Landing>;
  readonly landings: Log<Landing>;
  readonly evidence: ReadonlyMap<string, readonly Contribution[]>;
  readonly verdicts: ReadonlyMap<string, Row>;
  readonly advisories: Log<{ readonly lane: string; readonly text: string }>;
  readonly heldBack: Log<HeldBack>;
  readonly lastDecision:
    | { readonly kind: "selection" | "verdict" | "answer"; readonly words: string; readonly at: number }
    | undefined;
  /** How many lanes run. */
  readonly working: number;
  readonly activeMs: number;
  readonly tokens: number;
  readonly overdue: { readonly duration: boolean; readonly deadline: boolean };
}

export interface RunEnd {
  readonly reason: string;
  readonly words: string;
  readonly goalHolds: boolean | null;
}

/** A choreography's rounds. A single run is one of them with a single member and no selector. */
export interface Round {
  /** The lane whose rounds these are; empty for the run's own. */
  readonly path: string;
  /** Absent for the loop. */
  readonly playbook: string | undefined;
  readonly phase: Phase;
  /** Of the round that goes on now, or went on last; continued rounds included. */
  readonly round: number;
  /** Rounds that count (`[R-21]`). */
  readonly counted: number;
  readonly admitted: number;
  readonly readings: number;
  readonly members: ReadonlyMap<string, MemberState>;
  readonly board: readonly Standing[];
  /** A lane left while it rested, so that the board no longer tells how things stand; what made it leave. */
  readonly stale: "timer" | "answer" | undefined;
  readonly selection: Selection | undefined;
  /** `stop` was chosen, and is put off while something is suspended. */
  readonly chosenStop: { readonly rationale: string } | undefined;
  /** Lanes of the round that goes on, in the order of their admission. */
  readonly current: readonly string[];
  readonly stopped:
    { readonly reason: string; readonly words: string; readonly rationale?: string } | undefined;
}

/**
 * `reading`: the workspace is asked for. `read`: it came; stops are looked at. `boarded`: somebody chooses, or nothing can
 * go on until an answer comes. `chosen`: lanes are to be admitted. `running`: lanes run. `stopped`: it is over.
 */
export type Phase = "reading" | "read" | "boarded" | "chosen" | "running" | "stopped";

export interface Selection {
  readonly round: number;
  readonly attempt: number;
  /** The last attempt that is allowed. */
  readonly allowed: number;
  readonly findings: readonly Finding[];
  readonly failure: string | undefined;
  readonly reply: Choice | undefined;
  readonly choice: readonly MemberId[] | undefined;
}

export interface MemberState {
  readonly lanes: number;
  readonly lastRound: number;
  readonly failures: number;
  readonly lastFailure: StopContext | undefined;
  readonly delivered: boolean;
  readonly returned: boolean;
  /** A person cancelled its question: it left this run (`[R-27]`). */
  readonly gone: boolean;
  /** What an instance of a fan-out ran for last: with another value it counts as new (`[R-46]`). */
  readonly element: Json | undefined;
}

export type Outcome = "landed" | "returned" | "failed" | "stopped" | "suspended" | "superseded" | "previewed";

export interface Lane {
  readonly id: string;
  readonly path: string;
  readonly round: number;
  readonly member: MemberId;
  readonly element: Json | undefined;
  /** Which instance of a fan-out it is, itself or the composite around it (`[R-46]`). */
  readonly instance: FanOutKey | undefined;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly status: "running" | Outcome;
  readonly why: string | undefined;
  readonly stop: StopContext | undefined;
  /** A stopped lane whose recovery was taken: it goes on with the next round. */
  readonly recovered: boolean;
  /** Counts its resumptions. */
  readonly epoch: number;
  /** ms since 1970, while it runs. */
  readonly since: number;
  readonly activeMs: number;
  readonly tokens: number;
  /** What was spent when its limits were granted anew (`[R-10]`). */
  readonly granted: { readonly activeMs: number; readonly tokens: number } | undefined;
  readonly overdue: boolean;
  readonly step: number;
  readonly work: Work | undefined;
  /** The last attempt of each step that is done, by the step. */
  readonly attempts: ReadonlyMap<number, number>;
  readonly locals: ReadonlyMap<string, Local>;
  readonly interview: Readonly<Record<string, Json>> | undefined;
  readonly results: readonly LaneResult[];
  /** The oldest versions that something kept rests on (`[R-51]`). */
  readonly seen: Versions;
  readonly exchange: readonly Decision[];
  readonly clarified: number;
  /** A clarification was declined: no further round (`[R-27]`). */
  readonly declined: boolean;
  readonly assumptions: readonly string[];
  /** What people added: answers after exhaustion, clarifications of a stop. */
  readonly context: readonly string[];
  readonly openWaits: number;
  readonly landing: LaneLanding | undefined;
}

export interface Local {
  readonly value: Json | undefined;
  readonly declined: boolean;
  readonly reason: string | undefined;
}

export interface LaneResult {
  readonly kind: "artifact" | "verdict" | "evidence";
  readonly ref: string;
  readonly value: Json;
  /** The step that gave it. */
  readonly step: number;
}

export interface LaneLanding {
  readonly documents: readonly Document[];
  readonly reads: readonly { readonly path: string; readonly sha256: string | null }[];
  readonly exchange: readonly Decision[];
  readonly assumptions: readonly string[];
  readonly versions: Versions;
  readonly written: number;
  readonly refused:
    { readonly reason: "superseded" | "outside" | "failed"; readonly message: string } | undefined;
}

export type Work = GenerateWork | AskWork | CallWork;

export interface AskWork {
  readonly kind: "ask";
  /** Of the waits that it raised, in the order of its asks. */
  readonly waits: readonly string[];
}

export interface CallWork {
  readonly kind: "call";
  readonly callId: string;
  readonly input: Json;
  readonly returned: { readonly output: Json } | { readonly error: string } | undefined;
}

export interface GenerateWork {
  readonly kind: "generate";
  readonly brief: { readonly prompt: string; readonly versions: Versions } | undefined;
  /** `ask`: the model is asked for questions. `requested`: people are. `done`: attempts go on. */
  readonly clarification: "ask" | "requested" | "done";
  /** What a clarifying model said and nobody has judged yet. */
  readonly clarifying:
    { readonly requests: readonly Clarification[] } | { readonly failure: string } | undefined;
  readonly attempt: number;
  readonly allowed: number;
  /** Between two attempts: the last one was rejected, or none was started. */
  readonly between: boolean;
  /** A reply that is journaled and not used yet (`[R-2]`). */
  readonly reply: ModelReply | undefined;
  readonly turns: readonly WorkTurn[];
  readonly findings: readonly Finding[];
  /** The wait of `on exhausted` was raised (`[R-10]`). */
  readonly exhausted: "no" | "asked" | "granted" | "refused";
}

export interface WorkTurn {
  readonly text: string | undefined;
  readonly calls: readonly WorkCall[];
}

export interface WorkCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
  readonly result: { readonly output: Json } | { readonly error: string } | undefined;
}

export interface Wait {
  readonly id: string;
  readonly wait: string;
  readonly class: "intervention" | "signal" | "schedule";
  readonly lane: string | undefined;
  readonly step: number | undefined;
  readonly as: string | undefined;
  readonly question: string;
  readonly schema: Schema;
  readonly declinable: boolean;
  readonly clarification: { readonly requests: readonly Clarification[]; readonly round: number } | undefined;
  readonly callId: string | undefined;
  readonly raisedAt: number;
  readonly dueAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly ended: EndedWait | undefined;
  readonly claimed: boolean;
  readonly consumed: boolean;
}

export interface EndedWait {
  readonly how: "answered" | "declined" | "expired" | "cancelled";
  readonly answer: Json | undefined;
  readonly reason: string | undefined;
  readonly by: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string | undefined;
  readonly seq: number;
}

export interface KeptSignal {
  readonly name: string;
  readonly value: Json;
  readonly seq: number;
}

export interface SettledLane {
  readonly lane: string;
  readonly path: string;
  readonly member: MemberId;
  readonly round: number;
  readonly status: Outcome;
  readonly why: string | undefined;
  readonly stop: StopContext | undefined;
}

export interface Contribution {
  readonly playbook: string;
  readonly key: string | undefined;
  readonly round: number;
  readonly lane: string;
  readonly text: string;
}

export interface Row {
  readonly verdict: string;
  readonly key: string | undefined;
  readonly value: Json;
  readonly seq: number;
  readonly lane: string;
  readonly judged: Versions;
  /** The element that the instance was given. */
  readonly element: Json | undefined;
}

export interface Landing {
  readonly lane: string;
  readonly artifact: string;
  readonly key: string | undefined;
  readonly path: string;
  readonly sha256: string;
  readonly at: number;
  readonly exchange: readonly Decision[];
  readonly assumptions: readonly string[];
  readonly versions: Versions;
}

export interface HeldBack {
  readonly round: number;
  readonly member: MemberId;
  readonly against: MemberId;
  readonly why: string;
}
