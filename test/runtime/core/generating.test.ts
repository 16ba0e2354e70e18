import { describe, expect, it } from "vitest";
import type { Json, ModelReply } from "../../../ir/index.js";
import { MemoryDriver, type GenerateCommand, type Script } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const note = `
artifact note at "note.json" { title: string @minLength(3)  tags: string[] }
tool look-up { input { word: string } output { meaning: string } }
wait Help { class intervention  answer text  declinable }
playbook write-note {
  intent "Write a note"
  input subject: text
  outputs note
  CLAUSES
  prompt "Write about {{ subject }}"
}
`;

async function writeNote(script: Script, clauses = ""): Promise<MemoryDriver> {
  const program = await programFrom(note.replace("CLAUSES", clauses));
  return MemoryDriver.run(program, { playbook: "write-note", inputs: { subject: "bread" }, script });
}

const generated = (run: MemoryDriver): readonly GenerateCommand[] =>
  run.asked.filter((command): command is GenerateCommand => command.kind === "generate");

const fine = { title: "Bread", tags: [] };
const replies = (...list: readonly (ModelReply | Json)[]): Script => ({ generate: { "write-note": list } });

describe("a model step", () => {
  it("[R-9] carries all findings so far into the next attempt's prompt, and lands the first answer that fits", async () => {
    const run = await writeNote(replies({ title: "B", tags: [] }, { title: "Bread", tag: [] }, fine));
    const prompts = generated(run).map(({ prompt }) => prompt);
    expect(prompts[0]).toBe("Write about bread");
    expect(prompts[1]).toBe(
      "Write about bread\n\n## What did not fit before\n\n- `/title` must have at least 3 characters",
    );
    expect(prompts[2]).toBe(
      "Write about bread\n\n## What did not fit before\n\n- `/title` must have at least 3 characters\n" +
        "- lacks `tags`\n- `/tag` has no `tag`; did you mean `tags`?",
    );
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
    expect(run.written.get("note.json")).toBe('{\n  "title": "Bread",\n  "tags": []\n}\n');
  });

  it("[R-9] is exhausted after its attempts, three by default, and stops as invalid output", async () => {
    const bad = { title: "B", tags: [] };
    const run = await writeNote(replies(bad, bad, bad));
    expect(generated(run)).toHaveLength(3);
    expect(run.view.status).toBe("paused");
    expect(run.view.stops).toEqual([
      {
        version: 1,
        category: "invalid_output",
        source: "runtime",
        reasonCode: "attempts",
        message: "`note` did not fit in 3 attempts; the last time, /title must have at least 3 characters",
        recovery: "retry",
        attemptId: "1/0/3",
        dispatch: "not_dispatched",
        laneId: "1",
      },
    ]);
  });

  it("[R-9] reads an answer in plain text as JSON, in a fence or not", async () => {
    const text = `\`\`\`json\n${JSON.stringify(fine)}\n\`\`\``;
    const run = await writeNote(replies({ kind: "text", text: "Here you are" }, { kind: "text", text }));
    expect(run.of("attempt.rejected")[0]?.findings[0]?.message).toContain("cannot be read: it is not JSON");
    expect(run.view.status).toBe("completed");
  });

  it("[R-10] asks once what to do when attempts run out, and gives them once more with the answer in the brief", async () => {
    const bad = { title: "B", tags: [] };
    const run = await writeNote(replies(bad, bad, fine), "on exhausted ask Help\n  limits { attempts 2 }");
    expect(run.view.status).toBe("waiting");
    expect(run.view.waits[0]?.question).toBe(
      "`note` did not fit in 2 attempts; the last time, /title must have at least 3 characters. " +
        "Spent so far: 2 attempts, 0 tokens, 0s of work. How shall it go on?",
    );
    expect(run.ask({ kind: "answer", value: "Titles are full words", by: "ana" }).kind).toBe("accepted");
    expect(run.view.status).toBe("completed");
    expect(generated(run).at(-1)?.site.attempt).toBe(3);
    expect(generated(run).at(-1)?.prompt).toContain("Titles are full words");
  });

  it("[R-10] asks no second time, and a decline goes on as if nobody had been asked", async () => {
    const bad = { title: "B", tags: [] };
    const clauses = "on exhausted ask Help\n  limits { attempts 1 }";
    const twice = await writeNote(replies(bad, bad), clauses);
    twice.ask({ kind: "answer", value: "Try", by: "ana" });
    expect(twice.view).toMatchObject({ status: "paused", stops: [{ category: "invalid_output" }] });
    const declined = await writeNote(replies(bad), clauses);
    declined.ask({ kind: "decline", by: "ana" });
    expect(declined.view).toMatchObject({
      status: "paused",
      stops: [{ category: "invalid_output", recovery: "retry" }],
    });
  });

  it("[R-10] stops for good as a limit when the tokens are spent before an answer fits", async () => {
    const usage = { inputTokens: 60, outputTokens: 50 };
    const run = await writeNote(
      replies({ kind: "value", value: { title: "B", tags: [] }, usage }),
      "limits { tokens 100 }",
    );
    expect(run.view).toMatchObject({
      status: "failed",
      stops: [
        {
          category: "limit",
          reasonCode: "tokens",
          recovery: "new_run",
          message: "its 100 tokens are spent (110)",
        },
      ],
    });
  });

  it("[R-10] uses an answer that fits though it spent the last tokens", async () => {
    const usage = { inputTokens: 60, outputTokens: 50 };
    const run = await writeNote(replies({ kind: "value", value: fine, usage }), "limits { tokens 100 }");
    expect(run.view.status).toBe("completed");
  });

  it("[R-11] keeps a provider's refusal and an executor's apart, and asks to clarify either", async () => {
    for (const source of ["provider", "executor"] as const) {
      const run = await writeNote(replies({ kind: "refusal", reason: "not that", source }));
      expect(run.view).toMatchObject({
        status: "paused",
        stops: [{ category: "refusal", source, message: "not that", recovery: "clarify" }],
      });
    }
  });

  it("[R-11] stops as missing information where the executor says what it lacks", async () => {
    const run = await writeNote(replies({ kind: "missing", what: "the year" }));
    expect(run.view.stops).toMatchObject([
      { category: "missing_information", source: "executor", message: "the year", recovery: "clarify" },
    ]);
  });

  it("[R-11] stops as the provider's failure says, without using up attempts", async () => {
    const failure = (category: "provider_failure" | "configuration" | "limit"): Script =>
      replies({ kind: "failure", category, reasonCode: "http_500", message: "down" });
    const recoveries = { provider_failure: "retry", configuration: "configure", limit: "new_run" } as const;
    for (const category of ["provider_failure", "configuration", "limit"] as const) {
      const run = await writeNote(failure(category));
      expect(run.view.stops).toMatchObject([
        { category, source: "provider", recovery: recoveries[category] },
      ]);
      expect(run.view.status).toBe(category === "limit" ? "failed" : "paused");
    }
  });

  it("[R-12] shows advisories, which stop nothing", async () => {
    const run = await writeNote(replies({ kind: "value", value: fine, advisories: ["the subject is thin"] }));
    expect(run.view).toMatchObject({
      status: "completed",
      advisories: [{ lane: "1", text: "the subject is thin" }],
    });
  });

  it("[R-58] finds an answer that is too deep, and one that holds half a character", async () => {
    let deep: Json = "x";
    for (let level = 0; level < 70; level++) deep = [deep];
    const run = await writeNote(
      replies({ title: "Bread", tags: [deep] }, { title: "Bread\ud800", tags: [] }, fine),
    );
    expect(run.of("attempt.rejected").map(({ findings }) => findings[0]?.message)).toEqual([
      "is nested deeper than 64 levels",
      "has half a surrogate pair, which is no character",
    ]);
  });
});

describe("the calls of an attempt", () => {
  const call = (id: string, tool: string, input: Json): ModelReply => ({
    kind: "tools",
    calls: [{ id, tool, input }],
  });

  it("[R-59] hand a tool's result back within the same attempt, with the whole transcript", async () => {
    const run = await writeNote(
      {
        ...replies(call("c1", "look-up", { word: "levain" }), fine),
        tool: ({ input }) => ({ output: { meaning: `about ${JSON.stringify(input)}` } }),
      },
      "uses look-up",
    );
    expect(generated(run).at(-1)?.turns).toEqual([
      {
        calls: [{ id: "c1", tool: "look-up", input: { word: "levain" } }],
        results: [{ id: "c1", output: { meaning: 'about {"word":"levain"}' } }],
      },
    ]);
    expect(generated(run).map(({ site }) => [site.attempt, site.call])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(run.view.status).toBe("completed");
  });

  it("[R-11] give a tool's error, an unknown tool and a wrong input to the model as results", async () => {
    const run = await writeNote(
      {
        ...replies(
          {
            kind: "tools",
            calls: [
              { id: "a", tool: "look-up", input: { word: "x" } },
              { id: "b", tool: "look-upp", input: {} },
              { id: "c", tool: "look-up", input: { wrod: "x" } },
            ],
          },
          fine,
        ),
        tool: () => ({ error: "the dictionary is closed" }),
      },
      "uses look-up",
    );
    expect(run.asked.filter(({ kind }) => kind === "call-tool")).toHaveLength(1);
    expect(generated(run).at(-1)?.turns[0]?.results).toEqual([
      { id: "a", error: "the dictionary is closed" },
      { id: "b", error: "there is no tool `look-upp` here; did you mean `look-up`?" },
      {
        id: "c",
        error: "the input does not fit: lacks `word` and /wrod has no `wrod`; did you mean `word`?",
      },
    ]);
    expect(run.view.status).toBe("completed");
  });

  it("[R-31] [R-59] raise a wait that the step offers, whose answer is the call's result in the same attempt", async () => {
    const raise: ModelReply = { kind: "raises", callId: "r1", wait: "Help", question: "Rye or wheat?" };
    const run = await writeNote(replies(raise, fine), "offers Help");
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ wait: "Help", question: "Rye or wheat?" }],
    });
    run.ask({ kind: "answer", value: "Rye", by: "ana" });
    expect(generated(run).at(-1)).toMatchObject({
      site: { attempt: 1, call: 2 },
      turns: [
        {
          calls: [{ id: "r1", tool: "Help", input: { question: "Rye or wheat?" } }],
          results: [{ id: "r1", output: "Rye" }],
        },
      ],
    });
    expect(run.view.status).toBe("completed");
  });

  it("[L-23] hand a decline to the model as the call's result", async () => {
    const raise: ModelReply = { kind: "raises", callId: "r1", wait: "Help", question: "Rye or wheat?" };
    const run = await writeNote(replies(raise, fine), "offers Help");
    run.ask({ kind: "decline", reason: "as you like", by: "ana" });
    expect(generated(run).at(-1)?.turns[0]?.results).toEqual([
      { id: "r1", output: { declined: true, reason: "as you like" } },
    ]);
  });

  it("[R-31] tell the model that a wait is not offered, and go on", async () => {
    const raise: ModelReply = { kind: "raises", callId: "r1", wait: "Help", question: "Rye or wheat?" };
    const run = await writeNote(replies(raise, fine));
    expect(generated(run).at(-1)?.turns[0]?.results).toEqual([
      { id: "r1", error: "`Help` is not offered here" },
    ]);
    expect(run.view.status).toBe("completed");
  });

  it("[R-9] that never end use up an attempt", async () => {
    let count = 0;
    const program = await programFrom(note.replace("CLAUSES", "uses look-up\n  limits { attempts 1 }"));
    const run = MemoryDriver.run(program, {
      playbook: "write-note",
      inputs: { subject: "bread" },
      script: {
        generate: () => call(`c${++count}`, "look-up", { word: "x" }),
        tool: () => ({ output: { meaning: "x" } }),
      },
    });
    expect(run.view.stops[0]?.message).toContain("`note` was not given within 100 calls");
    expect(count).toBe(100);
  });
});

describe("a body of steps", () => {
  it("[L-16] [R-57] runs its steps in order, and what it lands and returns takes effect at its end", async () => {
    const program = await programFrom(`
      artifact page at "page.md" as markdown { title: string }
      evidence trail
      verdict size { words: integer }
      tool tally { input { text: string } output { words: integer } }
      playbook make {
        intent "Make a page"
        input loud: boolean = false
        outputs page
        returns trail, size
        do {
          generate draft: { text: string } { prompt "Draft it" }
          call tally { text: draft.text } as total
          advise "very loud" when loud
          return size { words: total.words }
          return trail from "counted"
          land page { title: draft.text  body: "Words: {{ total.words }}" }
        }
      }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "make",
      script: { generate: { make: [{ text: "Hello" }] }, tool: () => ({ output: { words: 1 } }) },
    });
    expect(run.written.get("page.md")).toBe("---\ntitle: Hello\n---\n\nWords: 1\n");
    expect(run.view).toMatchObject({
      status: "completed",
      verdicts: { size: [{ value: { words: 1 } }] },
      evidence: { trail: [{ text: "counted", playbook: "make" }] },
      advisories: [],
    });
    const kinds = run.journal.map(({ event }) => event.kind);
    expect(kinds.indexOf("verdict.returned")).toBeGreaterThan(kinds.indexOf("artifact.landed"));
  });

  it("leaves out a field or argument whose value is not there", async () => {
    const program = await programFrom(`
      wait Ask { class intervention  answer text  declinable }
      verdict said { text: string  why?: string }
      tool tally { input { text: string  why?: string } output { n: integer } }
      playbook make {
        intent "Make" returns said
        do {
          ask Ask "What?" as what
          call tally { text: "x"  why: what } as total
          return said { text: "n {{ total.n }}"  why: what }
        }
      }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "make",
      script: { tool: () => ({ output: { n: 2 } }) },
    });
    run.ask({ kind: "decline", by: "ana" });
    expect(run.asked.find((command) => command.kind === "call-tool")).toMatchObject({ input: { text: "x" } });
    expect(run.view.verdicts["said"]).toEqual([{ value: { text: "n 2" } }]);
  });

  it("[R-11] stops as a provider failure when a called tool fails", async () => {
    const program = await programFrom(`
      evidence trail
      tool tally { input { text: string } output { words: integer } }
      playbook make {
        intent "Count"
        returns trail
        do { call tally { text: "x" } as total
             return trail from "counted {{ total.words }}" }
      }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "make",
      script: { tool: () => ({ error: "no line" }) },
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [
        { category: "provider_failure", dispatch: "not_dispatched", message: "`tally` failed: no line" },
      ],
    });
  });
});
