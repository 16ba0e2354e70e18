import type { Json, Span } from "../../ir/index.js";

/** A JSON value and where each part of it stands in its file. */
export interface Located {
  readonly value: Json;
  readonly span: Span;
  /** Of an object, in the order written; `span` is the key's. */
  readonly fields?: readonly { readonly name: string; readonly span: Span; readonly value: Located }[];
  /** Of an array. */
  readonly items?: readonly Located[];
}
