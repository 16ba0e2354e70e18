import type { Diagnostic, Edit, Fix, Related } from "../ir/diagnostic.js";
import type { Span } from "../ir/span.js";

/** The codes of text-level faults; `codes.ts` says what each means. */
export type SyntaxCode =
  | "LB1001"
  | "LB1002"
  | "LB1003"
  | "LB1004"
  | "LB1005"
  | "LB1006"
  | "LB1007"
  | "LB1008"
  | "LB1009"
  | "LB1010"
  | "LB1011"
  | "LB1012";

/** A fault in one file, before the file's path is known to it. */
export interface Fault {
  readonly code: SyntaxCode | "LB2001";
  readonly span: Span;
  readonly message: string;
  readonly hint?: string;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  readonly fix?: {
    readonly title: string;
    readonly edits: readonly { readonly span: Span; readonly text: string }[];
  };
}

/** The fault as the diagnostic of the file at `path`. */
export function toDiagnostic(fault: Fault, path: string): Diagnostic {
  const related = (fault.related ?? []).map(({ span, message }): Related => ({
    place: { file: path, span },
    message,
  }));
  return {
    code: fault.code,
    severity: "error",
    message: fault.message,
    place: { file: path, span: fault.span },
    related,
    ...(fault.hint === undefined ? {} : { hint: fault.hint }),
    ...(fault.fix === undefined ? {} : { fix: toFix(fault.fix, path) }),
  };
}

/** A mended syntax error changes what the file means, so no such fix is `safe`. */
function toFix({ title, edits }: NonNullable<Fault["fix"]>, path: string): Fix {
  return { title, safe: false, edits: edits.map(({ span, text }): Edit => ({ file: path, span, text })) };
}
