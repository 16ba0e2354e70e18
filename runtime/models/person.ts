/** You are the model: everything that a model would be asked is put to a person, by its schema. */
import type { Json, JsonObject, MemberId, ModelReply } from "../../ir/index.js";
import { memberName, shortName } from "../core/index.js";
import { shortMember } from "../core/names.js";
import type { GenerateRequest, Model, Prompter, ProviderReply, SelectRequest } from "../ports.js";
import { readChoice, readClarifications } from "./replies.js";

const nobody: ProviderReply<never> = {
  kind: "final",
  category: "configuration",
  reasonCode: "nobody_there",
  message: "the model is a person, and nobody is there to be asked: run it in a terminal",
};

/** Asks through the prompter. Where the person leaves a question, the call fails and can be retried by hand. */
export function personModel(prompter: Prompter | undefined): Model {
  if (prompter === undefined)
    return { generate: async () => nobody, clarify: async () => nobody, select: async () => nobody };
  return {
    async generate(request, signal) {
      const { site } = request;
      const member = shortMember({
        playbook: site.playbook,
        ...(site.key === undefined ? {} : { key: site.key }),
      });
      const title = `\`${member}\` is to give \`${shortName(site.target)}\``;
      const way = await wayOf(request, title, prompter, signal);
      if (way === undefined) return left(title);
      const { schema, wrap } = way;
      const answer = await prompter.ask({ title, text: way.text, schema }, signal);
      return answer === undefined ? left(title) : { kind: "reply", reply: wrap(answer) };
    },
    async clarify({ site, prompt, known, questions }, signal) {
      const title = `\`${shortName(site.playbook)}\` may ask for at most ${questions} decisions before it begins`;
      const text = [prompt, ...known.map((line) => `- ${line}`)].join("\n");
      const answer = await prompter.ask({ title, text, schema: questionsSchema }, signal);
      const requests = readClarifications(answer);
      return requests === undefined ? left(title) : { kind: "reply", reply: requests };
    },
    async select({ goal, lanes, board, intents }, signal) {
      const title = `who runs next (at most ${lanes})? The goal: ${goal}`;
      const nameOf = namesOn(board);
      const text = board
        .map(({ member, eligible, why }) => {
          const words = eligible ? (intents[memberName(member)] ?? "") : why.join("; ");
          return `${eligible ? "+" : "-"} ${nameOf(member)}: ${words}`;
        })
        .join("\n");
      const names = board.flatMap(({ member, eligible }) => (eligible ? [nameOf(member)] : []));
      const choices = { enum: [...names, stopWord] };
      const schema = {
        type: "object",
        properties: {
          lanes: lanes === 1 ? choices : { type: "array", items: choices },
          rationale: { type: "string" },
        },
        required: ["lanes"],
      };
      const answer = await prompter.ask({ title, text, schema }, signal);
      if (answer === undefined) return left(title);
      const choice = readChoice(choiceOf(asObject(answer)), board);
      return choice === undefined ? left(title) : { kind: "reply", reply: choice };
    },
  };
}

/** What a person says to choose nobody; nobody at all is the same. */
const stopWord = "stop";

function choiceOf(answer: JsonObject): JsonObject {
  const { lanes } = answer;
  const named = Array.isArray(lanes) ? lanes : lanes === undefined ? [] : [lanes];
  const wanted = named.filter((name) => name !== stopWord);
  return {
    ...answer,
    lanes: wanted,
    ...(wanted.length < named.length || named.length === 0 ? { stop: true } : {}),
  };
}

/** Members by their short names, where those mean one of them alone. */
function namesOn(board: SelectRequest["board"]): (member: MemberId) => string {
  const counts = new Map<string, number>([[stopWord, 1]]);
  for (const { member } of board) counts.set(shortMember(member), (counts.get(shortMember(member)) ?? 0) + 1);
  return (member) =>
    counts.get(shortMember(member)) === 1 && shortMember(member) !== stopWord
      ? shortMember(member)
      : memberName(member);
}

interface Way {
  readonly text: string;
  readonly schema: JsonObject | boolean;
  wrap(answer: Json): ModelReply;
}

/** What the person wants to do: answer, or what a model could do instead. */
async function wayOf(
  request: GenerateRequest,
  title: string,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<Way | undefined> {
  const { site, offers, turns, prompt, schema, form } = request;
  const results = turns.flatMap((turn) =>
    turn.results.map(({ id, output, error }) => `${id}: ${error ?? JSON.stringify(output)}`),
  );
  const text = [prompt, ...results].join("\n\n");
  const answer: Way = {
    text,
    schema: form === "text" ? { type: "string" } : schema,
    wrap: (value) =>
      form === "text" && typeof value === "string" ? { kind: "text", text: value } : { kind: "value", value },
  };
  const verbs = new Map<string, Way>([["answer", answer]]);
  const callId = `${site.lane}/${site.step}/${site.attempt}/${site.call}`;
  for (const { kind, ref, input } of offers) {
    const name = shortName(ref);
    if (kind === "wait")
      verbs.set(`ask ${name}`, { text: "", schema: input, wrap: (value) => raised(callId, ref, value) });
    else
      verbs.set(`call ${name}`, {
        text: "",
        schema: input,
        wrap: (value) => ({ kind: "tools", calls: [{ id: callId, tool: ref, input: value }] }),
      });
  }
  const words = { type: "string", minLength: 1 };
  verbs.set("refuse", {
    text: "",
    schema: words,
    wrap: (value) => ({ kind: "refusal", reason: String(value), source: "executor" }),
  });
  const chosen = await prompter.ask({ title, text, schema: { enum: [...verbs.keys()] } }, signal);
  return typeof chosen === "string" ? verbs.get(chosen) : undefined;
}

function raised(callId: string, wait: string, value: Json): ModelReply {
  const { question, moment } = asObject(value);
  return {
    kind: "raises",
    callId,
    wait,
    question: typeof question === "string" ? question : "",
    ...(typeof moment === "string" ? { moment } : {}),
  };
}

function asObject(value: Json): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function left(title: string): ProviderReply<never> {
  return {
    kind: "final",
    category: "provider_failure",
    reasonCode: "not_answered",
    message: `nobody answered: ${title}`,
  };
}

const questionsSchema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      ref: { type: "string", minLength: 1 },
      question: { type: "string", minLength: 1 },
      why: { type: "string" },
      form: { enum: ["text", "choice", "confirmation"] },
      choices: { type: "array", items: { type: "string" } },
    },
    required: ["ref", "question", "form"],
  },
};
