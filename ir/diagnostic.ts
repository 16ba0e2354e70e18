import type { Place, Span } from "./span.js";

export type Severity = "error" | "warning" | "info";

/** Another place that explains the fault, with what is to be seen there. */
export interface Related {
  readonly place: Place;
  readonly message: string;
}

/** One replacement of text; an empty span inserts. */
export interface Edit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
}

/** An edit that mends the fault. `safe`: it cannot change what an intact program means. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  readonly edits: readonly Edit[];
}

/**
 * A user's mistake, as a value. `message`: what is wrong, in the user's own names; lower case, no final period,
 * names in backticks. `hint`: what to do. `place`: the narrowest text that has to change.
 */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place: Place;
  readonly related: readonly Related[];
  readonly hint?: string;
  readonly fix?: Fix;
}
