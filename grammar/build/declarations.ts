import type { CstNode, IToken } from "chevrotain";
import type { Span } from "../../ir/span.js";
import * as t from "../tokens.js";
import type {
  Declaration,
  EffectMember,
  ExternalSchema,
  Import,
  ImportName,
  Name,
  Namespace,
  ToolMember,
  TypeUse,
  WaitMember,
} from "../tree.js";
import { toClause } from "./clauses.js";
import { toExpression } from "./expressions.js";
import { toScenarioLine } from "./scenarios.js";
import {
  builtOf,
  alternativeOf,
  headOf,
  nodeOf,
  nodesOf,
  type Source,
  spanOf,
  tokenOf,
  tokensOf,
  toName,
  toNames,
  toStringLiteral,
  toSuppressions,
  withDoc,
} from "./source.js";
import { alias } from "./steps.js";
import { toObjectUse, toTypeUse } from "./types.js";

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Base = "name" | "doc" | "suppressions" | "span" | "broken";
type Content = DistributiveOmit<Declaration, Base>;

export type Item =
  | { readonly kind: "namespace"; readonly namespace: Namespace; readonly broken: boolean }
  | { readonly kind: "import"; readonly import: Import }
  | { readonly kind: "declaration"; readonly declaration: Declaration };

/**
 * What a node of the rule `item` says; `undefined` where not even its name could be read. `broken` tells of the text
 * of a span whether something in it could not be read.
 */
export function toItem(node: CstNode, source: Source, broken: (span: Span) => boolean): Item | undefined {
  const faults = source.faults.length;
  const isBroken = (): boolean =>
    node.recoveredNode === true || source.faults.length > faults || broken(spanOf(node));
  const namespace = nodeOf(node, "namespaceItem");
  if (namespace !== undefined) {
    refuseSuppressions(node, "a namespace", source);
    const span = spanOf(namespace);
    const parts = toNames(tokensOf(namespace, "Name"));
    if (parts.length === 0) return undefined;
    return { kind: "namespace", namespace: { kind: "namespace", parts, span }, broken: isBroken() };
  }
  const imported = nodeOf(node, "importItem");
  if (imported !== undefined) return toImport(node, imported, source, isBroken);
  const inner = alternativeOf(node);
  const name = inner === undefined ? undefined : declaredName(inner);
  if (inner === undefined || name === undefined) return undefined;
  const content = builders.get(inner.name)?.(inner, source);
  if (content === undefined) return undefined;
  const span = spanOf(inner);
  const declaration = {
    ...content,
    name,
    ...withDoc(source.docAbove(headOf(node, span.start))),
    suppressions: toSuppressions(node),
    span,
    broken: isBroken(),
  };
  return { kind: "declaration", declaration };
}

function declaredName(node: CstNode): Name | undefined {
  return toName(node.name === "scenarioDeclaration" ? tokenOf(node, "String") : tokenOf(node, "Name"));
}

function refuseSuppressions(node: CstNode, what: string, source: Source): void {
  const suppression = nodeOf(node, "suppression");
  if (suppression === undefined) return;
  source.report({
    code: "LB1001",
    span: spanOf(suppression),
    message: `${what} takes no \`#suppress\``,
    hint: "a suppression stands above a declaration, a clause, a field, an `admits` entry or a step",
  });
}

function toImport(node: CstNode, imported: CstNode, source: Source, broken: () => boolean): Item | undefined {
  refuseSuppressions(node, "an import", source);
  const from = toStringLiteral(tokenOf(imported, "String"));
  if (from === undefined) return undefined;
  const names = builtOf(imported, "importName", toImportName);
  const span = spanOf(imported);
  return { kind: "import", import: { kind: "import", names, from, span, broken: broken() } };
}

function toImportName(node: CstNode): ImportName | undefined {
  const name = toName(tokenOf(node, "Name"));
  return name === undefined ? undefined : { name, ...alias(node), span: spanOf(node) };
}

type Builder = (node: CstNode, source: Source) => Content;

/** By the rule of the declaration. */
const builders: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  ["playbookDeclaration", toPlaybook],
  ["artifactDeclaration", toArtifact],
  ["typeDeclaration", toType],
  ["evidenceDeclaration", () => ({ kind: "evidence" })],
  ["verdictDeclaration", toVerdict],
  ["waitDeclaration", toWait],
  ["toolDeclaration", toTool],
  ["effectDeclaration", toEffect],
  ["scenarioDeclaration", toScenario],
]);

function toType(node: CstNode, source: Source): Content {
  const fields = nodeOf(node, "fields");
  const type =
    fields === undefined
      ? (toExternalSchema(nodeOf(node, "externalSchema")) ?? toTypeUse(nodeOf(node, "typeUse"), source))
      : toObjectUse(fields, source);
  return { kind: "type", ...(type === undefined ? {} : { type }) };
}

function toExternalSchema(node: CstNode | undefined): ExternalSchema | undefined {
  const path = toStringLiteral(tokenOf(node, "String"));
  return node === undefined || path === undefined
    ? undefined
    : { kind: "external", path, span: spanOf(node) };
}

function toArtifact(node: CstNode, source: Source): Content {
  const at = toStringLiteral(tokenOf(node, "String"));
  const { as: format } = alias(node);
  return {
    kind: "artifact",
    ...(at === undefined ? {} : { at }),
    ...(format === undefined ? {} : { format }),
    given: tokenOf(node, "Given") !== undefined,
    ...bodyType(node, source),
  };
}

/** The type of `{ fields }` or `: T` as an optional property. */
function bodyType(node: CstNode, source: Source): { readonly type?: TypeUse } {
  const body = nodeOf(node, "body");
  const fields = nodeOf(body, "fields");
  const type =
    fields === undefined ? toTypeUse(nodeOf(body, "typeUse"), source) : toObjectUse(fields, source);
  return type === undefined ? {} : { type };
}

function toVerdict(node: CstNode, source: Source): Content {
  const [, per] = tokensOf(node, "Name");
  return { kind: "verdict", ...(per === undefined ? {} : { per: toName(per) }), ...bodyType(node, source) };
}

function toPlaybook(node: CstNode, source: Source): Content {
  return {
    kind: "playbook",
    clauses: builtOf(node, "clause", (clause) => toClause(clause, source)),
  };
}

function toWait(node: CstNode, source: Source): Content {
  return {
    kind: "wait",
    members: builtOf(node, "waitMember", (member) => toWaitMember(member, source)),
  };
}

function toWaitMember(node: CstNode, source: Source): WaitMember | undefined {
  const span = spanOf(node);
  const name = toName(tokenOf(node, "Name"));
  if (name !== undefined) return { kind: "class", class: name, span };
  if (tokenOf(node, "Declinable") !== undefined) return { kind: "declinable", span };
  const type = toTypeUse(nodeOf(node, "typeUse"), source);
  if (type !== undefined) return { kind: "answer", type, span };
  const [afterNode, answeringNode] = nodesOf(node, "expression");
  const after = toExpression(afterNode, source);
  const answering = toExpression(answeringNode, source);
  if (after === undefined) return undefined;
  return { kind: "expires", after, ...(answering === undefined ? {} : { answering }), span };
}

function toTool(node: CstNode, source: Source): Content {
  return {
    kind: "tool",
    members: builtOf(node, "toolMember", (member) => toToolMember(member, source)),
  };
}

function toToolMember(node: CstNode, source: Source): ToolMember | undefined {
  const word = tokenOf(node, "ToolMember");
  const type = toTypeUse(nodeOf(node, "typeUse"), source);
  if (word === undefined || type === undefined) return undefined;
  return { kind: word.tokenType === t.Input ? "input" : "output", type, span: spanOf(node) };
}

function toEffect(node: CstNode, source: Source): Content {
  const members = builtOf(node, "effectMember", (member) => toEffectMember(member, source));
  return { kind: "effect", members };
}

function toEffectMember(node: CstNode, source: Source): EffectMember | undefined {
  const member = nodeOf(node, "toolMember");
  if (member !== undefined) return toToolMember(member, source);
  const rule = nodeOf(node, "effectRule");
  if (rule !== undefined) return toEffectRule(node, rule, source);
  const span = spanOf(node);
  const flag = tokenOf(node, "FlagMember");
  if (flag !== undefined) return { kind: flag.tokenType === t.Lookup ? "lookup" : "irreversible", span };
  const expression = toExpression(nodeOf(node, "expression"), source);
  return expression === undefined ? undefined : { kind: "key", expression, span };
}

function toEffectRule(node: CstNode, rule: CstNode, source: Source): EffectMember | undefined {
  const verb = ruleVerb(tokenOf(rule, "RuleVerb"));
  if (verb === undefined) return undefined;
  const predicate = toExpression(nodeOf(nodeOf(rule, "condition"), "expression"), source);
  const expires = toExpression(nodeOf(rule, "expression"), source);
  return {
    kind: "rule",
    verb,
    ...(predicate === undefined ? {} : { predicate }),
    ...(expires === undefined ? {} : { expires }),
    suppressions: toSuppressions(node),
    span: spanOf(rule),
  };
}

function ruleVerb(token: IToken | undefined): "permit" | "approve" | "refuse" | "terminate" | undefined {
  switch (token?.image) {
    case "permit":
    case "approve":
    case "refuse":
    case "terminate":
      return token.image;
    default:
      return undefined;
  }
}

function toScenario(node: CstNode, source: Source): Content {
  return {
    kind: "scenario",
    lines: builtOf(node, "scenarioLine", (line) => toScenarioLine(line, source)),
  };
}
