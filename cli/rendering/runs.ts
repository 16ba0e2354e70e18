import type { RunRow } from "../../runtime/ports.js";
import type { Page } from "./page.js";
import { table } from "./text.js";
import { relative } from "./time.js";

/** A line a run, the newest first. */
export function runsLines(rows: readonly RunRow[], page: Page): readonly string[] {
  const lines = table(
    rows.map((row) => [
      row.id,
      row.status,
      row.playbook ?? "loop",
      `started ${relative(row.startedAt, page.now)}`,
      row.updatedAt === row.startedAt ? "" : `last event ${relative(row.updatedAt, page.now)}`,
    ]),
  );
  return lines.map((line, index) => tint(line, rows[index]?.status ?? "", page));
}

function tint(line: string, status: string, { style }: Page): string {
  switch (status) {
    case "completed":
      return style.green(line);
    case "failed":
      return style.red(line);
    case "waiting":
    case "paused":
      return style.yellow(line);
    case "cancelled":
      return style.dim(line);
    default:
      return line;
  }
}
