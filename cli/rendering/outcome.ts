import type { Standing } from "../../ir/index.js";
import type { RunView } from "../../runtime/core/index.js";
import type { Style } from "../style.js";
import { exitOfRun } from "../exit-of-run.js";
import { instance, memberName, shortRef } from "./names.js";
import type { Page } from "./page.js";
import { stopLines } from "./stops.js";
import { counted, indented, oneLine, table, wrapped } from "./text.js";
import { spoken } from "./time.js";
import { inline } from "./value.js";
import { waitLines } from "./waits.js";

/** How an attached run ended, or why it goes no further now: in words, with what came of it and what to do next. */
export function outcomeLines(view: RunView, page: Page): readonly string[] {
  const { style } = page;
  return [
    headline(view, style),
    ...indented([...reasonLines(view, page), style.dim(noVerdict(view))]),
    ...boardSection(view, page, mostTold),
    ...stopSection(view, page),
    ...waitSection(view, page),
    ...landingSection(view, page),
    ...verdictSection(view, page),
    "",
    style.dim(`what happened, in full: laban show ${view.id}`),
  ];
}

/** `completed · goal_met · 5 rounds · 12 s at work`. */
export function headline(view: RunView, style: Style): string {
  const tint = exitOfRun(view) === 0 ? style.green : exitOfRun(view) === 1 ? style.red : style.yellow;
  return [
    tint(style.bold(view.status)),
    ...(view.stopReason === undefined || view.stopReason === view.status ? [] : [tint(view.stopReason)]),
    ...(view.mode === "preview" ? ["dry run"] : []),
    ...(view.shape === "single" ? [] : [counted(view.rounds, "round")]),
    `${spoken(view.activeMs)} at work`,
  ].join(" · ");
}

/** Why it stopped (`[R-53]`). */
export function reasonLines(view: RunView, page: Page): readonly string[] {
  const words = view.stopWords ?? statusWords(view);
  const goal = view.goalHolds === false ? ["the goal (`until`) does not hold"] : [];
  return [words, ...goal].flatMap((line) => wrapped(oneLine(line), page.width - 2));
}

function statusWords(view: RunView): string {
  switch (view.status) {
    case "queued":
      return "it starts when the run before it has ended";
    case "running":
      return "it was left while running, and goes on with `laban resume`";
    case "waiting":
      return "nothing else can go on until what it waits for has come";
    case "paused":
      return "it cannot go on by itself, and keeps all that it has";
    case "completed":
      return "it did all that was asked of it";
    case "failed":
      return "it cannot go on";
    case "cancelled":
      return "it was cancelled; what it landed before stays";
  }
}

/** A stop reason says how execution ended, never that the work is good (`[R-23]`). */
function noVerdict(view: RunView): string {
  return view.status === "completed" || view.status === "failed"
    ? "this says how the run ended, and is no verdict on the work"
    : "nothing that it has is lost";
}

/** So many members are told of; `laban show` has all. */
const mostTold = 12;

/** Where it stopped for want of somebody to run: every member, and why it may not (`[R-53]`). */
export function boardSection(view: RunView, page: Page, most = Number.POSITIVE_INFINITY): readonly string[] {
  const { board = [], stopReason, status } = view;
  if (status !== "completed" || stopReason !== "nothing_eligible" || board.length === 0) return [];
  const left = board.length - most;
  return [
    "",
    page.style.bold("the board at its end"),
    ...indented(boardLines(board.slice(0, most), page)),
    ...(left > 0 ? [`  … and ${String(left)} more`] : []),
  ];
}

/** Each member, whether it may run, and why not. */
export function boardLines(board: readonly Standing[], page: Page): readonly string[] {
  return board.flatMap(({ member, eligible, why }) => [
    `${eligible ? page.style.green("eligible") : page.style.dim("not yet ")}  ${memberName(member, page.home)}`,
    ...indented(why.flatMap((one) => wrapped(oneLine(one), page.width - 14)).map(page.style.dim), 10),
  ]);
}

function stopSection(view: RunView, page: Page): readonly string[] {
  if (view.stops.length === 0) return [];
  return [
    "",
    page.style.bold("stopped"),
    ...indented(view.stops.flatMap((stop) => stopLines(view, stop, page))),
  ];
}

function waitSection(view: RunView, page: Page): readonly string[] {
  const open = view.waits.filter((wait) => wait.status !== "ended");
  if (open.length === 0) return [];
  return [
    "",
    page.style.bold("waits for"),
    ...indented(open.flatMap((wait) => waitLines(view.id, wait, page))),
  ];
}

/** What was landed, with the assumptions that it rests on (`[R-28]`). */
export function landingSection(view: RunView, page: Page): readonly string[] {
  const { style } = page;
  const title = view.mode === "preview" ? "would land" : "landed";
  if (view.landings.length === 0) {
    if (view.shape === "loop") return [];
    const over = view.status === "completed" || view.status === "failed" || view.status === "cancelled";
    return ["", `${style.bold(title)}  ${over ? "nothing" : "nothing yet"}`];
  }
  // What was landed several times is there once.
  const last = new Map(view.landings.map((landing) => [landing.path, landing]));
  const landings = [...last.values()];
  const rows = table(
    landings.map((landing) => [
      oneLine(landing.path),
      instance(shortRef(landing.artifact, page.home), landing.key),
    ]),
  );
  return [
    "",
    style.bold(title),
    ...landings.flatMap((landing, index) =>
      indented([
        rows[index] ?? "",
        ...indented(
          landing.assumptions
            .flatMap((one) => wrapped(`assumed: ${oneLine(one)}`, page.width - 6))
            .map(style.yellow),
        ),
      ]),
    ),
  ];
}

/** The verdicts that stand, beside the stop reason and never mixed with it (`[R-23]`). */
export function verdictSection(view: RunView, page: Page): readonly string[] {
  const rows = Object.entries(view.verdicts).flatMap(([ref, values]) =>
    values.map(({ key, value }) => [instance(shortRef(ref, page.home), key), value] as const),
  );
  if (rows.length === 0) return [];
  const widest = Math.max(...rows.map(([name]) => name.length));
  return [
    "",
    page.style.bold("verdicts"),
    ...indented(table(rows.map(([name, value]) => [name, inline(value, page.width - widest - 4)]))),
  ];
}
