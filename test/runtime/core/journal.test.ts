import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, ModelReply, Program } from "../../../ir/index.js";
import { empty, fold, pending, step, view, type Command } from "../../../runtime/core/index.js";
import { MemoryDriver, type DriverOptions } from "../../support/memory-driver.js";
import { market, marketProgram, marketReplies } from "../../support/market.js";
import { programFrom } from "../../support/playbooks.js";

/** A run that has everything in it that the core can do: lanes, questions, tools, waits, verdicts, landings. */
const busy = `
  wait Sign { class intervention  answer boolean  declinable }
  wait Paid { class signal  answer { amount: number } }
  wait Later { class schedule }
  evidence facts  evidence doubts
  verdict sound { ok: boolean  score: integer }
  artifact draft at "out/draft.txt"
  artifact report at "out/report.json" { title: string  signed: boolean  paid: number }
  tool look-up { input { word: string } output { meaning: string } }
  playbook all {
    intent "All of it"
    input topic: text
    admits gather, doubt, judge, write, publish
    until landed report
    limits { rounds 20  lanes 3  duration 2h }
    select all
  }
  playbook gather { intent "Gather" input topic: text returns facts once uses look-up prompt "facts on {{ topic }}" }
  playbook doubt { intent "Doubt" requires facts returns doubts once clarifies { rounds 1  questions 2 } prompt "doubt {{ facts }}" }
  playbook judge { intent "Judge" requires facts and doubts returns sound once prompt "{{ facts }} {{ doubts }}" }
  playbook write { intent "Write" requires sound.ok outputs draft prompt "{{ facts }}" }
  playbook publish {
    intent "Publish" requires landed draft outputs report
    do {
      together { ask Sign "Publish it?" as ok  ask Paid "The payment" as paid }
      ask Later "A little later" in 1h
      generate report { prompt "{{ draft }} {{ ok ?? false }} {{ paid.amount }}" }
    }
  }
`;

const call: ModelReply = { kind: "tools", calls: [{ id: "c1", tool: "look-up", input: { word: "rye" } }] };
const generate: Readonly<Record<string, readonly (ModelReply | Json)[]>> = {
  gather: [call, { kind: "text", text: "rye is a grain" }],
  doubt: ["is it?"],
  judge: [{ ok: "yes" }, { ok: true, score: 3 }],
  write: [{ kind: "text", text: "Rye." }],
  publish: [{ title: "Rye", signed: true, paid: 3 }],
};

/** Answers by what is asked, not by how often: the same whoever asks, and however often the process died. */
const options: DriverOptions = {
  playbook: "all",
  inputs: { topic: "rye" },
  script: {
    generate: ({ site: { playbook, attempt, call: index } }) => {
      const given = generate[playbook]?.[Math.max(attempt, index) - 1];
      if (given === undefined) throw new Error(`nothing for ${playbook}`);
      return typeof given === "object" && given !== null && "kind" in given
        ? (given as ModelReply)
        : { kind: "value", value: given as Json };
    },
    tool: () => ({ output: { meaning: "a grain" } }),
  },
};

/** A person, a bank and the clock, who do what is open to them until the run has ended. */
function finish(run: MemoryDriver): MemoryDriver {
  for (let count = 0; count < 50 && run.state.end === undefined; count++) {
    run.drain();
    const open = run.view.waits.filter(({ status }) => status === "open");
    const [wait] = open;
    if (wait === undefined) continue;
    if (wait.requests !== undefined) {
      const answers = wait.requests.map(({ ref }) => ({ ref, answer: "yes" }));
      run.ask({ kind: "resume", wait: wait.waitId, action: "accept", answers, by: "ana" });
    } else if (wait.class === "intervention") {
      run.ask({ kind: "answer", wait: wait.waitId, value: true, by: "ana", idempotencyKey: wait.waitId });
    } else if (wait.class === "signal") {
      run.ask({ kind: "signal", name: "Paid", value: { amount: 3 }, by: "bank" });
    } else {
      run.pass(3_600_000);
    }
  }
  return run;
}

function clarified(): DriverOptions {
  return {
    ...options,
    script: {
      ...options.script,
      clarify: { doubt: [[{ ref: "how", question: "How much doubt?", form: "text" }]] },
    },
  };
}

function completed(program: Program): MemoryDriver {
  const run = new MemoryDriver(program, clarified());
  run.start();
  return finish(run);
}

describe("a journal", () => {
  it("[R-2] folds to the state that the run had after each of its transactions", async () => {
    const run = completed(await programFrom(busy));
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
    let state = empty(run.machine);
    let from = 0;
    for (const boundary of run.boundaries) {
      state = fold(run.machine, state, run.journal.slice(from, boundary));
      expect(fold(run.machine, empty(run.machine), run.journal.slice(0, boundary))).toEqual(state);
      from = boundary;
    }
    expect(state).toEqual(run.state);
    expect(view(run.machine, state)).toEqual(run.view);
  });

  it("[R-2] folds the same after it was written and read as JSON", async () => {
    const run = completed(await programFrom(busy));
    const read = JSON.parse(JSON.stringify(run.journal)) as typeof run.journal;
    expect(view(run.machine, fold(run.machine, empty(run.machine), read))).toEqual(run.view);
  });

  it("[R-2] is numbered from one without gaps, and its time never goes back", async () => {
    const run = completed(await programFrom(busy));
    for (const [index, entry] of run.journal.entries()) {
      expect(entry.seq).toBe(index + 1);
      expect(entry.at).toBeGreaterThanOrEqual(run.journal[index - 1]?.at ?? 0);
    }
  });

  it("[R-2] is the same for the same answers", async () => {
    const program = await programFrom(busy);
    expect(completed(program).journal).toEqual(completed(program).journal);
  });

  it("[R-4] [R-5] #3 #10 after a crash at any transaction goes on by itself to the same end, and asks for nothing twice", async () => {
    const program = await programFrom(busy);
    const whole = completed(program);
    const landed = Object.fromEntries(whole.written);
    for (const boundary of whole.boundaries.slice(0, -1)) {
      const again = new MemoryDriver(program, clarified());
      again.journal.push(...whole.journal);
      again.at = whole.journal[boundary - 1]?.at ?? again.at;
      // What was landed before the crash is in the workspace.
      for (const { event } of whole.journal.slice(0, boundary)) {
        if (event.kind !== "artifact.landed") continue;
        const prepared = whole.of("landing.prepared").flatMap(({ documents }) => documents);
        const document = prepared.find(({ sha256 }) => sha256 === event.sha256);
        if (document === undefined) continue;
        again.written.set(document.path, document.content);
        again.put({ ...event, state: "landed", value: document.value } as never);
      }
      again.crash(boundary);
      finish(again);
      expect([boundary, Object.fromEntries(again.written)]).toEqual([boundary, landed]);
      expect(again.view).toMatchObject({
        status: "completed",
        stopReason: "goal_met",
        rounds: whole.view.rounds,
      });
      // #2: the lane of the questions was admitted once, and no journaled reply was asked for again.
      expect(again.order).toEqual(whole.order);
      const journaled = whole.journal
        .slice(0, boundary)
        .flatMap(({ event }) =>
          event.kind === "attempt.replied"
            ? [`${event.lane}/${event.step}/${event.attempt}/${event.call}`]
            : [],
        );
      const asked = again.asked.flatMap((command) =>
        command.kind === "generate"
          ? [`${command.site.lane}/${command.site.step}/${command.site.attempt}/${command.site.call}`]
          : [],
      );
      expect(asked.filter((id) => journaled.includes(id))).toEqual([]);
    }
  });

  it("[R-5] #4 holds a run from its first transaction on", async () => {
    const run = new MemoryDriver(await programFrom(busy), options);
    run.start();
    const folded = fold(run.machine, empty(run.machine), run.journal.slice(0, run.boundaries[0]));
    expect(view(run.machine, folded)).toMatchObject({
      id: "r1",
      status: "running",
      inputs: { topic: "rye" },
    });
    expect(pending(run.machine, folded)).toEqual(run.commands);
  });

  it("[R-4] asks for the same after a restart as before it, under the same ids", async () => {
    const program = await programFrom(busy);
    const run = new MemoryDriver(program, clarified());
    run.start();
    const ids = (commands: readonly Command[]): readonly string[] => commands.map(({ id }) => id);
    for (let count = 0; count < 30 && run.answerOne(); count++) {
      const before = ids(run.commands);
      run.crash();
      // What is left of a duration is told anew, from the restart on.
      const fixed = (list: readonly string[]): readonly string[] =>
        list.filter((id) => !id.startsWith("timer/run:"));
      expect(fixed(ids(run.commands))).toEqual(fixed(before));
    }
  });

  it("[R-49] #16 takes every answer of the world three times, and is none the wiser", async () => {
    const program = await programFrom(busy);
    const once = completed(program);
    const thrice = new MemoryDriver(program, clarified());
    const { give } = thrice;
    thrice.give = (events) => {
      const isAnswer = events.some(({ kind }) => /replied|returned|landed|read$/.test(kind));
      for (let count = 0; count < (isAnswer ? 3 : 1); count++) give.call(thrice, events);
    };
    thrice.start();
    finish(thrice);
    const { updatedAt: _, ...expected } = once.view;
    expect(thrice.view).toMatchObject({ ...expected });
  });

  it("[R-16] #7 never takes back how a lane has settled, in whatever order the world answers", async () => {
    const program = await programFrom(busy);
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 12 }), (turns) => {
        let turn = 0;
        const run = new MemoryDriver(program, {
          ...clarified(),
          pick: (open) => (turns[turn++ % turns.length] ?? 0) % open.length,
        });
        const settled = new Map<string, string>();
        const { give } = run;
        run.give = (events) => {
          give.call(run, events);
          for (const { lane, status } of run.view.lanes) {
            expect([lane, status]).toEqual([lane, settled.get(lane) ?? status]);
            if (status !== "running" && status !== "suspended" && status !== "stopped")
              settled.set(lane, status);
          }
        };
        run.start();
        finish(run);
        expect(run.view.status).toBe("completed");
        const ended = run.journal.flatMap(({ event }) =>
          /^wait\..*\.ended$/.test(event.kind) && "waitId" in event ? [event.waitId] : [],
        );
        expect(ended.length).toBe(new Set(ended).size);
        expect(run.view.waits.every(({ status }) => status === "ended")).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("[R-2] of the first example is short: what happened, and nothing else", () => {
    const choices = [market.research, market.adequacy, market.research, market.adequacy, market.produce];
    const run = MemoryDriver.run(marketProgram(), {
      playbook: market.analysis,
      inputs: { brief: "Bakeries in Lyon" },
      script: { generate: marketReplies, select: choices.map((playbook) => ({ lanes: [{ playbook }] })) },
    });
    const round = [
      "workspace.read",
      "board.built",
      "selection.replied",
      "selection.made",
      "round.started",
      "lane.admitted",
      "brief.made",
      "attempt.started",
      "attempt.replied",
      "step.done",
    ];
    expect(run.journal.map(({ event }) => event.kind)).toEqual([
      "run.started",
      ...round,
      "lane.settled",
      "evidence.added",
      "round.settled",
      ...round,
      "lane.settled",
      "verdict.returned",
      "round.settled",
      ...round,
      "lane.settled",
      "evidence.added",
      "verdict.removed",
      "round.settled",
      ...round,
      "lane.settled",
      "verdict.returned",
      "round.settled",
      ...round,
      "landing.prepared",
      "artifact.landed",
      "lane.settled",
      "round.settled",
      "workspace.read",
      "run.stopped",
      "run.completed",
    ]);
  });
});

describe("a step", () => {
  it("[R-2] with an earlier time counts as at the last one", () => {
    const run = new MemoryDriver(marketProgram(), { playbook: market.analysis, inputs: { brief: "x" } });
    run.start();
    const { entries } = step(run.machine, run.state, [{ kind: "workspace.read", path: "", changed: [] }], 0);
    expect(entries.every(({ at }) => at === run.at)).toBe(true);
  });
});
