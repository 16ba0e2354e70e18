import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invariant } from "../../../ir/index.js";
import { readScript } from "../../../runtime/config/read-script.js";
import { scriptModel } from "../../../runtime/models/script.js";
import type { GenerateRequest, Model, SelectRequest } from "../../../runtime/ports.js";
import { ManualClock, settled } from "../drive/manual-clock.js";
import { market, marketOrder, marketRun, marketScript } from "../drive/market.js";
import { World, bundleOf } from "../drive/world.js";
import { leapingClock, neverAborted } from "../workspace/sample.js";

function modelOf(text: string, clock = leapingClock()): Model {
  const read = readScript(text, "replies.yaml");
  invariant(read.kind === "read", "the script is read");
  return scriptModel(read.script, { clock, file: "replies.yaml" });
}

function call(
  ordinal: number,
  changes: Partial<GenerateRequest["site"]> = {},
  more: Partial<GenerateRequest> = {},
): GenerateRequest {
  const site = {
    playbook: "a.work",
    lane: "3",
    step: 1,
    target: "a.report",
    targetKind: "artifact",
    attempt: 2,
    call: 1,
    ...changes,
  } as const;
  return {
    purpose: "generate",
    site,
    ordinal,
    prompt: "Do it.",
    schema: true,
    form: "json",
    offers: [],
    turns: [],
    ...more,
  };
}

const given = async (model: Model, request: GenerateRequest): Promise<unknown> => {
  const reply = await model.generate(request, neverAborted);
  return reply.kind === "reply" ? reply.reply : reply;
};

describe("a scripted model", () => {
  it("answers calls in their order, whoever asked before", async () => {
    const model = modelOf("playbooks: { work: [one, { returns: [2] }, { lands: { n: 3 } }] }");
    expect(await given(model, call(2))).toEqual({ kind: "value", value: { n: 3 } });
    expect(await given(model, call(0))).toEqual({ kind: "value", value: "one" });
    expect(await given(model, call(1))).toEqual({ kind: "value", value: [2] });
    expect(await given(model, call(0))).toEqual({ kind: "value", value: "one" });
  });

  it("counts the replies of each target by themselves", async () => {
    const model = modelOf(
      "playbooks: { work: [{ lands: 1, for: report }, { returns: 2, for: a.verdict }, { lands: 3, for: report }] }",
    );
    expect(await given(model, call(1))).toEqual({ kind: "value", value: 3 });
    expect(await given(model, call(0, { target: "a.verdict" }))).toEqual({ kind: "value", value: 2 });
  });

  it("prefers the instance's own replies to its playbook's, and the ref to the name", async () => {
    const model = modelOf(
      `playbooks: { work: [{ returns: 1 }], 'work["x"]': [{ returns: 2 }], 'b.work["x y"]': [{ returns: 3 }], "b.work": [{ returns: 4 }] }`,
    );
    expect(await given(model, call(0))).toEqual({ kind: "value", value: 1 });
    expect(await given(model, call(0, { key: "x" }))).toEqual({ kind: "value", value: 2 });
    expect(await given(model, call(0, { key: "y" }))).toEqual({ kind: "value", value: 1 });
    expect(await given(model, call(0, { playbook: "b.work", key: "x y" }))).toEqual({
      kind: "value",
      value: 3,
    });
    expect(await given(model, call(0, { playbook: "b.work" }))).toEqual({ kind: "value", value: 4 });
  });

  it("gives a reply that is for always from its place on", async () => {
    const model = modelOf("playbooks: { work: [{ returns: 1 }, { returns: 2, always: true }] }");
    expect(await Promise.all([0, 1, 2, 9].map((ordinal) => given(model, call(ordinal))))).toMatchObject([
      { value: 1 },
      { value: 2 },
      { value: 2 },
      { value: 2 },
    ]);
  });

  it("says, calls, raises, refuses, misses, fails and advises", async () => {
    const model = modelOf(`
playbooks:
  work:
    - says: "not JSON"
    - calls: [{ tool: search, input: { q: 1 } }, { tool: other, input: {} }]
    - { raises: Approval, question: May I?, moment: PT1H }
    - { refuses: It would harm. }
    - { refuses: I will not., source: executor }
    - { misses: the year }
    - { fails: It is down. }
    - { fails: It is too long., category: limit }
    - { returns: 1, advises: [The source is old.] }
`);
    const offers = [
      { kind: "tool", ref: "a.search", input: true },
      { kind: "wait", ref: "a.Approval", input: true },
    ] as const;
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, ordinal) => given(model, call(ordinal, {}, { offers }))),
    );
    expect(replies).toEqual([
      { kind: "text", text: "not JSON" },
      {
        kind: "tools",
        calls: [
          { id: "3/1/2/1/0", tool: "a.search", input: { q: 1 } },
          { id: "3/1/2/1/1", tool: "other", input: {} },
        ],
      },
      { kind: "raises", callId: "3/1/2/1", wait: "a.Approval", question: "May I?", moment: "PT1H" },
      { kind: "refusal", reason: "It would harm.", source: "provider" },
      { kind: "refusal", reason: "I will not.", source: "executor" },
      { kind: "missing", what: "the year" },
      { kind: "final", category: "provider_failure", reasonCode: "scripted", message: "It is down." },
      { kind: "final", category: "limit", reasonCode: "scripted", message: "It is too long." },
      { kind: "value", value: 1, advisories: ["The source is old."] },
    ]);
  });

  it("answers no sooner than it is told to, and not at all when it is aborted meanwhile", async () => {
    const clock = new ManualClock();
    const model = modelOf("playbooks: { work: [{ returns: 1, after: 200ms }] }", clock);
    let answer: unknown;
    void given(model, call(0)).then((reply) => (answer = reply));
    const abort = new AbortController();
    const aborted = model.generate(call(0), abort.signal);
    await clock.advance(199);
    expect(answer).toBeUndefined();
    abort.abort();
    await expect(aborted).rejects.toThrow("aborted");
    await clock.advance(1);
    expect(answer).toEqual({ kind: "value", value: 1 });
  });

  it("[L-31] fails loudly where it has no reply, and says what it has and what it was asked", async () => {
    const model = modelOf("playbooks: { work: [one, { asks: [] }] }");
    expect(await given(model, call(1))).toEqual({
      kind: "final",
      category: "configuration",
      reasonCode: "unscripted",
      message:
        "`replies.yaml` has no reply for call 2 of `work` for `report` (it has 1)\nThe prompt was:\nDo it.",
    });
    expect(await given(model, call(0, { playbook: "a.other", key: "k" }))).toMatchObject({
      message:
        '`replies.yaml` has no reply for call 1 of `other["k"]` for `report` (it has none for it at all)\nThe prompt was:\nDo it.',
    });
  });

  it("[R-25] asks for decisions apart from its replies, and for none where the script says nothing", async () => {
    const model = modelOf(`
playbooks:
  work:
    - one
    - asks:
        - { ref: tier, question: A free tier?, why: It is the first., choices: [yes, no] }
        - { ref: name, question: Which name? }
        - { ref: sure, question: Sure?, form: confirmation }
    - two
`);
    const ask = (ordinal: number) =>
      model.clarify(
        { purpose: "clarify", site: call(0).site, ordinal, prompt: "", known: [], questions: 3 },
        neverAborted,
      );
    expect(await ask(0)).toEqual({
      kind: "reply",
      reply: [
        {
          ref: "tier",
          question: "A free tier?",
          why: "It is the first.",
          form: "choice",
          choices: ["yes", "no"],
        },
        { ref: "name", question: "Which name?", form: "text" },
        { ref: "sure", question: "Sure?", form: "confirmation" },
      ],
    });
    expect(await ask(1)).toEqual({ kind: "reply", reply: [] });
    expect(await given(model, call(1))).toMatchObject({ value: "two" });
  });
});

describe("a scripted selector", () => {
  const board = (...eligible: readonly string[]): SelectRequest["board"] =>
    ["research", "judge", "write"].map((name) => ({
      member: { playbook: `a.${name}` },
      eligible: eligible.includes(name),
      why: [],
    }));
  const request = (changes: Partial<SelectRequest>): SelectRequest => ({
    purpose: "select",
    playbook: "a.all",
    ordinal: 0,
    admitted: {},
    path: "",
    round: 1,
    attempt: 1,
    goal: "",
    lanes: 1,
    board: board("research"),
    intents: {},
    findings: [],
    ...changes,
  });

  it("chooses, or stops, in the order of the script; what it names is passed on, eligible or not", async () => {
    const model = modelOf(
      "playbooks: { all: [{ chooses: [research, 'a.write'], because: why not }, { chooses: [nobody] }, { stops: enough }] }",
    );
    const ask = (ordinal: number) => model.select(request({ ordinal }), neverAborted);
    expect(await ask(0)).toEqual({
      kind: "reply",
      reply: { lanes: [{ playbook: "a.research" }, { playbook: "a.write" }], rationale: "why not" },
    });
    expect(await ask(1)).toEqual({ kind: "reply", reply: { lanes: [{ playbook: "nobody" }] } });
    expect(await ask(2)).toEqual({ kind: "reply", reply: { stop: true, rationale: "enough" } });
    expect(await ask(3)).toMatchObject({
      kind: "final",
      reasonCode: "unscripted",
      message:
        "`replies.yaml` has no reply for choice 4 of `all` (it has 3)\nThe prompt was:\n+ a.research\n- a.judge\n- a.write",
    });
  });

  it("chooses for the loop under its own name", async () => {
    const model = modelOf("playbooks: { loop: [{ chooses: [judge] }] }");
    const { playbook: _, ...loop } = request({});
    expect(await model.select(loop, neverAborted)).toEqual({
      kind: "reply",
      reply: { lanes: [{ playbook: "a.judge" }] },
    });
  });

  it("[L-31] without choices takes who has replies left, the least recently admitted first, and then stops", async () => {
    const model = modelOf(
      "playbooks: { research: [one, two, { asks: [] }], judge: [{ returns: 1, always: true }], 'write': [{ lands: 1, for: x }, { lands: 2, for: y }] }",
    );
    const ask = async (changes: Partial<SelectRequest>): Promise<unknown> => {
      const reply = await model.select(request(changes), neverAborted);
      return reply.kind === "reply" && "lanes" in reply.reply
        ? reply.reply.lanes.map(({ playbook }) => playbook)
        : reply;
    };
    expect(await ask({ board: board("research", "judge") })).toEqual(["a.research"]);
    const once = { "a.research": { lanes: 1, lastRound: 1 } };
    expect(await ask({ board: board("research", "judge"), admitted: once })).toEqual(["a.judge"]);
    expect(await ask({ board: board("research", "judge"), admitted: once, lanes: 2 })).toEqual([
      "a.judge",
      "a.research",
    ]);
    const all = {
      "a.research": { lanes: 2, lastRound: 3 },
      "a.judge": { lanes: 9, lastRound: 4 },
      "a.write": { lanes: 1, lastRound: 5 },
    };
    expect(await ask({ board: board("research", "write", "judge"), admitted: all })).toEqual(["a.judge"]);
    expect(await ask({ board: board("research", "write"), admitted: all })).toEqual({
      kind: "reply",
      reply: { stop: true, rationale: "no eligible member has a reply left" },
    });
  });
});

describe("the position in a script", () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.end());

  it("[R-5] is the journal's: a driver that comes later goes on where the last one was", async () => {
    const bundle = await bundleOf(market);
    const first = world.runtime(marketScript);
    const run = await world.start(first, { bundle, ...marketRun });
    let seen = 0;
    const stop = first.events(run, 0, ({ event }) => {
      if (event.kind === "attempt.replied") seen += 1;
      if (seen === 2) void first.letGo(run);
    });
    await first.drive(run);
    stop();
    await settled();
    expect(world.store.run(run)?.status).toBe("running");
    const second = world.runtime(marketScript);
    expect(await second.drive(run)).toMatchObject({ view: { status: "completed", stopReason: "goal_met" } });
    expect(world.lanes(run)).toEqual(marketOrder);
  });

  it.each([
    ["a call of a model", "write", "playbooks: {}", 'playbooks: { write: ["Hello"] }', "Hello\n"],
    [
      "a call in the middle of an attempt",
      "look",
      "tools: { fetch: [{ gives: { body: B } }, { gives: { body: C } }] }\nplaybooks: { look: [{ calls: [{ tool: fetch, input: { url: u } }] }] }",
      "tools: { fetch: [{ gives: { body: B } }, { gives: { body: C } }] }\nplaybooks: { look: [{ calls: [{ tool: fetch, input: { url: u } }] }, Looked] }",
      "Looked\n",
    ],
    [
      "a call of a tool",
      "keep",
      "tools: { fetch: [{ gives: { body: Other }, when: { url: elsewhere } }] }",
      "tools: { fetch: [{ gives: { body: Fetched } }] }",
      "Fetched\n",
    ],
    [
      "a choice",
      "all",
      "playbooks: { all: [{ chooses: [read] }], read: [Seen], write: [Hello] }",
      "playbooks: { all: [{ chooses: [read] }, { chooses: [write] }], read: [Seen], write: [Hello] }",
      "Hello\n",
    ],
  ])("%s that nothing was scripted for keeps its number", async (_, playbook, missing, mended, text) => {
    const bundle = await bundleOf(`
      namespace a
      artifact note at "note.md"
      evidence seen
      tool fetch { input { url: string } output { body: string } }
      playbook write { intent "Write"  outputs note  prompt "Write." }
      playbook read { intent "Read"  returns seen  prompt "Read." }
      playbook look { intent "Look"  outputs note  uses fetch  prompt "Look." }
      playbook keep { intent "Keep"  outputs note  do { call fetch { url: "u" } as got  land note from got.body } }
      playbook all { intent "All"  admits read, write  until landed note  select model  limits { rounds 9 } }
    `);
    const first = world.runtime(missing);
    const run = await world.start(first, { bundle, playbook: `a.${playbook}` });
    const stopped = await first.drive(run);
    expect(stopped).toMatchObject({ view: { status: "paused" } });
    invariant(stopped.kind === "rest", "nobody else has the run");
    const recovery = stopped.view.stops[0]?.recovery;
    invariant(recovery === "configure" || recovery === "retry", "it goes on once the script is right");
    await first.close();
    const second = world.runtime(mended);
    expect(await second.request(run, { kind: "recover", recovery, by: "ada" })).toMatchObject({
      kind: "accepted",
    });
    expect(await second.drive(run)).toMatchObject({ view: { status: "completed", stopReason: "goal_met" } });
    expect(world.files()).toEqual({ "note.md": text });
  });
});
