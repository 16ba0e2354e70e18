import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json, JsonObject } from "../../../ir/index.js";

/** What the server does with one request. */
export type Behaviour = (response: ServerResponse, body: JsonObject) => void;

/** A server on loopback that speaks OpenAI's chat completions as its test tells it, request by request. */
export class OpenAiServer {
  readonly requests: {
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: JsonObject;
  }[] = [];
  private behaviours: readonly Behaviour[] = [];
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(): Promise<OpenAiServer> {
    const started = new OpenAiServer();
    await new Promise<void>((listening) => started.server.listen(0, "127.0.0.1", listening));
    return started;
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${isAddress(address) ? address.port : 0}/v1`;
  }

  /** What the next requests get, in order. */
  answers(...behaviours: readonly Behaviour[]): void {
    this.requests.length = 0;
    this.behaviours = behaviours;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((closed) => this.server.close(() => closed()));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const part of request) chunks.push(Buffer.from(part));
    const body: JsonObject = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const behaviour = this.behaviours[this.requests.length];
    this.requests.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    if (behaviour === undefined) response.writeHead(500).end("no behaviour");
    else behaviour(response, body);
  }
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

/** Streams deltas, then the reason why it ends, then the usage. */
export function streams(
  deltas: readonly Json[],
  finish: string | null = "stop",
  usage: Json = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
): Behaviour {
  return (response) => {
    begin(response);
    for (const delta of deltas) chunk(response, delta, null);
    if (finish === null) return response.destroy();
    chunk(response, {}, finish);
    send(response, {
      id: "1",
      object: "chat.completion.chunk",
      created: 1,
      model: "tiny-2",
      choices: [],
      usage,
    });
    response.end("data: [DONE]\n\n");
    return undefined;
  };
}

/** Streams a text in pieces of a few characters. */
export function says(text: string, finish = "stop"): Behaviour {
  const pieces = text.match(/[^]{1,7}/gu) ?? [];
  return streams(
    pieces.map((content) => ({ content })),
    finish,
  );
}

export function callsTools(
  ...calls: readonly { readonly id: string; readonly name: string; readonly input: Json }[]
): Behaviour {
  return streams(
    [
      { role: "assistant", content: null },
      ...calls.map(({ id, name, input }, index) => ({
        tool_calls: [{ index, id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
      })),
    ],
    "tool_calls",
  );
}

/** Says a part of the answer, and nothing any more. */
export function hangs(...deltas: readonly Json[]): Behaviour {
  return (response) => {
    begin(response);
    for (const delta of deltas) chunk(response, delta, null);
  };
}

export function fails(
  status: number,
  message: string,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly code?: string } = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...more.headers });
    response.end(JSON.stringify({ error: { message, type: "error", code: more.code ?? null } }));
  };
}

/** Closes the connection without an answer. */
export const dropsConnection: Behaviour = (response) => {
  response.destroy();
};

function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
}

function chunk(response: ServerResponse, delta: Json, finish: string | null): void {
  send(response, {
    id: "1",
    object: "chat.completion.chunk",
    created: 1,
    model: "tiny-2",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function send(response: ServerResponse, data: Json): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}
