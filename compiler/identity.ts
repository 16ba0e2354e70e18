/** What a finding is known by from one check to the next, so that it is not taken for a new one where lines moved. */
import { type Diagnostic, digestOfJson } from "../ir/index.js";
import { parse } from "../grammar/index.js";
import type { SourceFile } from "../grammar/tree.js";
import { declarationAround } from "./analysis/enclosing.js";

/** Two findings with the same identity are told apart by nothing but their order. */
export interface Identity {
  readonly file: string;
  /** The declaration that it is in, as `playbook market-research`; empty outside of any. */
  readonly within: string;
  readonly code: string;
  readonly message: string;
}

export interface Identified {
  readonly diagnostic: Diagnostic;
  readonly identity: Identity;
  /** Counts those of the same identity, from 1. */
  readonly nth: number;
}

/** In the order given. `files`: the text of every file that was read, by path. */
export function identified(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
): readonly Identified[] {
  const trees = new Map<string, SourceFile>();
  const counts = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const { code, message, place } = diagnostic;
    const tree = trees.get(place.file) ?? treeOf(place.file, files);
    if (tree !== undefined) trees.set(place.file, tree);
    const around = tree === undefined ? undefined : declarationAround({ syntax: tree }, place.span);
    const within = around === undefined ? "" : `${around.kind} ${around.name.text}`;
    const identity = { file: place.file, within, code, message };
    const key = keyOf(identity);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return { diagnostic, identity, nth };
  });
}

/** Nothing is declared in prompts, schemas and settings. */
function treeOf(path: string, files: ReadonlyMap<string, string>): SourceFile | undefined {
  const text = path.endsWith(".playbook") ? files.get(path) : undefined;
  return text === undefined ? undefined : parse(path, text).file;
}

/** The same for the same identity, and for no other. */
export function keyOf({ file, within, code, message }: Identity): string {
  return JSON.stringify([file, within, code, message]);
}

/** 64 hexadecimal digits: of the finding, wherever in its declaration it has moved. */
export function fingerprintOf({ identity, nth }: Identified): string {
  const { file, within, code, message } = identity;
  return digestOfJson([file, within, code, message, nth]).slice("sha256:".length);
}
