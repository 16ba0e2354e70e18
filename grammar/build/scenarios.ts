import type { CstNode, IToken } from "chevrotain";
import { cover, type Span } from "../../ir/span.js";
import * as t from "../tokens.js";
import type {
  CalleeReply,
  Expectation,
  PersonAction,
  ScenarioLine,
  ScriptReply,
  ScriptResult,
  StringLiteral,
  Subject,
} from "../tree.js";
import { toSettings } from "./clauses.js";
import { toAmount, toArray, toCollection, toCompareOperator, toExpression, toValue } from "./expressions.js";
import {
  builtOf,
  alternativeOf,
  nodeOf,
  nodesOf,
  type Source,
  spanOf,
  tokenOf,
  tokensOf,
  toName,
  toNames,
  toNumber,
  toStringLiteral,
  toSuppressions,
} from "./source.js";

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Content = DistributiveOmit<ScenarioLine, "span" | "suppressions">;
type Builder = (node: CstNode, source: Source) => Content | undefined;

/** The line, unless too little of it could be read. */
export function toScenarioLine(node: CstNode, source: Source): ScenarioLine | undefined {
  const inner = alternativeOf(node);
  if (inner === undefined) return undefined;
  const content = builders.get(inner.name)?.(inner, source);
  return content === undefined
    ? undefined
    : { ...content, span: spanOf(inner), suppressions: toSuppressions(node) };
}

/** By the rule of the line. */
const builders: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  ["scriptLine", toScript],
  ["expectLine", toExpect],
  ["runLine", toRun],
  ["personLine", toPerson],
  ["chooseLine", toChoose],
  ["calleeLine", toCallee],
  ["artifactLine", toArtifact],
  ["signalLine", toSignal],
  ["afterLine", toAfter],
  ["crashLine", toCrash],
  ["loopLine", toLoop],
]);

function toRun(node: CstNode, source: Source): Content | undefined {
  const playbook = toName(tokenOf(node, "Name"));
  if (playbook === undefined) return undefined;
  const inputs = toCollection(node, source, {});
  const unattended = tokenOf(node, "Unattended") !== undefined;
  return { kind: "run", playbook, unattended, ...(inputs === undefined ? {} : { inputs }) };
}

function toLoop(node: CstNode): Content | undefined {
  const goal = toStringLiteral(tokenOf(node, "String"));
  return goal === undefined ? undefined : { kind: "loop", goal, entries: toSettings(node) };
}

function toSubject(node: CstNode | undefined): Subject | undefined {
  const name = toName(tokenOf(node, "Name"));
  return node === undefined || name === undefined
    ? undefined
    : { kind: "subject", name, ...instanceKey(node), span: spanOf(node) };
}

/** `["key"]` as an optional property. */
function instanceKey(node: CstNode): { readonly key?: StringLiteral } {
  const key = toStringLiteral(tokenOf(nodeOf(node, "instance"), "String"));
  return key === undefined ? {} : { key };
}

function toScript(node: CstNode, source: Source): Content | undefined {
  const name = toName(tokenOf(node, "LineName"));
  if (name === undefined) return undefined;
  const instance = nodeOf(node, "instance");
  const span = instance === undefined ? name.span : cover(name.span, spanOf(instance));
  const replies: ScriptReply[] = [];
  for (const reply of [...nodesOf(node, "reply"), ...nodesOf(node, "nextReply")]) {
    const built = toReply(reply, replies.at(-1), source);
    if (built !== undefined) replies.push(built);
  }
  return { kind: "script", subject: { kind: "subject", name, ...instanceKey(node), span }, replies };
}

/** A reply; after `then` a bare value replies in the way of the one before. */
function toReply(node: CstNode, before: ScriptReply | undefined, source: Source): ScriptReply | undefined {
  const verbal = nodeOf(node, "reply");
  if (verbal !== undefined) return toReply(verbal, undefined, source);
  const span = spanOf(node);
  const bare = nodesOf(node, "bareResult");
  if (bare.length > 0) return toBareReply(bare, span, before, source);
  const verb = tokenOf(node, "ResultsVerb");
  if (verb !== undefined) {
    const kind = verb.tokenType === t.Returns ? "returns" : "lands";
    return { kind, results: toResults(nodesOf(node, "result"), source), span };
  }
  if (tokenOf(node, "Asks") !== undefined) {
    const array = nodeOf(node, "array");
    const requests = array === undefined ? undefined : toArray(array, source);
    return requests === undefined ? undefined : { kind: "asks", requests, span };
  }
  const text = toStringLiteral(tokenOf(node, "String"));
  const wait = toName(tokenOf(node, "Name"));
  if (text === undefined) return undefined;
  if (wait !== undefined) return { kind: "raises", wait, question: text, span };
  return {
    kind: tokenOf(node, "ReasonVerb")?.tokenType === t.Fails ? "fails" : "refuses",
    reason: text,
    span,
  };
}

function toBareReply(
  nodes: readonly CstNode[],
  whole: Span,
  before: ScriptReply | undefined,
  source: Source,
): ScriptReply | undefined {
  const results = toResults(nodes, source);
  const [first] = results;
  const last = results.at(-1);
  if (first === undefined || last === undefined || before === undefined) return undefined;
  const span = cover(first.span, last.span);
  if (before.kind === "returns" || before.kind === "lands") return { kind: before.kind, results, span };
  const alone = results.length === 1 && first.name === undefined ? first.value : undefined;
  if (before.kind === "asks" && alone?.kind === "array") return { kind: "asks", requests: alone, span };
  if ((before.kind === "fails" || before.kind === "refuses") && alone?.kind === "string") {
    return { kind: before.kind, reason: alone, span };
  }
  const wanted = { asks: "an array of questions", fails: "a reason", refuses: "a reason", raises: "a verb" };
  source.report({
    code: "LB1001",
    span,
    message: `after \`${before.kind}\`, \`then\` takes ${wanted[before.kind]}`,
    hint: "or another verb, such as `returns`",
    related: [{ span: whole, message: "this reply" }],
  });
  return undefined;
}

function toResults(nodes: readonly CstNode[], source: Source): readonly ScriptResult[] {
  return nodes.flatMap((node): ScriptResult[] => {
    const name = toName(tokenOf(node, "TypeName") ?? tokenOf(node, "ReplyName"));
    const value = toValue(nodeOf(node, "value"), source);
    if (value === undefined) return [];
    return [{ ...(name === undefined ? {} : { name }), value, span: spanOf(node) }];
  });
}

function toCallee(node: CstNode, source: Source): Content | undefined {
  const callee = toName(tokenOf(node, "Name"));
  if (callee === undefined) return undefined;
  const replies = [...nodesOf(node, "calleeReply"), ...nodesOf(node, "bareReply")]
    .toSorted((a, b) => spanOf(a).start - spanOf(b).start)
    .flatMap((reply) => toCalleeReply(reply, source) ?? []);
  const kind = tokenOf(node, "Callee")?.tokenType === t.Tool ? "tool-script" : "effect-script";
  return { kind, callee, replies };
}

function toCalleeReply(node: CstNode, source: Source): CalleeReply | undefined {
  const span = spanOf(node);
  if (tokenOf(node, "Lost") !== undefined) return { kind: "lost", span };
  if (tokenOf(node, "Fails") !== undefined) {
    const reason = toStringLiteral(tokenOf(node, "String"));
    return { kind: "fails", ...(reason === undefined ? {} : { reason }), span };
  }
  const value = toValue(nodeOf(node, "value"), source);
  return value === undefined ? undefined : { kind: "gives", value, span };
}

function toArtifact(node: CstNode, source: Source): Content | undefined {
  const artifact = toName(tokenOf(node, "Name"));
  const value = toValue(nodeOf(node, "value"), source);
  if (artifact === undefined || value === undefined) return undefined;
  return { kind: "artifact-given", artifact, ...instanceKey(node), value };
}

function toChoose(node: CstNode): Content | undefined {
  const stop = toStringLiteral(tokenOf(node, "String"));
  if (stop !== undefined) return { kind: "choose", lanes: [], stop };
  const lanes = builtOf(node, "subject", (subject) => toSubject(subject));
  return lanes.length === 0 ? undefined : { kind: "choose", lanes };
}

function toPerson(node: CstNode, source: Source): Content | undefined {
  const action = toAction(node, source);
  const of = toSubject(nodeOf(node, "subject"));
  return action === undefined ? undefined : { kind: "person", action, ...(of === undefined ? {} : { of }) };
}

function toAction(node: CstNode, source: Source): PersonAction | undefined {
  const text = toStringLiteral(tokenOf(node, "String"));
  const target = toName(tokenOf(node, "Name") ?? tokenOf(node, "LineName"));
  if (tokenOf(node, "Answers") !== undefined) {
    const value = toValue(nodeOf(node, "value"), source);
    return target === undefined || value === undefined ? undefined : { kind: "answers", target, value };
  }
  if (tokenOf(node, "Declines") !== undefined) {
    return {
      kind: "declines",
      ...(target === undefined ? {} : { target }),
      ...(text === undefined ? {} : { reason: text }),
    };
  }
  if (tokenOf(node, "Cancels") !== undefined) {
    if (tokenOf(node, "Run") !== undefined) return { kind: "cancels-run" };
    return { kind: "cancels", ...(target === undefined ? {} : { target }) };
  }
  const plain = tokenOf(node, "PlainVerb");
  if (plain !== undefined) return toPlainAction(plain);
  if (text === undefined) return undefined;
  return { kind: tokenOf(node, "TextVerb")?.tokenType === t.Clarifies ? "clarifies" : "reviews", text };
}

function toPlainAction(verb: IToken): PersonAction {
  switch (verb.tokenType) {
    case t.Approves:
      return { kind: "approves" };
    case t.Retries:
      return { kind: "retries" };
    default:
      return { kind: "resumes" };
  }
}

function toSignal(node: CstNode, source: Source): Content | undefined {
  const wait = toName(tokenOf(node, "Name"));
  const value = toValue(nodeOf(node, "value"), source);
  return wait === undefined || value === undefined ? undefined : { kind: "signal", wait, value };
}

function toAfter(node: CstNode): Content | undefined {
  const duration = tokenOf(node, "Duration");
  return duration === undefined ? undefined : { kind: "after", duration: toAmount(duration) };
}

function toCrash(node: CstNode): Content {
  const when = tokenOf(node, "CrashWord");
  const event = tokensOf(node, "Name")
    .map((name) => toName(name).text)
    .join(".");
  if (when === undefined || event === "") return { kind: "crash" };
  return { kind: "crash", moment: { when: when.tokenType === t.Before ? "before" : "after", event } };
}

function toExpect(node: CstNode, source: Source): Content | undefined {
  const expectation = toExpectation(node, source);
  return expectation === undefined ? undefined : { kind: "expect", expectation };
}

function toExpectation(node: CstNode, source: Source): Expectation | undefined {
  const operator = toCompareOperator(tokenOf(node, "Comparison"));
  const value = toNumber(tokenOf(node, "Number"));
  const name = toName(tokenOf(node, "Name"));
  if (tokenOf(node, "Rounds") !== undefined) {
    return operator === undefined || value === undefined ? undefined : { kind: "rounds", operator, value };
  }
  if (tokenOf(node, "Dispatched") !== undefined) {
    if (name === undefined || operator === undefined || value === undefined) return undefined;
    return { kind: "dispatched", effect: name, operator, value };
  }
  if (tokenOf(node, "Stopped") !== undefined) {
    const reason = tokenOf(node, "FieldKey");
    if (reason === undefined) return undefined;
    return {
      kind: "stopped",
      reason: reason.tokenType === t.String ? toStringLiteral(reason) : toName(reason),
    };
  }
  if (tokenOf(node, "Order") !== undefined) {
    return { kind: "order", names: toNames(tokensOf(nodeOf(node, "names"), "Name")) };
  }
  if (tokenOf(node, "Written") !== undefined) {
    const path = toStringLiteral(tokenOf(node, "String"));
    return path === undefined ? undefined : { kind: "written", path };
  }
  const named = tokenOf(node, "NamedExpectation")?.image;
  switch (named) {
    case "status":
    case "waiting":
    case "held-back":
    case "never":
    case "recovery":
      return name === undefined ? undefined : { kind: named, name };
    default: {
      const predicate = toExpression(nodeOf(node, "expression"), source);
      return predicate === undefined ? undefined : { kind: "predicate", predicate };
    }
  }
}
