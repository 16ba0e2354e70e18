import { describe, expect, it } from "vitest";
import type { Choice, ModelReply } from "../../../ir/index.js";
import { MemoryDriver, type Script } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const one = `evidence note  playbook write { intent "Write" returns note prompt "write" }`;
const text = (value: string): ModelReply => ({ kind: "text", text: value });
const failure = (category: "provider_failure" | "configuration" | "limit"): ModelReply => ({
  kind: "failure",
  category,
  reasonCode: "x",
  message: "down",
});

const recover = (
  recovery: "retry" | "configure" | "clarify",
  more: { readonly lane?: string; readonly text?: string } = {},
) => ({ kind: "recover", recovery, by: "ana", ...more }) as const;

async function write(...replies: readonly ModelReply[]): Promise<MemoryDriver> {
  return MemoryDriver.run(await programFrom(one), {
    playbook: "write",
    script: { generate: { write: replies } },
  });
}

describe("a recovery", () => {
  it("[R-37] [R-38] is the one that the stop opens; another is refused, naming it", async () => {
    const stopped: readonly (readonly [ModelReply, string])[] = [
      [{ kind: "refusal", reason: "no", source: "provider" }, "clarify"],
      [{ kind: "missing", what: "the year" }, "clarify"],
      [failure("provider_failure"), "retry"],
      [failure("configuration"), "configure"],
    ];
    for (const [reply, open] of stopped) {
      const run = await write(reply, text("done"));
      for (const other of ["clarify", "retry", "configure"] as const) {
        if (other === open) continue;
        expect(run.ask(recover(other, { text: "x" }))).toMatchObject({
          refusal: {
            status: 409,
            code: "wrong_recovery",
            message: `\`${other}\` is not open here; \`${open}\` is`,
          },
        });
      }
    }
  });

  it("[R-37] by retry asks the model again, in a new attempt", async () => {
    const run = await write(failure("provider_failure"), text("done"));
    expect(run.ask(recover("retry")).kind).toBe("accepted");
    expect(run.view).toMatchObject({
      status: "completed",
      stops: [],
      evidence: { note: [{ text: "done" }] },
    });
    expect(run.of("attempt.started").map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(run.of("run.resumed").map(({ cause }) => cause)).toContain("recovery");
  });

  it("[R-37] by configure goes on by hand once the settings are mended", async () => {
    const run = await write(failure("configuration"), text("done"));
    run.ask(recover("configure"));
    expect(run.view.status).toBe("completed");
  });

  it("[R-39] by clarify adds context and leaves instruction and inputs as they were", async () => {
    const run = await write({ kind: "refusal", reason: "no", source: "executor" }, text("done"));
    expect(run.ask(recover("clarify"))).toMatchObject({ refusal: { status: 422 } });
    run.ask(recover("clarify", { text: "It is for a school" }));
    const prompts = run.asked.flatMap((command) => (command.kind === "generate" ? [command.prompt] : []));
    expect(prompts).toEqual(["write", "write\n\n## Added\n\nIt is for a school"]);
  });

  it("[R-53] is not open where only a new run helps, or where the run has ended", async () => {
    const limit = await write(failure("limit"));
    expect(limit.view).toMatchObject({ status: "failed", stopReason: "limit" });
    expect(limit.ask(recover("retry"))).toMatchObject({
      refusal: { status: 409, message: "`retry` is not open here; a new run is" },
    });
    const done = await write(text("done"));
    expect(done.ask(recover("retry"))).toMatchObject({ refusal: { status: 409, code: "run_ended" } });
  });

  it("[R-50] names the lane where several have stopped", async () => {
    const program = await programFrom(`
      evidence a  evidence b
      playbook all { intent "All" admits one, two until a and b limits { rounds 5  lanes 2 } select all }
      playbook one { intent "One" returns a once prompt "one" }
      playbook two { intent "Two" returns b once prompt "two" }
    `);
    const missing: ModelReply = { kind: "missing", what: "x" };
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: { generate: { one: [missing, text("a")], two: [missing, text("b")] } },
    });
    expect(run.view).toMatchObject({ status: "paused", stops: [{ laneId: "1" }, { laneId: "2" }] });
    expect(run.ask(recover("clarify", { text: "y" }))).toMatchObject({
      refusal: { status: 409, code: "ambiguous_lane" },
    });
    expect(run.ask(recover("clarify", { text: "y", lane: "7" }))).toMatchObject({ refusal: { status: 404 } });
    run.ask(recover("clarify", { text: "y", lane: "2" }));
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ laneId: "1" }],
      lanes: [{ status: "stopped" }, { status: "returned" }],
    });
    run.ask(recover("clarify", { text: "y" }));
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 1 });
  });

  it("[R-50] is open while the run waits for something else", async () => {
    const program = await programFrom(`
      wait Sign { class intervention  answer boolean }
      evidence a  evidence b
      playbook all { intent "All" admits one, two until a and b limits { rounds 5  lanes 2 } select all }
      playbook one { intent "One" returns a once prompt "one" }
      playbook two { intent "Two" returns b once do { ask Sign "Sign?" as ok  return b from "{{ ok }}" } }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: { generate: { one: [{ kind: "missing", what: "x" }, text("a")] } },
    });
    expect(run.view).toMatchObject({ status: "waiting", stops: [{ laneId: "1", recovery: "clarify" }] });
    run.ask(recover("clarify", { text: "y" }));
    expect(run.view).toMatchObject({
      status: "waiting",
      stops: [],
      lanes: [{ status: "returned" }, { status: "suspended" }],
    });
    run.ask({ kind: "answer", value: true, by: "ana" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });

  const chosen = `
    evidence a  evidence b
    playbook all { intent "All" admits one, two until a and b limits { rounds 9  lanes 2 } select model }
    playbook one { intent "One" returns a prompt "one" }
    playbook two { intent "Two" returns b prompt "two" }
  `;
  const down = { failure: "down" };
  const both: Choice = { lanes: [{ playbook: "one" }, { playbook: "two" }] };

  it("[R-50] names the run's own selector where lanes have stopped beside it", async () => {
    const run = MemoryDriver.run(await programFrom(chosen), {
      playbook: "all",
      script: {
        select: [both, down, { lanes: [{ playbook: "one" }] }, down, down],
        generate: { one: [text("a"), text("a")], two: [failure("configuration"), text("b")] },
      },
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ laneId: "2" }, { message: "the selector failed: down" }],
    });
    expect(run.ask(recover("retry", { lane: "7" }))).toMatchObject({
      refusal: { status: 404, details: [{ ref: "2" }, { ref: "selector" }] },
    });
    expect(run.ask(recover("retry", { lane: "selector" }))).toMatchObject({ kind: "accepted" });
    expect(run.view).toMatchObject({ status: "paused", rounds: 2 });
    expect(run.ask(recover("configure", { lane: "2" }))).toMatchObject({ kind: "accepted" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });

  it("[R-21] a lane that goes on needs no selector, and a selector that fails is not asked for ever", async () => {
    const run = MemoryDriver.run(await programFrom(chosen), {
      playbook: "all",
      script: {
        select: [both, down, down],
        generate: { one: [text("a")], two: [failure("configuration"), text("b")] },
      },
    });
    run.ask(recover("configure", { lane: "2" }));
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 1 });
    expect(run.of("selection.replied")).toHaveLength(3);
  });

  it("[R-38] where nothing has stopped is refused", async () => {
    const program = await programFrom(`
      wait Sign { class intervention  answer boolean }
      evidence a
      playbook one { intent "One" returns a do { ask Sign "Sign?"  return a from "x" } }
    `);
    const run = MemoryDriver.run(program, { playbook: "one" });
    expect(run.ask(recover("retry"))).toMatchObject({ refusal: { status: 409, code: "nothing_stopped" } });
  });

  it("[R-37] of requirements that do not hold evaluates them again", async () => {
    const program = await programFrom(`
      artifact brief at "brief.txt" given
      evidence note
      playbook write { intent "Write" requires landed brief returns note prompt "{{ brief }}" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "write",
      script: { generate: { write: [text("done")] } },
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [
        {
          category: "configuration",
          reasonCode: "not_eligible",
          message: "`write` cannot run: `brief` is not landed",
        },
      ],
    });
    run.ask(recover("configure"));
    expect(run.view.status).toBe("paused");
    run.put({ artifact: "brief", path: "brief.txt", state: "landed", sha256: "1", value: "go" });
    run.ask(recover("configure"));
    expect(run.view.status).toBe("completed");
  });
});

describe("cancelling", () => {
  const program = `
    wait Sign { class intervention  answer boolean }
    evidence a  evidence b
    playbook all { intent "All" admits one, two until a and b limits { rounds 5  lanes 2 } select all }
    playbook one { intent "One" returns a once prompt "one" }
    playbook two { intent "Two" returns b once do { ask Sign "Sign?"  return b from "x" } }
  `;

  it("[R-35] ends waits and lanes at once, and what they return is recorded and not applied", async () => {
    const run = new MemoryDriver(await programFrom(program), { playbook: "all" });
    run.start();
    run.answerOne();
    expect(run.askOnly({ kind: "cancel-run", by: "ana" }).kind).toBe("accepted");
    expect(run.commands).toEqual([]);
    run.give([{ kind: "attempt.replied", lane: "1", step: 0, attempt: 1, call: 1, reply: text("late") }]);
    expect(run.view).toMatchObject({
      status: "cancelled",
      stopReason: "cancelled",
      evidence: {},
      waits: [{ status: "ended" }],
      lanes: [
        { status: "superseded", why: "the run was cancelled" },
        { status: "superseded", why: "the run was cancelled" },
      ],
    });
  });

  it("[R-35] twice is one cancel, and nothing turns a cancelled run into anything else", async () => {
    const run = MemoryDriver.run(await programFrom(program), {
      playbook: "all",
      script: { generate: { one: [text("a")] } },
    });
    run.ask({ kind: "cancel-run", by: "ana" });
    const { seq } = run.state;
    expect(run.ask({ kind: "cancel-run", by: "ana" })).toEqual({
      kind: "accepted",
      events: [],
      repeated: true,
    });
    expect(run.state.seq).toBe(seq);
    run.crash();
    run.drain();
    expect(run.ask(recover("retry"))).toMatchObject({ refusal: { status: 409 } });
    expect(run.view).toMatchObject({ status: "cancelled" });
    expect(run.of("run.cancelled")).toHaveLength(1);
  });
});

describe("what this runtime does not do yet", () => {
  it("[R-50] an effect stops its lane as unsupported, and says so", async () => {
    const program = await programFrom(`
      effect pay { input { to: string } output { receipt: string } permit }
      evidence note
      playbook buy { intent "Buy" returns note performs pay do { perform pay { to: "x" } as paid  return note from paid.receipt } }
    `);
    const run = MemoryDriver.run(program, { playbook: "buy" });
    expect(run.view).toMatchObject({
      status: "failed",
      stops: [{ category: "unsupported", recovery: "new_run" }],
    });
  });
});

describe("the unattended loop", () => {
  const catalog = `
    wait Sign { class intervention  answer boolean }
    artifact a at "a.txt"
    artifact b at "b.txt"
    evidence trail
    playbook make-a { intent "Make a" outputs a prompt "a" }
    playbook make-b { intent "Make b" requires landed a outputs b prompt "{{ a }}" }
    playbook ask-someone { intent "Ask" returns trail do { ask Sign "Sign?"  return trail from "x" } }
    playbook about { intent "About" input topic: text returns trail prompt "{{ topic }}" }
    playbook whole { intent "Whole" admits make-a limits { rounds 1 } }
  `;
  const loop = async (script: Script, select = "all"): Promise<MemoryDriver> =>
    MemoryDriver.run(await programFrom(catalog), {
      loop: { goal: "Keep it fresh", rounds: 4, lanes: 2, select },
      script,
    });

  it("[R-24] runs the catalog, leaves out what needs a person or inputs, and stops when all is landed and fresh", async () => {
    const run = await loop({ generate: { "make-a": [text("a")], "make-b": [text("b")] } });
    expect(run.of("board.built")[0]?.board.map(({ member, why }) => [member.playbook, why])).toEqual([
      ["about", ["it needs `topic`, and a loop has no inputs"]],
      ["ask-someone", ["it needs a person, and nobody is there"]],
      ["make-a", ["it would land `a`"]],
      ["make-b", ["`a` is not landed"]],
      ["whole", ["it is a choreography of its own"]],
    ]);
    expect(run.order).toEqual(["make-a", "make-b"]);
    expect(run.view).toMatchObject({
      shape: "loop",
      status: "completed",
      stopReason: "chose_to_stop",
      rounds: 2,
    });
    expect(run.view.stopWords).toBe(
      "the selector chose to stop: everything that may run is landed and fresh",
    );
  });

  it("[R-24] makes again what has become stale, and delivers nothing", async () => {
    const run = new MemoryDriver(await programFrom(catalog), {
      loop: { goal: "Keep it fresh", rounds: 9, lanes: 1, select: "first" },
      script: { generate: { "make-a": [text("a"), text("a2")], "make-b": [text("b"), text("b2")] } },
    });
    run.start();
    while (run.of("artifact.landed").length < 2) run.answerOne();
    run.put({ artifact: "a", path: "a.txt", state: "landed", sha256: "edited", value: "edited" });
    run.drain();
    expect(run.order).toEqual(["make-a", "make-b", "make-b"]);
    expect(
      run
        .of("board.built")
        .at(-1)
        ?.board.find(({ member }) => member.playbook === "make-a")?.eligible,
    ).toBe(true);
  });

  it("[R-24] asks a selector of the configuration by its name", async () => {
    const choose: readonly Choice[] = [
      { lanes: [{ playbook: "make-a" }] },
      { stop: true, rationale: "enough" },
    ];
    const run = await loop({ select: choose, generate: { "make-a": [text("a")] } }, "by-age");
    expect(run.asked.find((command) => command.kind === "select")).toMatchObject({
      by: { kind: "named", name: "by-age" },
      goal: "Keep it fresh",
      lanes: 2,
    });
    expect(run.view.stopReason).toBe("chose_to_stop");
  });
});
