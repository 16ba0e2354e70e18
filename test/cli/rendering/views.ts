import type { JournalEntry, Event } from "../../../ir/index.js";
import type { RunView } from "../../../runtime/core/index.js";
import type { Page } from "../../../cli/rendering/page.js";
import { style } from "../../../cli/style.js";

export const noon = Date.UTC(2026, 10, 30, 12);

export const page: Page = {
  width: 88,
  style: style(false),
  now: noon + 3_600_000,
  home: "top_down.market-analysis",
  types: {},
  place: (pointer) =>
    pointer.startsWith("/playbooks/top_down.market-research") ? "market.playbook:43" : undefined,
};

/** A run of the market analysis; `more` says what is particular. */
export function view(more: Partial<RunView> = {}): RunView {
  return {
    id: "run_01JDYQ",
    playbook: "top_down.market-analysis",
    shape: "choreography",
    digest: "sha256:0f",
    owner: "me",
    key: "top_down.market-analysis",
    mode: "live",
    status: "running",
    inputs: { brief: "Bakeries in Lyon" },
    startedAt: noon,
    updatedAt: noon + 65_000,
    activeMs: 61_200,
    rounds: 5,
    lanes: [],
    waits: [],
    stops: [],
    pendingPermit: null,
    evidence: {},
    verdicts: {},
    landings: [],
    heldBack: [],
    advisories: [],
    ...more,
  };
}

/** How it ends where nothing else is said. */
export const goalMet: Partial<RunView> = {
  status: "completed",
  stopReason: "goal_met",
  stopWords: "what `until` asks for holds",
  goalHolds: true,
};

/** Events as a journal keeps them, a second apart. */
export function journal(events: readonly Event[]): readonly JournalEntry[] {
  return events.map((event, index) => ({ seq: index + 1, at: noon + index * 1000, event }));
}
