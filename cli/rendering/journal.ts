import type { Event, Json, JournalEntry } from "../../ir/index.js";
import type { Page } from "./page.js";
import { moment } from "./time.js";
import { inline } from "./value.js";

/** The journal as it was written: number, time, event, and what it holds in one line. */
export function journalLines(entries: readonly JournalEntry[], page: Page): readonly string[] {
  const digits = String(entries.at(-1)?.seq ?? 0).length;
  return entries.map(({ seq, at, event }) => {
    const head = `${String(seq).padStart(digits)}  ${moment(at)}  ${event.kind}`;
    const room = Math.max(20, page.width - head.length - 2);
    const fields = inline(detailsOf(event), room);
    return `${page.style.dim(`${String(seq).padStart(digits)}  ${moment(at)}`)}  ${event.kind}${fields === "{}" ? "" : `  ${page.style.dim(fields)}`}`;
  });
}

function detailsOf(event: Event): Json {
  const details: Json = JSON.parse(JSON.stringify({ ...event, kind: undefined }));
  return details;
}
