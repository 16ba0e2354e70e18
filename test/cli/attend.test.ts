import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { attend } from "../../cli/attend.js";
import { FrontDesk } from "../../cli/prompting/front-desk.js";
import { style } from "../../cli/style.js";
import type { Surroundings } from "../../cli/surroundings.js";
import type { Event, JournalEntry } from "../../ir/index.js";
import type { Request, RequestResult, RunView, WaitView } from "../../runtime/core/index.js";
import type { Followed } from "../../runtime/drive/runtime.js";
import { noon, view } from "./rendering/views.js";
import { screen } from "./screen.js";
import { frozenClock } from "./session.js";

/** A run whose journal and state the test writes. */
class ScriptedRun implements Followed {
  readonly requests: Request[] = [];
  readonly entries: JournalEntry[] = [];
  letGoOf = false;
  state: RunView = view({ status: "running" });
  working = true;
  answer: (request: Request) => RequestResult = () => ({ kind: "accepted", events: [], repeated: false });
  readonly #listeners = new Set<() => void>();

  change(more: Partial<RunView>, events: readonly Event[] = [], working = this.working): void {
    this.state = { ...this.state, ...more };
    this.working = working;
    for (const event of events) this.entries.push({ seq: this.entries.length + 1, at: noon, event });
    for (const listener of this.#listeners) listener();
  }
  view(): RunView {
    return this.state;
  }
  journal(after: number): readonly JournalEntry[] {
    return this.entries.slice(after);
  }
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
  isAtWork(): boolean {
    return this.working;
  }
  request(request: Request): Promise<RequestResult> {
    this.requests.push(request);
    return Promise.resolve(this.answer(request));
  }
  letGo(): Promise<void> {
    this.letGoOf = true;
    return Promise.resolve();
  }
}

interface Person {
  readonly surroundings: Surroundings;
  interrupt(): void;
  written(): string;
  seen(): string;
}

/** `onPrompt`: what is typed whenever something is asked. */
function person(terminal: boolean, onPrompt: () => string | undefined = () => undefined): Person {
  const input = new PassThrough();
  let written = "";
  const handlers = new Set<() => void>();
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      written += chunk.toString();
      if (/[›…] $/.test(stripVTControlCharacters(chunk.toString()))) {
        setImmediate(() => {
          const text = onPrompt();
          if (text !== undefined) input.write(text);
        });
      }
      done();
    },
  });
  const output = { terminal, columns: () => 80, stream };
  return {
    surroundings: {
      cwd: "/",
      env: {},
      in: { terminal, stream: input },
      out: output,
      err: output,
      clock: frozenClock(noon + 5000),
      user: "tester",
      watch: async () => () => undefined,
      onInterrupt(handler) {
        handlers.add(handler);
        return () => {
          handlers.delete(handler);
        };
      },
    },
    interrupt() {
      for (const handler of handlers) handler();
    },
    written: () => written,
    seen: () => screen(written),
  };
}

const page = {
  width: 80,
  style: style(false),
  now: 0,
  home: "top_down.market-analysis",
  types: {},
  place: () => undefined,
};
const approval: WaitView = {
  waitId: "w1",
  wait: "top_down.Approval",
  class: "intervention",
  status: "open",
  question: "May it be sent?",
  schema: { type: "boolean" },
  declinable: false,
};
const research = { playbook: "top_down.market-research" };
const admitted: Event = {
  kind: "lane.admitted",
  lane: "1",
  path: "",
  round: 1,
  member: research,
  versions: {},
};
const settled: Event = { kind: "lane.settled", lane: "1", outcome: "returned" };

function attending(
  run: Followed,
  { surroundings }: Person,
  asks: boolean,
  stays = false,
): ReturnType<typeof attend> {
  return attend(run, {
    surroundings,
    page,
    asks,
    stays,
    tells: true,
    from: 0,
    by: "me",
    desk: new FrontDesk(),
  });
}

describe("staying with a run", () => {
  it("elsewhere than on a terminal tells plain lines, and redraws nothing", async () => {
    const run = new ScriptedRun();
    const reader = person(false);
    const attended = attending(run, reader, false);
    run.change({}, [{ kind: "round.started", path: "", round: 1, counted: true }, admitted]);
    await Promise.resolve();
    run.change({ status: "completed" }, [settled], false);
    expect(await attended).toMatchObject({ interrupted: false, view: { status: "completed" } });
    expect(reader.written()).toBe("round 1\n  ✓ market-research returned  0 ms\n");
  });

  it("on a terminal shows a line a lane at work, redraws it in one write, and takes it away", async () => {
    const run = new ScriptedRun();
    const reader = person(true);
    const attended = attending(run, reader, true);
    run.change({}, [admitted]);
    await Promise.resolve();
    expect(reader.seen()).toBe("● market-research  at work · 5 s\n");
    const before = reader.written().length;
    await new Promise(setImmediate);
    expect(reader.written().length).toBe(before);
    run.change({ status: "completed" }, [settled], false);
    await attended;
    expect(reader.seen()).toBe("  ✓ market-research returned  0 ms\n");
  });

  it("puts a question as soon as it is open, while other lanes are at work", async () => {
    const run = new ScriptedRun();
    run.state = view({ status: "running", waits: [approval] });
    const reader = person(true, () => "yes\n");
    run.answer = () => {
      run.change({ waits: [], status: "completed" }, [], false);
      return { kind: "accepted", events: [], repeated: false };
    };
    run.change({}, [admitted]);
    await attending(run, reader, true);
    expect(run.requests).toEqual([{ kind: "answer", wait: "w1", value: true, by: "me" }]);
  });

  it("[R-31] a refused answer is said why and asked again; nothing is consumed", async () => {
    const run = new ScriptedRun();
    run.state = view({ status: "waiting", waits: [approval] });
    run.working = false;
    const typed = ["no\n", "yes\n"];
    const reader = person(true, () => typed.shift());
    run.answer = (request) => {
      if (request.kind === "answer" && request.value === false) {
        return {
          kind: "refused",
          refusal: { status: 422, code: "MISFIT", message: "it has to be yes", details: [] },
        };
      }
      run.change({ waits: [], status: "completed" });
      return { kind: "accepted", events: [], repeated: false };
    };
    await attending(run, reader, true);
    expect(run.requests).toHaveLength(2);
    expect(reader.seen()).toContain("not taken: it has to be yes");
  });

  it("[R-48] with nobody there nothing is asked, and the run is left waiting", async () => {
    const run = new ScriptedRun();
    run.state = view({ status: "waiting", waits: [approval] });
    run.working = false;
    expect(await attending(run, person(false), false)).toMatchObject({ view: { status: "waiting" } });
    expect(run.requests).toEqual([]);
  });

  it("`/later` leaves the question open and asks it no more", async () => {
    const run = new ScriptedRun();
    run.state = view({ status: "waiting", waits: [approval] });
    run.working = false;
    const reader = person(true, () => "/later\n");
    expect(await attending(run, reader, true)).toMatchObject({ view: { status: "waiting" } });
    expect(run.requests).toEqual([]);
  });

  it("[R-32] a question that ended elsewhere is withdrawn, and what happened meanwhile is told after it", async () => {
    const run = new ScriptedRun();
    run.state = view({ status: "running", waits: [approval] });
    const reader = person(true, () => {
      run.change({ waits: [], status: "completed" }, [admitted, settled], false);
      return undefined;
    });
    await attending(run, reader, true);
    expect(reader.seen()).toMatch(/this needs no answer any more\n {2}✓ market-research returned/);
  });

  it("an interrupt lets go of the run, also while a question is open", async () => {
    const working = new ScriptedRun();
    const reader = person(false);
    const attended = attending(working, reader, false);
    reader.interrupt();
    expect(await attended).toMatchObject({ interrupted: true });
    expect(working.letGoOf).toBe(true);

    const asking = new ScriptedRun();
    asking.state = view({ status: "waiting", waits: [approval] });
    asking.working = false;
    expect(
      await attending(
        asking,
        person(true, () => "\u0003"),
        true,
      ),
    ).toMatchObject({ interrupted: true });
    expect(asking.letGoOf).toBe(true);
  });

  it("[R-33] stays until a moment has come where somebody is there, and says until when", async () => {
    const monday: WaitView = { ...approval, wait: "Monday", class: "schedule", dueAt: noon + 7_205_000 };
    const run = new ScriptedRun();
    run.state = view({ status: "waiting", waits: [monday] });
    run.working = false;
    const reader = person(true);
    const attended = attending(run, reader, true, true);
    await Promise.resolve();
    expect(reader.seen()).toBe("waits for Monday until 2026-11-30 14:00:05Z (in 2 h); ctrl-c leaves it\n");
    run.change({ status: "completed", waits: [] });
    expect(await attended).toMatchObject({ view: { status: "completed" } });
    expect(await attending(run, person(false), false)).toMatchObject({ view: { status: "completed" } });
  });
});
