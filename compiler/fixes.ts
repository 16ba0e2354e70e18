/**
 * Applies fixes to texts.
 *
 * Invariants
 * 1. A fix is applied as a whole or not at all; where two touch each other, the first one is, and the other one is left for
 *    when the text has been checked again.
 * 2. No text has more syntax errors afterwards than before.
 */
import { parse } from "../grammar/index.js";
import type { Diagnostic, Edit, Fix, Span } from "../ir/index.js";

export interface FixOptions {
  /** Fixes too that may change what an intact program means; without, the safe ones alone. */
  readonly unsafe?: boolean;
}

export interface Fixed {
  /** The new text of every file that changed, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whose fixes were applied, in the order given. */
  readonly diagnostics: readonly Diagnostic[];
}

/** `files`: the texts that the diagnostics are about, by path. What ships with Laban is not changed. */
export function applyFixes(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
  options: FixOptions = {},
): Fixed {
  const taken = new Map<string, Taken>();
  const apart = diagnostics.filter(({ fix }) => {
    if (fix === undefined || !(fix.safe || options.unsafe === true) || !isUsable(fix, files)) return false;
    if (fix.edits.some(({ file, span }) => taken.get(file)?.touches(span) === true)) return false;
    for (const { file, span } of fix.edits) {
      const spans = taken.get(file) ?? new Taken();
      spans.add(span);
      taken.set(file, spans);
    }
    return true;
  });
  const together = edited(apart, files);
  if (!parsesWorse(together, files)) return { texts: together, diagnostics: apart };

  const kept: Diagnostic[] = [];
  for (const each of apart) if (!parsesWorse(edited([...kept, each], files), files)) kept.push(each);
  return { texts: edited(kept, files), diagnostics: kept };
}

/** Whether it changes something, and only texts that are known and somebody's own, each part of them once. */
function isUsable({ edits }: Fix, files: ReadonlyMap<string, string>): boolean {
  const overlaps = edits.some((one, at) =>
    edits
      .slice(at + 1)
      .some((two) => one.file === two.file && one.span.start < two.span.end && two.span.start < one.span.end),
  );
  return (
    !overlaps &&
    edits.every(({ file }) => files.has(file) && !file.startsWith("std:")) &&
    edits.some(({ file, span, text }) => files.get(file)?.slice(span.start, span.end) !== text)
  );
}

/** Spans of one text that do not overlap, in their order. */
class Taken {
  readonly #spans: Span[] = [];

  touches({ start, end }: Span): boolean {
    const next = this.#spans[this.#firstEndingAt(start)];
    return next !== undefined && next.start <= end;
  }

  add(span: Span): void {
    this.#spans.splice(this.#firstEndingAt(span.start), 0, span);
  }

  #firstEndingAt(offset: number): number {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spans[middle]?.end ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function edited(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const byFile = new Map<string, Edit[]>();
  for (const edit of diagnostics.flatMap(({ fix }) => fix?.edits ?? [])) {
    const edits = byFile.get(edit.file) ?? [];
    edits.push(edit);
    byFile.set(edit.file, edits);
  }
  return new Map([...byFile].map(([file, edits]) => [file, withEdits(files.get(file) ?? "", edits)]));
}

function withEdits(text: string, edits: readonly Edit[]): string {
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  const parts: string[] = [];
  let at = 0;
  for (const { span, text: written } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    parts.push(text.slice(at, span.start), written.replaceAll(/\r?\n/g, lineEnd));
    at = span.end;
  }
  return parts.join("") + text.slice(at);
}

function parsesWorse(texts: ReadonlyMap<string, string>, files: ReadonlyMap<string, string>): boolean {
  return [...texts].some(
    ([path, text]) =>
      path.endsWith(".playbook") && syntaxErrors(path, text) > syntaxErrors(path, files.get(path) ?? ""),
  );
}

function syntaxErrors(path: string, text: string): number {
  return parse(path, text).diagnostics.length;
}
