/**
 * What people and other systems ask of a run. The core checks each against the state and gives either the events that
 * record it or a refusal; a refusal changes nothing (`[R-27]`, `[R-32]`, `[R-47]`).
 */
import type { Answer, Event, Json } from "../../ir/index.js";

export type Request =
  /** Answers one wait; `waitId` or the wait's, step's or clarification's name; needed where several are open. */
  | {
      readonly kind: "answer";
      readonly wait?: string;
      readonly value: Json;
      readonly by: string;
      readonly idempotencyKey?: string;
    }
  | {
      readonly kind: "decline";
      readonly wait?: string;
      readonly reason?: string;
      readonly by: string;
      readonly idempotencyKey?: string;
    }
  | { readonly kind: "cancel-wait"; readonly wait?: string; readonly by: string }
  /** Answers a clarification one to one (`[R-27]`). */
  | {
      readonly kind: "resume";
      readonly wait?: string;
      readonly action: "accept" | "decline" | "cancel";
      readonly answers: readonly Answer[];
      readonly by: string;
      readonly idempotencyKey?: string;
    }
  | { readonly kind: "signal"; readonly name: string; readonly value: Json; readonly by: string }
  | { readonly kind: "cancel-run"; readonly by: string }
  | {
      readonly kind: "recover";
      readonly recovery: "retry" | "configure" | "clarify";
      /** What stopped, by its `stopName`; needed where several did. */
      readonly lane?: string;
      readonly text?: string;
      readonly by: string;
    };

/** `status` is HTTP's: 400 404 409 410 422 429. `message` is for people; `details` lists each misfit. */
export interface Refusal {
  readonly status: 400 | 404 | 409 | 410 | 422 | 429;
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly message: string; readonly pointer?: string; readonly ref?: string }[];
}

/** `repeated`: the same answer came before with the same key; nothing is recorded again (`[R-32]`). */
export type RequestResult =
  | { readonly kind: "accepted"; readonly events: readonly Event[]; readonly repeated: boolean }
  | { readonly kind: "refused"; readonly refusal: Refusal };
