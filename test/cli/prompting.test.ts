import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { askValue } from "../../cli/prompting/ask-value.js";
import { askWait } from "../../cli/prompting/ask-wait.js";
import { openDialogue, type Dialogue } from "../../cli/prompting/dialogue.js";
import type { Asking } from "../../cli/prompting/reply.js";
import type { Page } from "../../cli/rendering/page.js";
import { style } from "../../cli/style.js";
import type { Surroundings } from "../../cli/surroundings.js";
import type { Schema } from "../../ir/index.js";
import type { WaitView } from "../../runtime/core/index.js";
import { screen } from "./screen.js";
import { frozenClock } from "./session.js";

/** A person who types these lines, one whenever something is asked. */
function person(typed: readonly string[]): { readonly dialogue: Dialogue; seen(): string } {
  const waiting = [...typed];
  const input = new PassThrough();
  let written = "";
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      written += chunk.toString();
      if (/[›…] $/.test(stripVTControlCharacters(chunk.toString()))) {
        const next = waiting.shift();
        setImmediate(() =>
          input.write(
            next === "^D" || next === undefined ? "\u0004" : next === "^C" ? "\u0003" : `${next}\n`,
          ),
        );
      }
      done();
    },
  });
  const output = { terminal: true, columns: () => 80, stream };
  const surroundings: Surroundings = {
    cwd: "/",
    env: {},
    in: { terminal: true, stream: input },
    out: output,
    err: output,
    clock: frozenClock(),
    user: "tester",
    watch: async () => () => undefined,
    onInterrupt: () => () => undefined,
  };
  return { dialogue: openDialogue(surroundings), seen: () => screen(written) };
}

function asking(dialogue: Dialogue, more: Partial<Asking> = {}): Asking {
  return {
    dialogue,
    style: style(false),
    width: 80,
    declinable: false,
    delegable: false,
    optional: false,
    signal: new AbortController().signal,
    ...more,
  };
}

async function typedFor(
  schema: Schema,
  typed: readonly string[],
  more: Partial<Asking> = {},
): Promise<unknown> {
  return askValue(schema, {}, asking(person(typed).dialogue, more));
}

const page: Page = {
  width: 80,
  style: style(false),
  now: Date.UTC(2026, 10, 30),
  home: "shop.order",
  types: {},
  place: () => undefined,
};

function forever(): AbortSignal {
  return new AbortController().signal;
}

function wait(more: Partial<WaitView> = {}): WaitView {
  return {
    waitId: "wait_1",
    wait: "shop.Payment",
    class: "intervention",
    status: "open",
    member: { playbook: "shop.pay" },
    question: "What was paid?",
    schema: {
      type: "object",
      properties: { id: { type: "string" }, amount: { type: "number", exclusiveMinimum: 0 } },
      required: ["id", "amount"],
      additionalProperties: false,
    },
    declinable: false,
    ...more,
  };
}

describe("a value is asked for by its schema", () => {
  it("[L-25] an enum is a choice, by number or by name in any case", async () => {
    const schema = { enum: ["mild", "hot"] };
    expect(await typedFor(schema, ["2"])).toEqual({ kind: "value", value: "hot" });
    expect(await typedFor(schema, ["MILD"])).toEqual({ kind: "value", value: "mild" });
    expect(await typedFor(schema, ["3", "hto", "hot"])).toEqual({ kind: "value", value: "hot" });
  });

  it("a choice that is a number is meant before a place in the list", async () => {
    expect(await typedFor({ enum: [3, 1, 2] }, ["3"])).toEqual({ kind: "value", value: 3 });
  });

  it("[R-30] a boolean is a confirmation, and anything but yes or no is asked again", async () => {
    for (const yes of ["yes", "Y", " true ", "OK", "1"]) {
      expect(await typedFor({ type: "boolean" }, [yes])).toEqual({ kind: "value", value: true });
    }
    for (const no of ["no", "N", "FALSE", "0"]) {
      expect(await typedFor({ type: "boolean" }, [no])).toEqual({ kind: "value", value: false });
    }
    expect(await typedFor({ type: "boolean" }, ["maybe", "yes"])).toEqual({ kind: "value", value: true });
  });

  it("a number is read as the language writes it", async () => {
    expect(await typedFor({ type: "number" }, ["ten", "10_000.5"])).toEqual({
      kind: "value",
      value: 10_000.5,
    });
  });

  it("text may span lines between triple quotes, and the empty text is typed", async () => {
    expect(await typedFor({ type: "string" }, ['"""', "a", "", "b", '"""'])).toEqual({
      kind: "value",
      value: "a\n\nb",
    });
    expect(await typedFor({ type: "string" }, ["", '""'])).toEqual({ kind: "value", value: "" });
  });

  it("an object is asked field by field; an optional one is left out by an empty line", async () => {
    const schema: Schema = {
      type: "object",
      properties: {
        name: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        note: { type: "string" },
        size: { type: "integer", default: 3 },
      },
      required: ["name", "tags"],
      additionalProperties: false,
    };
    expect(await typedFor(schema, ["Ada", "x", "y", "", "", "4"])).toEqual({
      kind: "value",
      value: { name: "Ada", tags: ["x", "y"], size: 4 },
    });
    expect(await typedFor(schema, ["Ada", "", "a note", ""])).toEqual({
      kind: "value",
      value: { name: "Ada", tags: [], note: "a note" },
    });
  });

  it("what has no simpler form is asked for as JSON", async () => {
    expect(await typedFor({ type: "array", items: { type: "object" } }, ["[{", '[{"a":1}]'])).toEqual({
      kind: "value",
      value: [{ a: 1 }],
    });
  });
});

describe("a question may be met otherwise than by an answer", () => {
  it("[L-23] `/decline` with a reason, or ctrl-d, declines where that is admitted", async () => {
    const declinable = { declinable: true };
    expect(await typedFor({ type: "string" }, ["/decline too early"], declinable)).toEqual({
      kind: "declined",
      reason: "too early",
    });
    expect(await typedFor({ type: "string" }, ["^D"], declinable)).toEqual({ kind: "declined" });
    expect(await typedFor({ type: "string" }, ["/decline", "yes"])).toEqual({ kind: "value", value: "yes" });
  });

  it("[R-48] ctrl-d on what cannot be declined leaves it open: nobody answers in anybody's stead", async () => {
    expect(await typedFor({ type: "boolean" }, ["^D"])).toEqual({ kind: "later" });
    expect(await typedFor({ type: "string" }, ["/later"])).toEqual({ kind: "later" });
  });

  it("ctrl-c interrupts", async () => {
    expect(await typedFor({ type: "string" }, ["^C"])).toEqual({ kind: "interrupted" });
  });

  it("a second slash makes a command text", async () => {
    expect(await typedFor({ type: "string" }, ["//cancel"])).toEqual({ kind: "value", value: "/cancel" });
    expect(await typedFor({ type: "string" }, ["/usr/bin"])).toEqual({ kind: "value", value: "/usr/bin" });
  });

  it("[R-32] a question that ends elsewhere is withdrawn while it is asked", async () => {
    const gone = new AbortController();
    const { dialogue } = person([]);
    const reply = askValue({ type: "string" }, {}, asking(dialogue, { signal: gone.signal }));
    gone.abort();
    expect(await reply).toEqual({ kind: "withdrawn" });
  });

  it("lines that are pasted at once are answers in turn", async () => {
    const schema: Schema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "b"],
    };
    expect(await typedFor(schema, ["one\ntwo"])).toEqual({ kind: "value", value: { a: "one", b: "two" } });
  });
});

describe("a wait is put to the person", () => {
  it("[R-31] with who asks, the question, and its fields", async () => {
    const { dialogue, seen } = person(["A-7", "twelve", "12"]);
    const reply = await askWait(wait(), page, dialogue, "me", new AbortController().signal);
    expect(reply).toEqual({
      kind: "request",
      request: { kind: "answer", wait: "wait_1", value: { id: "A-7", amount: 12 }, by: "me" },
    });
    await expect(seen()).toMatchFileSnapshot("golden/ask-payment.txt");
  });

  it("[R-31] after a refusal only what did not fit is asked again", async () => {
    const { dialogue, seen } = person(["12"]);
    const reply = await askWait(wait(), page, dialogue, "me", new AbortController().signal, {
      value: { id: "A-7", amount: -1 },
      refusal: {
        status: 422,
        code: "ANSWER_MISFIT",
        message: "the answer does not fit",
        details: [{ message: "must be more than 0", pointer: "/amount" }],
      },
    });
    expect(reply).toMatchObject({ request: { value: { id: "A-7", amount: 12 } } });
    await expect(seen()).toMatchFileSnapshot("golden/ask-again.txt");
  });

  const clarification = wait({
    wait: "Clarification",
    question: "2 decisions about snapshot",
    requests: [
      {
        ref: "audience",
        question: "For whom?",
        why: "it sets the tone",
        form: "choice",
        choices: ["buyers", "press"],
      },
      { ref: "deep", question: "In depth?", form: "confirmation" },
    ],
  });

  it("[R-27] a clarification is answered one by one, and one may be delegated", async () => {
    const { dialogue, seen } = person(["2", "/delegate"]);
    const reply = await askWait(clarification, page, dialogue, "me", new AbortController().signal);
    expect(reply).toEqual({
      kind: "request",
      request: {
        kind: "resume",
        wait: "wait_1",
        action: "accept",
        answers: [
          { ref: "audience", answer: "press" },
          { ref: "deep", delegated: true },
        ],
        by: "me",
      },
    });
    await expect(seen()).toMatchFileSnapshot("golden/ask-clarification.txt");
  });

  it("[R-28] a decline keeps what was answered before it", async () => {
    const { dialogue } = person(["buyers", "^D"]);
    const reply = await askWait(clarification, page, dialogue, "me", new AbortController().signal);
    expect(reply).toMatchObject({
      request: {
        action: "accept",
        answers: [
          { ref: "audience", answer: "buyers" },
          { ref: "deep", delegated: true },
        ],
      },
    });
    const whole = await askWait(clarification, page, person(["/decline why"]).dialogue, "me", forever());
    expect(whole).toMatchObject({ request: { kind: "decline", reason: "why" } });
  });
});
