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
  constructor(private readonly tokens: readonly IToken[]) {}

  isFirstOnLine(index: number): boolean {
    const token = this.tokens[index];
    const before = this.tokens[index - 1];
    return token !== undefined && (before === undefined || before.endLine !== token.startLine);
  }

  /** The column at which the line of a token begins. */
  indentation(index: number): number {
    let first = index;
    while (first > 0 && !this.isFirstOnLine(first)) first--;
    return this.tokens[first]?.startColumn ?? 1;
  }

  /** Whether a unit of that kind seems to begin at a token. */
  starts(kind: UnitKind, index: number): boolean {
    const token = this.tokens[index];
    return token !== undefined && kind.starts(token, this.tokens[index + 1], this.tokens[index + 2]);
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
    let depth = 0;
    for (let index = start; index < to; index++) {
      const token = this.tokens[index];
      if (token === undefined) break;
      if (index > this.head(start) && this.isFirstOnLine(index) && (token.startColumn ?? 1) <= column) {
        if (this.starts(kind, index) && (depth <= 0 || indented)) return index;
        if (depth <= 0 && kind.words !== undefined && this.beginsStrangely(index)) return index;
      }
      depth += nesting(token);
    }
    return to;
  }

  /** A word or string that begins a line and continues nothing: the start of a unit whose word is misspelt or missing. */
  private beginsStrangely(index: number): boolean {
    const token = this.tokens[index];
    const before = this.tokens[index - 1];
    if (token === undefined || !tokenMatcher(token, t.FieldKey)) return false;
    return before === undefined || !continues(before);
  }

  /** Where, on the same lines, another unit may begin: at most eight such places, then `end`. */
  shorterEnds(kind: UnitKind, start: number, end: number): readonly number[] {
    const ends: number[] = [];
    let depth = 0;
    const head = this.head(start);
    for (let index = head; index < end && ends.length < 8; index++) {
      const token = this.tokens[index];
      if (token === undefined) break;
      if (index > head && depth === 0 && this.starts(kind, index)) ends.push(index);
      depth += nesting(token);
    }
    return [...ends, end];
  }

  /** The next place from `from` on, outside of brackets, where a unit seems to begin; else `end`. */
  nextStart(kind: UnitKind, from: number, end: number): number {
    let depth = 0;
    for (let index = from; index < end; index++) {
      const token = this.tokens[index];
      if (token === undefined) break;
      if (depth <= 0 && this.starts(kind, index)) return index;
      depth = Math.max(0, depth + nesting(token));
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
  t.Comma, t.Colon, t.Dot, t.Pipe, t.Equals, t.AtSign, t.LCurly, t.LSquare, t.LParen, t.And, t.Or, t.Not, t.When,
]);

/** Whether a token makes the next one part of its own unit. */
function continues(token: IToken): boolean {
  return continuing.has(token.tokenType) || tokenMatcher(token, t.Operator);
}
