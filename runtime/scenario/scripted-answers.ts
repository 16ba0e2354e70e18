import { unreachable, type Event, type MemberId, type ModelReply } from "../../ir/index.js";
import type { Command } from "../core/index.js";
import type { ScriptBook, ScriptedGeneration } from "./script-book.js";

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

/** The event that answers a call to a model or a tool, from the script. */
export function answerByScript(command: ScriptedCommand, book: ScriptBook): Event | UnscriptedCall {
  switch (command.kind) {
    case "generate": {
      const { site } = command;
      const scripted = book.generate(site, command.schema);
      if (scripted.kind === "unscripted") {
        const member = { playbook: site.playbook, ...(site.key === undefined ? {} : { key: site.key }) };
        return {
          kind: "unscripted",
          callee: { kind: "playbook", member, target: site.target },
          why: scripted.why,
          prompt: command.prompt,
        };
      }
      const { lane, step, attempt, call } = site;
      return { kind: "attempt.replied", lane, step, attempt, call, reply: replyOf(scripted, command) };
    }
    case "clarify": {
      const { lane, step } = command.site;
      const requests = book.clarify(command.site).map((request) => ({
        ...request,
        form: request.choices === undefined ? ("text" as const) : ("choice" as const),
      }));
      return { kind: "clarification.replied", lane, step, requests };
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
      switch (scripted.kind) {
        case "gives":
          return { kind: "tool.returned", lane, step, callId, output: scripted.value };
        case "failing":
          return { kind: "tool.returned", lane, step, callId, error: scripted.reason ?? "the tool failed" };
        case "lost":
          return { kind: "tool.returned", lane, step, callId, error: "the reply was lost" };
        default:
          return unreachable(scripted);
      }
    }
    default:
      return unreachable(command);
  }
}

function replyOf(scripted: ScriptedGeneration, command: Command & { readonly kind: "generate" }): ModelReply {
  switch (scripted.kind) {
    case "value":
      return command.form === "text" && typeof scripted.value === "string"
        ? { kind: "text", text: scripted.value }
        : { kind: "value", value: scripted.value };
    case "fails":
      return failingReply(scripted.reason, command.form);
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

/**
 * An answer that fits no target: what is no JSON where JSON is asked for, and no text where text is. Every attempt gets one,
 * until the attempts are spent (`[L-31]`).
 */
function failingReply(reason: string, form: "json" | "text"): ModelReply {
  return form === "text" ? { kind: "value", value: null } : { kind: "text", text: `no answer: ${reason}` };
}
