import type { CstNode, IToken } from "chevrotain";
import { invariant } from "../../ir/invariant.js";
import { cover } from "../../ir/span.js";
import * as t from "../tokens.js";
import type { AdmitsEntry, Clause, Each, InterviewQuestion, Setting } from "../tree.js";
import { toAmount, toExpression } from "./expressions.js";
import {
  builtOf,
  alternativeOf,
  headOf,
  nodeOf,
  nodesOf,
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
import { toPrompt, toStep } from "./steps.js";
import { toTemplate } from "./templates.js";
import { toField } from "./types.js";

/** The clause, unless too little of it could be read. */
export function toClause(node: CstNode, source: Source): Clause | undefined {
  const inner = alternativeOf(node);
  const keyword = inner === undefined ? undefined : firstToken(inner);
  if (inner === undefined || keyword === undefined) return undefined;
  const content = builders.get(inner.name)?.(inner, keyword, source);
  if (content === undefined) return undefined;
  return {
    ...content,
    ...withDoc(source.docAbove(headOf(node, keyword.startOffset))),
    suppressions: toSuppressions(node),
    span: spanOf(inner),
    keyword: spanOfToken(keyword),
  };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Content = DistributiveOmit<Clause, "doc" | "suppressions" | "span" | "keyword">;
type Builder = (node: CstNode, keyword: IToken, source: Source) => Content | undefined;

/** The keyword: the token with which the node begins. */
function firstToken(node: CstNode): IToken | undefined {
  const { start } = spanOf(node);
  for (const key in node.children) {
    const token = tokenOf(node, key);
    if (token?.startOffset === start) return token;
  }
  return undefined;
}

/** By the rule of the clause. */
const builders: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  ["namesClause", toNamesClause],
  ["inputClause", toInput],
  ["intentClause", toIntent],
  ["expressionClause", toExpressionClause],
  ["promptClause", toPromptClause],
  ["doClause", toDo],
  ["admitsClause", toAdmits],
  ["limitsClause", (node) => ({ kind: "limits", entries: toSettings(node) })],
  ["clarifiesClause", toClarifies],
  ["wordClause", toWordClause],
  ["endsClause", toEnds],
  [
    "writesClause",
    (node) => ({ kind: "writes", globs: tokensOf(node, "String").map((glob) => toStringLiteral(glob)) }),
  ],
  ["onceClause", () => ({ kind: "once" })],
  ["interviewClause", toInterview],
  ["exhaustedClause", toExhausted],
  ["selectClause", toSelect],
]);

function toIntent(node: CstNode): Content | undefined {
  const text = toStringLiteral(tokenOf(node, "String"));
  return text === undefined ? undefined : { kind: "intent", text };
}

function toInput(node: CstNode, _: IToken, source: Source): Content | undefined {
  const field = toField(node, source);
  return field === undefined ? undefined : { kind: "input", field };
}

function toInterview(node: CstNode, _: IToken, source: Source): Content {
  return { kind: "interview", questions: builtOf(node, "question", (entry) => toQuestion(entry, source)) };
}

function toQuestion(node: CstNode, source: Source): InterviewQuestion | undefined {
  const field = toField(node, source);
  const question = toTemplate(tokenOf(node, "String"), source);
  if (field === undefined || question === undefined) return undefined;
  return { kind: "question", field, question, span: cover(field.span, question.span) };
}

function toExpressionClause(node: CstNode, keyword: IToken, source: Source): Content | undefined {
  const expression = toExpression(nodeOf(node, "expression"), source);
  if (expression === undefined) return undefined;
  if (keyword.tokenType === t.Key) return { kind: "key", expression };
  return { kind: keyword.tokenType === t.Until ? "until" : "requires", predicate: expression };
}

function toNamesClause(node: CstNode, keyword: IToken): Content | undefined {
  const names = toNames(tokensOf(nodeOf(node, "names"), "Name"));
  switch (keyword.image) {
    case "reads":
    case "outputs":
    case "returns":
    case "offers":
    case "uses":
    case "performs":
      return { kind: keyword.image, names };
    default:
      invariant(false, `\`${keyword.image}\` is a clause of names`);
  }
}

function toAdmits(node: CstNode, _: IToken, source: Source): Content {
  return { kind: "admits", entries: builtOf(node, "admitsEntry", (entry) => toAdmitsEntry(entry, source)) };
}

function toAdmitsEntry(node: CstNode, source: Source): AdmitsEntry | undefined {
  const name = toName(tokenOf(node, "Name"));
  if (name === undefined) return undefined;
  const each = toEach(nodeOf(node, "each"), source);
  const span = each === undefined ? name.span : cover(name.span, each.span);
  return {
    kind: "entry",
    name,
    ...(each === undefined ? {} : { each }),
    suppressions: toSuppressions(node),
    span,
  };
}

function toEach(node: CstNode | undefined, source: Source): Each | undefined {
  if (node === undefined) return undefined;
  const name = toName(tokenOf(node, "Name"));
  const [arrayNode, byNode] = nodesOf(node, "expression");
  const array = toExpression(arrayNode, source);
  if (name === undefined || array === undefined) return undefined;
  const by = toExpression(byNode, source);
  const max = toNumber(tokenOf(node, "Number"));
  return {
    kind: "each",
    name,
    array,
    ...(by === undefined ? {} : { by }),
    ...(max === undefined ? {} : { max }),
    span: spanOf(node),
  };
}

function toEnds(node: CstNode, _: IToken, source: Source): Content | undefined {
  const reason = toStringLiteral(tokenOf(node, "String"));
  const predicate = toExpression(nodeOf(node, "expression"), source);
  if (reason === undefined || predicate === undefined) return undefined;
  return { kind: "ends", reason, failed: tokenOf(node, "Failed") !== undefined, predicate };
}

function toClarifies(node: CstNode): Content | undefined {
  if (tokenOf(node, "None") !== undefined) return { kind: "clarifies", none: true, entries: [] };
  if (nodeOf(node, "settings") === undefined) return undefined;
  return { kind: "clarifies", none: false, entries: toSettings(node) };
}

/** The settings in braces under a node. Which there are is the compiler's business. */
export function toSettings(node: CstNode): readonly Setting[] {
  return builtOf(nodeOf(node, "settings"), "setting", toSetting);
}

function toSetting(node: CstNode): Setting | undefined {
  const name = toName(tokenOf(node, "Name"));
  const amount = tokenOf(node, "Amount");
  if (name === undefined || amount === undefined) return undefined;
  return { kind: "setting", name, value: toAmount(amount), span: spanOf(node) };
}

function toExhausted(node: CstNode): Content | undefined {
  const wait = toName(tokenOf(node, "Name"));
  return wait === undefined ? undefined : { kind: "exhausted", wait };
}

function toWordClause(node: CstNode, keyword: IToken): Content | undefined {
  const name = toName(tokenOf(node, "Name"));
  if (name === undefined) return undefined;
  return keyword.tokenType === t.Mode ? { kind: "mode", mode: name } : { kind: "model", model: name };
}

function toSelect(node: CstNode): Content | undefined {
  const token = tokenOf(node, "FieldKey");
  if (token === undefined) return undefined;
  return { kind: "select", how: token.tokenType === t.String ? toStringLiteral(token) : toName(token) };
}

function toPromptClause(node: CstNode, _: IToken, source: Source): Content | undefined {
  const prompt = toPrompt(nodeOf(node, "promptText"), source);
  return prompt === undefined ? undefined : { kind: "prompt", prompt };
}

function toDo(node: CstNode, _: IToken, source: Source): Content {
  return { kind: "do", steps: builtOf(node, "step", (step) => toStep(step, source)) };
}
