import { isJsonObject, segmentsOf, type Answer, type Json } from "../../ir/index.js";
import type { Refusal, Request, WaitView } from "../../runtime/core/index.js";
import type { Page } from "../rendering/page.js";
import { fieldsOf, resolved } from "../rendering/schema.js";
import { oneLine } from "../rendering/text.js";
import { questionLines } from "../rendering/waits.js";
import { memberName, shortRef } from "../rendering/names.js";
import { relative } from "../rendering/time.js";
import type { Dialogue } from "./dialogue.js";
import { askChoice, askConfirmation, askFields, askValue } from "./ask-value.js";
import { askLongText, type Asking, type Reply } from "./reply.js";

/** What a person did with a wait: a request to the run, or nothing for now. */
export type WaitReply =
  | { readonly kind: "request"; readonly request: Request }
  | { readonly kind: "later" }
  | { readonly kind: "interrupted" }
  | { readonly kind: "withdrawn" };

/** An answer that did not fit, so that only what was wrong is asked again. */
export interface Earlier {
  readonly value: Json;
  readonly refusal: Refusal;
}

/** Puts one wait to the person at the terminal. */
export async function askWait(
  wait: WaitView,
  page: Page,
  dialogue: Dialogue,
  by: string,
  signal: AbortSignal,
  earlier?: Earlier,
): Promise<WaitReply> {
  const clarifies = wait.requests !== undefined;
  const asking: Asking = {
    dialogue,
    style: page.style,
    width: page.width,
    declinable: wait.declinable || clarifies,
    delegable: clarifies,
    optional: false,
    signal,
  };
  dialogue.say(
    earlier === undefined ? introduction(wait, page, asking) : refusalLines(earlier.refusal, page),
  );
  if (clarifies) return askClarification(wait, page, asking, by);

  const reply = await askAnswer(wait, page, asking, earlier);
  switch (reply.kind) {
    case "value":
      return requested({ kind: "answer", wait: wait.waitId, value: reply.value, by });
    case "declined":
      return requested({ kind: "decline", wait: wait.waitId, by, ...reasonOf(reply.reason) });
    case "cancelled":
      return requested({ kind: "cancel-wait", wait: wait.waitId, by });
    case "interrupted":
    case "withdrawn":
      return reply;
    case "delegated":
    case "left-out":
    case "later":
      return { kind: "later" };
  }
}

function introduction(wait: WaitView, page: Page, asking: Asking): readonly string[] {
  const { style } = page;
  const asker = wait.member === undefined ? "" : `asked by ${memberName(wait.member, page.home)}`;
  const until = wait.expiresAt === undefined ? "" : `expires ${relative(wait.expiresAt, page.now)}`;
  const about = [asker, until].filter((part) => part !== "").join(", ");
  // Fields and decisions are asked one by one below.
  const shown = { ...wait, schema: true, requests: [] };
  return [
    "",
    `${style.yellow("?")} ${style.bold(shortRef(wait.wait, page.home))} ${style.dim(about)}`,
    ...questionLines(shown, page).map((line) => `  ${line}`),
    style.dim(
      `  ${asking.declinable ? "/decline · " : ""}${asking.delegable ? "/delegate · " : ""}/later · /cancel · /help`,
    ),
  ];
}

function refusalLines(refusal: Refusal, page: Page): readonly string[] {
  return [
    `  ${page.style.yellow(`not taken: ${oneLine(refusal.message)}`)}`,
    ...refusal.details.map(
      ({ pointer, ref, message }) =>
        `  - ${[pointer, ref]
          .filter((part) => part !== undefined && part !== "")
          .map((part) => `\`${oneLine(part ?? "")}\``)
          .join(" ")} ${oneLine(message)}`,
    ),
  ];
}

function askAnswer(
  wait: WaitView,
  page: Page,
  asking: Asking,
  earlier: Earlier | undefined,
): Promise<Reply<Json>> {
  const schema = resolved(wait.schema, page.types);
  if (earlier !== undefined && isJsonObject(schema) && isJsonObject(earlier.value)) {
    const wrong = wrongFields(earlier.refusal);
    const known = new Set(fieldsOf(schema).map((field) => field.name));
    if (wrong.size > 0 && [...wrong].every((name) => known.has(name))) {
      return askFields(schema, page.types, asking, earlier.value, wrong);
    }
  }
  return askValue(wait.schema, page.types, asking);
}

/** The fields that the refusal points at; none where it points at the whole. */
function wrongFields(refusal: Refusal): ReadonlySet<string> {
  const names = refusal.details.map((detail) => segmentsOf(detail.pointer ?? "")?.[0]);
  return names.includes(undefined) ? new Set() : new Set(names.filter((name) => name !== undefined));
}

/**
 * The decisions of a clarification, one by one (`[R-27]`). A decline delegates what is still open; what was answered before
 * it stays the person's decision (`[R-28]`).
 */
async function askClarification(wait: WaitView, page: Page, asking: Asking, by: string): Promise<WaitReply> {
  const answers: Answer[] = [];
  const requests = wait.requests ?? [];
  for (const request of requests) {
    asking.dialogue.say([
      `  ${page.style.cyan(oneLine(request.ref))}  ${oneLine(request.question)}`,
      ...(request.why === undefined ? [] : [page.style.dim(`    why it matters: ${oneLine(request.why)}`)]),
    ]);
    const reply = await askRequest(request, asking);
    switch (reply.kind) {
      case "value":
        answers.push({ ref: request.ref, answer: reply.value });
        break;
      case "delegated":
        answers.push({ ref: request.ref, delegated: true });
        break;
      case "declined":
        return declined(wait, answers, by, reply.reason);
      case "cancelled":
        return requested({ kind: "resume", wait: wait.waitId, action: "cancel", answers: [], by });
      case "interrupted":
      case "withdrawn":
        return reply;
      case "left-out":
      case "later":
        return { kind: "later" };
    }
  }
  return requested({ kind: "resume", wait: wait.waitId, action: "accept", answers, by });
}

function askRequest(
  request: NonNullable<WaitView["requests"]>[number],
  asking: Asking,
): Promise<Reply<Json>> {
  switch (request.form) {
    case "text":
      return askLongText("› ", asking);
    case "choice":
      return askChoice(request.choices ?? [], asking);
    case "confirmation":
      return askConfirmation(asking);
  }
}

function declined(
  wait: WaitView,
  answers: readonly Answer[],
  by: string,
  reason: string | undefined,
): WaitReply {
  if (answers.length === 0) return requested({ kind: "decline", wait: wait.waitId, by, ...reasonOf(reason) });
  const rest = (wait.requests ?? []).slice(answers.length).map(({ ref }) => ({ ref, delegated: true }));
  return requested({
    kind: "resume",
    wait: wait.waitId,
    action: "accept",
    answers: [...answers, ...rest],
    by,
  });
}

function requested(request: Request): WaitReply {
  return { kind: "request", request };
}

function reasonOf(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}
