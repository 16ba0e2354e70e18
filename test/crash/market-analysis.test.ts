import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event, JournalEntry } from "../../ir/index.js";
import { openSqliteStore } from "../../runtime/stores/sqlite.js";
import { copyExample } from "../../scripts/copy-example.mjs";
import { type BuiltCommandLine, buildCommandLine } from "../support/command-line.js";
import { countOf } from "../support/counts.js";
import { randomFrom } from "../support/mutants.js";

const example = resolve(import.meta.dirname, "../../examples/market-analysis");
const runs = ["run", "top_down.market-analysis", "--input", "brief=Bakeries in Lyon", "--no-input"];
const scratch = mkdtempSync(join(tmpdir(), "laban-crash-"));

let laban: BuiltCommandLine;

beforeAll(async () => {
  laban = await buildCommandLine("crash");
});
afterAll(() => {
  laban.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** A copy of the example, whose model writes down each call that it is asked. */
function project(name: string): string {
  const folder = join(scratch, name);
  copyExample(example, folder);
  const path = join(folder, "laban.config.json");
  const config: { models: { default: object } } = JSON.parse(readFileSync(path, "utf8"));
  config.models.default = { ...config.models.default, log: ".laban/calls.jsonl" };
  writeFileSync(path, JSON.stringify(config));
  return folder;
}

interface Ended {
  readonly code: number | null;
  readonly killed: boolean;
  /** From its start to its first words, and from there to its end. */
  readonly startMs: number;
  readonly workMs: number;
  readonly stderr: string;
}

/** A moment of a process: from its start, or from when it first said something and is at work. */
interface Moment {
  readonly from: "start" | "work";
  readonly ms: number;
}

/** Runs the command line in `folder`, and kills it at `moment` where it is still there. */
function laban_(folder: string, words: readonly string[], moment?: Moment): Promise<Ended> {
  return new Promise((done) => {
    const start = performance.now();
    let spoke: number | undefined;
    let killer: NodeJS.Timeout | undefined;
    const killLater = (from: Moment["from"]): void => {
      if (moment?.from === from) killer = setTimeout(() => child.kill("SIGKILL"), moment.ms);
    };
    const child = spawn(process.execPath, [laban.program, ...words], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (spoke === undefined) killLater("work");
      spoke ??= performance.now();
      stderr += text;
    });
    killLater("start");
    child.on("close", (code, signal) => {
      clearTimeout(killer);
      const end = performance.now();
      const at = spoke ?? end;
      done({ code, killed: signal === "SIGKILL", startMs: at - start, workMs: end - at, stderr });
    });
  });
}

/** The journal of the folder's only run; empty where none was accepted yet. */
function journalIn(folder: string): readonly JournalEntry[] {
  const path = join(folder, ".laban/laban.db");
  if (!existsSync(path)) return [];
  const store = openSqliteStore(path, { now: 0 });
  try {
    const [run, ...others] = store.runs({});
    expect(others).toEqual([]);
    return run === undefined ? [] : store.journal(run.id);
  } finally {
    store.close();
  }
}

function callsIn(folder: string): readonly string[] {
  const path = join(folder, ".laban/calls.jsonl");
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
}

/** A call of the log, as the journal names what it gave. */
function callOf(event: Event): string | undefined {
  switch (event.kind) {
    case "attempt.replied":
      return `generate ${event.lane} ${event.step} ${event.attempt} ${event.call}`;
    case "selection.replied":
      return `select ${event.path} ${event.round} ${event.attempt}`;
    default:
      return undefined;
  }
}

function callOfLine(line: string): string {
  const call: Record<string, string | number> = JSON.parse(line);
  return call["purpose"] === "select"
    ? `select ${call["path"]} ${call["round"]} ${call["attempt"]}`
    : `generate ${call["lane"]} ${call["step"]} ${call["attempt"]} ${call["call"]}`;
}

/** What the run did and what came of it: everything in its journal but when, and that it was interrupted. */
function resultsOf(journal: readonly JournalEntry[]): readonly unknown[] {
  return journal
    .map(({ event }) => event)
    .filter(({ kind }) => kind !== "run.resumed")
    .map((event) => {
      switch (event.kind) {
        case "run.started":
          return { ...event, id: "", key: "" };
        // Numbers of the journal move where an interruption is recorded; what they stand for does not.
        case "verdict.returned":
          return { ...event, judged: Object.keys(event.judged) };
        case "brief.made":
        case "lane.admitted":
        case "lane.resumed":
        case "landing.prepared":
          return { ...event, versions: Object.keys(event.versions) };
        default:
          return event;
      }
    });
}

describe("a killed process", () => {
  const times = countOf(8, 200);

  it(`[R-4] [R-5] [R-2] loses nothing and asks for nothing twice, killed ${times} times at random moments`, async () => {
    const whole = project("whole");
    const first = await laban_(whole, runs);
    expect(first).toMatchObject({ code: 0, killed: false });
    const landed = readFileSync(join(whole, "market/snapshot.json"));
    const results = resultsOf(journalIn(whole));

    const random = randomFrom(20_260_101);
    // Most of a process's life is its start, where there is nothing to lose yet.
    const someMoment = (): Moment =>
      random() < 0.1
        ? { from: "start", ms: random() * (first.startMs + first.workMs) }
        : { from: "work", ms: random() * first.workMs };
    let kills = 0;
    let killedTwice = 0;
    const stages = new Map<string, number>();
    for (let trial = 0; kills < times; trial += 1) {
      const folder = project(`trial-${trial}`);
      let ended = await laban_(folder, runs, someMoment());
      while (ended.killed) {
        kills += 1;
        const before = journalIn(folder);
        const asked = callsIn(folder);
        const done = new Set(before.flatMap(({ event }) => callOf(event) ?? []));
        const stage = before.at(-1)?.event.kind ?? "before the run was accepted";
        stages.set(stage, (stages.get(stage) ?? 0) + 1);

        const again = random() < 0.4;
        if (again) killedTwice += 1;
        // Where nothing had been accepted there is nothing to go on with: the person starts again.
        const words = before.length === 0 ? runs : ["resume", "--no-input"];
        ended = await laban_(folder, words, again ? someMoment() : undefined);

        expect(journalIn(folder).slice(0, before.length)).toEqual(before);
        const repeated = callsIn(folder)
          .slice(asked.length)
          .map(callOfLine)
          .filter((call) => done.has(call));
        expect(repeated, `asked again after a kill at ${stage}`).toEqual([]);
      }
      if (ended.code !== 0) throw new Error(`the resume ended with ${ended.code}: ${ended.stderr}`);
      const journal = journalIn(folder);
      expect(readFileSync(join(folder, "market/snapshot.json")).equals(landed)).toBe(true);
      expect(resultsOf(journal)).toEqual(results);
      rmSync(folder, { recursive: true, force: true });
    }
    console.log(
      `${kills} kills (${killedTwice} more at the resume), the last event before: ` +
        [...stages].map(([stage, count]) => `${stage} ${count}`).join(", "),
    );
  }, 1_800_000);
});
