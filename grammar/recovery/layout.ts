/** Where things end in text that cannot be parsed: by brackets where they agree with the indentation, else by that. */
import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import * as t from "../tokens.js";
import type { UnitKind } from "./units.js";

const openers: ReadonlySet<TokenType> = new Set([t.LCurly, t.LSquare, t.LParen]);
const closers: ReadonlySet<TokenType> = new Set([t.RCurly, t.RSquare, t.RParen]);

export function isCloser(token: IToken): boolean {
  return closers.has(token.tokenType);
}

/** +1 at an opening bracket, -1 at a closing one. */
export function nesting(token: IToken): number {
  if (openers.has(token.tokenType)) return 1;
  return closers.has(token.tokenType) ? -1 : 0;
}

export class Layout {
  /** For each token, the first on its line. */
  private readonly lineStarts: number[] = [];
  /** For each token, the first on the next line; the number of tokens on the last. */
  private readonly nextLines: number[] = [];
  /** For each token, how many brackets are open before it, less those that closed nothing. */
  private readonly depths: number[] = [];

  constructor(private readonly tokens: readonly IToken[]) {
    let first = 0;
    let depth = 0;
    for (const [index, token] of tokens.entries()) {
      if (tokens[index - 1]?.endLine !== token.startLine) first = index;
      this.lineStarts.push(first);
      this.depths.push(depth);
      depth += nesting(token);
    }
    let next = tokens.length;
    for (let index = tokens.length - 1; index >= 0; index--) {
      this.nextLines[index] = next;
      if (this.lineStarts[index] === index) next = index;
    }
  }

  isFirstOnLine(index: number): boolean {
    return this.lineStarts[index] === index;
  }

  /** The column at which the line of a token begins. */
  indentation(index: number): number {
    return this.tokens[this.lineStarts[index] ?? 0]?.startColumn ?? 1;
  }

  private nextLine(index: number): number {
    return this.nextLines[index] ?? this.tokens.length;
  }

  /** Whether a unit of that kind seems to begin at a token. */
  starts(kind: UnitKind, index: number): boolean {
    const head = this.head(index);
    const token = this.tokens[head];
    const next = this.tokens[head + 1];
    if (token === undefined) return false;
    if (head > index && (!kind.suppressible || this.isBehindComma(index))) return false;
    if (
      !this.isFirstOnLine(head) &&
      next !== undefined &&
      next.startLine !== token.startLine &&
      !isCloser(next)
    )
      return false;
    return kind.starts(token, next, this.tokens[head + 2]);
  }

  /** Behind a comma, a suppression is about the next entry of a list. */
  private isBehindComma(index: number): boolean {
    return this.tokens[index - 1]?.tokenType === t.Comma;
  }

  /** The first token behind a unit's suppressions. */
  head(start: number): number {
    let head = start;
    while (this.tokens[head]?.tokenType === t.Suppress) head += 3;
    return head;
  }

  /**
   * Where, at the latest, the unit at `start` ends: where a line begins no deeper than the unit's own and with what
   * looks like the next one. `indented`: the units stand deeper than what holds them, so that this is so inside
   * brackets too, which then lack their end.
   */
  unitEnd(kind: UnitKind, start: number, to: number, indented: boolean): number {
    const column = this.indentation(start);
    for (let index = this.nextLine(this.head(start)); index < to; index = this.nextLine(index)) {
      const token = this.tokens[index];
      if (token === undefined) break;
      const depth = (this.depths[index] ?? 0) - (this.depths[start] ?? 0);
      const deeper = (token.startColumn ?? 1) - column;
      const suppression = token.tokenType === t.Suppress && kind.suppressible && !this.isBehindComma(index);
      if (deeper <= 0 && depth <= 0 && suppression) return index;
      if (deeper <= 0 && (depth <= 0 || indented) && this.starts(kind, index)) return index;
      // One blank more is what a word that was taken out leaves behind.
      if (deeper <= 1 && depth <= 0 && kind.words !== undefined && this.beginsStrangely(index)) return index;
    }
    return to;
  }

  /** A word or string that begins a line and continues nothing: the start of a unit whose word is misspelt or missing. */
  private beginsStrangely(index: number): boolean {
    const token = this.tokens[index];
    const before = this.tokens[index - 1];
    if (token === undefined || before === undefined) return false;
    return tokenMatcher(token, t.FieldKey) && !continues(before);
  }

  /**
   * The next place from `from` on where a unit seems to begin, in the same brackets as that at `start`; else `end`.
   * `onLines`: where it is the first on its line.
   */
  nextStart(kind: UnitKind, start: number, from: number, end: number, onLines: boolean): number {
    const depth = this.depths[start] ?? 0;
    for (let index = from; index < end; index++) {
      if ((this.depths[index] ?? 0) > depth || (onLines && !this.isFirstOnLine(index))) continue;
      if (this.starts(kind, index)) return index;
    }
    return end;
  }

  /** The bracket that closes the `{` at `open`, before `end`. Where brackets and indentation disagree, the latter decides. */
  closing(open: number, end: number): number | undefined {
    const line = this.tokens[open]?.startLine;
    const column = this.indentation(open);
    const fits = (index: number): boolean =>
      this.tokens[index]?.startLine === line ||
      (this.isFirstOnLine(index) && this.tokens[index]?.startColumn === column);
    const matching = this.matching(open, end);
    if (matching !== undefined && fits(matching)) return matching;
    for (let index = open + 1; index < end; index++) {
      const token = this.tokens[index];
      if (token?.tokenType === t.RCurly && token.startLine !== line && fits(index)) return index;
    }
    return matching;
  }

  private matching(open: number, end: number): number | undefined {
    const waiting: TokenType[] = [];
    for (let index = open; index < end; index++) {
      const type = this.tokens[index]?.tokenType;
      if (type === t.LCurly) waiting.push(t.RCurly);
      else if (type === t.LSquare) waiting.push(t.RSquare);
      else if (type === t.LParen) waiting.push(t.RParen);
      else if (type !== undefined && closers.has(type)) {
        const found = waiting.lastIndexOf(type);
        if (found !== -1) waiting.length = found;
        if (waiting.length === 0) return index;
      }
    }
    return undefined;
  }
}

const continuing: ReadonlySet<TokenType> = new Set([
  t.Comma,
  t.Colon,
  t.Dot,
  t.Pipe,
  t.Equals,
  t.AtSign,
  t.LCurly,
  t.LSquare,
  t.LParen,
  t.And,
  t.Or,
  t.Not,
  t.When,
]);

/** Whether a token makes the next one part of its own unit. */
function continues(token: IToken): boolean {
  // `>` rather closes a `map<…>`.
  return (
    continuing.has(token.tokenType) || (tokenMatcher(token, t.Operator) && token.tokenType !== t.Greater)
  );
}
