import { describe, expect, it } from "vitest";
import type { Json, Reading } from "../../../ir/index.js";
import { MemoryDriver, type Script } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const review = (body = 'prompt "review {{ entry.text }}"', limits = "lanes 2"): string => `
  type Entry { id: string  text: string }
  wait Sign { class intervention  answer boolean }
  artifact list at "list.json" given { entries: Entry[] }
  artifact note at "notes/{entry}.txt"
  artifact report at "report.txt"
  verdict outcome per entry { ok: boolean }
  playbook check {
    intent "Review every entry"
    admits look each entry in list.entries by entry.id max 5, sum
    until landed report
    limits { rounds 30  ${limits} }
    select all
  }
  playbook look {
    intent "Look" input entry: Entry outputs note returns outcome limits { failures 1  attempts 1 }
    do { ${body.startsWith("prompt") ? `generate outcome { ${body} }` : body}  land note from "about {{ entry.text }}" }
  }
  playbook sum { intent "Sum" requires every outcome outputs report prompt "{{ outcome }}" }
`;

const list = (...entries: readonly (readonly [id: string, text: string])[]): Reading => ({
  artifact: "list",
  path: "list.json",
  state: "landed",
  sha256: JSON.stringify(entries),
  value: { entries: entries.map(([id, text]) => ({ id, text })) },
});

const ok = (value: boolean): Json => ({ ok: value });

async function check(script: Script, source = review()): Promise<MemoryDriver> {
  return MemoryDriver.run(await programFrom(source), { playbook: "check", script });
}

describe("a fan-out", () => {
  it("[L-35] [R-46] makes an instance of each element, in the array's order, each with its own document and row", async () => {
    const run = await check({
      workspace: { list: list(["b", "bread"], ["a", "apples"]) },
      generate: { 'look["b"]': [ok(true)], 'look["a"]': [ok(false)], sum: [{ kind: "text", text: "done" }] },
    });
    expect(run.of("lane.admitted").map(({ member, element }) => [member, element])).toEqual([
      [
        { playbook: "look", key: "b" },
        { id: "b", text: "bread" },
      ],
      [
        { playbook: "look", key: "a" },
        { id: "a", text: "apples" },
      ],
      [{ playbook: "sum" }, undefined],
    ]);
    expect([...run.written]).toEqual([
      ["notes/b.txt", "about bread\n"],
      ["notes/a.txt", "about apples\n"],
      ["report.txt", "done\n"],
    ]);
    expect(run.view).toMatchObject({
      stopReason: "goal_met",
      rounds: 2,
      verdicts: {
        outcome: [
          { key: "b", value: { ok: true } },
          { key: "a", value: { ok: false } },
        ],
      },
      heldBack: [],
    });
    const prompt = run.asked.findLast((command) => command.kind === "generate")?.prompt;
    expect(prompt).toBe('[{"key":"b","value":{"ok":true}},{"key":"a","value":{"ok":false}}]');
  });

  it("[L-36] goes on when an instance has failed for good, and says so in its row", async () => {
    const down = { kind: "failure", category: "provider_failure", reasonCode: "x", message: "down" } as const;
    const run = await check({
      workspace: { list: list(["a", "x"], ["b", "y"]) },
      generate: { 'look["a"]': [down], 'look["b"]': [ok(true)], sum: [{ kind: "text", text: "done" }] },
    });
    expect(run.view.stopReason).toBe("goal_met");
    expect(run.asked.findLast((command) => command.kind === "generate")?.prompt).toBe(
      '[{"key":"a","failure":"down"},{"key":"b","value":{"ok":true}}]',
    );
  });

  it("[L-38] `every` of a family passes over instances that failed for good, and counts what is landed", async () => {
    const source = `
      artifact list at "list.json" given { names: string[] }
      artifact page at "pages/{name}.txt"
      evidence end
      playbook all { intent "All" admits write each name in list.names, close until end limits { rounds 9  lanes 3 } select all }
      playbook write { intent "Write" input name: string outputs page limits { failures 1  attempts 1 } prompt "{{ name }}" }
      playbook close { intent "Close" requires every page and count(page) == 2 returns end prompt "close" }
    `;
    const run = MemoryDriver.run(await programFrom(source), {
      playbook: "all",
      script: {
        workspace: {
          list: {
            artifact: "list",
            path: "list.json",
            state: "landed",
            sha256: "1",
            value: { names: ["a", "b", "c"] },
          },
        },
        generate: ({ site: { key, playbook } }) =>
          key === "b"
            ? { kind: "failure", category: "provider_failure", reasonCode: "x", message: "down" }
            : { kind: "text", text: playbook },
      },
    });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
    expect([...run.written.keys()]).toEqual(["pages/a.txt", "pages/c.txt"]);
  });

  it("[L-36] over an empty array has nothing to wait for; before its array is there it is not available", async () => {
    const empty = await check({
      workspace: { list: list() },
      generate: { sum: [{ kind: "text", text: "none" }] },
    });
    expect(empty.order).toEqual(["sum"]);
    const missing = await check({});
    expect(missing.view).toMatchObject({ status: "completed", stopReason: "nothing_eligible" });
    expect(missing.of("board.built")[0]?.board).toMatchObject([
      { member: { playbook: "sum" }, eligible: false, why: ["every `outcome` is not known yet"] },
    ]);
  });

  it("[L-35] stops the run where keys are doubled, empty, or too many", async () => {
    const stopped = async (
      ...entries: readonly (readonly [string, string])[]
    ): Promise<string | undefined> => {
      const run = await check({ workspace: { list: list(...entries) } });
      expect(run.view).toMatchObject({
        status: "failed",
        stops: [{ category: "limit", recovery: "new_run" }],
      });
      return run.view.stops[0]?.message;
    };
    expect(await stopped(["a", "x"], ["A", "y"])).toBe('two elements of `entry` have the key "A"');
    expect(await stopped(["", "x"])).toBe(
      "element 0 of `entry` has no key: it must be a string that is not empty",
    );
    expect(await stopped(...["a", "b", "c", "d", "e", "f"].map((id) => [id, id] as const))).toBe(
      "`entry` has 6 elements, and at most 5 may be fanned out",
    );
  });

  it("[R-46] brings new elements in, and takes the verdict of one that is gone, or has changed, along", async () => {
    const first = list(["a", "x"], ["b", "y"]);
    const second = list(["b", "changed"], ["c", "z"]);
    const run = new MemoryDriver(await programFrom(review()), {
      playbook: "check",
      script: {
        workspace: { list: first },
        generate: {
          'look["a"]': [ok(true)],
          'look["b"]': [ok(true), ok(false)],
          'look["c"]': [ok(true)],
          sum: [{ kind: "text", text: "done" }],
        },
      },
    });
    run.start();
    while (run.of("round.settled").length < 1) run.answerOne();
    run.put(second);
    run.drain();
    expect(run.of("verdict.removed")).toEqual([
      { kind: "verdict.removed", verdict: "outcome", key: "a", because: 'entry["a"]' },
      { kind: "verdict.removed", verdict: "outcome", key: "b", because: 'entry["b"]' },
    ]);
    expect(run.order).toEqual(['look["a"]', 'look["b"]', 'look["c"]', 'look["b"]', "sum"]);
    expect(run.view.verdicts["outcome"]).toEqual([
      { key: "c", value: { ok: true } },
      { key: "b", value: { ok: false } },
    ]);
    expect(run.written.get("notes/b.txt")).toBe("about changed\n");
    expect(run.view.stopReason).toBe("goal_met");
  });

  it("[R-46] supersedes the lane of an element that is gone, waiting or not", async () => {
    const body = 'ask Sign "Is {{ entry.text }} fine?" as fine  return outcome { ok: fine }';
    const run = await check(
      {
        workspace: { list: list(["a", "x"], ["b", "y"]) },
        generate: { sum: [{ kind: "text", text: "done" }] },
      },
      review(body),
    );
    expect(run.view.waits.map(({ question, lane }) => [question, lane])).toEqual([
      ["Is x fine?", "1"],
      ["Is y fine?", "2"],
    ]);
    run.put(list(["b", "y"]));
    run.ask({ kind: "answer", wait: "w2", value: true, by: "ana" });
    expect(run.view).toMatchObject({
      stopReason: "goal_met",
      lanes: [
        { lane: "1", status: "superseded", why: '`look["a"]` is no longer in its array' },
        { lane: "2", status: "landed" },
        { lane: "3", status: "landed" },
      ],
      waits: [{ status: "ended" }, { status: "ended" }],
    });
  });

  it("[R-46] lets a lane that waits go on with the element that it was given, and drops what it gives for it", async () => {
    const body = 'ask Sign "Is {{ entry.text }} fine?" as fine  return outcome { ok: fine }';
    const run = await check(
      { workspace: { list: list(["a", "x"]) }, generate: { sum: [{ kind: "text", text: "done" }] } },
      review(body),
    );
    run.put(list(["a", "changed"]));
    run.ask({ kind: "answer", value: true, by: "ana" });
    expect(run.written.get("notes/a.txt")).toBe("about x\n");
    expect(run.of("verdict.removed")).toMatchObject([
      { verdict: "outcome", key: "a", because: 'entry["a"]' },
    ]);
    expect(run.view).toMatchObject({ status: "waiting", waits: [{}, { question: "Is changed fine?" }] });
    run.ask({ kind: "answer", value: true, by: "ana" });
    expect(run.written.get("notes/a.txt")).toBe("about changed\n");
    expect(run.view.stopReason).toBe("goal_met");
  });

  it("[R-46] is a choreography each, where the member is one", async () => {
    const source = `
      artifact list at "list.json" given { names: string[] }
      artifact page at "pages/{name}.txt"
      evidence talk
      verdict fine per name { ok: boolean }
      playbook all { intent "All" admits part each name in list.names until every fine limits { rounds 9  lanes 4 } select all }
      playbook part { intent "Part" input name: string admits draft, judge until fine.ok limits { rounds 4 } select first }
      playbook draft { intent "Draft" input name: string outputs page prompt "draft {{ name }}" }
      playbook judge { intent "Judge" requires landed page returns fine prompt "judge {{ page }}" }
    `;
    const run = MemoryDriver.run(await programFrom(source), {
      playbook: "all",
      script: {
        workspace: {
          list: {
            artifact: "list",
            path: "list.json",
            state: "landed",
            sha256: "1",
            value: { names: ["x", "y"] },
          },
        },
        generate: ({ site: { playbook }, prompt }) =>
          playbook === "draft"
            ? { kind: "text", text: `<${prompt}>` }
            : { kind: "value", value: { ok: true } },
      },
    });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
    expect([...run.written.keys()].toSorted()).toEqual(["pages/x.txt", "pages/y.txt"]);
    const judged = run.asked.flatMap((command) =>
      command.kind === "generate" && command.site.playbook === "judge" ? [command.prompt] : [],
    );
    expect(judged.toSorted()).toEqual(["judge <draft x>", "judge <draft y>"]);
    expect(run.view.verdicts["fine"]).toEqual([
      { key: "x", value: { ok: true } },
      { key: "y", value: { ok: true } },
    ]);
  });
});
