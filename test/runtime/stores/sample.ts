import type { Bundle, Event, JournalEntry } from "../../../ir/index.js";
import type { RunRow } from "../../../runtime/ports.js";

export const emptyBundle: Bundle = {
  program: {
    laban: "1",
    types: {},
    artifacts: {},
    evidence: {},
    verdicts: {},
    waits: {},
    tools: {},
    effects: {},
    playbooks: {},
  },
  digest: `sha256:${"0".repeat(64)}`,
  sourceMap: { files: [], places: {} },
  docs: {},
  scenarios: [],
};

export function runRow(id: string, changes: Partial<RunRow> = {}): RunRow {
  return {
    id,
    playbook: "top.work",
    digest: emptyBundle.digest,
    owner: "ada",
    key: "top.work",
    status: "running",
    startedAt: 100,
    updatedAt: 100,
    version: 1,
    ...changes,
  };
}

export function entry(seq: number, event: Event = { kind: "timer.due", timer: `t${seq}` }): JournalEntry {
  return { seq, at: 100 + seq, event };
}
