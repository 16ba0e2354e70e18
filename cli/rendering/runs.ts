import type { RunStartedEvent } from "../../ir/index.js";
import type { RunRow } from "../../runtime/ports.js";
import type { Page } from "./page.js";
import { cut, oneLine, table } from "./text.js";
import { relative } from "./time.js";
import { inline } from "./value.js";

/** A run of the list, and what it was started with, where that can be read. */
export interface Listed {
  readonly row: RunRow;
  readonly started: RunStartedEvent | undefined;
}

/** A line a run, the newest first. */
export function runsLines(runs: readonly Listed[], page: Page): readonly string[] {
  const lines = table(
    runs.map(({ row, started }) => [
      row.id,
      row.status,
      row.playbook ?? "loop",
      `started ${relative(row.startedAt, page.now)}`,
      row.updatedAt === row.startedAt ? "" : `last event ${relative(row.updatedAt, page.now)}`,
      started === undefined ? "" : subject(started),
    ]),
  );
  return lines.map((line, index) => tint(line, runs[index]?.row.status ?? "", page));
}

/** A list tells runs apart; `laban show` has what they were given. */
const longest = 60;

/** What makes a run another than one of the same playbook: its key, and its inputs in short. */
function subject({ playbook = "loop", key, inputs, mode, loop }: RunStartedEvent): string {
  const own =
    key === playbook ? undefined : key.startsWith(`${playbook}/`) ? key.slice(playbook.length + 1) : key;
  const given = Object.entries(inputs).map(([name, value]) => `${name}: ${inline(value, longest)}`);
  return [
    ...(mode === "preview" ? ["dry run"] : []),
    ...(own === undefined ? [] : [`key ${cut(oneLine(own), longest)}`]),
    cut(oneLine(loop?.goal ?? given.join(", ")), longest),
  ]
    .filter((word) => word !== "")
    .join(" · ");
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
