import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Offer, Turn } from "../../../runtime/core/index.js";
import {
  type OpenAiCompatibleOptions,
  openAiCompatibleModel,
} from "../../../runtime/models/openai-compatible.js";
import type { GenerateRequest, Model, SelectRequest } from "../../../runtime/ports.js";
import { ManualClock } from "../drive/manual-clock.js";
import { OpenAiServer, callsTools, dropsConnection, fails, hangs, says, streams } from "./openai-server.js";

let server: OpenAiServer;
beforeAll(async () => {
  server = await OpenAiServer.start();
});
afterAll(() => server.stop());

let clock: ManualClock;
beforeEach(() => {
  clock = new ManualClock();
});

const never = new AbortController().signal;

function model(options: Partial<OpenAiCompatibleOptions> = {}): Model {
  return openAiCompatibleModel({ url: server.url, model: "tiny", clock, env: {}, ...options });
}

const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

function request(changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    purpose: "generate",
    site: {
      playbook: "a.work",
      lane: "1",
      step: 0,
      target: "a.result",
      targetKind: "verdict",
      attempt: 1,
      call: 1,
    },
    ordinal: 0,
    prompt: "How many?",
    schema,
    form: "json",
    offers: [],
    turns: [],
    ...changes,
  };
}

const search: Offer = {
  kind: "tool",
  ref: "a.web-search",
  input: { type: "object", properties: { query: { type: "string" } } },
};
const approval: Offer = {
  kind: "wait",
  ref: "a.Approval",
  description: "Ask with `Approval`",
  input: { type: "object", properties: { question: { type: "string" } } },
};
const usage = { inputTokens: 12, outputTokens: 7 };

describe("a model behind an OpenAI-compatible server", () => {
  it("[R-9] answers with a value that the server keeps to the schema, in one request", async () => {
    server.answers(says('{"n": 140}'));
    const reply = await model().generate(request(), never);
    expect(reply).toEqual({
      kind: "reply",
      reply: { kind: "value", value: { n: 140 }, usage, model: "tiny-2" },
    });
    const [sent] = server.requests;
    expect(server.requests).toHaveLength(1);
    expect(sent).toMatchObject({
      path: "/v1/chat/completions",
      authorization: undefined,
      body: {
        model: "tiny",
        stream: true,
        stream_options: { include_usage: true },
        response_format: { type: "json_schema", json_schema: { strict: false, schema } },
        messages: [
          { role: "system", content: expect.stringContaining("answer with one JSON value") },
          { role: "user", content: "How many?" },
        ],
      },
    });
  });

  it("puts a schema that is no object into one, and takes it out again", async () => {
    server.answers(says('{"value": "cleared"}'), says('"blocked"'));
    const listed = { enum: ["cleared", "blocked"], $defs: { x: { type: "string" } } };
    const ask = () => model().generate(request({ schema: listed }), never);
    expect(await ask()).toMatchObject({ reply: { kind: "value", value: "cleared" } });
    expect(await ask()).toMatchObject({ reply: { kind: "value", value: "blocked" } });
    expect(server.requests[0]?.body).toMatchObject({
      response_format: {
        json_schema: {
          schema: {
            type: "object",
            properties: { value: { enum: ["cleared", "blocked"] } },
            $defs: { x: { type: "string" } },
          },
        },
      },
    });
  });

  it("tells a server without structured answers the schema in words, and reads JSON in a fence", async () => {
    server.answers(says('```json\n{"n": 3}\n```'));
    const reply = await model({ structured: false, tools: false }).generate(request(), never);
    expect(reply).toMatchObject({ reply: { kind: "value", value: { n: 3 } } });
    const body = server.requests[0]?.body;
    expect(body?.["response_format"]).toBeUndefined();
    expect(body?.["tools"]).toBeUndefined();
    expect(JSON.stringify(body?.["messages"])).toContain("The JSON Schema of the answer");
  });

  it("[R-9] hands malformed JSON on as the text that it is", async () => {
    server.answers(says('{"n": 140'));
    expect(await model().generate(request(), never)).toMatchObject({
      kind: "reply",
      reply: { kind: "text", text: '{"n": 140' },
    });
  });

  it("answers a text with text, JSON or not", async () => {
    server.answers(says("Bakeries: 140.\nBuyers: households."), says('{"n": 1}'));
    const ask = () => model().generate(request({ form: "text", schema: { type: "string" } }), never);
    expect(await ask()).toMatchObject({
      reply: { kind: "text", text: "Bakeries: 140.\nBuyers: households." },
    });
    expect(await ask()).toMatchObject({ reply: { kind: "text", text: '{"n": 1}' } });
    expect(server.requests[0]?.body["response_format"]).toBeUndefined();
  });

  it("[R-59] calls tools, and is shown what they gave", async () => {
    server.answers(
      callsTools(
        { id: "c1", name: "web-search", input: { query: "a" } },
        { id: "c2", name: "web-search", input: { query: "b" } },
      ),
      says('{"n": 1}'),
    );
    const first = await model().generate(request({ offers: [search] }), never);
    const calls = [
      { id: "c1", tool: "a.web-search", input: { query: "a" } },
      { id: "c2", tool: "a.web-search", input: { query: "b" } },
    ];
    expect(first).toMatchObject({ kind: "reply", reply: { kind: "tools", calls, usage } });
    expect(server.requests).toHaveLength(1);
    const turn: Turn = {
      calls,
      results: [
        { id: "c1", output: { results: ["x"] } },
        { id: "c2", error: "no net" },
      ],
    };
    expect(await model().generate(request({ offers: [search], turns: [turn] }), never)).toMatchObject({
      reply: { kind: "value", value: { n: 1 } },
    });
    expect(server.requests[1]?.body["messages"]).toMatchObject([
      { role: "system" },
      { role: "user" },
      {
        role: "assistant",
        tool_calls: [
          { id: "c1", function: { name: "web-search", arguments: '{"query":"a"}' } },
          { id: "c2", function: { name: "web-search", arguments: '{"query":"b"}' } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: '{"results":["x"]}' },
      { role: "tool", tool_call_id: "c2", content: "no net" },
    ]);
  });

  it("hands on a call of a tool that there is not, and one whose input is no JSON, as they are", async () => {
    server.answers(
      callsTools({ id: "c1", name: "no-such", input: {} }),
      streams(
        [
          {
            tool_calls: [
              { index: 0, id: "c1", type: "function", function: { name: "web-search", arguments: "{" } },
            ],
          },
        ],
        "tool_calls",
      ),
    );
    const ask = () => model().generate(request({ offers: [search] }), never);
    expect(await ask()).toMatchObject({ reply: { kind: "tools", calls: [{ id: "c1", tool: "no-such" }] } });
    expect(await ask()).toMatchObject({
      reply: { kind: "tools", calls: [{ id: "c1", tool: "a.web-search", input: "{" }] },
    });
  });

  it("tells two refs with one short name apart", async () => {
    const other: Offer = { ...search, ref: "b.web-search" };
    server.answers(callsTools({ id: "c", name: "web-search_2", input: {} }));
    expect(await model().generate(request({ offers: [search, other] }), never)).toMatchObject({
      reply: { calls: [{ tool: "b.web-search" }] },
    });
  });

  it("[R-31] raises a wait that it is offered, and calls the tools first where it does both", async () => {
    const raise = { id: "w", name: "Approval", input: { question: "May I?", moment: "PT2H" } };
    server.answers(callsTools(raise), callsTools(raise, { id: "c", name: "web-search", input: {} }));
    const ask = () => model().generate(request({ offers: [search, approval] }), never);
    expect(await ask()).toMatchObject({
      reply: { kind: "raises", callId: "w", wait: "a.Approval", question: "May I?", moment: "PT2H" },
    });
    expect(await ask()).toMatchObject({
      reply: { kind: "tools", calls: [{ id: "c", tool: "a.web-search", input: {} }] },
    });
  });

  it("[R-11] tells a provider's refusal from the model's own", async () => {
    server.answers(
      streams([{ refusal: "I cannot help with that." }]),
      streams([], "content_filter"),
      callsTools({ id: "c", name: "laban_refuse", input: { reason: "It would harm." } }),
    );
    const ask = () => model().generate(request(), never);
    expect(await ask()).toMatchObject({
      reply: { kind: "refusal", reason: "I cannot help with that.", source: "provider" },
    });
    expect(await ask()).toMatchObject({
      reply: { kind: "refusal", reason: "the provider refused and gave no reason", source: "provider" },
    });
    expect(await ask()).toMatchObject({
      reply: { kind: "refusal", reason: "It would harm.", source: "executor" },
    });
  });

  it("[R-11] takes the model's word for what it lacks", async () => {
    server.answers(callsTools({ id: "c", name: "laban_report_missing", input: { what: "the year" } }));
    expect(await model().generate(request(), never)).toMatchObject({
      reply: { kind: "missing", what: "the year" },
    });
  });

  it("[R-11] waits as long as the server asks for after a 429", async () => {
    const date = "Mon, 05 Jan 2026 09:00:00 GMT";
    server.answers(
      fails(429, "slow down", { headers: { "retry-after": "7" } }),
      fails(429, "slow down", { headers: { "retry-after": "Mon, 05 Jan 2026 09:01:30 GMT", date } }),
      fails(429, "slow down", { headers: { "retry-after-ms": "250" } }),
      fails(429, "slow down"),
    );
    const ask = () => model().generate(request(), never);
    const limited = {
      kind: "retryable",
      reasonCode: "rate_limited",
      message: `\`${server.url}\` answered 429 for \`tiny\`: slow down`,
    };
    expect(await ask()).toEqual({ ...limited, retryAfterMs: 7_000 });
    expect(await ask()).toEqual({ ...limited, retryAfterMs: 90_000 });
    expect(await ask()).toEqual({ ...limited, retryAfterMs: 250 });
    expect(await ask()).toEqual(limited);
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    [408, "retryable", "http_408"],
    [409, "retryable", "http_409"],
    [500, "retryable", "http_500"],
    [503, "retryable", "http_503"],
    [529, "retryable", "http_529"],
    [401, "configuration", "not_authorized"],
    [403, "configuration", "not_authorized"],
    [404, "configuration", "unknown_model"],
    [413, "limit", "context_length"],
    [400, "provider_failure", "http_400"],
    [422, "provider_failure", "http_422"],
  ])("[R-11] takes %i for %s", async (status, kind, reasonCode) => {
    server.answers(fails(status, "because"));
    const reply = await model().generate(request(), never);
    expect(reply).toMatchObject(
      kind === "retryable" ? { kind, reasonCode } : { kind: "final", category: kind, reasonCode },
    );
    expect(reply).toHaveProperty(
      "message",
      expect.stringContaining(`answered ${status} for \`tiny\`: because`),
    );
    expect(server.requests).toHaveLength(1);
  });

  it("[R-11] knows an unknown model and a brief that is too long by what the server says", async () => {
    server.answers(
      fails(400, "no such thing", { code: "model_not_found" }),
      fails(400, "This model's maximum context length is 8192 tokens", { code: "context_length_exceeded" }),
    );
    const ask = () => model().generate(request(), never);
    expect(await ask()).toMatchObject({
      kind: "final",
      category: "configuration",
      reasonCode: "unknown_model",
    });
    expect(await ask()).toMatchObject({ kind: "final", category: "limit", reasonCode: "context_length" });
  });

  it("[R-11] takes a connection that drops, or was never there, for a transport error", async () => {
    server.answers(dropsConnection);
    expect(await model().generate(request(), never)).toMatchObject({
      kind: "retryable",
      reasonCode: "transport",
    });
    const nobody = model({ url: "http://127.0.0.1:1/v1" });
    expect(await nobody.generate(request(), never)).toMatchObject({
      kind: "retryable",
      reasonCode: "transport",
      message: expect.stringContaining("`http://127.0.0.1:1/v1` did not answer as it should"),
    });
  });

  it("[R-11] takes an answer that is cut on its way for a transport error, never for an answer", async () => {
    server.answers(streams([{ content: '{"n": 1' }], null), streams([{ content: '{"n": 1}' }], null));
    const ask = () => model().generate(request(), never);
    expect(await ask()).toMatchObject({ kind: "retryable", reasonCode: "transport" });
    expect(await ask()).toMatchObject({ kind: "retryable", reasonCode: "transport" });
  });

  it("[R-60] never takes an answer that was cut at the ceiling for a whole one", async () => {
    server.answers(says("The market is", "length"));
    expect(await model().generate(request({ form: "text" }), never)).toMatchObject({
      kind: "final",
      category: "limit",
      reasonCode: "answer_cut",
    });
  });

  it("[R-11] gives a server up that says nothing any more, and only then", async () => {
    server.answers(hangs({ content: '{"n"' }));
    const asked = model({ idleMs: 30_000 }).generate(request(), never);
    await until(() => server.requests.length === 1 && clock.waiters > 0);
    await clock.advance(29_000);
    await clock.advance(31_000);
    expect(await asked).toEqual({
      kind: "retryable",
      reasonCode: "idle",
      message: `\`${server.url}\` said nothing for 30 seconds`,
    });
  });

  it("ends the request when it is aborted", async () => {
    server.answers(hangs());
    const abort = new AbortController();
    const asked = model().generate(request(), abort.signal);
    await until(() => server.requests.length === 1);
    abort.abort();
    await expect(asked).rejects.toThrow("aborted");
  });

  it("[R-13] sends the key that is referred to, and says what is missing without a request", async () => {
    const folder = mkdtempSync(join(tmpdir(), "laban-key-"));
    writeFileSync(join(folder, "key"), "from-file\n");
    server.answers(says('{"n":1}'), says('{"n":1}'));
    await model({ key: "env:KEY", env: { KEY: "from-env" } }).generate(request(), never);
    await model({ key: `file:${join(folder, "key")}` }).generate(request(), never);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([
      "Bearer from-env",
      "Bearer from-file",
    ]);
    rmSync(folder, { recursive: true });
    expect(await model({ key: "env:KEY" }).generate(request(), never)).toEqual({
      kind: "final",
      category: "configuration",
      reasonCode: "key_missing",
      message: "the key for `tiny` is missing: the variable `KEY` is not set",
    });
    expect(server.requests).toHaveLength(2);
  });
});

describe("such a model, asked for decisions", () => {
  const clarify = {
    purpose: "clarify",
    site: request().site,
    ordinal: 0,
    prompt: "Write the price list.",
    known: ["currency: EUR"],
    questions: 2,
  } as const;

  it("[R-25] asks, or asks nothing", async () => {
    const asked = [
      {
        ref: "free-tier",
        question: "Should there be one?",
        why: "It sets the first price.",
        form: "choice",
        choices: ["yes", "no"],
      },
      { ref: "yearly", question: "Yearly prices, too?", why: "", form: "confirmation", choices: [] },
      { ref: "note", question: "Anything else?", why: "", form: "choice", choices: ["only one"] },
    ];
    server.answers(says(JSON.stringify({ requests: asked })), says('{"requests": []}'));
    expect(await model().clarify(clarify, never)).toEqual({
      kind: "reply",
      reply: [
        asked[0],
        { ref: "yearly", question: "Yearly prices, too?", form: "confirmation" },
        { ref: "note", question: "Anything else?", form: "text" },
      ],
    });
    expect(await model().clarify(clarify, never)).toEqual({ kind: "reply", reply: [] });
    const told = JSON.stringify(server.requests[0]?.body["messages"]);
    expect(told).toContain("Write the price list.");
    expect(told).toContain("- currency: EUR");
    expect(told).toContain("Ask at most 2 questions");
  });

  it.each(["no JSON at all", '{"requests": [{"ref": ""}]}', '{"requests": "none"}', "[1]"])(
    "[R-26] fails where its answer cannot be read: %s",
    async (text) => {
      server.answers(says(text));
      expect(await model().clarify(clarify, never)).toMatchObject({
        kind: "final",
        reasonCode: "unreadable",
      });
    },
  );
});

describe("such a model, asked for lanes", () => {
  const select: SelectRequest = {
    purpose: "select",
    playbook: "a.all",
    ordinal: 0,
    admitted: {},
    path: "",
    round: 1,
    attempt: 2,
    goal: "Know the market",
    lanes: 2,
    board: [
      { member: { playbook: "a.research" }, eligible: true, why: [], notes: ["1 contribution"] },
      { member: { playbook: "a.review", key: "x" }, eligible: true, why: [] },
      { member: { playbook: "a.write" }, eligible: false, why: ["the evidence is thin"] },
    ],
    intents: { "a.research": "Find evidence", 'a.review["x"]': "Review" },
    findings: [{ message: "`nobody` is no member" }],
  };

  it("[R-14] chooses by name, stops with its reason, and passes on what it must not name", async () => {
    server.answers(
      says('{"stop": false, "lanes": ["research", "a.review[\\"x\\"]"], "rationale": "Both."}'),
      says('{"stop": true, "lanes": [], "rationale": "Enough."}'),
      says('{"stop": false, "lanes": ["nobody"], "rationale": ""}'),
      says('{"stop": true, "lanes": ["a.research"], "rationale": ""}'),
    );
    const ask = () => model().select(select, never);
    expect(await ask()).toEqual({
      kind: "reply",
      reply: { lanes: [{ playbook: "a.research" }, { playbook: "a.review", key: "x" }], rationale: "Both." },
    });
    expect(await ask()).toEqual({ kind: "reply", reply: { stop: true, rationale: "Enough." } });
    expect(await ask()).toEqual({ kind: "reply", reply: { lanes: [{ playbook: "nobody" }] } });
    expect(await ask()).toEqual({
      kind: "reply",
      reply: { lanes: [{ playbook: "a.research" }, { playbook: "stop" }] },
    });
    const told = JSON.stringify(server.requests[0]?.body["messages"]);
    for (const part of [
      "Know the market",
      "- a.research: Find evidence (1 contribution)",
      "- a.write (the evidence is thin)",
      "`nobody` is no member",
      "at most 2",
    ])
      expect(told).toContain(part);
  });

  it("[R-54] fails where its answer cannot be read, or is a refusal", async () => {
    server.answers(says("research, please"), streams([{ refusal: "No." }]));
    expect(await model().select(select, never)).toMatchObject({ kind: "final", reasonCode: "unreadable" });
    expect(await model().select(select, never)).toMatchObject({
      kind: "final",
      reasonCode: "refused",
      message: "the model refused: No.",
    });
  });
});

/** Waits until something has happened that only the network sets off. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds())
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
}
