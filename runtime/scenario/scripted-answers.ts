import { unreachable, type Event, type Json, type MemberId, type ModelReply } from "../../ir/index.js";
import type { Command } from "../core/index.js";
import type { Names } from "./names.js";
import type { Fits, ScriptBook, ScriptedGeneration } from "./script-book.js";

/** A call that no script answers (`[L-31]`): who was called, what for, why nothing fits, and what it was given. */
export interface UnscriptedCall {
  readonly kind: "unscripted";
  readonly callee:
    | { readonly kind: "playbook"; readonly member: MemberId; readonly target: string }
    | { readonly kind: "tool"; readonly tool: string };
  readonly why: string;
  readonly prompt: string;
}

export type ScriptedCommand = Command & { readonly kind: "generate" | "clarify" | "call-tool" };

/** The event that answers a call, and what to tell of it that the event does not. */
export interface ScriptedAnswer {
  readonly kind: "answer";
  readonly event: Event;
  readonly note?: string;
}

/** Answers a call to a model or a tool from the script. */
export function answerByScript(
  command: ScriptedCommand,
  book: ScriptBook,
  names: Names,
  fits: Fits,
): ScriptedAnswer | UnscriptedCall {
  switch (command.kind) {
    case "generate": {
      const { site } = command;
      const scripted = book.generate(site, command.schema);
      const member = { playbook: site.playbook, ...(site.key === undefined ? {} : { key: site.key }) };
      if (scripted.kind === "unscripted") {
        const callee = { kind: "playbook", member, target: site.target } as const;
        return { kind: "unscripted", callee, why: scripted.why, prompt: command.prompt };
      }
      const { lane, step, attempt, call } = site;
      const reply = replyOf(scripted, command, fits);
      const event: Event = { kind: "attempt.replied", lane, step, attempt, call, reply };
      const isTold = scripted.kind === "fails" && scripted.attempt === 1;
      return isTold
        ? { kind: "answer", event, note: `${names.member(member)} fails ${JSON.stringify(scripted.reason)}` }
        : { kind: "answer", event };
    }
    case "clarify": {
      const { lane, step } = command.site;
      const requests = book.clarify(command.site).map((request) => ({
        ...request,
        form: request.choices === undefined ? ("text" as const) : ("choice" as const),
      }));
      return { kind: "answer", event: { kind: "clarification.replied", lane, step, requests } };
    }
    case "call-tool": {
      const scripted = book.tool(command.tool);
      if (scripted.kind === "unscripted")
        return {
          kind: "unscripted",
          callee: { kind: "tool", tool: command.tool },
          why: scripted.why,
          prompt: JSON.stringify(command.input, null, 2),
        };
      const { lane, step, callId } = command;
      const returned = (result: { readonly output: Json } | { readonly error: string }): ScriptedAnswer => ({
        kind: "answer",
        event: { kind: "tool.returned", lane, step, callId, ...result },
      });
      switch (scripted.kind) {
        case "gives":
          return returned({ output: scripted.value });
        case "failing":
          return returned({ error: scripted.reason ?? "the tool failed" });
        case "lost":
          return returned({ error: "the reply was lost" });
        default:
          return unreachable(scripted);
      }
    }
    default:
      return unreachable(command);
  }
}

function replyOf(
  scripted: ScriptedGeneration,
  command: Command & { readonly kind: "generate" },
  fits: Fits,
): ModelReply {
  switch (scripted.kind) {
    case "value":
      return command.form === "text" && typeof scripted.value === "string"
        ? { kind: "text", text: scripted.value }
        : { kind: "value", value: scripted.value };
    case "fails":
      return failingReply(command, fits);
    case "refuses":
      return { kind: "refusal", reason: scripted.reason, source: "provider" };
    case "raises":
      return {
        kind: "raises",
        callId: `${command.id}/raises`,
        wait: scripted.wait,
        question: scripted.question,
      };
    default:
      return unreachable(scripted);
  }
}

/** An answer that does not fit, whatever is asked for: every attempt gets one, until they are spent (`[L-31]`). */
function failingReply({ schema, form }: Command & { readonly kind: "generate" }, fits: Fits): ModelReply {
  return form === "json" && fits(schema, null)
    ? { kind: "text", text: "no answer" }
    : { kind: "value", value: null };
}
