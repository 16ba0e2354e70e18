import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choice, MemberId } from "../../../ir/index.js";
import type { RunView } from "../../../runtime/core/index.js";
import { MemoryDriver, type Script } from "../../support/memory-driver.js";
import { market, marketProgram, marketReplies } from "../../support/market.js";
import { programFrom } from "../../support/playbooks.js";

const lanes = (...playbooks: readonly string[]): Choice => ({
  lanes: playbooks.map((playbook): MemberId => ({ playbook })),
});
const stop: Choice = { stop: true, rationale: "enough" };

function analyse(script: Script, more: { readonly lanes?: number } = {}): MemoryDriver {
  return MemoryDriver.run(marketProgram("model", more.lanes), {
    playbook: market.analysis,
    inputs: { brief: "Bakeries in Lyon" },
    script: { generate: marketReplies, ...script },
  });
}

/** Members that have nothing to do with each other, and one that reads what the first gives. */
const siblings = (limits: string, select = "model"): string => `
  evidence a  evidence b  evidence c
  artifact out at "out.txt"
  playbook all {
    intent "All of it"
    admits one, two, three, sum
    until landed out
    limits { rounds 9  ${limits} }
    select ${select}
  }
  playbook one { intent "One" returns a once prompt "one" }
  playbook two { intent "Two" returns b once prompt "two" }
  playbook three { intent "Three" returns c once prompt "three" }
  playbook sum { intent "Sum" requires a and b and c outputs out prompt "{{ a }} {{ b }} {{ c }}" }
`;

describe("selecting", () => {
  it("[R-14] shows the selector every eligible member, the goal and what is known of each", () => {
    const run = analyse({ select: [lanes(market.research), stop] });
    const [first, second] = run.asked.filter((command) => command.kind === "select");
    expect(first).toMatchObject({
      id: "select//1/1",
      goal: "Understand the market well enough to decide on it",
      lanes: 1,
      by: { kind: "model", model: "default" },
      board: [
        {
          member: { playbook: market.produce },
          eligible: false,
          why: ["`evidence-adequacy.verdict` is not available"],
        },
        {
          member: { playbook: market.research },
          eligible: true,
          why: ["it would return `market-evidence`"],
        },
        {
          member: { playbook: market.adequacy },
          eligible: false,
          why: ["`market-evidence` is not there yet"],
        },
      ],
      intents: { [market.research]: "Find evidence where it is thin" },
    });
    expect(second).toMatchObject({
      board: [
        { eligible: false },
        { eligible: true, notes: ["`market-evidence` has 1 contribution", "it last ran in round 1"] },
        { eligible: true, why: ["it would return `evidence-adequacy`"] },
      ],
    });
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "chose_to_stop",
      stopWords: "the selector chose to stop: enough; the goal is not met",
      goalHolds: false,
      lastDecision: { kind: "selection", words: "chose to stop: enough" },
    });
  });

  it("[R-14] refuses what is ineligible, unknown, doubled, too much, nothing, or a stop with lanes, and filters nothing", () => {
    const mixed: Choice = { ...stop, ...lanes(market.research) };
    const wrong: readonly Choice[] = [
      lanes(market.produce),
      lanes("top_down.market-reserch"),
      lanes(market.research, market.research),
      lanes(),
      mixed,
    ];
    const said = wrong.map((choice) => {
      const run = analyse({ select: [choice, stop] });
      expect(run.asked.find((command) => command.kind === "select" && command.attempt === 2)).toMatchObject({
        findings: run.of("selection.refused")[0]?.findings,
      });
      return run.of("selection.refused")[0]?.findings.map(({ message }) => message);
    });
    expect(said).toEqual([
      ["`market-snapshot-produce` is not eligible: `evidence-adequacy.verdict` is not available"],
      ["there is no member `top_down.market-reserch`; did you mean `top_down.market-research`?"],
      ["`market-research` is named twice", "it names 2 lanes, and 1 may run"],
      ["it names nothing, and does not stop"],
      ["it stops and names lanes: do one of the two"],
    ]);
  });

  it("[R-54] pauses the run when the selector is out of attempts, counts no round, and goes on with a retry", () => {
    const bad = lanes(market.produce);
    const run = analyse({ select: [bad, bad, bad, lanes(market.research), stop] });
    expect(run.view).toMatchObject({
      status: "paused",
      rounds: 0,
      stops: [{ category: "invalid_output", reasonCode: "selector_attempts", recovery: "retry" }],
    });
    expect(run.ask({ kind: "recover", recovery: "retry", by: "ana" }).kind).toBe("accepted");
    expect(run.order).toEqual([market.research]);
    expect(run.view.status).toBe("completed");
  });

  it("[R-11] pauses the run when the selector fails", () => {
    const run = analyse({ select: [{ failure: "no answer" }] });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ category: "provider_failure", source: "provider", recovery: "retry" }],
    });
  });

  it("[R-54] `first` takes members by lanes settled, then by their last round, then by their place", async () => {
    const program = await programFrom(siblings("lanes 1", "first"));
    const generate = { one: ["1", "1"], two: ["2"], three: ["3"], sum: ["6"] };
    const run = MemoryDriver.run(program, { playbook: "all", script: { generate } });
    expect(run.order).toEqual(["one", "two", "three", "sum"]);
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 4 });
    expect(run.asked.some((command) => command.kind === "select")).toBe(false);
  });

  it("[R-54] `all` takes as many as there are lanes", async () => {
    const program = await programFrom(siblings("lanes 2", "all"));
    const generate = { one: ["1"], two: ["2"], three: ["3"], sum: ["6"] };
    const run = MemoryDriver.run(program, { playbook: "all", script: { generate } });
    expect(
      run.of("selection.made").map(({ choice }) => ("lanes" in choice ? choice.lanes.length : 0)),
    ).toEqual([2, 1, 1]);
    expect(run.view.rounds).toBe(3);
  });
});

describe("admission", () => {
  it("[R-15] holds a chosen member back that conflicts with one admitted before it, and says why", () => {
    const run = analyse(
      { select: [lanes(market.research), lanes(market.research, market.adequacy), stop] },
      { lanes: 2 },
    );
    expect(run.view.heldBack).toEqual([
      {
        round: 2,
        member: { playbook: market.adequacy },
        against: { playbook: market.research },
        why: "`market-evidence-adequacy` returns `evidence-adequacy`, which `market-research` reads",
      },
    ]);
    expect(run.order).toEqual([market.research, market.research]);
  });

  it("[R-16] keeps what succeeded when a sibling fails", async () => {
    const program = await programFrom(siblings("lanes 3", "all"));
    const generate = {
      one: ["1"],
      two: [
        { kind: "failure" as const, category: "provider_failure" as const, reasonCode: "x", message: "down" },
        "2",
      ],
      three: ["3"],
      sum: ["6"],
    };
    const run = MemoryDriver.run(program, { playbook: "all", script: { generate } });
    expect(run.view.lanes.map(({ member, status }) => [member.playbook, status])).toEqual([
      ["one", "returned"],
      ["two", "failed"],
      ["three", "returned"],
      ["two", "returned"],
      ["sum", "landed"],
    ]);
    expect(run.view).toMatchObject({ stopReason: "goal_met", rounds: 3 });
  });
});

describe("merging", () => {
  it("[R-17] [R-20] gives the same state in whatever order the lanes settle", async () => {
    const program = await programFrom(siblings("lanes 3", "all"));
    const generate = { one: ["1"], two: ["2"], three: ["3"], sum: ["6"] };
    const settled = (order: readonly number[]): unknown => {
      let turn = 0;
      const run = MemoryDriver.run(program, {
        playbook: "all",
        script: { generate },
        pick: (open) => (order[turn++ % order.length] ?? 0) % open.length,
      });
      const { evidence, verdicts, landings, lanes: ran, rounds } = run.view;
      return { evidence, verdicts, landings, ran, rounds };
    };
    const expected = settled([0]);
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 1, maxLength: 8 }), (order) => {
        expect(settled(order)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("[L-13] [R-18] removes a verdict that was judged from evidence which grew, and everything that hung on it", async () => {
    const program = await programFrom(`
      evidence facts
      verdict sound: "yes" | "no"
      verdict worth { score: integer }
      artifact report at "report.txt"
      playbook study {
        intent "Study"
        admits gather, judge, weigh, write
        until landed report
        limits { rounds 12 }
      }
      playbook gather { intent "Gather" returns facts prompt "gather" }
      playbook judge { intent "Judge" requires facts returns sound prompt "judge {{ facts }}" }
      playbook weigh { intent "Weigh" requires sound == "yes" returns worth prompt "weigh" }
      playbook write { intent "Write" requires worth.score > 5 outputs report prompt "write" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "study",
      script: {
        select: ["gather", "judge", "weigh", "gather", "judge", "weigh", "write"].map((name) => lanes(name)),
        generate: {
          gather: ["one", "two"],
          judge: ["yes", "yes"],
          weigh: [{ score: 3 }, { score: 9 }],
          write: ["done"],
        },
      },
    });
    expect(run.of("verdict.removed")).toEqual([
      { kind: "verdict.removed", verdict: "sound", because: "facts" },
      { kind: "verdict.removed", verdict: "worth", because: "sound" },
    ]);
    expect(run.view).toMatchObject({
      stopReason: "goal_met",
      rounds: 7,
      verdicts: { worth: [{ value: { score: 9 } }] },
    });
  });

  it("[R-51] counts an equal value as a new one", async () => {
    const program = await programFrom(`
      verdict sound: "yes" | "no"
      verdict worth { score: integer }
      evidence end
      playbook study { intent "Study" admits judge, weigh, close limits { rounds 4 } until end }
      playbook judge { intent "Judge" returns sound prompt "judge" }
      playbook weigh { intent "Weigh" requires sound == "yes" returns worth prompt "weigh" }
      playbook close { intent "Close" requires absent worth and sound returns end prompt "close" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "study",
      script: {
        select: ["judge", "weigh", "judge", "close"].map((name) => lanes(name)),
        generate: { judge: ["yes", "yes"], weigh: [{ score: 1 }], close: ["end"] },
      },
    });
    expect(run.of("verdict.removed")).toEqual([
      { kind: "verdict.removed", verdict: "worth", because: "sound" },
    ]);
    expect(run.view.stopReason).toBe("goal_met");
  });

  it("[R-51] [L-14] leaves a verdict standing beside what its own lane gave", async () => {
    const program = await programFrom(`
      evidence facts
      verdict sound { ok: boolean }
      artifact page at "page.txt"
      playbook study { intent "Study" admits both limits { rounds 3 } until sound.ok }
      playbook both {
        intent "Both" reads page, facts returns facts, sound outputs page
        do {
          return facts from "a fact"
          return sound { ok: true }
          land page from "a page"
        }
      }
    `);
    const run = MemoryDriver.run(program, { playbook: "study", script: { select: [lanes("both")] } });
    expect(run.of("verdict.removed")).toEqual([]);
    expect(run.view).toMatchObject({
      stopReason: "goal_met",
      verdicts: { sound: [{ value: { ok: true } }] },
    });
  });

  it("[R-18] removes a verdict when a person changes an artifact that it was judged from", async () => {
    const program = await programFrom(`
      artifact brief at "brief.txt" given
      verdict clear { ok: boolean }
      evidence end
      playbook study { intent "Study" admits judge, close limits { rounds 4 } until end }
      playbook judge { intent "Judge" requires landed brief returns clear prompt "judge {{ brief }}" }
      playbook close { intent "Close" requires clear.ok returns end prompt "close" }
    `);
    const brief = (text: string) => ({
      artifact: "brief",
      path: "brief.txt",
      state: "landed" as const,
      sha256: text,
      value: text,
    });
    const run: MemoryDriver = new MemoryDriver(program, {
      playbook: "study",
      script: {
        workspace: { brief: brief("first") },
        select: () => {
          run.put(brief("second"));
          return lanes("judge");
        },
        generate: { judge: [{ ok: true }, { ok: true }], close: ["end"] },
      },
    });
    run.start();
    for (let count = 0; count < 4; count++) run.answerOne();
    expect(run.of("verdict.removed")).toEqual([
      { kind: "verdict.removed", verdict: "clear", because: "brief" },
    ]);
  });
});

describe("who may run", () => {
  it("[R-19] leaves out a member that delivered, and one that runs once and has returned", async () => {
    const program = await programFrom(siblings("lanes 3", "all"));
    const generate = { one: ["1"], two: ["2"], three: ["3"], sum: ["6"] };
    const run = MemoryDriver.run(program, { playbook: "all", script: { generate } });
    const boards = run.of("board.built");
    expect(boards[1]?.board.map(({ why }) => why[0])).toEqual([
      "it runs once, and has returned",
      "it runs once, and has returned",
      "it runs once, and has returned",
      "it would land `out`",
    ]);
  });

  it("[R-50] gives a member up after its failures, and pauses when nothing else may run", async () => {
    const program = await programFrom(`
      evidence a
      artifact out at "out.txt"
      playbook all { intent "All" admits one, end until landed out limits { rounds 9 } }
      playbook one { intent "One" returns a limits { attempts 1  failures 2 } prompt "one" }
      playbook end { intent "End" requires a outputs out prompt "{{ a }}" }
    `);
    const bad = {
      kind: "failure" as const,
      category: "provider_failure" as const,
      reasonCode: "x",
      message: "down",
    };
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: {
        select: ["one", "one", "one", "end"].map((name) => lanes(name)),
        generate: { one: [bad, bad, "a"], end: ["out"] },
      },
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stopReason: "all_lanes_failed",
      stops: [
        {
          category: "provider_failure",
          reasonCode: "all_lanes_failed",
          recovery: "retry",
          message: "`one` failed for good: down",
          laneId: "2",
        },
      ],
    });
    expect(run.ask({ kind: "recover", recovery: "retry", by: "ana" }).kind).toBe("accepted");
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 4 });
  });

  it("[R-50] keeps a stopped lane's member, lets the others go on, and pauses with its context", async () => {
    const program = await programFrom(siblings("lanes 3", "all"));
    const refusal = { kind: "refusal" as const, reason: "not two", source: "provider" as const };
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: { generate: { one: ["1"], two: [refusal, "2"], three: ["3"], sum: ["6"] } },
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ category: "refusal", recovery: "clarify", laneId: "2" }],
    });
    expect(run.ask({ kind: "recover", recovery: "retry", by: "ana" })).toMatchObject({
      kind: "refused",
      refusal: { status: 409, message: "`retry` is not open here; `clarify` is" },
    });
    run.ask({ kind: "recover", recovery: "clarify", text: "two is a number", by: "ana" });
    const again = run.asked.filter(
      (command) => command.kind === "generate" && command.site.playbook === "two",
    );
    expect(again.at(-1)).toMatchObject({
      site: { lane: "2", attempt: 2 },
      prompt: "two\n\n## Added\n\ntwo is a number",
    });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });
});

describe("stopping", () => {
  it("[R-53] [R-23] says how it ended and that this is no verdict on the work", async () => {
    const text = (until: string, rest: string): string => `
      evidence a
      verdict v { ok: boolean }
      playbook all { intent "All" admits one, two ${until} ${rest} }
      playbook one { intent "One" returns a once prompt "one" }
      playbook two { intent "Two" requires a returns v once prompt "two" }
    `;
    const end = async (until: string, rest: string): Promise<RunView> =>
      MemoryDriver.run(await programFrom(text(until, rest)), {
        playbook: "all",
        script: { generate: { one: ["1"], two: [{ ok: false }] } },
      }).view;
    expect(await end("until v.ok", "limits { rounds 5 } select first")).toMatchObject({
      status: "completed",
      stopReason: "nothing_eligible",
      stopWords: "nothing more may run; the goal is not met",
      goalHolds: false,
    });
    expect(await end("", "limits { rounds 5 } select first")).toMatchObject({
      stopReason: "nothing_eligible",
      stopWords: "nothing more may run",
      goalHolds: null,
    });
    expect(await end("until v.ok", "limits { rounds 1 } select first")).toMatchObject({
      stopReason: "iteration_ceiling",
      stopWords: "its one round is used up, which bounds neither tokens nor money; the goal is not met",
      rounds: 1,
    });
    expect(
      await end('ends "unsound" failed when not v.ok', "limits { rounds 5 } select first"),
    ).toMatchObject({
      status: "failed",
      stopReason: "unsound",
    });
    expect(
      await end('until v.ok ends "unsound" when not v.ok', "limits { rounds 5 } select first"),
    ).toMatchObject({
      status: "completed",
      stopReason: "unsound",
      goalHolds: false,
    });
  });
});
