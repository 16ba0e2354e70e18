/** One request to a server that speaks OpenAI's chat completions, heard to its end. */
import type * as Compatible from "@ai-sdk/openai-compatible";
import type * as Ai from "ai";
import type { ModelMessage, TextStreamPart, ToolSet } from "ai";
import type { Schema, ToolUse, Usage } from "../../ir/index.js";
import type { Clock, GenerateRequest, ProviderReply } from "../ports.js";
import type { Messages } from "./prompts.js";
import { failureOf, idleFailure, notInstalled } from "./provider-failures.js";
import { resolveSecret } from "../secrets.js";

export interface OpenAiCompatibleOptions {
  readonly url: string;
  readonly model: string;
  /** `env:NAME` or `file:PATH`; absent: no key is sent. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the server keeps to a JSON Schema. Default true. */
  readonly structured?: boolean;
  /** Whether the server knows tools. Default true. */
  readonly tools?: boolean;
  readonly temperature?: number;
  /** How long the server may say nothing, in ms. Default 60 000. */
  readonly idleMs?: number;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the server said to one request. */
export interface Said {
  readonly text: string;
  readonly calls: readonly ToolUse[];
  readonly finish: string;
  readonly usage: Usage | undefined;
  readonly model: string | undefined;
}

export interface Asked {
  readonly messages: Messages;
  readonly schema: Schema | undefined;
  readonly tools: readonly OfferedTool[];
  readonly turns: GenerateRequest["turns"];
}

export interface OfferedTool {
  /** As the server knows it: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly ref: string;
  readonly description: string;
  readonly input: Schema;
}

/** One request. Rejects only when `signal` is aborted. */
export async function ask(
  options: OpenAiCompatibleOptions,
  asked: Asked,
  signal: AbortSignal,
): Promise<ProviderReply<Said>> {
  const sdk = await loadSdk();
  if (sdk === undefined) return notInstalled;
  const key = options.key === undefined ? undefined : resolveSecret(options.key, options.env);
  if (key !== undefined && "problem" in key)
    return {
      kind: "final",
      category: "configuration",
      reasonCode: "key_missing",
      message: `the key for \`${options.model}\` is missing: ${key.problem}`,
    };
  const idle = new AbortController();
  try {
    const provider = sdk.compatible.createOpenAICompatible({
      name: "model",
      baseURL: options.url.replace(/\/+$/, ""),
      includeUsage: true,
      supportsStructuredOutputs: asked.schema !== undefined,
      ...(key === undefined ? {} : { apiKey: key.value }),
      ...(options.headers === undefined ? {} : { headers: { ...options.headers } }),
    });
    const stream = sdk.ai.streamText({
      model: provider.chatModel(options.model),
      system: asked.messages.system,
      messages: messagesOf(asked),
      ...(asked.tools.length === 0 ? {} : { tools: toolSetOf(sdk, asked.tools) }),
      ...(asked.schema === undefined
        ? {}
        : { output: sdk.ai.Output.object({ schema: sdk.ai.jsonSchema(copied(asked.schema)) }) }),
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      // The answer is checked here, and what does not fit is told to the model; a server need not know every keyword.
      providerOptions: { openaiCompatible: { strictJsonSchema: false } },
      stopWhen: sdk.ai.stepCountIs(1),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, idle.signal]),
      // Told by the stream as well.
      onError: () => undefined,
    });
    return await listen(stream.fullStream, options, idle, signal);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error, options);
  }
}

async function listen(
  parts: AsyncIterable<TextStreamPart<ToolSet>>,
  options: OpenAiCompatibleOptions,
  idle: AbortController,
  signal: AbortSignal,
): Promise<ProviderReply<Said>> {
  const said = new Listening();
  const iterator = parts[Symbol.asyncIterator]();
  for (;;) {
    const next = await withinIdle(iterator.next(), options, idle);
    signal.throwIfAborted();
    if (next === "idle") return idleFailure(options);
    if (next.done === true) return said.end(options);
    const failure = said.take(next.value, options);
    if (failure !== undefined) return failure;
  }
}

async function withinIdle<T>(
  next: Promise<T>,
  { clock, idleMs = 60_000 }: OpenAiCompatibleOptions,
  idle: AbortController,
): Promise<T | "idle"> {
  const heard = new AbortController();
  const timeout = clock
    .until(clock.now() + idleMs, heard.signal)
    .then((): "idle" | undefined => (heard.signal.aborted ? undefined : "idle"));
  const first = await Promise.race([next, timeout]);
  heard.abort();
  if (first !== "idle") return next;
  idle.abort();
  next.catch(() => undefined);
  return "idle";
}

/** Gathers what comes. */
class Listening {
  private text = "";
  private readonly calls: ToolUse[] = [];
  private finish = "";
  private usage: Usage | undefined;
  private model: string | undefined;

  /** A failure, where the part is one. */
  take(part: TextStreamPart<ToolSet>, options: OpenAiCompatibleOptions): ProviderReply<never> | undefined {
    switch (part.type) {
      case "text-delta":
        this.text += part.text;
        return undefined;
      case "tool-call":
        this.calls.push({
          id: part.toolCallId === "" ? `call-${this.calls.length + 1}` : part.toolCallId,
          tool: part.toolName,
          input: copied(part.input),
        });
        return undefined;
      case "finish-step":
        this.finish = part.finishReason;
        this.model = part.response.modelId;
        this.usage = usageOf(part.usage);
        return undefined;
      case "error":
        return failureOf(part.error, options);
      default:
        return undefined;
    }
  }

  end(options: OpenAiCompatibleOptions): ProviderReply<Said> {
    const { text, calls, finish, usage, model } = this;
    // A stream that ends before it says so was cut on its way.
    if (finish === "" || finish === "error")
      return failureOf(new Error("the answer ended before it was whole"), options);
    return { kind: "reply", reply: { text, calls, finish, usage, model } };
  }
}

function usageOf({
  inputTokens,
  outputTokens,
}: {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}): Usage | undefined {
  return inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

function messagesOf({ messages, tools, turns }: Asked): ModelMessage[] {
  const nameOf = (ref: string): string =>
    tools.find((tool) => tool.ref === ref)?.name ?? ref.replace(/[^A-Za-z0-9_-]/g, "_");
  const told: ModelMessage[] = [{ role: "user", content: messages.user }];
  for (const { calls, text, results } of turns) {
    told.push({
      role: "assistant",
      content: [
        ...(text === undefined || text === "" ? [] : [{ type: "text" as const, text }]),
        ...calls.map(({ id, tool, input }) => ({
          type: "tool-call" as const,
          toolCallId: id,
          toolName: nameOf(tool),
          input,
        })),
      ],
    });
    told.push({
      role: "tool",
      content: calls.map(({ id, tool }) => {
        const result = results.find((one) => one.id === id);
        const output =
          result?.error === undefined
            ? ({ type: "json", value: copied(result?.output) } as const)
            : ({ type: "error-text", value: result.error } as const);
        return { type: "tool-result" as const, toolCallId: id, toolName: nameOf(tool), output };
      }),
    });
  }
  return told;
}

interface Sdk {
  readonly ai: typeof Ai;
  readonly compatible: typeof Compatible;
}

let sdk: Promise<Sdk | undefined> | undefined;

/** The two packages that a server is spoken to with; they are installed by those alone who want to. */
function loadSdk(): Promise<Sdk | undefined> {
  sdk ??= Promise.all([import("ai"), import("@ai-sdk/openai-compatible")])
    .then(([ai, compatible]) => ({ ai, compatible }))
    .catch((error: unknown) => {
      sdk = undefined;
      if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
        return undefined;
      throw error;
    });
  return sdk;
}

function toolSetOf({ ai }: Sdk, tools: readonly OfferedTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      ai.tool({ description, inputSchema: ai.jsonSchema(copied(input)) }),
    ]),
  );
}

/** The SDK's own types of JSON can be written to; what it is given is a copy, and what it gives is taken as JSON. */
function copied(value: unknown) {
  return JSON.parse(JSON.stringify(value ?? null));
}
