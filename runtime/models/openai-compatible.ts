/**
 * A model behind a server that speaks OpenAI's chat completions. One call of the port is one request to the server: no
 * loop over tools, no retry. Answers are streamed, so that a server that says nothing is told from one that thinks.
 */
import type { Json, ModelReply, Schema } from "../../ir/index.js";
import { shortName } from "../core/index.js";
import type { GenerateRequest, Model, ProviderReply } from "../ports.js";
import { type OfferedTool, type OpenAiCompatibleOptions, type Said, ask } from "./openai-stream.js";
import {
  type Messages,
  clarifyMessages,
  clarifySchema,
  generateMessages,
  jsonOf,
  missingDescription,
  missingTool,
  refuseDescription,
  refuseTool,
  selectMessages,
  selectSchema,
} from "./prompts.js";
import { type Structured, structured } from "./structured.js";
import { readChoice, readClarifications } from "./replies.js";

export type { OpenAiCompatibleOptions };

/** Resolves with what the server said; failures are told apart by whether another try could mend them (`[R-11]`). */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): Model {
  const { structured: isStructured = true, tools: hasTools = true } = options;
  const answer = async (
    messages: Messages,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<ProviderReply<Json | undefined>> => {
    const told = isStructured
      ? messages
      : {
          ...messages,
          user: `${messages.user}\n\nThe JSON Schema of the answer:\n${JSON.stringify(schema)}`,
        };
    const said = await ask(
      options,
      { messages: told, schema: isStructured ? schema : undefined, tools: [], turns: [] },
      signal,
    );
    if (said.kind !== "reply") return said;
    const refused = refusalOf(said.reply);
    if (refused !== undefined)
      return {
        kind: "final",
        category: "provider_failure",
        reasonCode: "refused",
        message: `the model refused: ${refused}`,
      };
    return { kind: "reply", reply: jsonOf(said.reply.text) };
  };

  return {
    async generate(request, signal) {
      const tools = hasTools ? toolsOf(request) : [];
      const wording = { hasTools, isStructured };
      const shape = request.form === "json" && isStructured ? structured(request.schema) : undefined;
      const said = await ask(
        options,
        { messages: generateMessages(request, wording), schema: shape?.schema, tools, turns: request.turns },
        signal,
      );
      return said.kind === "reply" ? replyOf(said.reply, request, tools, shape) : said;
    },
    async clarify(request, signal) {
      const answered = await answer(clarifyMessages(request), clarifySchema, signal);
      if (answered.kind !== "reply") return answered;
      const requests = readClarifications(answered.reply);
      return requests === undefined
        ? unreadable("the model's questions")
        : { kind: "reply", reply: requests };
    },
    async select(request, signal) {
      const answered = await answer(selectMessages(request), selectSchema, signal);
      if (answered.kind !== "reply") return answered;
      const choice = readChoice(answered.reply, request.board);
      return choice === undefined ? unreadable("the model's choice") : { kind: "reply", reply: choice };
    },
  };
}

function unreadable(what: string): ProviderReply<never> {
  return {
    kind: "final",
    category: "provider_failure",
    reasonCode: "unreadable",
    message: `${what} could not be read`,
  };
}

function replyOf(
  said: Said,
  request: GenerateRequest,
  tools: readonly OfferedTool[],
  shape: Structured | undefined,
): ProviderReply<ModelReply> {
  const about = {
    ...(said.usage === undefined ? {} : { usage: said.usage }),
    ...(said.model === undefined ? {} : { model: said.model }),
  };
  const given = (reply: ModelReply): ProviderReply<ModelReply> => ({
    kind: "reply",
    reply: { ...reply, ...about },
  });
  const refused = refusalOf(said);
  if (refused !== undefined) return given({ kind: "refusal", reason: refused, source: "provider" });
  const [own] = said.calls.filter(({ tool }) => tool === refuseTool || tool === missingTool);
  if (own?.tool === refuseTool)
    return given({ kind: "refusal", reason: wordsIn(own.input, "reason"), source: "executor" });
  if (own?.tool === missingTool) return given({ kind: "missing", what: wordsIn(own.input, "what") });
  const calls = said.calls.map(({ id, tool, input }) => ({
    id,
    tool: tools.find(({ name }) => name === tool)?.ref ?? tool,
    input,
  }));
  const waits = new Set(request.offers.flatMap(({ kind, ref }) => (kind === "wait" ? [ref] : [])));
  const others = calls.filter(({ tool }) => !waits.has(tool));
  // Tools first: a question that still stands after their results is asked again.
  if (others.length > 0)
    return given({ kind: "tools", calls: others, ...(said.text === "" ? {} : { text: said.text }) });
  const [raised] = calls;
  if (raised !== undefined) {
    const moment = wordsIn(raised.input, "moment");
    return given({
      kind: "raises",
      callId: raised.id,
      wait: raised.tool,
      question: wordsIn(raised.input, "question"),
      ...(moment === "" ? {} : { moment }),
    });
  }
  if (said.finish === "length")
    return {
      kind: "final",
      category: "limit",
      reasonCode: "answer_cut",
      message:
        "the model's answer was cut at the longest that it may give: raise the ceiling of the server, or ask for less",
    };
  const value = request.form === "json" ? jsonOf(said.text) : undefined;
  return given(
    value === undefined
      ? { kind: "text", text: said.text }
      : { kind: "value", value: shape?.read(value) ?? value },
  );
}

function refusalOf({ finish, text }: Said): string | undefined {
  return finish === "content-filter"
    ? text.trim() === ""
      ? "the provider refused and gave no reason"
      : text
    : undefined;
}

function wordsIn(input: Json, name: string): string {
  const value =
    typeof input === "object" && input !== null && !Array.isArray(input) && name in input
      ? Object.entries(input).find(([key]) => key === name)?.[1]
      : undefined;
  return typeof value === "string" ? value : "";
}

function toolsOf({ offers }: GenerateRequest): readonly OfferedTool[] {
  const words = (name: string): Schema => ({
    type: "object",
    properties: { [name]: { type: "string" } },
    required: [name],
    additionalProperties: false,
  });
  const own: readonly OfferedTool[] = [
    { name: refuseTool, ref: refuseTool, description: refuseDescription, input: words("reason") },
    { name: missingTool, ref: missingTool, description: missingDescription, input: words("what") },
  ];
  const taken = new Set(own.map(({ name }) => name));
  const named = offers.map(({ ref, description, input }): OfferedTool => {
    const base = shortName(ref)
      .replace(/[^A-Za-z0-9_-]/g, "_")
      .slice(0, 60);
    let name = base;
    for (let next = 2; taken.has(name); next += 1) name = `${base}_${next}`;
    taken.add(name);
    return { name, ref, description: description ?? shortName(ref), input };
  });
  return [...named, ...own];
}
