/**
 * What the core asks of the world. Commands are derived from state: `pending(machine, state)` lists all that is to be
 * done now, so that after a restart the same list comes back and nothing depends on who asked first (`[R-4]`, `[R-5]`).
 *
 * Invariants
 * 1. A command's `id` is stable: the same work has the same id before and after a restart, other work another one.
 * 2. A driver carries each id out once at a time and answers with the events named in the command's docs.
 * 3. An answer to a command that is no longer pending is recorded by the driver's caller or dropped, never applied (`[R-49]`).
 */
import type {
  Answer,
  Clarification,
  Document,
  Finding,
  Json,
  MemberId,
  Schema,
  Standing,
  ToolUse,
} from "../../ir/index.js";

/** One earlier turn of an attempt: what the model asked for and what came back (`[R-59]`). */
export interface Turn {
  readonly calls: readonly ToolUse[];
  readonly text?: string;
  readonly results: readonly TurnResult[];
}
export interface TurnResult {
  readonly id: string;
  readonly output?: Json;
  readonly error?: string;
}

/** A tool, or a wait that the model may raise, as the model sees it. `ref` names it in replies. */
export interface Offer {
  readonly kind: "tool" | "wait" | "effect";
  readonly ref: string;
  readonly description?: string;
  readonly input: Schema;
}

/** Whom a model call is for: scripts are keyed by it, and so are messages. */
export interface CallSite {
  readonly playbook: string;
  readonly key?: string;
  readonly lane: string;
  readonly step: number;
  /** A ref, or a local's name. */
  readonly target: string;
  readonly targetKind: "artifact" | "verdict" | "evidence" | "local";
  readonly attempt: number;
  readonly call: number;
}

export type Command =
  /** Answered by `workspace.read`: the documents of these families, what differs from the last reading only. */
  | {
      readonly kind: "read-workspace";
      readonly id: string;
      readonly path: string;
      readonly families: readonly string[];
      readonly known: readonly KnownDocument[];
    }
  /** Answered by `selection.replied`. */
  | {
      readonly kind: "select";
      readonly id: string;
      readonly path: string;
      readonly round: number;
      readonly attempt: number;
      readonly by:
        | { readonly kind: "model"; readonly model: string }
        | { readonly kind: "named"; readonly name: string };
      readonly goal: string;
      readonly lanes: number;
      readonly board: readonly Standing[];
      readonly intents: Readonly<Record<string, string>>;
      readonly findings: readonly Finding[];
    }
  /** Answered by `clarification.replied`. */
  | {
      readonly kind: "clarify";
      readonly id: string;
      readonly site: CallSite;
      readonly model: string;
      readonly prompt: string;
      readonly known: readonly string[];
      readonly questions: number;
      readonly answered: readonly Answer[];
    }
  /** Answered by `attempt.replied`. `prompt` holds the brief, the exchange and the findings so far. */
  | {
      readonly kind: "generate";
      readonly id: string;
      readonly site: CallSite;
      readonly model: string;
      readonly prompt: string;
      readonly schema: Schema;
      readonly form: "json" | "text";
      readonly offers: readonly Offer[];
      readonly turns: readonly Turn[];
      readonly deadline?: number;
    }
  /** Answered by `tool.returned`. */
  | {
      readonly kind: "call-tool";
      readonly id: string;
      readonly lane: string;
      readonly step: number;
      readonly callId: string;
      readonly tool: string;
      readonly input: Json;
    }
  /** Answered by one `artifact.landed` a document, all at once, or by `landing.refused` (`[R-6]`, `[R-52]`). */
  | {
      readonly kind: "land";
      readonly id: string;
      readonly lane: string;
      readonly documents: readonly Document[];
      readonly reads: readonly { readonly path: string; readonly sha256: string | null }[];
      readonly scope: readonly string[];
    }
  /** Answered by `timer.due` once the clock has reached `at` (ms since 1970), also when that passed in the meantime. */
  | { readonly kind: "timer"; readonly id: string; readonly timer: string; readonly at: number };

export interface KnownDocument {
  readonly artifact: string;
  readonly key?: string;
  readonly sha256: string | null;
}

export type CommandKind = Command["kind"];
export type { Answer, Clarification, MemberId };
