import type { Bundle } from "../../ir/index.js";

/** Something that a program is built into. */
export interface Target {
  /** As `laban build --target NAME` says it. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The files, by path relative to the output folder. The same bundle gives the same text, to the byte. */
  readonly build: (bundle: Bundle) => ReadonlyMap<string, string>;
}
