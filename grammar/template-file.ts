import type { Diagnostic } from "../ir/diagnostic.js";
import { Source } from "./build/source.js";
import { templateParts } from "./build/templates.js";
import { Cooked } from "./cook.js";
import { toDiagnostic } from "./fault.js";
import type { Template } from "./tree.js";

/**
 * The text of a file of its own as a template (`prompt file "…"`, `[L-20]`): all of it is text but `{{ … }}`; there are
 * no escapes, and CRLF is read as LF. Spans are offsets into `text`.
 */
export function parseTemplate(
  path: string,
  text: string,
): { template: Template; diagnostics: readonly Diagnostic[] } {
  const cooked = new Cooked();
  for (const match of text.matchAll(/[^\r]+|\r\n?/g)) {
    const [written] = match;
    cooked.add(written.startsWith("\r") ? "\n" : written, match.index, written.length);
  }
  const source = new Source(text, []);
  const parts = templateParts(cooked, source);
  const template: Template = { kind: "template", parts, block: true, span: { start: 0, end: text.length } };
  return { template, diagnostics: source.faults.map((fault) => toDiagnostic(fault, path)) };
}
