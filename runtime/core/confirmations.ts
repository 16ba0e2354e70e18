import { isJsonObject, type Json, type Schema } from "../../ir/index.js";

const yes = new Set(["yes", "y", "true", "ok", "1"]);
const no = new Set(["no", "n", "false", "0"]);

/** A confirmation as people write it (`[R-30]`), in any case, trimmed; `undefined`: neither. */
export function readConfirmation(answer: string): boolean | undefined {
  const word = answer.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

/** The answer to a question whose schema is a boolean, read; any other as it is. */
export function readConfirmations(schema: Schema, answer: Json): Json {
  if (!isJsonObject(schema) || schema["type"] !== "boolean") return answer;
  if (typeof answer === "string") return readConfirmation(answer) ?? answer;
  return answer === 1 ? true : answer === 0 ? false : answer;
}
