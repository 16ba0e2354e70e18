import { describe, expect, it } from "vitest";
import { exitOfRun } from "../../../cli/exit-of-run.js";
import { outcomeLines } from "../../../cli/rendering/outcome.js";
import type { RunView } from "../../../runtime/core/index.js";
import { goalMet, noon, page, view } from "./views.js";

function rendered(more: Partial<RunView>): string {
  return `${outcomeLines(view(more), page).join("\n")}\n`;
}

describe("the end of a run in words", () => {
  it("[R-23] a goal that is met is told apart from the verdicts and from what landed", async () => {
    const text = rendered({
      ...goalMet,
      verdicts: { "top_down.evidence-adequacy": [{ value: { verdict: "adequate", gaps: [] } }] },
      landings: [
        {
          lane: "5",
          artifact: "top_down.market-snapshot",
          path: "market/snapshot.json",
          sha256: "ab12",
          at: noon,
          exchange: [{ ref: "scope", question: "How wide?", delegated: true }],
          assumptions: ["How wide? Left to the work: the city alone"],
        },
      ],
    });
    await expect(text).toMatchFileSnapshot("../golden/outcome-goal-met.txt");
  });

  it.each([
    ["landing_failed", "it could not be written"],
    ["tool_failed", "a tool failed"],
    ["tool_misfit", "what a tool gave did not fit"],
    ["selector_failed", "the selector failed"],
    ["http_500", "the provider failed"],
  ])("[R-37] a stop is headed by what failed: %s", (reasonCode, words) => {
    const text = rendered({
      status: "paused",
      stops: [
        {
          version: 1,
          category: "provider_failure",
          source: "runtime",
          reasonCode,
          message: "no",
          recovery: "retry",
          dispatch: "not_dispatched",
        },
      ],
    });
    expect(text).toContain(`  ${words}  provider_failure · ${reasonCode}`);
  });

  it("[R-37] a paused run lists every stop, where it is, and the recovery that is open", async () => {
    const text = rendered({
      status: "paused",
      stopReason: "all_lanes_failed",
      stopWords: "every lane that could go on has failed",
      goalHolds: false,
      lanes: [
        { lane: "2", member: { playbook: "top_down.market-research" }, round: 2, status: "stopped", step: 0 },
        { lane: "3", member: { playbook: "top_down.market-evidence-adequacy" }, round: 2, status: "stopped" },
      ],
      stops: [
        {
          version: 1,
          category: "configuration",
          source: "provider",
          reasonCode: "unauthorized",
          message: "the provider `local` answered 401: no key in `LOCAL_KEY`",
          recovery: "configure",
          dispatch: "not_dispatched",
          laneId: "2",
        },
        {
          version: 1,
          category: "refusal",
          source: "executor",
          reasonCode: "refused",
          message: "I cannot judge this \u001b[2J\u202eevil",
          recovery: "clarify",
          dispatch: "not_dispatched",
          laneId: "3",
        },
      ],
    });
    await expect(text).toMatchFileSnapshot("../golden/outcome-paused.txt");
  });

  it("[R-48] a waiting run says what it waits for and how it is answered", async () => {
    const text = rendered({
      status: "waiting",
      waits: [
        {
          waitId: "wait_7",
          wait: "top_down.Approval",
          class: "intervention",
          status: "open",
          member: { playbook: "top_down.market-snapshot-produce" },
          question: "May the snapshot be published?",
          schema: { type: "boolean" },
          declinable: true,
          expiresAt: noon + 7 * 86_400_000,
        },
        {
          waitId: "wait_8",
          wait: "Clarification",
          class: "intervention",
          status: "open",
          member: { playbook: "top_down.market-research" },
          question: "2 decisions about market-evidence",
          schema: true,
          declinable: true,
          requests: [
            {
              ref: "area",
              question: "Which area?",
              why: "it sets the sources",
              form: "choice",
              choices: ["city", "region"],
            },
            { ref: "chains", question: "Are chains in?", form: "confirmation" },
          ],
        },
        {
          waitId: "wait_9",
          wait: "top_down.Monday",
          class: "schedule",
          status: "open",
          question: "Monday",
          schema: true,
          declinable: false,
          dueAt: noon + 86_400_000,
        },
      ],
    });
    await expect(text).toMatchFileSnapshot("../golden/outcome-waiting.txt");
  });
});

describe("how a run stands", () => {
  it("says once that it is cancelled", () => {
    expect(rendered({ status: "cancelled", stopReason: "cancelled", rounds: 1 })).toMatch(
      /^cancelled · 1 round · /,
    );
  });
});

describe("what an end means to the shell", () => {
  const table: readonly (readonly [string, Partial<RunView>, number])[] = [
    ["goal_met", {}, 0],
    ["nothing_eligible without a goal", { stopReason: "nothing_eligible", goalHolds: null }, 0],
    ["nothing_eligible where `until` does not hold", { stopReason: "nothing_eligible", goalHolds: false }, 1],
    ["chose_to_stop where `until` does not hold", { stopReason: "chose_to_stop", goalHolds: false }, 1],
    ["a ceiling", { stopReason: "iteration_ceiling", goalHolds: null }, 1],
    ["another end", { stopReason: "good enough", goalHolds: false }, 0],
    ["failed", { status: "failed" }, 1],
    ["cancelled", { status: "cancelled" }, 1],
    ["waiting", { status: "waiting" }, 3],
    ["queued", { status: "queued" }, 3],
    ["paused", { status: "paused" }, 4],
  ];
  it.each(table)("[R-53] %s", (_name, more, code) => {
    expect(exitOfRun(view({ ...goalMet, ...more }))).toBe(code);
  });
});
