import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Bundle, CrashLine, Event, JournalEntry, Scenario } from "../../../ir/index.js";
import { runScenario, type ScenarioResult } from "../../../runtime/scenario/index.js";
import { countOf } from "../../support/counts.js";
import { office, officeLines } from "../../support/office.js";
import { bundleOf, play } from "../../support/play.js";

const market = readFileSync(
  join(import.meta.dirname, "../../../examples/market-analysis/market.playbook"),
  "utf8",
);

const chosenLines = `
run office
judge refuses "unclear" then returns { outcome: "ok" }
make-plan fails "no idea"
tool search fails "down"
choose pay
signal Payment { id: "p1" }
after 1d
choose write
choose judge
expect recovery clarify
person clarifies "it is about bread" of judge
person answers go true
choose pay
expect held-back pay
choose make-plan
person declines Approval of make-plan
choose stop "nothing more to do"
expect review.outcome == "ok"
expect order pay, write, judge, make-plan
expect stopped chose_to_stop
`;

const loopLines = `
loop "plan" { rounds 6  lanes 2 }
judge fails "no idea" then returns { outcome: "ok" }
make-plan lands { steps: ["bake"] }
signal Payment { id: "p1" }
after 1d
expect order pay, judge, judge, make-plan
expect landed plan
`;

/** What a run came to, apart from where it was begun again. */
function end({ failures, view, journal }: ScenarioResult) {
  const { activeMs: _, ...shown } = view ?? {};
  const entries = journal.filter(({ event }) => !isRestart(event));
  return { failures, shown, journal: entries.map(({ at, event }) => ({ at, event: withoutNumbers(event) })) };
}

const isRestart = (event: Event) => event.kind === "run.resumed" && event.cause === "restart";

/** Verdicts and kept signals are known by their journal numbers, which a restart's own entry shifts. */
function withoutNumbers(event: Event): unknown {
  return JSON.parse(JSON.stringify(event), (key: string, value: unknown) =>
    key === "versions" || key === "judged" || key === "signal" ? "by number" : value,
  );
}

function withCrashes(scenario: Scenario, crashes: readonly ["before" | "after", string][]): Scenario {
  const [first, ...rest] = scenario.lines;
  if (first === undefined) throw new Error("a scenario has lines");
  const lines = crashes.map(([when, event]): CrashLine => ({
    kind: "crash",
    at: first.at,
    moment: { when, event },
  }));
  return { ...scenario, lines: [first, ...lines, ...rest] };
}

/**
 * For each event kind, a run that crashes before and after every transaction that holds such an event. In the long run,
 * also one run for each of these transactions, which crashes no more after it.
 */
function sweep(bundle: Bundle, scenario: Scenario): number {
  const whole = runScenario(bundle, scenario);
  expect(whole.failures).toEqual([]);
  const wanted = end(whole);
  let struck = 0;
  const crashing = (crashes: readonly ["before" | "after", string][], where: string): number => {
    const { failures, ...came } = end(runScenario(bundle, withCrashes(scenario, crashes)));
    // More crashes were given than there are such transactions; nothing else may fail.
    const left = failures.filter(({ message }) => message.endsWith("no such event came"));
    const others = failures.filter((failure) => !left.includes(failure));
    expect({ where, ...came, failures: others }).toEqual({ where, ...wanted });
    struck += crashes.length - left.length;
    return crashes.length - left.length;
  };
  for (const kind of new Set(whole.journal.map(({ event }) => event.kind))) {
    const events = whole.journal.filter(({ event }) => event.kind === kind);
    const around = events.flatMap((): ["before" | "after", string][] => [
      ["before", kind],
      ["after", kind],
    ]);
    const transactions = crashing(around, `around ${kind}`) / 2;
    expect([kind, transactions > 0]).toEqual([kind, true]);
    for (let last = 1; last <= countOf(0, transactions); last++)
      crashing(around.slice(0, 2 * last - 1), `the first ${last} of ${kind}`);
  }
  return struck;
}

async function sweepOf(source: string, lines = ""): Promise<number> {
  const bundle = await bundleOf(lines === "" ? source : `${source}\nscenario "it" {\n${lines}\n}`);
  const scenario = bundle.scenarios.at(-1);
  if (scenario === undefined) throw new Error("there is no scenario");
  return sweep(bundle, scenario);
}

describe("crashes", () => {
  it("[R-5] the first look ends the same, wherever it crashes", async () => {
    expect(await sweepOf(market)).toBeGreaterThan(60);
  });

  it("[R-5] so does a run with people, signals, timers, tools and failures", async () => {
    expect(await sweepOf(office, officeLines)).toBeGreaterThan(200);
  });

  it("[R-5] so does one whose lanes are chosen, stopped, recovered and declined", async () => {
    expect(await sweepOf(office, chosenLines)).toBeGreaterThan(60);
  });

  it("[R-5] [R-24] so does the loop", async () => {
    expect(await sweepOf(office, loopLines)).toBeGreaterThan(20);
  });
});

describe("crash lines", () => {
  const small = `
evidence notes
wait Approval { class intervention  answer boolean }
playbook ask {
  intent "Ask"
  returns notes
  do {
    generate draft: text { prompt "Draft." }
    ask Approval "Is it fine?" as fine
    return notes from draft
  }
}
`;
  const restarts = (journal: readonly JournalEntry[]) =>
    journal.filter(({ event }) => isRestart(event)).length;

  it("[L-29] `crash` drops everything in memory, and the run goes on from its journal", async () => {
    const result = await play(
      small,
      `run ask
       ask returns draft "d"
       crash
       expect waiting fine
       crash
       person answers fine true
       crash
       expect latest(notes) == "d"`,
    );
    expect(result.text).toBe("✓ it\n");
    // Nothing was running: there is nothing that goes on by itself.
    expect(restarts(result.journal)).toBe(0);
  });

  it("[L-29] at a moment, it strikes in what the line before it sets off", async () => {
    const result = await play(
      small,
      `run ask
       crash before attempt.replied
       crash after step.done
       ask returns draft "d"
       person answers fine true
       crash before wait.intervention.ended
       expect latest(notes) == "d"
       expect count(notes) == 1`,
    );
    expect(result.text).toBe("✓ it\n");
    expect(result.told).toMatchInlineSnapshot(`
      "run ask
      round 1
        lane 1: ask
      > crash before attempt.replied
        ask asks Approval: Is it fine?
        lane 1 suspended
      > crash after step.done
      > person answers fine true
      > crash before wait.intervention.ended
        Approval answered: true
      round 2, which only continues lanes
        lane 1: ask goes on
        lane 1 returned
        added notes: d
        stopped goal_met: it went to its end
      completed: goal_met
      "
    `);
  });

  it("[L-29] or in what comes later", async () => {
    const result = await play(
      small,
      `run ask
       ask returns draft "d"
       crash after wait.intervention.ended
       expect waiting fine
       person answers fine true
       expect latest(notes) == "d"`,
    );
    expect(result.text).toBe("✓ it\n");
    expect(result.told).toContain("> crash after wait.intervention.ended");
  });

  it("[L-29] a crash whose event never comes fails the scenario", async () => {
    const result = await play(small, `run ask\n ask returns draft "d"\n crash after artifact.landed`);
    expect(result.failures.map(({ kind, message }) => [kind, message])).toEqual([
      ["idle", "`crash after artifact.landed`: no such event came"],
    ]);
  });

  it("[R-5] what was asked of a model before the crash is not asked for twice", async () => {
    const result = await play(
      small,
      `run ask\n ask returns draft "d"\n crash after attempt.replied\n crash before step.done\n expect waiting fine`,
    );
    expect(result.messages).toEqual(["`crash before step.done`: no such event came"]);
    const replies = result.journal.filter(({ event }) => event.kind === "attempt.replied");
    expect(replies).toHaveLength(1);
  });
});
