import { describe, expect, it } from "vitest";
import type { Json } from "../../../ir/index.js";
import { personModel } from "../../../runtime/models/person.js";
import type { GenerateRequest, Prompter } from "../../../runtime/ports.js";
import { neverAborted } from "../workspace/sample.js";

/** Somebody who gives these answers, one after the other; and what they were asked. */
function somebody(...answers: readonly (Json | undefined)[]) {
  const asked: Parameters<Prompter["ask"]>[0][] = [];
  const prompter: Prompter = {
    async ask(question) {
      asked.push(question);
      return answers[asked.length - 1];
    },
  };
  return { asked, model: personModel(prompter) };
}

const schema = { type: "object", properties: { n: { type: "integer" } } };
const request: GenerateRequest = {
  purpose: "generate",
  site: {
    playbook: "a.work",
    key: "x",
    lane: "1",
    step: 0,
    target: "a.report",
    targetKind: "artifact",
    attempt: 1,
    call: 2,
  },
  ordinal: 0,
  prompt: "How many?",
  schema,
  form: "json",
  offers: [
    { kind: "tool", ref: "a.search", input: { type: "object" } },
    { kind: "wait", ref: "a.Approval", input: { type: "object" } },
  ],
  turns: [{ calls: [{ id: "c", tool: "a.search", input: {} }], results: [{ id: "c", output: { hits: 3 } }] }],
};

describe("a person as the model", () => {
  it("answers by the schema, with the brief and what tools gave in front of them", async () => {
    const { asked, model } = somebody("answer", { n: 3 });
    expect(await model.generate(request, neverAborted)).toEqual({
      kind: "reply",
      reply: { kind: "value", value: { n: 3 } },
    });
    const title = '`work["x"]` is to give `report`';
    const text = 'How many?\n\nc: {"hits":3}';
    expect(asked).toEqual([
      { title, text, schema: { enum: ["answer", "call search", "ask Approval", "refuse"] } },
      { title, text, schema },
    ]);
  });

  it("writes a text, calls a tool, raises a wait, or refuses", async () => {
    const ask = async (...answers: readonly Json[]): Promise<unknown> => {
      const text = answers[0] === "answer" ? { form: "text" as const } : {};
      const reply = await somebody(...answers).model.generate({ ...request, ...text }, neverAborted);
      return reply.kind === "reply" ? reply.reply : reply;
    };
    expect(await ask("answer", "Three.")).toEqual({ kind: "text", text: "Three." });
    expect(await ask("call search", { q: "x" })).toEqual({
      kind: "tools",
      calls: [{ id: "1/0/1/2", tool: "a.search", input: { q: "x" } }],
    });
    expect(await ask("ask Approval", { question: "May I?", moment: "PT1H" })).toEqual({
      kind: "raises",
      callId: "1/0/1/2",
      wait: "a.Approval",
      question: "May I?",
      moment: "PT1H",
    });
    expect(await ask("refuse", "It would harm.")).toEqual({
      kind: "refusal",
      reason: "It would harm.",
      source: "executor",
    });
  });

  it("asks for decisions and chooses lanes", async () => {
    const questions = [{ ref: "r", question: "q", form: "text" }];
    const clarify = {
      purpose: "clarify",
      site: request.site,
      ordinal: 0,
      prompt: "Write.",
      known: ["a: b"],
      questions: 1,
    } as const;
    expect(await somebody(questions).model.clarify(clarify, neverAborted)).toEqual({
      kind: "reply",
      reply: questions,
    });
    expect(await somebody([]).model.clarify(clarify, neverAborted)).toEqual({ kind: "reply", reply: [] });
    const select = {
      purpose: "select",
      ordinal: 0,
      admitted: {},
      path: "",
      round: 1,
      attempt: 1,
      goal: "g",
      lanes: 1,
      intents: {},
      findings: [],
      board: [
        { member: { playbook: "a.work" }, eligible: true, why: [] },
        { member: { playbook: "a.rest" }, eligible: false, why: ["not yet"] },
      ],
    } as const;
    expect(
      await somebody({ lanes: ["a.work"], rationale: "due" }).model.select(select, neverAborted),
    ).toEqual({
      kind: "reply",
      reply: { lanes: [{ playbook: "a.work" }], rationale: "due" },
    });
    expect(await somebody({ lanes: "work" }).model.select(select, neverAborted)).toMatchObject({
      reply: { lanes: [{ playbook: "a.work" }] },
    });
    expect(
      await somebody({ lanes: ["stop"], rationale: "done" }).model.select(
        { ...select, lanes: 2 },
        neverAborted,
      ),
    ).toEqual({ kind: "reply", reply: { stop: true, rationale: "done" } });
    expect(await somebody({ lanes: [] }).model.select(select, neverAborted)).toEqual({
      kind: "reply",
      reply: { stop: true, rationale: "no reason was given" },
    });
  });

  it("[R-48] fails where they leave the question, or nobody is there, and answers nothing in their stead", async () => {
    for (const answers of [[undefined], ["answer", undefined]] as const)
      expect(await somebody(...answers).model.generate(request, neverAborted)).toMatchObject({
        kind: "final",
        category: "provider_failure",
        reasonCode: "not_answered",
        message: 'nobody answered: `work["x"]` is to give `report`',
      });
    expect(await personModel(undefined).generate(request, neverAborted)).toEqual({
      kind: "final",
      category: "configuration",
      reasonCode: "nobody_there",
      message: "the model is a person, and nobody is there to be asked: run it in a terminal",
    });
  });
});
