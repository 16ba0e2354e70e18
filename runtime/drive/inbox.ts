/**
 * What comes of what was handed over to a run. Whatever an entry of the inbox holds, it is settled: one that cannot be
 * taken is set aside with its reason, is met once, and keeps no run from going on (`[R-5]`).
 */
import { validateEvent } from "../../ir/validate.gen.js";
import {
  type Machine,
  type Refusal,
  type Request,
  type RequestResult,
  type State,
  type Stepped,
  request as decide,
  step,
} from "../core/index.js";

export interface Dealt {
  readonly result: RequestResult;
  /** What is to be recorded with it; absent: nothing. */
  readonly next?: Stepped;
}

/** Deals with one entry at `at` (ms since 1970). Never throws, and gives nothing that could not be read again. */
export function deal(machine: Machine, state: State, handed: unknown, at: number): Dealt {
  const request = readRequest(handed);
  if (request === undefined) return { result: noRequest() };
  try {
    const result = decide(machine, state, request, at);
    if (result.kind === "refused" || result.events.length === 0) return { result };
    const next = step(machine, state, result.events, at);
    const unfit = next.entries.find(({ event }) => !validateEvent(event));
    return unfit === undefined
      ? { result, next }
      : { result: unusable(`what follows from it could not be recorded (\`${unfit.event.kind}\`)`) };
  } catch (error) {
    return { result: unusable(error instanceof Error ? error.message : String(error)) };
  }
}

/** Whether nobody was told of it who asked: the entry itself was of no use. */
export function isSetAside({ code }: Refusal): boolean {
  return code === "no_request" || code === "unusable_request";
}

/** The refusal of an entry that is no request. */
export function noRequest(): Extract<RequestResult, { kind: "refused" }> {
  return refusal(400, "no_request", "this is no request that Laban knows: it was set aside");
}

function unusable(why: string): RequestResult {
  return refusal(422, "unusable_request", `this request could not be carried out, and was set aside: ${why}`);
}

function refusal(
  status: Refusal["status"],
  code: string,
  message: string,
): Extract<RequestResult, { kind: "refused" }> {
  return { kind: "refused", refusal: { status, code, message, details: [] } };
}

type Field = (value: unknown) => boolean;
const isText: Field = (value) => typeof value === "string";
const maybeText: Field = (value) => value === undefined || typeof value === "string";
const isThere: Field = (value) => value !== undefined;
const oneOf =
  (...words: readonly string[]): Field =>
  (value) =>
    typeof value === "string" && words.includes(value);
const areAnswers: Field = (value) => Array.isArray(value) && value.every(isAnswer);

const fieldsOf: { readonly [K in Request["kind"]]: Readonly<Record<string, Field>> } = {
  answer: { wait: maybeText, value: isThere, idempotencyKey: maybeText },
  decline: { wait: maybeText, reason: maybeText, idempotencyKey: maybeText },
  "cancel-wait": { wait: maybeText },
  resume: {
    wait: maybeText,
    action: oneOf("accept", "decline", "cancel"),
    answers: areAnswers,
    idempotencyKey: maybeText,
  },
  signal: { name: isText, value: isThere },
  "cancel-run": {},
  recover: { recovery: oneOf("retry", "configure", "clarify"), lane: maybeText, text: maybeText },
};

/** A request as the store has it; `undefined` where it is none. */
export function readRequest(handed: unknown): Request | undefined {
  return isRequest(handed) ? handed : undefined;
}

function isRequest(handed: unknown): handed is Request {
  if (!isObject(handed) || !isText(handed["by"])) return false;
  const fields = Object.entries(fieldsOf).find(([kind]) => kind === handed["kind"])?.[1];
  return fields !== undefined && Object.entries(fields).every(([name, fits]) => fits(handed[name]));
}

function isAnswer(value: unknown): boolean {
  if (!isObject(value) || !isText(value["ref"])) return false;
  return value["delegated"] === undefined || typeof value["delegated"] === "boolean";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
