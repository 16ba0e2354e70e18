/** What every builder of tree nodes shares: the text, its docs, the faults found on the way, and how to read rule nodes. */
import type { CstElement, CstNode, IToken } from "chevrotain";
import type { Span } from "../../ir/span.js";
import { cook } from "../cook.js";
import type { Fault } from "../fault.js";
import * as t from "../tokens.js";
import { spanOfToken } from "../tokens.js";
import type { Comment, Doc, Name, NumberLiteral, StringLiteral, Suppression } from "../tree.js";
import { numberValue } from "../literals.js";

export { spanOfToken };

export class Source {
  readonly faults: Fault[] = [];
  private readonly commentEnds: ReadonlyMap<number, number>;

  constructor(
    readonly text: string,
    private readonly comments: readonly Comment[],
  ) {
    this.commentEnds = new Map(comments.map(({ span }, index) => [span.end, index]));
  }

  report(fault: Fault): void {
    this.faults.push(fault);
  }

  /** The `///` lines right above `offset`: the last run of them, each on a line of its own (`[L-2]`). */
  docAbove(offset: number): Doc | undefined {
    const lines: Comment[] = [];
    let at = this.blanksBefore(offset).start;
    for (;;) {
      const index = this.commentEnds.get(at);
      const comment = index === undefined ? undefined : this.comments[index];
      if (comment?.kind !== "doc") break;
      const { start, newlines } = this.blanksBefore(comment.span.start);
      if (start > 0 && newlines === 0) break;
      lines.push(comment);
      if (newlines > 1) break;
      at = start;
    }
    const [last] = lines;
    const first = lines.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const text = lines
      .toReversed()
      .map((line) => line.text.slice(3).replace(/^ /, "").trimEnd())
      .join("\n");
    return { text, span: { start: first.span.start, end: last.span.end } };
  }

  private blanksBefore(offset: number): { start: number; newlines: number } {
    let newlines = 0;
    for (let start = offset; ; start--) {
      const code = this.text.charCodeAt(start - 1);
      if (code === 10) newlines++;
      else if (code !== 32 && code !== 9 && code !== 13) return { start, newlines };
    }
  }
}

// ------------------------------------------------------------------------------------------------------ rule nodes

// Under one key of a node are either tokens or nodes: the names of token types and rules differ.

function areTokens(elements: readonly CstElement[] | undefined): elements is IToken[] {
  return elements?.[0] !== undefined && "tokenType" in elements[0];
}

function areNodes(elements: readonly CstElement[] | undefined): elements is CstNode[] {
  return elements?.[0] !== undefined && "children" in elements[0];
}

const none: readonly never[] = [];

/** The token under `key`, in a node that may be incomplete. */
export function tokenOf(node: CstNode | undefined, key: string): IToken | undefined {
  return tokensOf(node, key)[0];
}

export function tokensOf(node: CstNode | undefined, key: string): readonly IToken[] {
  const elements = node?.children[key];
  return areTokens(elements) ? elements : none;
}

export function nodeOf(node: CstNode | undefined, key: string): CstNode | undefined {
  return nodesOf(node, key)[0];
}

export function nodesOf(node: CstNode | undefined, key: string): readonly CstNode[] {
  const elements = node?.children[key];
  return areNodes(elements) ? elements : none;
}

/** What becomes of the nodes under `key`, those that cannot be made into anything left out. */
export function builtOf<T>(
  node: CstNode | undefined,
  key: string,
  build: (node: CstNode) => T | undefined,
): readonly T[] {
  const nodes = nodesOf(node, key);
  if (nodes.length === 0) return none;
  const built: T[] = [];
  for (const each of nodes) {
    const one = build(each);
    if (one !== undefined) built.push(one);
  }
  return built;
}

/** The node of the alternative that a unit is: what it holds beside its suppressions. */
export function alternativeOf(node: CstNode): CstNode | undefined {
  for (const key in node.children) if (key !== "suppression") return nodeOf(node, key);
  return undefined;
}

export function spanOf(node: CstNode): Span {
  return { start: node.location?.startOffset ?? 0, end: (node.location?.endOffset ?? -1) + 1 };
}

// ---------------------------------------------------------------------------------------------------------- leaves

/** A name from an identifier, a keyword, a name in backticks, or a string that names a field or a scenario. */
export function toName(token: IToken): Name;
export function toName(token: IToken | undefined): Name | undefined;
export function toName(token: IToken | undefined): Name | undefined {
  if (token === undefined) return undefined;
  const span = spanOfToken(token);
  if (token.tokenType === t.QuotedName)
    return { kind: "name", text: token.image.slice(1, -1), quoted: true, span };
  if (token.tokenType === t.String) return { kind: "name", text: cook(token).text, quoted: true, span };
  return { kind: "name", text: token.image, quoted: false, span };
}

export function toNames(tokens: readonly IToken[]): readonly Name[] {
  return tokens.map((token) => toName(token));
}

export function toStringLiteral(token: IToken): StringLiteral;
export function toStringLiteral(token: IToken | undefined): StringLiteral | undefined;
export function toStringLiteral(token: IToken | undefined): StringLiteral | undefined {
  if (token === undefined) return undefined;
  return {
    kind: "string",
    text: cook(token).text,
    block: token.image.startsWith('"""'),
    span: spanOfToken(token),
  };
}

export function toNumber(token: IToken): NumberLiteral;
export function toNumber(token: IToken | undefined): NumberLiteral | undefined;
export function toNumber(token: IToken | undefined): NumberLiteral | undefined {
  if (token === undefined) return undefined;
  return { kind: "number", value: numberValue(token.image), text: token.image, span: spanOfToken(token) };
}

/** The `#suppress` lines of a node (`[L-32]`). */
export function toSuppressions(node: CstNode): readonly Suppression[] {
  return builtOf(node, "suppression", toSuppression);
}

function toSuppression(node: CstNode): Suppression | undefined {
  const code = toName(tokenOf(node, "Name"));
  const reason = toStringLiteral(tokenOf(node, "String"));
  if (code === undefined || reason === undefined) return undefined;
  return { kind: "suppression", code, reason, span: spanOf(node) };
}

/** Where the doc above a node ends: at its first suppression, else at `start`. */
export function headOf(node: CstNode, start: number): number {
  const suppression = nodeOf(node, "suppression");
  return suppression === undefined ? start : spanOf(suppression).start;
}

/** `doc` as an optional property. */
export function withDoc(doc: Doc | undefined): { readonly doc?: Doc } {
  return doc === undefined ? {} : { doc };
}
