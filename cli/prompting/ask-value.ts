import { isJsonObject, type Json, type JsonObject, type Schema } from "../../ir/index.js";
import {
  asSchema,
  choicesOf,
  fieldsOf,
  kindsOf,
  resolved,
  typeWords,
  type Field,
  type Types,
} from "../rendering/schema.js";
import { indented, oneLine } from "../rendering/text.js";
import { inline } from "../rendering/value.js";
import { nearest } from "../../ir/nearest.js";
import { readNumber } from "../number-words.js";
import { readConfirmation } from "../../runtime/core/confirmations.js";
import { again, askLongText, askText, type Asking, type Reply } from "./reply.js";

/** Asks for a value by its schema: a choice by number or name, yes or no, a number, text, an object field by field. */
export async function askValue(schema: Schema, types: Types, asking: Asking): Promise<Reply<Json>> {
  const meant = resolved(schema, types);
  const choices = choicesOf(meant);
  if (choices.length > 0) return askChoice(choices, asking);
  const kinds = kindsOf(meant, types);
  const only = kinds.size === 1 ? [...kinds][0] : undefined;
  switch (only) {
    case "boolean":
      return askConfirmation(asking);
    case "integer":
    case "number":
      return askNumber(asking);
    case "string":
      return askLongText("› ", asking);
    case "object":
      return isJsonObject(meant) && fieldsOf(meant).length > 0
        ? askWholeObject(meant, types, asking)
        : askJson(meant, asking);
    case "array": {
      const items = isJsonObject(meant) ? asSchema(meant["items"]) : undefined;
      return items !== undefined && isScalar(items, types)
        ? askList(items, types, asking)
        : askJson(meant, asking);
    }
    default:
      return askJson(meant, asking);
  }
}

/** By its number, or by name in any case. A choice that is a number itself is meant before a place in the list. */
export async function askChoice(choices: readonly Json[], asking: Asking): Promise<Reply<Json>> {
  sayChoices(choices, asking);
  for (;;) {
    const reply = await askText("› ", asking);
    if (reply.kind !== "value") return reply;
    const chosen = chosenBy(reply.value, choices);
    if (chosen !== undefined) return { kind: "value", value: chosen };
    again(asking, noneOf(reply.value, choices));
  }
}

function sayChoices(choices: readonly Json[], { dialogue }: Asking): void {
  dialogue.say(indented(choices.map((one, index) => `${String(index + 1)}) ${oneLine(nameOf(one))}`)));
}

function nameOf(choice: Json): string {
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}

function chosenBy(text: string, choices: readonly Json[]): Json | undefined {
  const typed = text.trim();
  const names = choices.map(nameOf);
  const exact = names.indexOf(typed);
  const folded = names.findIndex((one) => one.toLowerCase() === typed.toLowerCase());
  const numbered = /^\d+$/.test(typed) ? Number(typed) - 1 : -1;
  return choices[exact >= 0 ? exact : folded >= 0 ? folded : numbered];
}

function noneOf(text: string, choices: readonly Json[]): string {
  const typed = text.trim();
  const near = nearest(typed, choices.map(nameOf));
  return `\`${typed}\` is none of them: a number from 1 to ${String(choices.length)}, or a name${near === undefined ? "" : ` (\`${near}\`?)`}`;
}

/** Yes or no (`[R-30]`). */
export async function askConfirmation(asking: Asking): Promise<Reply<Json>> {
  for (;;) {
    const reply = await askText("(yes/no) › ", asking);
    if (reply.kind !== "value") return reply;
    const value = readConfirmation(reply.value);
    if (value !== undefined) return { kind: "value", value };
    again(asking, "say `yes` or `no`");
  }
}

async function askNumber(asking: Asking): Promise<Reply<Json>> {
  for (;;) {
    const reply = await askText("› ", asking);
    if (reply.kind !== "value") return reply;
    const value = readNumber(reply.value);
    if (value !== undefined) return { kind: "value", value };
    again(asking, `\`${reply.value.trim()}\` is not a number`);
  }
}

async function askJson(schema: Schema, asking: Asking): Promise<Reply<Json>> {
  asking.dialogue.say([asking.style.dim(`  as JSON: ${oneLine(typeWords(schema))}`)]);
  for (;;) {
    const reply = await askLongText("› ", asking);
    if (reply.kind !== "value") return reply;
    try {
      const value: Json = JSON.parse(reply.value);
      return { kind: "value", value };
    } catch {
      again(asking, `\`${reply.value.trim()}\` is not JSON: text stands in quotes`);
    }
  }
}

/** Items one a line; of choices by their numbers or names, and `none` is none of them. */
async function askList(items: Schema, types: Types, asking: Asking): Promise<Reply<Json>> {
  const meant = resolved(items, types);
  const choices = choicesOf(meant);
  sayChoices(choices, asking);
  const what = choices.length > 0 ? "by number or name" : typeWords(items);
  asking.dialogue.say([asking.style.dim(`  one a line, an empty line ends the list (${what})`)]);
  const values: Json[] = [];
  for (;;) {
    const optional = asking.optional && values.length === 0;
    const reply = await askText("› ", { ...asking, optional });
    if (reply.kind !== "value") return reply;
    const typed = reply.value.trim();
    const value = choices.length > 0 ? chosenBy(typed, choices) : readItem(reply.value, meant, types);
    const isNone = value === undefined && values.length === 0 && typed.toLowerCase() === "none";
    if (typed === "" || isNone) return { kind: "value", value: values };
    if (value !== undefined) values.push(value);
    else
      again(
        asking,
        choices.length > 0 ? noneOf(typed, choices) : `\`${typed}\` does not fit ${typeWords(items)}`,
      );
  }
}

function readItem(text: string, schema: Schema, types: Types): Json | undefined {
  const kinds = kindsOf(schema, types);
  if (kinds.has("string")) return text;
  return kinds.has("boolean") ? readConfirmation(text) : readNumber(text);
}

function isScalar(schema: Schema, types: Types): boolean {
  const kinds = [...kindsOf(schema, types)];
  return kinds.length === 1 && !["any", "object", "array", "null"].includes(kinds[0] ?? "any");
}

async function askWholeObject(schema: JsonObject, types: Types, asking: Asking): Promise<Reply<Json>> {
  if (asking.optional) {
    asking.dialogue.say([asking.style.dim("  leave it out? an empty line does")]);
    const wanted = await askConfirmation(asking);
    if (wanted.kind !== "value") return wanted;
    if (wanted.value === false) return { kind: "left-out" };
  }
  return askFields(schema, types, { ...asking, optional: false }, {}, undefined);
}

/**
 * An object, field by field. `given`: what is known already; with `only`, those fields alone are asked again. An
 * optional field is left out by an empty line, and has its default then.
 */
export async function askFields(
  schema: JsonObject,
  types: Types,
  asking: Asking,
  given: JsonObject,
  only: ReadonlySet<string> | undefined,
): Promise<Reply<Json>> {
  const values = new Map(Object.entries(given));
  for (const field of fieldsOf(schema)) {
    if (only !== undefined && !only.has(field.name)) continue;
    const reply = await askField(field, types, asking);
    if (reply.kind === "left-out") values.delete(field.name);
    else if (reply.kind === "value") values.set(field.name, reply.value);
    else return reply;
  }
  return { kind: "value", value: Object.fromEntries(values) };
}

function askField(field: Field, types: Types, asking: Asking): Promise<Reply<Json>> {
  const optional = !field.required || field.default !== undefined;
  const left = field.default === undefined ? "may be left empty" : `empty: ${inline(field.default, 40)}`;
  const about = [oneLine(typeWords(field.schema)), ...(optional ? [left] : [])].join(", ");
  asking.dialogue.say([
    `${asking.style.bold(field.name)} ${asking.style.dim(`(${about})`)}`,
    ...(field.doc === undefined ? [] : [`  ${oneLine(field.doc)}`]),
  ]);
  return askValue(field.schema, types, { ...asking, optional });
}
