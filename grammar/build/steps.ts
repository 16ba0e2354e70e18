import type { CstNode, IToken } from "chevrotain";
import { cover } from "../../ir/span.js";
import * as t from "../tokens.js";
import type {
  AskStep,
  CallStep,
  GenerateSetting,
  GenerateStep,
  Moment,
  Name,
  Prompt,
  ResultStep,
  Step,
  TogetherStep,
} from "../tree.js";
import { toCollection, toEntries, toExpression } from "./expressions.js";
import {
  builtOf,
  headOf,
  nodeOf,
  type Source,
  spanOf,
  spanOfToken,
  tokenOf,
  tokensOf,
  toName,
  toNames,
  toNumber,
  toStringLiteral,
  toSuppressions,
  withDoc,
} from "./source.js";
import { toInterpolated, toTemplate } from "./templates.js";
import { toFields, toTypeUse } from "./types.js";

/** The step, unless too little of it could be read. */
export function toStep(node: CstNode, source: Source): Step | undefined {
  const ask = nodeOf(node, "askStep");
  if (ask !== undefined) return toAsk(node, ask, source);
  const together = nodeOf(node, "togetherStep");
  if (together !== undefined) return toTogether(node, together, source);
  const generate = nodeOf(node, "generateStep");
  if (generate !== undefined) return toGenerate(node, generate, source);
  const call = nodeOf(node, "callStep");
  if (call !== undefined) return toCallStep(node, call, source);
  const result = nodeOf(node, "resultStep");
  if (result !== undefined) return toResult(node, result, source);
  const advise = nodeOf(node, "adviseStep");
  const keyword = tokenOf(advise, "Advise");
  const text = toTemplate(tokenOf(advise, "String"), source);
  if (keyword === undefined || text === undefined) return undefined;
  return { kind: "advise", text, ...base(node, keyword, source) };
}

/** What every step has. */
function base(node: CstNode, keyword: IToken, source: Source) {
  const condition = nodeOf(node, "condition");
  const when = toExpression(nodeOf(condition, "expression"), source);
  const start = keyword.startOffset;
  return {
    ...(when === undefined ? {} : { when }),
    ...withDoc(source.docAbove(headOf(node, start))),
    suppressions: toSuppressions(node),
    span: { start, end: spanOf(node).end },
    keyword: spanOfToken(keyword),
  };
}

function toAsk(node: CstNode, ask: CstNode, source: Source): AskStep | undefined {
  const keyword = tokenOf(ask, "Ask");
  const wait = toName(tokenOf(ask, "Name"));
  const question = toTemplate(tokenOf(ask, "String"), source);
  if (keyword === undefined || wait === undefined || question === undefined) return undefined;
  const fields = nodeOf(ask, "fields");
  const moment = toMoment(nodeOf(ask, "moment"), source);
  return {
    kind: "ask",
    wait,
    question,
    ...(fields === undefined ? {} : { fields: toFields(fields, source) }),
    ...(moment === undefined ? {} : { moment }),
    ...alias(ask),
    ...base(node, keyword, source),
  };
}

function toMoment(node: CstNode | undefined, source: Source): Moment | undefined {
  if (node === undefined) return undefined;
  const span = spanOf(node);
  const value = toExpression(nodeOf(node, "expression"), source);
  if (value !== undefined) return { kind: tokenOf(node, "At") === undefined ? "in" : "at", value, span };
  const [cron, zone] = tokensOf(node, "String");
  if (cron === undefined) return undefined;
  return {
    kind: "next",
    cron: toStringLiteral(cron),
    ...(zone === undefined ? {} : { zone: toStringLiteral(zone) }),
    span,
  };
}

/** `as NAME` as an optional property. */
export function alias(node: CstNode): { readonly as?: Name } {
  const name = toName(tokenOf(nodeOf(node, "alias"), "Name"));
  return name === undefined ? {} : { as: name };
}

function toTogether(node: CstNode, together: CstNode, source: Source): TogetherStep | undefined {
  const keyword = tokenOf(together, "Together");
  if (keyword === undefined) return undefined;
  const asks = builtOf(together, "togetherAsk", (entry) => {
    const ask = nodeOf(entry, "askStep");
    return ask === undefined ? undefined : toAsk(entry, ask, source);
  });
  return { kind: "together", asks, ...base(node, keyword, source) };
}

function toGenerate(node: CstNode, generate: CstNode, source: Source): GenerateStep | undefined {
  const keyword = tokenOf(generate, "Generate");
  const target = toName(tokenOf(generate, "Name"));
  if (keyword === undefined || target === undefined) return undefined;
  const type = toTypeUse(nodeOf(generate, "typeUse"), source);
  return {
    kind: "generate",
    target,
    ...(type === undefined ? {} : { type }),
    ...alias(generate),
    settings: builtOf(generate, "generateSetting", (setting) => toGenerateSetting(setting, source)),
    ...base(node, keyword, source),
  };
}

function toGenerateSetting(node: CstNode, source: Source): GenerateSetting | undefined {
  const span = spanOf(node);
  const text = nodeOf(node, "promptText");
  if (text !== undefined) {
    const prompt = toPrompt(text, source);
    return prompt === undefined ? undefined : { kind: "prompt", prompt, span };
  }
  const attempts = toNumber(tokenOf(node, "Number"));
  if (attempts !== undefined) return { kind: "attempts", value: attempts, span };
  const model = toName(tokenOf(node, "Name"));
  if (model !== undefined) return { kind: "model", model, span };
  const names = toNames(tokensOf(nodeOf(node, "names"), "Name"));
  return { kind: tokenOf(node, "Offers") === undefined ? "uses" : "offers", names, span };
}

export function toPrompt(node: CstNode | undefined, source: Source): Prompt | undefined {
  const text = tokenOf(node, "String");
  const file = tokenOf(node, "File");
  if (text === undefined) return undefined;
  if (file === undefined) return toTemplate(text, source);
  return { kind: "file", path: toStringLiteral(text), span: cover(spanOfToken(file), spanOfToken(text)) };
}

function toCallStep(node: CstNode, call: CstNode, source: Source): CallStep | undefined {
  const keyword = tokenOf(call, "CallVerb");
  const callee = toName(tokenOf(call, "Name"));
  if (keyword === undefined || callee === undefined) return undefined;
  const object = nodeOf(call, "object");
  return {
    kind: keyword.tokenType === t.Call ? "call" : "perform",
    callee,
    arguments: object === undefined ? [] : toEntries(object, source, { interpolate: toInterpolated }),
    ...alias(call),
    ...base(node, keyword, source),
  };
}

function toResult(node: CstNode, result: CstNode, source: Source): ResultStep | undefined {
  const keyword = tokenOf(result, "ResultVerb");
  const target = toName(tokenOf(result, "Name"));
  const options = { interpolate: toInterpolated };
  const from = tokenOf(result, "From") !== undefined;
  const value = from
    ? toExpression(nodeOf(result, "expression"), source, options)
    : toCollection(result, source, options);
  if (keyword === undefined || target === undefined || value === undefined) return undefined;
  const kind = keyword.tokenType === t.Land ? "land" : "return";
  return { kind, target, value, from, ...base(node, keyword, source) };
}
