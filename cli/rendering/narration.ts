import type { Choice, Event, Finding, JournalEntry, MemberId } from "../../ir/index.js";
import { instance, memberName, shortRef } from "./names.js";
import type { Page } from "./page.js";
import { playbookPointer } from "./place.js";
import { counted, cut, firstLine, listed, oneLine } from "./text.js";
import { spoken } from "./time.js";
import { inline } from "./value.js";

/**
 * What a person is told while a run goes on: a few lines an event, and the lanes that are at work now. A fold over the
 * journal, so that a run which is taken up again tells its story from where it stands.
 */
export interface Story {
  readonly lanes: ReadonlyMap<string, LaneStory>;
  /** By path: the rounds that count. */
  readonly rounds: ReadonlyMap<string, number>;
  readonly contributions: ReadonlyMap<string, number>;
  /** Whether it is a choreography, which has rounds. */
  readonly hasRounds: boolean;
  /** What the selector said, which is told once its round begins. */
  readonly choice: readonly string[];
  /** What came since the last round, with which the next one may go on. */
  readonly news: ReadonlySet<string>;
}

export interface LaneStory {
  readonly member: MemberId;
  /** ms since 1970: when it was admitted, or went on. */
  readonly since: number;
  readonly step?: number;
  readonly atWork: boolean;
  /** What it does at the moment. */
  readonly doing: string;
}

export const untold: Story = {
  lanes: new Map(),
  rounds: new Map(),
  contributions: new Map(),
  hasRounds: true,
  choice: [],
  news: new Set(),
};

export interface Telling {
  readonly story: Story;
  readonly lines: readonly string[];
}

/** Tells one event. `page.now` is not used: time is what the journal says. */
export function tell(story: Story, entry: JournalEntry, page: Page): Telling {
  const next = advance(story, entry);
  const lines = linesOf(next, story, entry, page);
  const { event } = entry;
  if (event.kind === "selection.made" && !("stop" in event.choice))
    return { story: { ...next, choice: lines }, lines: [] };
  if (event.kind === "round.started")
    return { story: { ...next, choice: [], news: new Set() }, lines: [...lines, ...story.choice] };
  return { story: next, lines };
}

/** A line a lane that is at work: `market-research  attempt 2  12 s`. */
export function laneLines(
  story: Story,
  page: Page,
  lengthOf: (milliseconds: number) => string,
): readonly string[] {
  return [...story.lanes]
    .filter(([, lane]) => lane.atWork)
    .map(([id, lane]) => {
      const name = `${margin(id)}${memberName(lane.member, page.home)}`;
      const rest = `${lane.doing === "" ? "at work" : oneLine(lane.doing)} · ${lengthOf(page.now - lane.since)}`;
      const shown = cut(`${name}  ${rest}`, page.width - 4);
      return `${page.style.cyan("●")} ${shown.slice(0, name.length)}${page.style.dim(shown.slice(name.length))}`;
    });
}

function advance(story: Story, { event, at }: JournalEntry): Story {
  switch (event.kind) {
    case "run.started":
      return { ...story, hasRounds: event.shape !== "single" };
    case "round.started":
      return event.counted
        ? { ...story, rounds: new Map([...story.rounds, [event.path, countedAt(story, event.path) + 1]]) }
        : story;
    case "run.resumed":
      return event.cause === "restart" ? { ...story, lanes: sinceRestart(story.lanes, at) } : story;
    case "lane.admitted":
      return withLane(story, event.lane, { member: event.member, since: at, atWork: true, doing: "" });
    case "lane.resumed":
      return changeLane(story, event.lane, { since: at, atWork: true, doing: "" });
    case "lane.settled":
      return changeLane(story, event.lane, { atWork: false });
    case "brief.made":
      return changeLane(story, event.lane, { step: event.step });
    case "attempt.started":
      return changeLane(story, event.lane, {
        step: event.step,
        doing: event.attempt > 1 ? `attempt ${String(event.attempt)}` : "",
      });
    case "tool.called":
      return changeLane(story, event.lane, { step: event.step, doing: `calls ${event.tool}` });
    case "tool.returned":
      return changeLane(story, event.lane, { doing: "" });
    case "landing.prepared":
      return changeLane(story, event.lane, { doing: "lands" });
    case "evidence.added": {
      const count = (story.contributions.get(event.evidence) ?? 0) + 1;
      return { ...story, contributions: new Map([...story.contributions, [event.evidence, count]]) };
    }
    case "recovery.requested":
      return withNews(story, event.recovery === "clarify" ? "what was added" : "what had stopped");
    case "wait.intervention.ended":
    case "wait.signal.ended":
    case "wait.schedule.ended":
      return withNews(story, newsOfWait(event));
    default:
      return story;
  }
}

function countedAt(story: Story, path: string): number {
  return story.rounds.get(path) ?? 0;
}

function newsOfWait({ kind, how }: Extract<Event, { kind: `wait.${string}.ended` }>): string {
  if (how === "expired") return "what nobody answered in time";
  switch (kind) {
    case "wait.intervention.ended":
      return "what was answered";
    case "wait.signal.ended":
      return "what was signalled";
    case "wait.schedule.ended":
      return "what was due";
  }
}

function withNews(story: Story, news: string): Story {
  return { ...story, news: new Set([...story.news, news]) };
}

/** What was at work when its process died is at work again from here: the time between is nobody's. */
function sinceRestart(lanes: Story["lanes"], at: number): Story["lanes"] {
  return new Map([...lanes].map(([id, lane]) => [id, lane.atWork ? { ...lane, since: at } : lane]));
}

function withLane(story: Story, id: string, lane: LaneStory): Story {
  return { ...story, lanes: new Map([...story.lanes, [id, lane]]) };
}

function changeLane(story: Story, id: string, change: Partial<LaneStory>): Story {
  const lane = story.lanes.get(id);
  return lane === undefined ? story : withLane(story, id, { ...lane, ...change });
}

function linesOf(story: Story, before: Story, entry: JournalEntry, page: Page): readonly string[] {
  const { style, home } = page;
  const { event } = entry;
  const room = page.width - 6;
  switch (event.kind) {
    case "run.started":
      return startedLines(event, page);
    case "run.queued":
      return [style.dim(`waits for its turn behind ${event.behind}`)];
    case "run.resumed":
      return event.cause === "restart" ? [style.dim("goes on from where it was")] : [];
    case "run.adopted":
      return [style.dim(`goes on under the program ${event.digest}`)];
    case "round.started":
      if (!story.hasRounds && event.counted) return [];
      return event.counted
        ? [style.bold(`${margin(event.path, 1)}round ${String(countedAt(story, event.path))}`)]
        : [
            style.dim(
              `${margin(event.path, 1)}goes on${story.news.size === 0 ? "" : ` with ${listed([...story.news])}`}`,
            ),
          ];
    case "selection.made":
      return rationaleLines(event.choice, event.path, page);
    case "selection.refused":
      return findingLines(`${margin(event.path, 1)}the selector's choice was refused`, event.findings, page);
    case "lane.held_back":
      return [
        `${margin(event.path, 1)}  ${style.dim("·")} ${memberName(event.member, home)} ${style.dim(`is held back by ${memberName(event.against, home)}: ${oneLine(event.why)}`)}`,
      ];
    case "lane.settled":
      return settledLines(story, before, event, entry.at, page);
    case "evidence.added":
      return [
        `${inside(event.lane)}${shortRef(event.evidence, home)} ${style.dim(`contribution ${String(story.contributions.get(event.evidence) ?? 1)}: ${cut(oneLine(event.text), room - 20)}`)}`,
      ];
    case "verdict.returned":
      return [
        `${inside(event.lane)}${instance(shortRef(event.verdict, home), event.key)} ${style.dim(inline(event.value, room - event.verdict.length))}`,
      ];
    case "verdict.removed":
      return [
        `    ${style.dim(`${instance(shortRef(event.verdict, home), event.key)} no longer stands: ${shortRef(event.because, home)} changed`)}`,
      ];
    case "artifact.landed":
      return [`${inside(event.lane)}${style.green("landed")} ${oneLine(event.path)}`];
    case "landing.refused":
      return [`${inside(event.lane)}${style.red("not landed")}: ${oneLine(event.message)}`];
    case "attempt.rejected":
      return findingLines(
        `${inside(event.lane)}${nameOf(story, event.lane, page)}: attempt ${String(event.attempt)} did not fit`,
        event.findings,
        page,
      );
    case "clarification.failed":
      return [
        `${inside(event.lane)}${style.dim(`no decisions could be asked for (${oneLine(event.why)}); it goes ahead`)}`,
      ];
    case "clarification.requested":
      return [
        `${inside(event.lane)}${nameOf(story, event.lane, page)} asks for ${counted(event.requests.length, "decision")} about ${shortRef(event.family, home)} that only a person can make`,
      ];
    case "wait.intervention.raised":
    case "wait.signal.raised":
    case "wait.schedule.raised":
      return event.clarification === true
        ? []
        : [
            `${inside(event.lane ?? "")}${style.yellow("asks")} ${shortRef(event.wait, home)}: ${cut(oneLine(event.question), room - event.wait.length)}`,
          ];
    case "advisory.raised":
      return [`${inside(event.lane)}${style.yellow("notes")} ${oneLine(event.text)}`];
    case "effect.dispatched":
      return [`${inside(event.lane ?? "")}${shortRef(event.effect, home)} ${style.yellow("dispatched")}`];
    default:
      return [];
  }
}

function startedLines(event: Extract<Event, { kind: "run.started" }>, page: Page): readonly string[] {
  const { style } = page;
  const what = event.playbook ?? `loop: ${oneLine(event.loop?.goal ?? "")}`;
  return [
    `${style.bold(what)}  ${style.dim(event.id)}`,
    ...(event.mode === "preview" ? [style.yellow("dry run: nothing is written to the workspace")] : []),
  ];
}

function rationaleLines(choice: Choice, path: string, page: Page): readonly string[] {
  const rationale = oneLine(choice.rationale ?? "");
  const stops = "stop" in choice;
  if (rationale === "" && !stops) return [];
  const what = stops
    ? "the selector stops"
    : `the selector chose ${listed(choice.lanes.map((member) => memberName(member, page.home)))}`;
  return [
    `${margin(path, 1)}  ${page.style.dim(cut(`${what}${rationale === "" ? "" : `: ${rationale}`}`, page.width - 4))}`,
  ];
}

function settledLines(
  story: Story,
  before: Story,
  event: Extract<Event, { kind: "lane.settled" }>,
  at: number,
  page: Page,
): readonly string[] {
  const { style } = page;
  const lane = before.lanes.get(event.lane);
  const spent = lane === undefined || !lane.atWork ? "" : `  ${style.dim(spoken(at - lane.since))}`;
  const line = `${margin(event.lane)}  ${outcomeMark(event.outcome, page)} ${nameOf(story, event.lane, page)} ${event.outcome}${spent}`;
  const why = event.stop?.message ?? event.why;
  const place = lane === undefined ? undefined : page.place(playbookPointer(lane.member.playbook, lane.step));
  const wanted = event.outcome === "failed" || event.outcome === "stopped" || event.outcome === "superseded";
  const where = place === undefined || event.outcome === "superseded" ? "" : ` (${place})`;
  return why === undefined || !wanted
    ? [line]
    : [line, `${inside(event.lane)}${cut(firstLine(why), longest)}${style.dim(where)}`];
}

/** A reason may quote a whole prompt; `laban show` has all of it. */
const longest = 240;

function outcomeMark(outcome: Extract<Event, { kind: "lane.settled" }>["outcome"], { style }: Page): string {
  switch (outcome) {
    case "landed":
    case "returned":
    case "previewed":
      return style.green("✓");
    case "failed":
      return style.red("✗");
    case "stopped":
      return style.red("■");
    case "suspended":
      return style.yellow("?");
    case "superseded":
      return style.dim("~");
  }
}

function findingLines(head: string, findings: readonly Finding[], { style }: Page): readonly string[] {
  return findings.map(
    ({ message, pointer }) =>
      `${head}: ${style.dim(`${pointer === undefined || pointer === "" ? "" : `${oneLine(pointer)} `}${oneLine(message)}`)}`,
  );
}

function nameOf(story: Story, lane: string, page: Page): string {
  const known = story.lanes.get(lane);
  return known === undefined ? `lane ${lane}` : memberName(known.member, page.home);
}

/** Nested lanes (`3/1`, `[R-57]`) stand further right. */
function margin(path: string, deeper: 0 | 1 = 0): string {
  return path === "" ? "" : "  ".repeat(path.split("/").length - 1 + deeper);
}

function inside(lane: string): string {
  return `    ${margin(lane)}`;
}
