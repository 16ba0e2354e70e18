import { oneLine } from "../rendering/text.js";
import type { Style } from "../style.js";
import type { Dialogue } from "./dialogue.js";

/** What a person did with a question. */
export type Reply<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "declined"; readonly reason?: string }
  /** This one decision is left to the work (`[R-27]`). */
  | { readonly kind: "delegated" }
  /** An optional one, left out by an empty line. */
  | { readonly kind: "left-out" }
  | { readonly kind: "cancelled" }
  /** It stays open; somebody answers later. */
  | { readonly kind: "later" }
  | { readonly kind: "interrupted" }
  | { readonly kind: "withdrawn" };

export type NoValue = Exclude<Reply<never>, { readonly kind: "value" }>;

/** What may be done with a question instead of answering it, and how to look while asking. */
export interface Asking {
  readonly dialogue: Dialogue;
  readonly style: Style;
  readonly width: number;
  readonly declinable: boolean;
  readonly delegable: boolean;
  /** Whether an empty line leaves it out. */
  readonly optional: boolean;
  /** Aborted when the question needs no answer any more. */
  readonly signal: AbortSignal;
}

/** One line of text, or what was done instead. `/decline`, `/cancel`, `/later` and `/help` are heard here. */
export async function askText(prompt: string, asking: Asking): Promise<Reply<string>> {
  for (;;) {
    const line = await asking.dialogue.ask(prompt, asking.signal);
    switch (line.kind) {
      case "withdrawn":
        return line;
      case "interrupt":
        return { kind: "interrupted" };
      case "end":
        return asking.declinable ? { kind: "declined" } : { kind: "later" };
      case "line": {
        const reply = heard(line.text, asking);
        if (reply !== undefined) return reply;
      }
    }
  }
}

/** `//later` answers with the text `/later`. */
function heard(text: string, asking: Asking): Reply<string> | undefined {
  if (asking.optional && text.trim() === "") return { kind: "left-out" };
  const command = /^\/(decline|delegate|cancel|later|help)(?:\s+(.*))?$/s.exec(text.trim());
  const argument = command?.[2]?.trim() ?? "";
  switch (command?.[1]) {
    case undefined:
      return { kind: "value", value: text.startsWith("//") ? text.slice(1) : text };
    case "decline":
      if (asking.declinable) return { kind: "declined", ...(argument === "" ? {} : { reason: argument }) };
      asking.dialogue.say(["  this cannot be declined: answer it, `/later` or `/cancel`"]);
      return undefined;
    case "delegate":
      if (asking.delegable) return { kind: "delegated" };
      asking.dialogue.say(["  this cannot be delegated"]);
      return undefined;
    case "cancel":
      return { kind: "cancelled" };
    case "later":
      return { kind: "later" };
    default:
      asking.dialogue.say(helpLines(asking));
      return undefined;
  }
}

/** What can be typed instead of an answer. */
export function helpLines({ declinable, delegable, style }: Asking): readonly string[] {
  return [
    ...(declinable ? ["  /decline [reason]  go on without an answer (also ctrl-d)"] : []),
    ...(delegable ? ["  /delegate          leave this one decision to the work"] : []),
    `  /later             leave it open${declinable ? "" : " (also ctrl-d)"}; answer with \`laban answer\``,
    "  /cancel            end what asked this",
    '  """                begin a text of several lines, which the same ends',
  ].map(style.dim);
}

/**
 * Text that may span lines: `"""` alone begins and ends it. An empty line is more often a slip than an answer, so the
 * empty text is typed as `""`.
 */
export async function askLongText(prompt: string, asking: Asking): Promise<Reply<string>> {
  for (;;) {
    const reply = await askText(prompt, asking);
    if (reply.kind !== "value") return reply;
    switch (reply.value.trim()) {
      case "":
        again(asking, 'nothing was typed: `""` is the empty text, `/help` says what else can be done');
        break;
      case '""':
        return { kind: "value", value: "" };
      case '"""':
        return restOfText(asking);
      default:
        return reply;
    }
  }
}

async function restOfText(asking: Asking): Promise<Reply<string>> {
  const lines: string[] = [];
  for (;;) {
    const line = await asking.dialogue.ask("… ", asking.signal);
    switch (line.kind) {
      case "withdrawn":
        return line;
      case "interrupt":
        return { kind: "interrupted" };
      case "end":
        return { kind: "value", value: lines.join("\n") };
      case "line":
        if (line.text.trim() === '"""') return { kind: "value", value: lines.join("\n") };
        lines.push(line.text);
    }
  }
}

/** Says, below what was typed, why it is asked again. */
export function again(asking: Asking, why: string): void {
  asking.dialogue.say([`  ${asking.style.yellow(oneLine(why))}`]);
}
