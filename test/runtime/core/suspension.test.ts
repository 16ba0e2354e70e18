import { describe, expect, it } from "vitest";
import type { Choice, Json } from "../../../ir/index.js";
import { MemoryDriver, startedAt } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const minute = 60_000;
const lanes = (...playbooks: readonly string[]): Choice => ({
  lanes: playbooks.map((playbook) => ({ playbook })),
});
const answer = (value: Json, wait?: string) =>
  ({ kind: "answer", value, by: "ana", ...(wait === undefined ? {} : { wait }) }) as const;

const waits = `
  wait Sign { class intervention  answer boolean }
  evidence facts  evidence more
  verdict sound: "yes" | "no"
  artifact out at "out.txt"
`;

const signing = (composite: string, sign = ""): string => `
  ${waits}
  playbook all { intent "All" admits sign, gather, judge ${composite} }
  playbook sign {
    intent "Sign" ${sign} outputs out
    do { ask Sign "Sign it?" as ok  generate out { prompt """signed {{ ok }}, knowing {{ facts ?? "nothing" }}""" } }
  }
  playbook gather { intent "Gather" returns facts prompt "gather" }
  playbook judge { intent "Judge" requires facts returns sound prompt "{{ facts }}" }
`;

describe("a suspended lane", () => {
  it("[R-21] keeps its member and its write scope while the others go on, and goes on before the chosen ones", async () => {
    const run = MemoryDriver.run(await programFrom(signing("until landed out limits { rounds 9 }")), {
      playbook: "all",
      script: {
        select: [lanes("sign"), lanes("gather"), lanes("judge"), { stop: true, rationale: "the rest waits" }],
        generate: { gather: ["one"], judge: ["yes"], sign: [{ kind: "text", text: "done" }] },
      },
    });
    expect(run.of("board.built")[1]?.board[0]).toMatchObject({
      eligible: false,
      why: ["it waits for an answer"],
    });
    expect(run.order).toEqual(["sign", "gather", "judge"]);
    expect(run.view).toMatchObject({ status: "waiting", lanes: [{ status: "suspended" }, {}, {}] });
  });

  it("[R-21] makes its brief again from the state as it is, keeps its answers, and counts no round by going on", async () => {
    const program = await programFrom(signing("until landed out limits { rounds 9 }"));
    const run = new MemoryDriver(program, {
      playbook: "all",
      script: {
        select: [lanes("sign"), lanes("gather"), lanes("gather")],
        generate: { gather: ["one", "two"], sign: [{ kind: "text", text: "done" }] },
      },
    });
    run.start();
    while (run.of("round.settled").length < 2) run.answerOne();
    while (!run.commands.some((command) => command.kind === "generate")) run.answerOne();
    run.ask(answer(true));
    const signed = run.asked.find(
      (command) => command.kind === "generate" && command.site.playbook === "sign",
    );
    expect(signed).toMatchObject({
      prompt: "signed true, knowing [gather, round 2]\none\n\n[gather, round 3]\ntwo",
      site: { lane: "1" },
    });
    expect(run.of("round.started").map(({ round, counted }) => [round, counted])).toEqual([
      [1, true],
      [2, true],
      [3, true],
      [4, false],
    ]);
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 3 });
    expect(run.of("lane.admitted").filter(({ member }) => member.playbook === "sign")).toHaveLength(1);
  });

  it("[R-21] is superseded when its requirements no longer hold as it goes on", async () => {
    const program = await programFrom(`
      ${waits}
      playbook all { intent "All" admits judge, sign, gather until landed out limits { rounds 6 } }
      playbook judge { intent "Judge" returns sound reads facts prompt """{{ facts ?? "none" }}""" }
      playbook gather { intent "Gather" returns facts prompt "gather" }
      playbook sign {
        intent "Sign" requires sound == "yes" outputs out
        do { ask Sign "Sign it?" as ok  generate out { prompt "signed {{ ok }}" } }
      }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: {
        select: [lanes("judge"), lanes("sign"), lanes("gather"), { stop: true, rationale: "waiting" }],
        generate: { judge: ["yes"], gather: ["new"] },
      },
    });
    expect(run.view.status).toBe("waiting");
    run.ask(answer(true));
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "chose_to_stop",
      lanes: [{}, { status: "superseded", why: "its requirements no longer hold" }, {}],
    });
  });

  it("[R-21] puts off the iteration ceiling and a chosen stop, which stand once nothing is suspended", async () => {
    const ceiling = MemoryDriver.run(
      await programFrom(signing('until sound == "yes" limits { rounds 1 } select first')),
      {
        playbook: "all",
        script: { generate: { sign: [{ kind: "text", text: "done" }] } },
      },
    );
    expect(ceiling.view).toMatchObject({ status: "waiting", rounds: 1 });
    ceiling.ask(answer(true));
    expect(ceiling.view).toMatchObject({ status: "completed", stopReason: "iteration_ceiling", rounds: 1 });
    expect(ceiling.written.get("out.txt")).toBe("done\n");
    const chosen = MemoryDriver.run(await programFrom(signing("limits { rounds 5 }")), {
      playbook: "all",
      script: {
        select: [lanes("sign"), { stop: true, rationale: "the rest waits" }],
        generate: { sign: [{ kind: "text", text: "done" }] },
      },
    });
    expect(chosen.view.status).toBe("waiting");
    chosen.ask(answer(false));
    expect(chosen.view).toMatchObject({ status: "completed", stopReason: "chose_to_stop" });
    expect(chosen.asked.filter(({ kind }) => kind === "select")).toHaveLength(2);
  });

  it("[R-21] is ended as superseded by the goal, and an answer to it is gone", async () => {
    const run = MemoryDriver.run(await programFrom(signing('until sound == "yes" limits { rounds 9 }')), {
      playbook: "all",
      script: {
        select: [lanes("sign"), lanes("gather"), lanes("judge")],
        generate: { gather: ["one"], judge: ["yes"] },
      },
    });
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "goal_met",
      lanes: [{ status: "superseded", why: "the choreography ended" }, {}, {}],
      waits: [{ status: "ended" }],
    });
    expect(run.ask(answer(true, "w1"))).toMatchObject({ refusal: { status: 410 } });
  });

  it("[R-21] that is answered while the selector thinks goes on with the round that it chooses, if there is room", async () => {
    const program = await programFrom(signing("until landed out limits { rounds 9  lanes 2 }"));
    const run = new MemoryDriver(program, {
      playbook: "all",
      script: {
        select: [lanes("sign"), lanes("gather")],
        generate: { gather: ["one"], sign: [{ kind: "text", text: "done" }] },
      },
    });
    run.start();
    while (run.of("round.settled").length < 1) run.answerOne();
    run.answerOne();
    expect(run.commands.map(({ kind }) => kind)).toEqual(["select"]);
    run.askOnly(answer(true));
    run.drain();
    expect(run.of("lane.held_back")).toEqual([
      expect.objectContaining({
        member: { playbook: "gather" },
        against: { playbook: "sign" },
        why: "`gather` returns `facts`, which `sign` reads",
      }),
    ]);
    expect(run.of("lane.resumed")).toMatchObject([{ lane: "1", round: 2 }]);
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });

  it("[R-15] [R-21] waits for the next round where it conflicts with another that goes on", async () => {
    const program = await programFrom(`
      wait Sign { class intervention  answer boolean }
      evidence facts  evidence done
      playbook all { intent "All" admits one, two until done limits { rounds 3  lanes 2 } }
      playbook one { intent "One" returns facts do { ask Sign "One?"  return facts from "x" } }
      playbook two { intent "Two" returns done do { ask Sign "Two?"  return done from """about {{ facts ?? "nothing" }}""" } }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: { select: [lanes("one"), lanes("two"), { stop: true, rationale: "the rest waits" }] },
    });
    run.askOnly(answer(true, "w1"));
    run.askOnly(answer(true, "w2"));
    run.drain();
    expect(run.of("lane.held_back")).toMatchObject([
      { member: { playbook: "two" }, against: { playbook: "one" } },
    ]);
    expect(run.view.evidence["done"]).toMatchObject([{ text: "about [one, round 3]\nx", round: 4 }]);
  });

  it("[R-21] puts off an `ends`, under which no further lane is let in", async () => {
    const program = await programFrom(`
      wait Sign { class intervention  answer boolean }
      evidence facts  evidence done
      playbook all { intent "All" admits one, two until done ends "enough" when facts limits { rounds 9  lanes 1 } select first }
      playbook one { intent "One" returns facts do { ask Sign "One?"  return facts from "x" } }
      playbook two { intent "Two" returns facts prompt "two" }
    `);
    const run = MemoryDriver.run(program, { playbook: "all", script: { generate: { two: ["fact"] } } });
    expect(run.view).toMatchObject({ status: "waiting", rounds: 2 });
    expect(run.order).toEqual(["one", "two"]);
    run.ask(answer(true));
    expect(run.view).toMatchObject({ status: "completed", stopReason: "enough", rounds: 2 });
  });

  it("[R-21] [R-50] keeps members away whose write scope can overlap with its own", async () => {
    const program = await programFrom(`
      ${waits}
      artifact other at "drafts/{name}.txt"
      evidence end
      playbook all { intent "All" admits sign, clash, free until end limits { rounds 3 } select first }
      playbook sign {
        intent "Sign" outputs out writes "out.txt", "drafts/a*"
        do { ask Sign "Sign it?" as ok  generate out { prompt "x" } }
      }
      playbook clash { intent "Clash" input name: string = "b" outputs other prompt "x" }
      playbook free { intent "Free" returns end prompt "x" }
    `);
    const run = MemoryDriver.run(program, { playbook: "all", script: { generate: { free: ["end"] } } });
    expect(run.of("board.built")[1]?.board[1]).toMatchObject({
      eligible: false,
      why: ["`sign` is suspended and may write `drafts/a.txt` too"],
    });
  });

  it("[R-49] #1 three lanes ask at once, and answers in all six orders find their own", async () => {
    const program = await programFrom(`
      wait Name { class intervention  answer text }
      evidence a  evidence b  evidence c
      playbook all { intent "All" admits one, two, three until a and b and c limits { rounds 3  lanes 3 } select all }
      playbook one { intent "One" returns a once do { ask Name "One?" as it  return a from it } }
      playbook two { intent "Two" returns b once do { ask Name "Two?" as it  return b from it } }
      playbook three { intent "Three" returns c once do { ask Name "Three?" as it  return c from it } }
    `);
    const ids = ["w1", "w2", "w3"];
    for (const first of ids) {
      for (const second of ids) {
        const third = ids.find((id) => id !== first && id !== second);
        if (first === second || third === undefined) continue;
        const run = MemoryDriver.run(program, { playbook: "all" });
        expect(run.ask(answer("whose?"))).toMatchObject({ refusal: { status: 409, code: "ambiguous_wait" } });
        for (const id of [first, second, third]) run.ask(answer(id, id));
        expect(run.view).toMatchObject({
          status: "completed",
          stopReason: "goal_met",
          evidence: { a: [{ text: "w1" }], b: [{ text: "w2" }], c: [{ text: "w3" }] },
        });
        // #7: what has settled stays so.
        expect(run.of("lane.settled").filter(({ outcome }) => outcome === "returned")).toHaveLength(3);
      }
    }
  });

  it("[R-49] drops a reply that comes after its lane has settled", async () => {
    const program = await programFrom(signing("limits { rounds 1 } select first"));
    const run = MemoryDriver.run(program, { playbook: "all" });
    expect(run.view.status).toBe("waiting");
    const late = {
      kind: "attempt.replied",
      lane: "1",
      step: 1,
      attempt: 1,
      call: 1,
      reply: { kind: "text", text: "late" },
    } as const;
    const before = run.view;
    run.give([late]);
    expect(run.view).toEqual(before);
    expect(run.journal.at(-1)?.event).toEqual(late);
  });

  it("[L-24] that expires has failed in its lane, and its member may run again", async () => {
    const program = await programFrom(`
      wait Sign { class intervention  answer boolean  expires 1h }
      artifact out at "out.txt"
      playbook all { intent "All" admits sign until landed out limits { rounds 5 } select first }
      playbook sign { intent "Sign" outputs out do { ask Sign "Sign?" as ok  land out from "signed: {{ ok }}" } }
    `);
    const run = MemoryDriver.run(program, { playbook: "all" });
    run.pass(60 * minute);
    expect(run.view).toMatchObject({
      status: "waiting",
      lanes: [{ status: "failed", why: "nobody answered `Sign` in time" }, { status: "suspended" }],
    });
    run.ask(answer(true));
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 2 });
  });
});

describe("time", () => {
  const timed = (limits: string, more = ""): string => `
    ${waits}
    playbook all { intent "All" admits gather, sign until landed out limits { rounds 9  lanes 2  ${limits} } select all }
    playbook gather { intent "Gather" returns facts ${more} prompt "gather" }
    playbook sign { intent "Sign" outputs out do { ask Sign "Sign it?" as ok  generate out { prompt "x" } } }
  `;

  it("[R-22] #17 counts a run's active time as the union of its lanes', without waits and restarts", async () => {
    const program = await programFrom(`
      evidence a  evidence b
      wait Sign { class intervention  answer boolean }
      playbook all { intent "All" admits one, two until a and b limits { rounds 5  lanes 2 } select all }
      playbook one { intent "One" returns a once prompt "one" }
      playbook two { intent "Two" returns b once do { generate x: { n: integer } { prompt "two" }  ask Sign "Sign?"  return b from "b" } }
    `);
    const run = new MemoryDriver(program, {
      playbook: "all",
      script: { generate: { one: ["a"], two: [{ n: 1 }] } },
    });
    run.start();
    run.answerOne();
    run.at += 3 * minute;
    run.answerOne();
    run.at += 2 * minute;
    run.at += 60 * minute;
    run.crash();
    run.at += 4 * minute;
    run.answerOne();
    expect(run.view).toMatchObject({ activeMs: 7 * minute });
    run.drain();
    run.pass(30 * 24 * 60 * minute);
    expect(run.view).toMatchObject({ status: "waiting", activeMs: 7 * minute });
    run.ask(answer(true));
    expect(run.view).toMatchObject({ status: "completed", activeMs: 7 * minute });
  });

  it("[R-22] drops what runs past the run's duration, and stops at its ceiling with the work that settled", async () => {
    const run = new MemoryDriver(await programFrom(timed("duration 10m")), {
      playbook: "all",
      script: { generate: { gather: ["one"] } },
    });
    run.start();
    run.answerOne();
    expect(run.commands.map((command) => command.id)).toEqual([
      "generate/1/0/0/1/1",
      `timer/run:duration/${startedAt + 10 * minute}`,
    ]);
    run.at += 10 * minute;
    run.give([]);
    run.drain();
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "duration_ceiling",
      stopWords: "its 10m of work are used up; the goal is not met",
      lanes: [
        { status: "failed", why: "the run's 10m of work are used up" },
        { status: "superseded", why: "the choreography ended" },
      ],
      goalHolds: false,
    });
  });

  it("[R-22] counts the deadline by the wall clock, waits included", async () => {
    const run = MemoryDriver.run(await programFrom(timed("deadline 2h", "once")), {
      playbook: "all",
      script: { generate: { gather: ["one"] } },
    });
    expect(run.view.status).toBe("waiting");
    run.pass(119 * minute);
    expect(run.view.status).toBe("waiting");
    run.pass(minute);
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "deadline_ceiling",
      stopWords: "its deadline of 2h has passed; the goal is not met",
      lanes: [{ status: "returned" }, { status: "superseded" }],
    });
  });

  it("[R-22] in a single run, tokens, duration and deadline are a limit, and final", async () => {
    const program = async (limits: string) =>
      programFrom(
        `${waits} playbook one { intent "One" returns facts limits { ${limits} } do { ask Sign "Go?"  generate facts { prompt "x" } } }`,
      );
    const deadline = MemoryDriver.run(await program("deadline 1h"), { playbook: "one" });
    deadline.pass(60 * minute);
    expect(deadline.view).toMatchObject({
      status: "failed",
      stops: [{ category: "limit", reasonCode: "deadline", recovery: "new_run" }],
    });
    const duration = MemoryDriver.run(await program("duration 5m"), { playbook: "one" });
    duration.pass(60 * minute);
    expect(duration.view.status).toBe("waiting");
    duration.askOnly(answer(true));
    duration.answerOne();
    duration.at += 5 * minute;
    duration.give([]);
    expect(duration.view).toMatchObject({
      status: "failed",
      stops: [{ category: "limit", reasonCode: "duration", message: "its duration of 5m is over" }],
    });
  });

  it("[R-22] gives a composite's tokens to its lanes, and stops it as a limit when they are spent", async () => {
    const program = await programFrom(`
      evidence facts
      playbook all { intent "All" admits gather until count(facts) > 5 limits { rounds 9  tokens 100 } select first }
      playbook gather { intent "Gather" returns facts prompt "gather" }
    `);
    const text = { kind: "text" as const, text: "x", usage: { inputTokens: 40, outputTokens: 20 } };
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: { generate: { gather: [text, text, text] } },
    });
    expect(run.view).toMatchObject({
      status: "failed",
      rounds: 2,
      stops: [{ category: "limit", reasonCode: "tokens", message: "its 100 tokens are spent (120)" }],
    });
  });

  it("[R-22] counts the deadline of a member from the start of the run", async () => {
    const program = await programFrom(`
      wait Sign { class intervention  answer boolean }
      evidence facts
      playbook all { intent "All" admits one until count(facts) > 0 limits { rounds 1 } select first }
      playbook one { intent "One" returns facts limits { deadline 1h } do { ask Sign "Go?"  generate facts { prompt "x" } } }
    `);
    const run = new MemoryDriver(program, { playbook: "all", script: { generate: { one: ["x"] } } });
    run.start();
    run.drain();
    run.pass(59 * minute);
    run.askOnly(answer(true));
    run.answerOne();
    expect(run.commands.map(({ id }) => id)).toContain(`timer/lane:1/${startedAt + 60 * minute}`);
    run.at += minute;
    run.give([]);
    run.drain();
    expect(run.view.lanes).toMatchObject([{ status: "failed", why: "its deadline of 1h has passed" }]);
  });

  it("[R-10] [R-22] a duration that is over may be granted once more", async () => {
    const program = await programFrom(`
      wait More { class intervention  answer text  declinable }
      evidence facts
      playbook one { intent "One" returns facts limits { duration 5m } on exhausted ask More prompt "x" }
    `);
    const run = new MemoryDriver(program, { playbook: "one", script: { generate: { one: ["x"] } } });
    run.start();
    run.answerOne();
    run.at += 5 * minute;
    run.give([]);
    expect(run.view).toMatchObject({ status: "waiting", waits: [{ wait: "More" }] });
    run.at += 60 * minute;
    run.ask(answer("take your time"));
    expect(run.view.status).toBe("completed");
    expect(run.of("attempt.started").map(({ attempt }) => attempt)).toEqual([1, 2]);
  });
});
