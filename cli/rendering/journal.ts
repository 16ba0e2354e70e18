import type { Event, Json, JournalEntry } from "../../ir/index.js";
import type { Page } from "./page.js";
import { moment } from "./time.js";
import { inline } from "./value.js";

/** The journal as it was written: number, time, event, and all that it holds, in a line of whatever length. */
export function journalLines(entries: readonly JournalEntry[], { style }: Page): readonly string[] {
  const digits = String(entries.at(-1)?.seq ?? 0).length;
  return entries.map(({ seq, at, event }) => {
    const fields = inline(detailsOf(event), Number.POSITIVE_INFINITY);
    return `${style.dim(`${String(seq).padStart(digits)}  ${moment(at)}`)}  ${event.kind}${fields === "{}" ? "" : `  ${style.dim(fields)}`}`;
  });
}

function detailsOf(event: Event): Json {
  const details: Json = JSON.parse(JSON.stringify({ ...event, kind: undefined }));
  return details;
}
