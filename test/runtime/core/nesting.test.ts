import { describe, expect, it } from "vitest";
import type { ModelReply } from "../../../ir/index.js";
import { MemoryDriver, type Script } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const minute = 60_000;
const text = (value: string): ModelReply => ({ kind: "text", text: value });
const failure: ModelReply = {
  kind: "failure",
  category: "provider_failure",
  reasonCode: "x",
  message: "down",
};

/** A book with a chapter that is a choreography of its own. */
const book = (chapter = "until landed page limits { rounds 5  lanes 2 } select all", more = ""): string => `
  wait Sign { class intervention  answer boolean }
  evidence facts  evidence ideas
  artifact page at "page.txt"
  artifact cover at "cover.txt"
  playbook book {
    intent "Make a book"
    input topic: text
    admits chapter, front
    until landed page and landed cover
    limits { rounds 5  lanes 3  duration 2h }
    select all
  }
  playbook chapter { intent "A chapter" input topic: text admits research, ideate, write ${chapter} }
  playbook research { intent "Research" input topic: text returns facts once prompt "facts on {{ topic }}" }
  playbook ideate { intent "Ideate" returns ideas once ${more === "" ? 'prompt "ideas"' : more} }
  playbook write { intent "Write" requires facts and ideas outputs page prompt "{{ facts }} {{ ideas }}" }
  playbook front { intent "Front" outputs cover prompt "cover" }
`;

async function make(script: Script, source = book()): Promise<MemoryDriver> {
  return MemoryDriver.run(await programFrom(source), { playbook: "book", inputs: { topic: "rye" }, script });
}

const generate = {
  research: [text("a fact")],
  ideate: [text("an idea")],
  write: [text("the page")],
  front: [text("the cover")],
};

describe("a nested composite", () => {
  it("[R-57] runs its rounds under its lane's path, on the run's state, and is delivered on its goal", async () => {
    const run = await make({ generate });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 1 });
    expect(run.view.lanes.map(({ lane, member, status }) => [lane, member.playbook, status])).toEqual([
      ["1", "chapter", "landed"],
      ["1/1", "research", "returned"],
      ["1/2", "ideate", "returned"],
      ["1/3", "write", "landed"],
      ["2", "front", "landed"],
    ]);
    expect(run.of("round.started").map(({ path, round }) => [path, round])).toEqual([
      ["", 1],
      ["1", 1],
      ["1", 2],
    ]);
    expect(run.of("run.stopped").map(({ path, reason }) => [path, reason])).toEqual([
      ["1", "goal_met"],
      ["", "goal_met"],
    ]);
    const prompts = run.asked.flatMap((command) => (command.kind === "generate" ? [command.prompt] : []));
    expect(prompts).toContain("facts on rye");
    expect(prompts).toContain("[research, round 1]\na fact [ideate, round 1]\nan idea");
  });

  it("[R-57] takes its lanes out of what the choreography around it has left", async () => {
    const run = await make({ generate }, book("until landed page limits { rounds 5  lanes 9 } select all"));
    // Three lanes in all, and one of them is the cover's.
    expect(
      run
        .of("selection.made")
        .filter(({ path }) => path === "1")
        .map(({ choice }) => ("lanes" in choice ? choice.lanes?.length : 0)),
    ).toEqual([2, 1]);
  });

  it("[R-57] without a goal is delivered once all of its families were landed by this run, else it returned", async () => {
    const landed = await make({ generate }, book("limits { rounds 5  lanes 2 } select all"));
    expect(landed.view.lanes[0]).toMatchObject({ status: "landed", why: "nothing more may run" });
    const source = book("limits { rounds 1  lanes 2 } select all").replace(
      "until landed page and landed cover",
      "until landed cover",
    );
    const returned = await make({ generate }, source);
    expect(returned.view.lanes[0]).toMatchObject({
      lane: "1",
      status: "failed",
      why: "its one round is used up, which bounds neither tokens nor money",
    });
    const empty = await make(
      { generate },
      book('ends "enough" when facts limits { rounds 3  lanes 2 } select all').replace(
        "until landed page and landed cover",
        "until landed cover and facts",
      ),
    );
    expect(empty.view.lanes[0]).toMatchObject({ status: "returned", why: "it ended as `enough`" });
  });

  it("[R-57] that ends at a ceiling has failed, and what its rounds merged stays", async () => {
    const run = await make({ generate }, book("until landed page limits { rounds 1  lanes 2 } select all"));
    expect(run.view.lanes.map(({ lane, status, why }) => [lane, status, why])).toEqual([
      ["1", "failed", "its one round is used up, which bounds neither tokens nor money; the goal is not met"],
      ["1/1", "returned", undefined],
      ["1/2", "returned", undefined],
      ["2", "landed", undefined],
      ["3", "landed", "its goal holds"],
      ["3/1", "landed", undefined],
    ]);
    expect(run.view.evidence).toMatchObject({
      facts: [{ text: "a fact", lane: "1/1" }],
      ideas: [{ lane: "1/2" }],
    });
  });

  it("[R-57] is suspended when it can only wait, and the answer goes to the lane inside", async () => {
    const asking = 'do { ask Sign "Ideas?" as ok  return ideas from "ideas: {{ ok }}" }';
    const run = await make({ generate }, book(undefined, asking));
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ lane: "1/2", wait: "Sign" }],
      lanes: [
        { lane: "1", status: "suspended" },
        { lane: "1/1", status: "returned" },
        { lane: "1/2", status: "suspended" },
        { lane: "2", status: "landed" },
      ],
    });
    run.ask({ kind: "answer", value: true, by: "ana" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 1 });
    expect(run.view.evidence["ideas"]).toMatchObject([{ text: "ideas: true", lane: "1/2", round: 2 }]);
    expect(run.of("lane.resumed").map(({ lane, path }) => [lane, path])).toEqual([
      ["1", ""],
      ["1/2", "1"],
    ]);
  });

  it("[R-57] evaluates requirements again from the outside in: a composite whose own fail goes with all inside", async () => {
    const source = `
      wait Sign { class intervention  answer boolean }
      evidence facts  evidence done
      verdict sound { ok: boolean }
      playbook all { intent "All" admits judge, inner, gather until done limits { rounds 6  lanes 1 } }
      playbook judge { intent "Judge" reads facts returns sound prompt "judge" }
      playbook gather { intent "Gather" returns facts prompt "gather" }
      playbook inner { intent "Inner" requires sound.ok admits sign until done limits { rounds 3 } select first }
      playbook sign { intent "Sign" returns done do { ask Sign "Sign?"  return done from "x" } }
    `.replace(
      'playbook inner { intent "Inner" requires sound.ok admits',
      'playbook inner { intent "Inner" requires sound.ok admits',
    );
    const run = MemoryDriver.run(await programFrom(source), {
      playbook: "all",
      script: {
        select: [
          { lanes: [{ playbook: "judge" }] },
          { lanes: [{ playbook: "inner" }] },
          { lanes: [{ playbook: "gather" }] },
          { stop: true, rationale: "the rest waits" },
        ],
        generate: { judge: [{ ok: true }], gather: [text("new")] },
      },
    });
    expect(run.view.status).toBe("waiting");
    run.ask({ kind: "answer", value: true, by: "ana" });
    expect(run.view).toMatchObject({
      stopReason: "chose_to_stop",
      lanes: [
        {},
        { lane: "2", status: "superseded", why: "its requirements no longer hold" },
        { lane: "2/1", status: "superseded" },
        {},
      ],
    });
  });

  it("[R-57] is stopped by what is stopped inside, which is recovered by its own lane", async () => {
    const refusal: ModelReply = { kind: "refusal", reason: "no", source: "provider" };
    const run = await make({ generate: { ...generate, ideate: [refusal, text("an idea")] } });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ category: "refusal", recovery: "clarify", laneId: "1/2" }],
      lanes: [{ lane: "1", status: "stopped" }, {}, { lane: "1/2", status: "stopped" }, {}],
    });
    expect(run.view.stops).toHaveLength(1);
    run.ask({ kind: "recover", recovery: "clarify", text: "it is for a school", by: "ana" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });

  it("[R-57] [R-53] whose members all failed for good is stopped, and tries them again by its own id", async () => {
    const source = book().replace(
      'playbook research { intent "Research"',
      'playbook research { intent "Research" limits { failures 1  attempts 1 }',
    );
    const run = await make({ generate: { ...generate, research: [failure, text("a fact")] } }, source);
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ reasonCode: "all_lanes_failed", recovery: "retry", laneId: "1" }],
    });
    run.ask({ kind: "recover", recovery: "retry", by: "ana" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });

  it("[R-11] whose selector fails has failed in its lane", async () => {
    const run = await make(
      { generate, select: [{ failure: "no answer" }, { failure: "no answer" }, { failure: "no answer" }] },
      book("until landed page limits { rounds 5 } select model"),
    );
    expect(run.view).toMatchObject({
      status: "paused",
      stopReason: "all_lanes_failed",
      stops: [
        { category: "provider_failure", message: expect.stringContaining("the selector failed: no answer") },
      ],
    });
  });

  it("[R-22] [R-57] ends with the run's duration, and its own", async () => {
    const own = book("until landed page limits { rounds 5  lanes 2  duration 5m } select all");
    for (const [source, after] of [
      [own, 5 * minute],
      [book(), 120 * minute],
    ] as const) {
      const run = new MemoryDriver(await programFrom(source), {
        playbook: "book",
        inputs: { topic: "rye" },
        script: { generate },
      });
      run.start();
      run.answerOne();
      while (
        !run.commands.some((command) => command.kind === "generate" && command.site.playbook === "research")
      )
        run.answerOne();
      run.at += after;
      run.give([]);
      run.drain();
      const inner = run.view.lanes.filter(({ lane }) => lane.startsWith("1/"));
      expect(inner.map(({ status }) => status)).toContain("failed");
      expect(run.view.lanes[0]).toMatchObject({ lane: "1", status: "failed" });
    }
  });

  it("[R-35] is cancelled with all inside, after a restart too", async () => {
    const asking = 'do { ask Sign "Ideas?" as ok  return ideas from "x" }';
    const run = await make({ generate }, book(undefined, asking));
    run.askOnly({ kind: "cancel-run", by: "ana" });
    expect(run.view.status).toBe("cancelled");
    expect(run.view.lanes.map(({ status }) => status)).toEqual([
      "superseded",
      "returned",
      "superseded",
      "landed",
    ]);
    run.crash();
    expect(run.commands).toEqual([]);
  });

  it("[R-27] goes on without a member whose question was cancelled", async () => {
    const asking = 'do { ask Sign "Ideas?" as ok  return ideas from "x" }';
    const run = await make(
      { generate },
      book("until landed page limits { rounds 5  lanes 2 } select all", asking),
    );
    run.ask({ kind: "cancel-wait", by: "ana" });
    expect(run.view).toMatchObject({ status: "paused", stopReason: "all_lanes_failed" });
    expect(run.view.lanes.slice(0, 3)).toMatchObject([
      {
        lane: "1",
        status: "failed",
        why: "nothing more may run (`research`: it runs once, and has returned · `ideate`: its question was cancelled · `write`: `ideas` is not there yet); the goal is not met",
      },
      { lane: "1/1", status: "returned" },
      { lane: "1/2", status: "superseded" },
    ]);
    // It is tried again, and the member that left the run does not come back.
    expect(run.order.filter((name) => name === "ideate")).toHaveLength(1);
  });

  it("[L-39] asks its interview before its first round", async () => {
    const source = book(
      'interview { tone: string ask "Which tone?" } until landed page limits { rounds 5  lanes 2 } select all',
    );
    const run = await make({ generate }, source);
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ lane: "1", wait: "interview", question: "Which tone?" }],
    });
    expect(run.of("round.started").map(({ path }) => path)).toEqual([""]);
    run.ask({ kind: "answer", value: { tone: "dry" }, by: "ana" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
  });
});
