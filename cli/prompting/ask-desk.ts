import type { Json } from "../../ir/index.js";
import type { Page } from "../rendering/page.js";
import { indented, oneLine, printable } from "../rendering/text.js";
import { askValue } from "./ask-value.js";
import type { Dialogue } from "./dialogue.js";
import type { DeskQuestion } from "./front-desk.js";
import type { Asking, Reply } from "./reply.js";

/** Puts what a model is asked to the person who stands in for it: the prompt as the model would read it, then the answer. */
export function askDesk(
  question: DeskQuestion,
  page: Page,
  dialogue: Dialogue,
  signal: AbortSignal,
): Promise<Reply<Json>> {
  const { style } = page;
  const asking: Asking = {
    dialogue,
    style,
    width: page.width,
    declinable: false,
    delegable: false,
    optional: false,
    signal,
  };
  dialogue.say([
    "",
    `${style.yellow("?")} ${style.bold(oneLine(question.title))} ${style.dim("(you are the model)")}`,
    ...indented(question.text === "" ? [] : printable(question.text).split("\n"), 4),
  ]);
  return askValue(question.schema, page.types, asking);
}
