import { invariant, type StopContext } from "../../ir/index.js";
import type { Request, RunView } from "../../runtime/core/index.js";
import type { RunRow } from "../../runtime/ports.js";
import type { Command } from "../command.js";
import { exit, type ExitCode } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { flag, json, text } from "../option.js";
import { misuse, refusal, type Found, type Problem } from "../problem.js";
import { askText } from "../prompting/reply.js";
import { openDialogue } from "../prompting/dialogue.js";
import { refused } from "../refused.js";
import { stopName } from "../../runtime/core/requests/recover.js";
import { memberName } from "../rendering/names.js";
import { startAgain } from "../rendering/start-again.js";
import { areOne } from "../rendering/stops.js";
import { counted, firstLine, indented, printable, wrapped } from "../rendering/text.js";
import { reporter, stayWithRun, type EndedRun } from "../stay-with-run.js";
import { style } from "../style.js";
import { emit, hasColour, say, type Surroundings } from "../surroundings.js";
import { hasStore } from "../wiring.js";
import { noRuns, withRuntime, type Runs } from "../with-runtime.js";
import { openWorkplace } from "../workplace.js";

const lane = text({
  name: "lane",
  value: "LANE",
  summary: "what goes on, where several lanes, or the selector too, have stopped",
});
const said = text({ name: "text", value: "TEXT", summary: "what is added where a stop asks for more" });
const noInput = flag({ name: "no-input", summary: "asks nobody: where a person is needed, the run waits" });

export const command: Command = {
  name: "resume",
  summary: "goes on with what was interrupted, or takes the recovery that is open",
  operands: [{ name: "RUN", optional: true }],
  options: [lane, said, noInput, json],
  notes: [
    "RUN is a run's id, any unique beginning of it, or `last`. Without it, everything that was interrupted goes on.",
    "A run goes on under the program that it began with, whatever the files say by now.",
  ],
  async run(args, surroundings) {
    const opened = await openWorkplace(surroundings.cwd, []);
    if (opened.kind === "problem") return opened;
    if (!hasStore(opened.value)) return noRuns();
    return withRuntime(opened.value, surroundings, args.get(noInput), async (runs) => {
      const [given] = args.operands;
      if (given === undefined) return resumeAll(runs, args.get(json), surroundings);
      const row = findRun(runs.store, given);
      if (row.kind === "problem") return row;
      const view = runs.runtime.view(row.value.id);
      invariant(view !== undefined, `run \`${row.value.id}\` is stored`);
      if (view.status === "completed" || view.status === "failed" || view.status === "cancelled") {
        return refusal(`run \`${view.id}\` is ${view.status}: nothing of it is left to go on`, {
          hint: startAgain(view),
        });
      }
      const from = runs.runtime.journal(view.id).length;
      const refusedBefore = runs.store.refused(view.id).length;
      const recovered = await recover(runs, view, args.get(lane), args.get(said), surroundings);
      if (recovered !== undefined) return recovered;
      return stayWithRun(
        runs,
        view.id,
        { report: reporter(args.get(json), surroundings), from, refusedBefore },
        surroundings,
      );
    });
  },
};

/** Everything that was left in the middle, and every wait whose moment has come (`[R-4]`, `[R-33]`). */
async function resumeAll(
  runs: Runs,
  asJson: boolean,
  surroundings: Surroundings,
): Promise<ExitCode | Problem> {
  const { runtime } = runs;
  const left = runtime.runs({ status: ["running", "queued", "waiting"] });
  const due = new Map(
    left.filter((row) => goesOn(runs, row, surroundings.clock.now())).map((row) => [row.id, row]),
  );
  const taken = await runtime.recover();
  const going = taken.filter((id) => due.has(id));
  if (going.length === 0) {
    const waiting = taken.length;
    if (asJson) emit(surroundings, { version: 1, exit: exit.done, runs: [] });
    else {
      say(surroundings, [
        "nothing was interrupted",
        ...(waiting === 0
          ? []
          : [
              `${counted(waiting, "run")} ${waiting === 1 ? "waits" : "wait"} for someone: laban runs --status waiting`,
            ]),
      ]);
    }
    return exit.done;
  }
  const codes: ExitCode[] = [];
  const ended: EndedRun[] = [];
  for (const id of going) {
    const from = due.get(id)?.version ?? 0;
    const code = await stayWithRun(runs, id, { report: (run) => ended.push(run), from }, surroundings);
    if (typeof code !== "number") return code;
    codes.push(code);
    if (code === exit.interrupted) break;
  }
  const code = worst(codes);
  if (asJson) emit(surroundings, { version: 1, exit: code, runs: ended });
  return code;
}

/** Whether something of the run can be done now without anybody. */
function goesOn({ runtime, store }: Runs, { id, status }: RunRow, now: number): boolean {
  if (status !== "waiting" || store.inbox(id).length > 0) return true;
  const waits = runtime.view(id)?.waits ?? [];
  return waits.some(
    ({ status: of, dueAt, expiresAt }) =>
      of === "open" && Math.min(dueAt ?? Infinity, expiresAt ?? Infinity) <= now,
  );
}

/** What the shell is told of several runs: that of the one which needs somebody most. */
function worst(codes: readonly ExitCode[]): ExitCode {
  return (
    ([exit.interrupted, exit.paused, exit.refused, exit.waiting] as const).find((code) =>
      codes.includes(code),
    ) ?? exit.done
  );
}

/** Takes the recovery that is open, where something has stopped; nothing where nothing has. */
async function recover(
  { runtime, asks }: Runs,
  view: RunView,
  laneId: string | undefined,
  given: string | undefined,
  surroundings: Surroundings,
): Promise<ExitCode | Problem | undefined> {
  const stop = stopOf(view, laneId);
  if (stop.kind === "problem") return view.status === "paused" || laneId !== undefined ? stop : undefined;
  const { recovery } = stop.value;
  const by = surroundings.user;
  const named = { lane: stopName(stop.value) };
  let request: Request;
  switch (recovery) {
    case "retry":
    case "configure":
      request = { kind: "recover", recovery, ...named, by };
      break;
    case "clarify": {
      const words = given ?? (asks ? await askForText(stop.value, surroundings) : undefined);
      if (words === undefined) {
        return misuse(
          `\`${view.id}\` needs more said before it is evaluated afresh: ${firstLine(stop.value.message)}`,
          {
            hint: `laban resume ${view.id} --text "…"`,
          },
        );
      }
      request = { kind: "recover", recovery, ...named, text: words, by };
      break;
    }
    case "approve":
    case "review":
      return refusal(
        `\`${view.id}\` needs a person's ${recovery === "approve" ? "approval" : "review"} of an effect: ${firstLine(stop.value.message)}`,
      );
    case "new_run":
    case "none":
      return refusal(`\`${view.id}\` cannot go on: ${firstLine(stop.value.message)}`, {
        hint: recovery === "none" ? undefined : `a new run has new authority: ${startAgain(view)}`,
      });
  }
  const result = await runtime.request(view.id, request);
  return result.kind === "refused" ? refused(result.refusal) : undefined;
}

/** The stop that is meant: the only one, or that of the lane that was named. */
function stopOf(view: RunView, laneId: string | undefined): Found<StopContext> {
  const fitting = view.stops.filter((stop) => laneId === undefined || stopName(stop) === laneId);
  const [only] = fitting;
  if (only !== undefined && areOne(fitting)) return { kind: "found", value: only };
  const details = view.stops.map((stop) => {
    const member = view.lanes.find((one) => one.lane === stop.laneId)?.member;
    const who = member === undefined ? "" : `${memberName(member, view.playbook)}: `;
    return `--lane ${stopName(stop)}  ${who}${firstLine(stop.message)} (${stop.recovery})`;
  });
  if (only === undefined) {
    return laneId === undefined
      ? misuse(`nothing of \`${view.id}\` has stopped`)
      : misuse(`lane \`${laneId}\` of \`${view.id}\` has not stopped`, { details });
  }
  return misuse(`several lanes of \`${view.id}\` have stopped: say which goes on`, { details });
}

async function askForText(stop: StopContext, surroundings: Surroundings): Promise<string | undefined> {
  const paint = style(hasColour(surroundings.err, surroundings.env));
  const dialogue = openDialogue(surroundings);
  const width = surroundings.err.columns();
  const [first = "", ...rest] = wrapped(printable(stop.message.trim()), width - 2);
  dialogue.say([`${paint.yellow("?")} ${first}`, ...indented([...rest, paint.dim("what is to be added?")])]);
  const reply = await askText("› ", {
    dialogue,
    style: paint,
    width,
    declinable: false,
    delegable: false,
    optional: false,
    signal: new AbortController().signal,
  });
  return reply.kind === "value" && reply.value.trim() !== "" ? reply.value : undefined;
}
