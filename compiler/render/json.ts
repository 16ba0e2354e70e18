/** Diagnostics for programs. The form is versioned: what it has keeps its meaning, and more may come. */
import type { Diagnostic, Fix, LineIndex, Place, Position, Related } from "../../ir/index.js";
import type { Format } from "./format.js";
import { indexOf } from "./frame.js";

export const format: Format = {
  name: "json",
  summary: "for programs of your own: every finding with its places and its fix",
  render: ({ diagnostics, files }) => json(diagnostics, files),
};

/** Offsets are UTF-16 code units from 0; lines and columns count from 1, columns in UTF-16 code units. */
export interface JsonPosition extends Partial<Position> {
  readonly offset: number;
}

export interface JsonPlace {
  readonly file: string;
  readonly start: JsonPosition;
  readonly end: JsonPosition;
}

export interface JsonDiagnostic extends JsonPlace {
  readonly code: string;
  readonly severity: Diagnostic["severity"];
  readonly message: string;
  readonly related: readonly (JsonPlace & Pick<Related, "message">)[];
  readonly hint?: string;
  readonly fix?: Pick<Fix, "title" | "safe"> & {
    readonly edits: readonly (JsonPlace & { readonly text: string })[];
  };
}

export interface JsonReport {
  readonly version: 1;
  readonly diagnostics: readonly JsonDiagnostic[];
}

export function jsonReport(
  diagnostics: readonly Diagnostic[],
  files: ReadonlyMap<string, string>,
): JsonReport {
  const index = indexOf(files);
  const placed = (place: Place): JsonPlace => jsonPlace(place, index(place.file));
  return {
    version: 1,
    diagnostics: diagnostics.map(({ code, severity, message, place, related, hint, fix }) => ({
      code,
      severity,
      message,
      ...placed(place),
      related: related.map((each) => ({ message: each.message, ...placed(each.place) })),
      ...(hint === undefined ? {} : { hint }),
      ...(fix === undefined
        ? {}
        : {
            fix: {
              title: fix.title,
              safe: fix.safe,
              edits: fix.edits.map(({ file, span, text }) => ({ ...placed({ file, span }), text })),
            },
          }),
    })),
  };
}

function jsonPlace({ file, span }: Place, index: LineIndex | undefined): JsonPlace {
  const position = (offset: number): JsonPosition => ({ offset, ...index?.position(offset) });
  return { file, start: position(span.start), end: position(span.end) };
}

/** The report as text, with a line break at its end. */
export function json(diagnostics: readonly Diagnostic[], files: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(jsonReport(diagnostics, files), undefined, 2)}\n`;
}
