import { isSetAside, readRequest } from "../../runtime/drive/inbox.js";
import type { RefusedMessage } from "../../runtime/ports.js";
import { refused } from "../refused.js";
import type { Page } from "./page.js";
import { counted, indented, oneLine, wrapped } from "./text.js";
import { moment, relative } from "./time.js";

/** How many are told; a program gets all of them. */
const mostShown = 5;

/** What was asked of a run and refused: it is kept with its reason, the latest last. */
export function refusedLines(messages: readonly RefusedMessage[], page: Page): readonly string[] {
  if (messages.length === 0) return [];
  const { style, width, now } = page;
  const older = messages.length - mostShown;
  const shown = messages.slice(-mostShown).flatMap((message) => {
    const { what, details } = refused(message.refusal);
    return [
      `${requestWords(message)}  ${style.dim(`${moment(message.at)} (${relative(message.at, now)})`)}`,
      ...indented(
        [what, ...details.map((detail) => `- ${detail}`)].flatMap((line) => wrapped(line, width - 4)),
      ),
    ];
  });
  return [
    "",
    style.bold("refused"),
    ...indented(older > 0 ? [style.dim(`${counted(older, "older one")}: --json has all of them`)] : []),
    ...indented(shown),
  ];
}

/** Where what was handed over to a run was of no use, and nobody is there who asked for it. */
export function setAsideLines(
  run: string,
  messages: readonly RefusedMessage[],
  page: Page,
): readonly string[] {
  const count = messages.filter(({ refusal }) => isSetAside(refusal)).length;
  if (count === 0) return [];
  const what = `${counted(count, "thing")} that was handed over to the run could not be used, and was set aside`;
  return [page.style.yellow(`${what}: laban show ${run}`)];
}

function requestWords({ request: handed }: RefusedMessage): string {
  const request = readRequest(handed);
  if (request === undefined) return "something that is no request";
  const by = oneLine(request.by);
  switch (request.kind) {
    case "answer":
    case "resume":
      return `${by} answered${toWait(request.wait)}`;
    case "decline":
      return `${by} declined${toWait(request.wait)}`;
    case "cancel-wait":
      return `${by} cancelled${toWait(request.wait)}`;
    case "signal":
      return `${by} signalled ${oneLine(request.name)}`;
    case "cancel-run":
      return `${by} cancelled the run`;
    case "recover":
      return `${by} asked for \`${request.recovery}\``;
  }
}

function toWait(wait: string | undefined): string {
  return wait === undefined ? "" : ` ${oneLine(wait)}`;
}
