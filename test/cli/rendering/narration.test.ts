import { describe, expect, it } from "vitest";
import { laneLines, tell, untold, type Story } from "../../../cli/rendering/narration.js";
import { ticking } from "../../../cli/rendering/time.js";
import type { Event } from "../../../ir/index.js";
import { journal, noon, page } from "./views.js";

function told(events: readonly Event[]): { readonly text: string; readonly story: Story } {
  let story = untold;
  const lines: string[] = [];
  for (const entry of journal(events)) {
    const telling = tell(story, entry, page);
    story = telling.story;
    lines.push(...telling.lines);
  }
  return { text: `${lines.join("\n")}\n`, story };
}

const research = { playbook: "top_down.market-research" };
const judge = { playbook: "top_down.market-evidence-adequacy" };

const events: readonly Event[] = [
  {
    kind: "run.started",
    id: "run_01JDYQ",
    shape: "choreography",
    playbook: "top_down.market-analysis",
    digest: "sha256:0f",
    owner: "me",
    key: "k",
    inputs: {},
    mode: "preview",
    unattended: false,
  },
  {
    kind: "selection.made",
    path: "",
    round: 1,
    by: "model",
    choice: { lanes: [research, judge], rationale: "evidence is thin" },
  },
  { kind: "round.started", path: "", round: 1, counted: true },
  { kind: "lane.admitted", lane: "1", path: "", round: 1, member: research, versions: {} },
  {
    kind: "lane.held_back",
    path: "",
    round: 1,
    member: judge,
    against: research,
    why: "it reads market-evidence",
  },
  { kind: "attempt.started", lane: "1", step: 0, attempt: 1 },
  {
    kind: "attempt.rejected",
    lane: "1",
    step: 0,
    attempt: 1,
    findings: [{ message: "must be text", pointer: "/0" }],
  },
  { kind: "attempt.started", lane: "1", step: 0, attempt: 2 },
  { kind: "tool.called", lane: "1", step: 0, callId: "c", tool: "top_down.web-search", input: {} },
];

const rest: readonly Event[] = [
  { kind: "tool.returned", lane: "1", step: 0, callId: "c", output: {} },
  { kind: "advisory.raised", lane: "1", text: "two sources disagree" },
  { kind: "lane.settled", lane: "1", outcome: "returned" },
  {
    kind: "evidence.added",
    lane: "1",
    evidence: "top_down.market-evidence",
    playbook: research.playbook,
    round: 1,
    text: "Competitors: 140 bakeries.\nMore.",
  },
  { kind: "verdict.removed", verdict: "top_down.evidence-adequacy", because: "top_down.market-evidence" },
  { kind: "round.settled", path: "", round: 1 },
  { kind: "round.started", path: "", round: 2, counted: true },
  {
    kind: "lane.admitted",
    lane: "2",
    path: "",
    round: 2,
    member: { ...research, key: "lyon" },
    versions: {},
  },
  { kind: "brief.made", lane: "2", step: 0, prompt: "…", versions: {} },
  {
    kind: "lane.settled",
    lane: "2",
    outcome: "failed",
    stop: {
      version: 1,
      category: "provider_failure",
      source: "provider",
      reasonCode: "http_503",
      message: "the provider `local` answered 503 three times",
      recovery: "retry",
      dispatch: "not_dispatched",
    },
  },
];

describe("a run as it goes on", () => {
  it("tells rounds, choices, lanes and what came of them, in the run's own names", async () => {
    await expect(told([...events, ...rest]).text).toMatchFileSnapshot("../golden/narration.txt");
  });

  it("shows a line a lane that is at work, with what it does and for how long", () => {
    const { story } = told(events);
    const now = noon + 20_000;
    expect(laneLines(story, { ...page, now }, ticking)).toEqual([
      "● market-research  calls top_down.web-search · 17 s",
    ]);
    expect(laneLines(told([...events, ...rest]).story, { ...page, now }, ticking)).toEqual([]);
  });
});

describe("a round that only continues lanes", () => {
  const goesOn: Event = { kind: "round.started", path: "", round: 2, counted: false };
  const ended = (kind: "intervention" | "signal" | "schedule", how: "answered" | "expired"): Event => ({
    kind: `wait.${kind}.ended`,
    waitId: "w1",
    how,
  });
  it.each<readonly [Event[], string]>([
    [[ended("intervention", "answered")], "goes on with what was answered\n"],
    [[ended("signal", "answered")], "goes on with what was signalled\n"],
    [[ended("schedule", "answered")], "goes on with what was due\n"],
    [[ended("intervention", "expired")], "goes on with what nobody answered in time\n"],
    [[{ kind: "recovery.requested", recovery: "retry", by: "me" }], "goes on with what had stopped\n"],
    [[{ kind: "recovery.requested", recovery: "clarify", by: "me" }], "goes on with what was added\n"],
    [
      [{ kind: "recovery.requested", recovery: "retry", by: "me" }, ended("intervention", "answered")],
      "goes on with what had stopped and what was answered\n",
    ],
    [[], "goes on\n"],
  ])("[R-21] says with what it goes on", (news, line) => {
    expect(told([...news, goesOn]).text).toBe(line);
  });
});
