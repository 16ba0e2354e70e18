import type { Diagnostic } from "../ir/index.js";
import { byCodeUnits } from "./types/schema.js";

/** Diagnostics in the order of file, offset and code; the same one twice is one. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics
    .toSorted(
      (a, b) =>
        byCodeUnits(a.place.file, b.place.file) ||
        a.place.span.start - b.place.span.start ||
        a.place.span.end - b.place.span.end ||
        byCodeUnits(a.code, b.code) ||
        byCodeUnits(a.message, b.message),
    )
    .filter(({ code, place, message }) => {
      const key = `${place.file}\0${place.span.start}\0${place.span.end}\0${code}\0${message}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
