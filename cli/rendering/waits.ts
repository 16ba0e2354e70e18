import { isJsonObject } from "../../ir/index.js";
import type { WaitView } from "../../runtime/core/index.js";
import { memberName, shortRef } from "./names.js";
import type { Page } from "./page.js";
import { choicesOf, fieldsOf, kindsOf, resolved, typeWords, type Field } from "./schema.js";
import { indented, oneLine, printable, wrapped } from "./text.js";
import { moment, relative } from "./time.js";

/** An open wait: who asks what, what fits, until when, and how it is answered. */
export function waitLines(run: string, wait: WaitView, page: Page): readonly string[] {
  const { style } = page;
  const asker = wait.member === undefined ? "" : ` of ${memberName(wait.member, page.home)}`;
  const head = `${style.yellow(style.bold(shortRef(wait.wait, page.home)))}${asker}  ${style.dim(wait.waitId)}`;
  return [
    head,
    ...indented([...questionLines(wait, page), ...untilLines(wait, page), ...howLines(run, wait, page)]),
  ];
}

/** What is asked, with the single decisions of a clarification. */
export function questionLines(wait: WaitView, page: Page): readonly string[] {
  const question = wrapped(printable(wait.question), page.width - 4);
  const fields = askedFields(wait, page).map(
    ({ name, schema, doc = "" }) =>
      `${page.style.cyan(name)}  ${oneLine(doc)} ${page.style.dim(`(${typeWords(schema, page.home)})`)}`,
  );
  const requests = (wait.requests ?? []).flatMap((request) => [
    `${page.style.cyan(oneLine(request.ref))}  ${oneLine(request.question)}`,
    ...indented(
      [
        ...(request.why === undefined
          ? []
          : wrapped(`why it matters: ${oneLine(request.why)}`, page.width - 6)),
        ...(request.choices === undefined ? [] : [`one of ${request.choices.map(oneLine).join(" | ")}`]),
        ...(request.form === "confirmation" ? ["yes or no"] : []),
      ].map(page.style.dim),
    ),
  ]);
  return [...question, ...fields, ...requests];
}

/** The fields of an answer that are questions of their own, as an interview's are. */
function askedFields(wait: WaitView, page: Page): readonly Field[] {
  const schema = wait.requests === undefined ? resolved(wait.schema, page.types) : true;
  const fields = isJsonObject(schema) ? fieldsOf(schema) : [];
  return fields.some(({ doc }) => doc !== undefined) ? fields : [];
}

/** What an answer looks like: `yes or no`, `one of "a" | "b"`, `{ id: text, amount: number }`. */
export function answerWords(wait: WaitView, page: Page): string {
  const schema = resolved(wait.schema, page.types);
  const kinds = kindsOf(schema, page.types);
  if (kinds.size === 1 && kinds.has("boolean")) return "yes or no";
  const words = typeWords(schema, page.home);
  return choicesOf(schema).length > 0 ? `one of ${words}` : words;
}

function untilLines(wait: WaitView, page: Page): readonly string[] {
  return [
    ...(wait.dueAt === undefined ? [] : [`due ${moment(wait.dueAt)} (${relative(wait.dueAt, page.now)})`]),
    ...(wait.expiresAt === undefined
      ? []
      : [`expires ${moment(wait.expiresAt)} (${relative(wait.expiresAt, page.now)})`]),
  ].map(page.style.dim);
}

/** How it is answered, as a command. */
export function howLines(run: string, wait: WaitView, page: Page): readonly string[] {
  const { style } = page;
  if (wait.status === "resuming") return [style.dim("is answered; what it kept waiting goes on")];
  if (wait.class === "schedule") return [style.dim("nobody needs to answer: the clock does")];
  if (wait.requests !== undefined) {
    const sets = wait.requests.map((request) => `--set ${shellWord(request.ref)}=…`).join(" ");
    return [style.dim(`laban answer ${run} ${wait.waitId} ${sets}`)];
  }
  const fields = askedFields(wait, page);
  if (fields.length > 0) {
    const sets = fields
      .map(({ name, required }) => (required ? `--set ${name}=…` : `[--set ${name}=…]`))
      .join(" ");
    return [style.dim(`laban answer ${run} ${wait.waitId} ${sets}`)];
  }
  const decline = wait.declinable ? [style.dim(`or --decline "why"`)] : [];
  return [style.dim(`laban answer ${run} ${wait.waitId} ANSWER    (${answerWords(wait, page)})`), ...decline];
}

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
