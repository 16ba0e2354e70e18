import type { Json, Schema } from "../ir/index.js";
import { isJsonObject } from "../ir/index.js";
import { suggestion } from "../ir/nearest.js";
import { found, misuse, type Found } from "./problem.js";
import { readNumber } from "./number-words.js";
import { readConfirmation } from "../runtime/core/confirmations.js";
import { choicesOf, fieldsOf, kindsOf, resolved, typeWords, type Types } from "./rendering/schema.js";

/**
 * A value as it is written on a command line, read by its schema: text stays text, everything else is JSON (a number
 * may be written as in the language, a boolean as yes or no). Where both fit, JSON is meant if it is that.
 * `what` names it in messages. Only the form is looked at: whether the value fits is for the run to say.
 */
export function readWord(word: string, schema: Schema, types: Types, what: string): Found<Json> {
  const meant = resolved(schema, types);
  const choices = choicesOf(meant);
  if (choices.length > 0) return readChoice(word, choices, what);
  const kinds = kindsOf(meant, types);
  if (kinds.has("string") && kinds.size === 1) return found(word);

  const number = readNumber(word);
  if (number !== undefined && (kinds.has("number") || kinds.has("integer"))) return found(number);
  const confirmation = readConfirmation(word);
  if (confirmation !== undefined && kinds.has("boolean")) return found(confirmation);

  const json = parseJson(word);
  if (json === undefined && (kinds.has("string") || kinds.has("any"))) return found(word);
  if (json === undefined) {
    return misuse(`${what} is \`${typeWords(meant)}\`, and \`${word}\` is not that`, {
      hint: kinds.size === 1 && kinds.has("boolean") ? "say `yes` or `no`" : exampleOf(meant),
    });
  }
  return found(json.value);
}

function readChoice(word: string, choices: readonly Json[], what: string): Found<Json> {
  const names = choices.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  const chosen = choices[names.indexOf(word)];
  return chosen === undefined
    ? misuse(`${what} is none of its choices: \`${word}\`${suggestion(word, names)}`, {
        hint: `it is one of ${names.join(", ")}`,
      })
    : found(chosen);
}

function exampleOf(schema: Schema): string {
  const fields = isJsonObject(schema) ? fieldsOf(schema) : [];
  const example = fields.map(({ name }) => `"${name}": …`).join(", ");
  return fields.length === 0 ? "it is written as JSON" : `it is written as JSON: '{ ${example} }'`;
}

/** Whatever JSON the text is, or nothing. */
export function parseJson(text: string): { readonly value: Json } | undefined {
  try {
    const value: Json = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
