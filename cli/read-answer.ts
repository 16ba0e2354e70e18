import { isJsonObject, type Answer, type Json } from "../ir/index.js";
import type { Request, WaitView } from "../runtime/core/index.js";
import { shortName } from "../runtime/core/names.js";
import { exit } from "./exit-code.js";
import { found, misuse, type Found } from "./problem.js";
import { fieldsOf, resolved, type Types } from "./rendering/schema.js";
import { suggestion } from "../ir/nearest.js";
import { parseJson, readWord } from "./value-words.js";

/** What was given to `laban answer`, beside the run and the wait. */
export interface GivenAnswer {
  /** As a word, read by the wait's schema. */
  readonly word?: string | undefined;
  /** As JSON. */
  readonly json?: string | undefined;
  readonly declines: boolean;
  /** `ref=value`: decisions of a clarification, or fields of an answer that is an object. */
  readonly sets: readonly string[];
  /** Decisions that are left to the work (`[R-27]`). */
  readonly delegates: readonly string[];
  readonly by: string;
}

/** Whether anything was given that answers. */
export function isAnswer(given: GivenAnswer): boolean {
  return (
    given.word !== undefined ||
    given.json !== undefined ||
    given.declines ||
    given.sets.length > 0 ||
    given.delegates.length > 0
  );
}

/**
 * The request that the given answer is. How it is given is a matter of the command line (exit 2); whether it fits is for the
 * run to say, where that is not seen before.
 */
export function readAnswer(wait: WaitView, given: GivenAnswer, types: Types): Found<Request> {
  const { by } = given;
  const { waitId } = wait;
  const ways = [
    given.word ?? given.json,
    given.declines ? "" : undefined,
    [...given.sets, ...given.delegates][0],
  ];
  // With `--decline` the word is its reason.
  const isMixed = given.declines
    ? ways[2] !== undefined || given.json !== undefined
    : ways.filter((way) => way !== undefined).length > 1;
  if (isMixed || (given.word !== undefined && given.json !== undefined)) {
    return misuse("an answer is given in one way", {
      hint: "a value, --value, --set and --delegate, or --decline",
    });
  }
  if (given.declines) {
    return found({
      kind: "decline",
      wait: waitId,
      ...(given.word === undefined ? {} : { reason: given.word }),
      by,
    });
  }
  if (wait.requests !== undefined) return readDecisions(wait, given);
  if (given.delegates.length > 0) {
    return misuse(`\`${shortName(wait.wait)}\` is no clarification: nothing of it can be delegated`);
  }
  const value = given.sets.length > 0 ? readFields(wait, given.sets, types) : readValue(wait, given, types);
  return value.kind === "problem" ? value : found({ kind: "answer", wait: waitId, value: value.value, by });
}

function readValue(wait: WaitView, given: GivenAnswer, types: Types): Found<Json> {
  if (given.json === undefined) return asMisfit(readWord(given.word ?? "", wait.schema, types, "the answer"));
  const json = parseJson(given.json);
  return json === undefined
    ? misuse("what `--value` was given is not JSON", { hint: "text stands in double quotes" })
    : found(json.value);
}

/** An answer that does not fit is refused, whoever finds it out: exit 1, as where the run does. */
function asMisfit<T>(read: Found<T>): Found<T> {
  return read.kind === "problem" ? { ...read, code: "invalid_answer", exit: exit.refused } : read;
}

function readFields(wait: WaitView, sets: readonly string[], types: Types): Found<Json> {
  const schema = resolved(wait.schema, types);
  const fields = isJsonObject(schema) ? fieldsOf(schema) : [];
  if (fields.length === 0) {
    return misuse(`the answer to \`${shortName(wait.wait)}\` has no fields that could be set`);
  }
  const values: (readonly [string, Json])[] = [];
  for (const set of sets) {
    const pair = pairOf(set);
    if (pair.kind === "problem") return pair;
    const [name, word] = pair.value;
    const field = fields.find((one) => one.name === name);
    if (field === undefined) {
      const known = fields.map((one) => one.name);
      return asMisfit(
        misuse(`the answer has no field \`${name}\`${suggestion(name, known)}`, {
          hint: `it has ${known.join(", ")}`,
        }),
      );
    }
    const value = asMisfit(readWord(word, field.schema, types, `\`${name}\``));
    if (value.kind === "problem") return value;
    values.push([name, value.value]);
  }
  return found(Object.fromEntries(values));
}

/** Decisions stay words: the run reads each by its form. */
function readDecisions(wait: WaitView, given: GivenAnswer): Found<Request> {
  const answers: Answer[] = given.delegates.map((ref) => ({ ref, delegated: true }));
  for (const set of given.sets) {
    const pair = pairOf(set);
    if (pair.kind === "problem") return pair;
    answers.push({ ref: pair.value[0], answer: pair.value[1] });
  }
  const [only, second] = wait.requests ?? [];
  if (given.word !== undefined && only !== undefined && second === undefined) {
    answers.push({ ref: only.ref, answer: given.word });
  } else if (given.word !== undefined || given.json !== undefined) {
    return misuse("a clarification is answered decision by decision", {
      hint: (wait.requests ?? []).map(({ ref }) => `--set ${ref}=…`).join(" "),
    });
  }
  return found({ kind: "resume", wait: wait.waitId, action: "accept", answers, by: given.by });
}

function pairOf(set: string): Found<readonly [string, string]> {
  const at = set.indexOf("=");
  return at < 1
    ? misuse(`\`--set ${set}\` is not written as ref=value`)
    : found([set.slice(0, at), set.slice(at + 1)]);
}
