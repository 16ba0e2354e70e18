/** Strings that interpolate (`[L-20]`): text, `{{ expressions }}` with their places in the file, `{{{{` for `{{`. */
import type { IToken } from "chevrotain";
import { cook, type Cooked, isBlock } from "../cook.js";
import { playbookParser } from "../parser.js";
import { haltFault } from "../recovery/messages.js";
import { scanHole } from "../scan.js";
import type { Expression, Template, TemplatePart } from "../tree.js";
import { toExpression } from "./expressions.js";
import { type Source, spanOfToken } from "./source.js";

export function toTemplate(token: IToken, source: Source): Template;
export function toTemplate(token: IToken | undefined, source: Source): Template | undefined;
export function toTemplate(token: IToken | undefined, source: Source): Template | undefined {
  if (token === undefined) return undefined;
  const parts = templateParts(cook(token), source);
  return { kind: "template", parts, block: isBlock(token), span: spanOfToken(token) };
}

/** Text and holes of a text that interpolates. */
export function templateParts(cooked: Cooked, source: Source): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = "";
  let textStart = 0;
  let at = 0;
  const endText = (end: number): void => {
    if (textStart < end) parts.push({ kind: "text", text, span: cooked.span(textStart, end) });
    text = "";
  };
  for (let open = cooked.text.indexOf("{{"); open !== -1; open = cooked.text.indexOf("{{", at)) {
    text += cooked.text.slice(at, open);
    if (cooked.text.startsWith("{{{{", open)) {
      text += "{{";
      at = open + 4;
      continue;
    }
    endText(open);
    const hole = readHole(cooked, open, source);
    if (hole.part !== undefined) parts.push(hole.part);
    at = hole.end;
    textStart = at;
  }
  text += cooked.text.slice(at);
  endText(cooked.text.length);
  return parts;
}

/** A string among step values: a template where it has holes, else a plain string. */
export function toInterpolated(token: IToken, source: Source): Expression {
  const template = toTemplate(token, source);
  if (template.parts.some((part) => part.kind === "hole")) return template;
  const text = template.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return { kind: "string", text, block: template.block, span: template.span };
}

function readHole(cooked: Cooked, open: number, source: Source): { part?: TemplatePart; end: number } {
  const scanned = scanHole(cooked.text, open + 2);
  if (scanned === undefined) {
    source.report({
      code: "LB1012",
      span: cooked.span(open, open + 2),
      message: "`{{` is never closed in this text",
      hint: "close it with `}}`, or write `{{{{` for the braces themselves",
    });
    return { end: cooked.text.length };
  }
  const span = cooked.span(open, scanned.end);
  const tokens = scanned.tokens.map((token) => {
    const place = cooked.span(token.startOffset, (token.endOffset ?? token.startOffset) + 1);
    return { ...token, startOffset: place.start, endOffset: place.end - 1 };
  });
  for (const fault of scanned.faults) {
    const { fix: _, ...rest } = fault;
    source.report({ ...rest, span: cooked.span(fault.span.start, fault.span.end) });
  }
  const { node, halt } = playbookParser().read("expression", tokens);
  if (halt !== undefined && scanned.faults.length === 0)
    source.report(haltFault(halt, { tokens, hole: span }));
  const expression = halt === undefined && node !== undefined ? toExpression(node, source) : undefined;
  return {
    ...(expression === undefined ? {} : { part: { kind: "hole", expression, span } }),
    end: scanned.end,
  };
}
