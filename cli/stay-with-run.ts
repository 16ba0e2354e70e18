import { invariant } from "../ir/index.js";
import type { RunView } from "../runtime/core/index.js";
import type { Driven } from "../runtime/drive/runtime.js";
import { attend } from "./attend.js";
import { exit, type ExitCode } from "./exit-code.js";
import { exitOfRun } from "./exit-of-run.js";
import { refusal, type Problem } from "./problem.js";
import { outcomeLines } from "./rendering/outcome.js";
import type { Page } from "./rendering/page.js";
import { setAsideLines } from "./rendering/refused.js";
import { emit, say, type Surroundings } from "./surroundings.js";
import { pageOf, type Runs } from "./with-runtime.js";

/** How staying with a run ended, as a program is told. */
export interface EndedRun {
  readonly exit: ExitCode;
  readonly interrupted: boolean;
  readonly run: RunView;
}

/** What `--json` prints of one run. */
export function reporter(json: boolean, surroundings: Surroundings): Staying["report"] {
  return json ? (ended) => emit(surroundings, { version: 1, ...ended }) : undefined;
}

export interface Staying {
  /** Told how it ended where a program wants to know: `--json`. */
  readonly report: ((ended: EndedRun) => void) | undefined;
  /** The journal entry up to which the run was told before. */
  readonly from: number;
  /** How much of what was handed over had been refused before the command. Default: all that is by now. */
  readonly refusedBefore?: number;
  /** Whether all was done that was asked for where another process drives the run and goes on with it. */
  readonly mayBeElsewhere?: boolean;
}

/**
 * Takes a run up where nobody drives it, and stays with it to its end or until it waits; tells how that came, and gives
 * what it means to the shell. A run that another process drives is left to it.
 */
export async function stayWithRun(
  runs: Runs,
  run: string,
  { report, from, refusedBefore, mayBeElsewhere = false }: Staying,
  surroundings: Surroundings,
): Promise<ExitCode | Problem> {
  const { runtime, store, desk, asks } = runs;
  const followed = runtime.follow(run);
  invariant(followed !== undefined, `run \`${run}\` is stored`);
  const before = refusedBefore ?? store.refused(run).length;
  const driving = watched(runtime.drive(run));
  // Driving ends when the run comes to rest, which is for `attend` to see; who else has the run shows at once.
  await new Promise(setImmediate);
  const first = followed.view();
  if (driving.end?.kind === "held") {
    if (!mayBeElsewhere) return refusal(driving.end.message, { code: "held" });
    say(surroundings, ["taken; the process that drives the run goes on with it"]);
    report?.({ exit: exit.done, interrupted: false, run: first });
    return exit.done;
  }

  const page = pageOf(surroundings, store.bundle(first.digest), first);
  const by = surroundings.user;
  const told = { surroundings, page, asks, stays: asks, tells: true, from, by, desk };
  const { view, interrupted } = await attend(followed, told);
  await new Promise(setImmediate);
  if (driving.fault !== undefined) throw driving.fault;
  if (driving.end?.kind === "failed") return refusal(driving.end.failure.message, { code: "store" });

  const code = interrupted ? exit.interrupted : exitOfRun(view);
  report?.({ exit: code, interrupted, run: view });
  const now = pageOf(surroundings, store.bundle(view.digest), view);
  const isLeft = interrupted && (view.status === "running" || view.status === "waiting");
  say(surroundings, [
    "",
    ...(isLeft ? leftLines(view, now) : outcomeLines(view, now)),
    ...setAsideLines(run, store.refused(run).slice(before), now),
  ]);
  return code;
}

function leftLines(view: RunView, { style }: Page): readonly string[] {
  return [
    `${style.yellow("interrupted")}: the run keeps all that it has`,
    `  go on with ${style.cyan(`laban resume ${view.id}`)}, or end it with ${style.cyan(`laban cancel ${view.id}`)}`,
  ];
}

/** How driving ended, once it has; `fault`: what broke. */
interface Watch {
  end?: Driven;
  fault?: Error;
}

function watched(driven: Promise<Driven>): Watch {
  const watch: Watch = {};
  const follow = async (): Promise<void> => {
    try {
      watch.end = await driven;
    } catch (fault) {
      watch.fault = fault instanceof Error ? fault : new Error(String(fault));
    }
  };
  void follow();
  return watch;
}
