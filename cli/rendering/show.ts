import type { Json } from "../../ir/index.js";
import type { LaneView, RunView } from "../../runtime/core/index.js";
import { instance, memberName, shortRef } from "./names.js";
import { boardLines, boardSection, headline, reasonLines, verdictSection } from "./outcome.js";
import type { Page } from "./page.js";
import { playbookPointer } from "./place.js";
import type { RoundNames } from "./rounds.js";
import { stopLines } from "./stops.js";
import { counted, indented, oneLine, printable, table, wrapped } from "./text.js";
import { moment, relative } from "./time.js";
import { inline } from "./value.js";
import { waitLines } from "./waits.js";

/** Everything about one run, section by section; an empty section is left out. `drivenBy`: who is at it now. */
export function showLines(
  view: RunView,
  rounds: RoundNames,
  page: Page,
  drivenBy?: string,
): readonly string[] {
  const { style } = page;
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", style.bold(title), ...indented(lines)];
  const open = view.waits.filter((wait) => wait.status !== "ended");
  return [
    `${style.bold(view.playbook ?? "loop")}  ${style.dim(view.id)}`,
    headline(view, style),
    ...indented(drivenBy === undefined ? reasonLines(view, page) : [`${drivenBy} drives it`]),
    ...indented(aboutLines(view, page)),
    ...section("inputs", inputLines(view.inputs, page)),
    ...section(
      "stopped",
      view.stops.flatMap((stop) => stopLines(view, stop, page)),
    ),
    ...section(
      "waits for",
      open.flatMap((wait) => waitLines(view.id, wait, page)),
    ),
    ...section("lanes", roundLines(view, rounds, page)),
    ...verdictSection(view, page),
    ...section("evidence", evidenceLines(view, rounds, page)),
    ...section(view.mode === "preview" ? "would land" : "landings", landingLines(view, page)),
    ...section(
      "notes",
      view.advisories.map(({ text }) => oneLine(text)),
    ),
    ...section("the board now", boardNow(view, page)),
    ...boardSection(view, page),
  ];
}

function aboutLines(view: RunView, page: Page): readonly string[] {
  const { loop } = view;
  const rows: (readonly [string, string])[] = [
    ...(loop === undefined ? [] : [["goal", oneLine(loop.goal)] as const]),
    ...(view.key === (view.playbook ?? "loop") ? [] : [["key", oneLine(view.key)] as const]),
    ["started", `${moment(view.startedAt)} (${relative(view.startedAt, page.now)})`],
    ["last event", `${moment(view.updatedAt)} (${relative(view.updatedAt, page.now)})`],
    ["owner", oneLine(view.owner)],
    ["program", view.digest.slice(0, 19)],
  ];
  const { lastDecision } = view;
  if (lastDecision !== undefined) rows.push([`last ${lastDecision.kind}`, oneLine(lastDecision.words)]);
  return table(rows).map(page.style.dim);
}

function inputLines(inputs: Readonly<Record<string, Json>>, page: Page): readonly string[] {
  return table(
    Object.entries(inputs).map(([name, value]) => [name, inline(value, page.width - name.length - 6)]),
  );
}

/** Lanes inside of a lane (`3/1`) have rounds of their own, and stand below it. */
function roundLines(view: RunView, names: RoundNames, page: Page): readonly string[] {
  const { style } = page;
  if (view.shape === "single") return view.lanes.flatMap((lane) => laneLine(lane, page));
  const roundOf = new Map(view.lanes.map(({ lane, round }) => [lane, round]));
  const rounds = new Map<number, LaneView[]>();
  for (const lane of view.lanes) {
    const round = roundOf.get(outermost(lane.lane)) ?? lane.round;
    rounds.set(round, [...(rounds.get(round) ?? []), lane]);
  }
  return [...rounds].flatMap(([round, lanes]) => [
    nameOfRound(round, names),
    ...indented(lanes.flatMap((lane) => laneLine(lane, page))),
    ...indented(
      view.heldBack
        .filter((held) => held.round === round)
        .map((held) =>
          style.dim(
            `${memberName(held.member, page.home)} was held back by ${memberName(held.against, page.home)}: ${oneLine(held.why)}`,
          ),
        ),
    ),
  ]);
}

function outermost(lane: string): string {
  return lane.split("/", 1)[0] ?? lane;
}

function nameOfRound(round: number, names: RoundNames): string {
  return names.get(round) ?? `round ${String(round)}`;
}

function laneLine(lane: LaneView, page: Page): readonly string[] {
  const { style } = page;
  const bad = lane.status === "failed" || lane.status === "stopped";
  const place = bad ? page.place(playbookPointer(lane.member.playbook, lane.step)) : undefined;
  const attempt = lane.attempt === undefined || lane.attempt < 2 ? "" : `, attempt ${String(lane.attempt)}`;
  const head = `${style.dim(lane.lane.padEnd(3))} ${memberName(lane.member, page.home)}  ${tinted(lane, page)}${attempt}`;
  const why = lane.why === undefined ? [] : wrapped(printable(lane.why), page.width - 12);
  return [
    `${"  ".repeat(lane.lane.split("/").length - 1)}${head}`,
    ...indented([...why, ...(place === undefined ? [] : [`at ${place}`])].map(style.dim), 6),
  ];
}

function tinted({ status }: LaneView, { style }: Page): string {
  switch (status) {
    case "landed":
    case "returned":
    case "previewed":
      return style.green(status);
    case "failed":
    case "stopped":
      return style.red(status);
    case "suspended":
      return style.yellow(status);
    case "running":
      return style.cyan(status);
    case "superseded":
      return style.dim(status);
  }
}

/** Every contribution under who gave it (`[R-20]`), its first lines. */
function evidenceLines(view: RunView, names: RoundNames, page: Page): readonly string[] {
  return Object.entries(view.evidence).flatMap(([ref, contributions]) => [
    `${shortRef(ref, page.home)}  ${page.style.dim(counted(contributions.length, "contribution"))}`,
    ...indented(
      contributions.flatMap((one) => [
        page.style.dim(
          `${instance(shortRef(one.playbook, page.home), one.key)}, ${placeOf(one.lane, one.round, names)}`,
        ),
        ...indented(firstLines(one.text, page)),
      ]),
    ),
  ]);
}

function placeOf(lane: string, round: number, names: RoundNames): string {
  return lane === outermost(lane) ? `${nameOfRound(round, names)}, lane ${lane}` : `lane ${lane}`;
}

function firstLines(text: string, page: Page): readonly string[] {
  const lines = wrapped(printable(text).trim(), page.width - 8);
  const most = page.width === Number.POSITIVE_INFINITY ? lines.length : 6;
  return lines.length <= most
    ? lines
    : [
        ...lines.slice(0, most),
        page.style.dim(`… ${counted(lines.length - most, "more line")}: --json has all of it`),
      ];
}

/** What was landed, with the exchange and the assumptions behind it (`[R-6]`, `[R-28]`). */
function landingLines(view: RunView, page: Page): readonly string[] {
  const { style } = page;
  return view.landings.flatMap((landing) => [
    `${oneLine(landing.path)}  ${instance(shortRef(landing.artifact, page.home), landing.key)}  ${style.dim(`lane ${landing.lane} · ${moment(landing.at)} · sha256 ${landing.sha256.replace(/^sha256:/, "").slice(0, 12)}`)}`,
    ...indented([
      ...landing.exchange.flatMap((decision) => [
        style.dim(`asked: ${oneLine(decision.question)}`),
        decision.delegated || decision.answer === undefined
          ? `  ${style.yellow("left to the work")}`
          : `  ${inline(decision.answer, page.width - 10)}`,
      ]),
      ...landing.assumptions.flatMap((one) =>
        wrapped(`assumed: ${oneLine(one)}`, page.width - 6).map(style.yellow),
      ),
    ]),
  ]);
}

function boardNow(view: RunView, page: Page): readonly string[] {
  const over = view.status === "completed" || view.status === "failed" || view.status === "cancelled";
  return over || view.board === undefined ? [] : boardLines(view.board, page);
}
