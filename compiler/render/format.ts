import type { Diagnostic } from "../../ir/index.js";
import { normalized } from "../paths.js";

/** What a check found, and all that is needed to tell it. */
export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that was read, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The way from the top of the repository to the project, with `/` at its end; empty where they are the same. */
  readonly prefix: string;
}

/**
 * A form of the report for programs: one file in this folder that exports `format`. The registry (`index.gen.ts`) is
 * generated from them, and a format is loaded only when it is asked for.
 */
export interface Format {
  /** As `laban check --format NAME` says it; a literal. */
  readonly name: string;
  /** One line; a literal. */
  readonly summary: string;
  /** The whole document, with a line break at its end. */
  readonly render: (report: Report) => string;
}

/** The path from the top of the repository; one that leads out of it stays as it is, and the top itself is `.`. */
export function fromTop(prefix: string, file: string): string {
  const path = `${prefix}${file}`;
  return (normalized(path) ?? path) || ".";
}
