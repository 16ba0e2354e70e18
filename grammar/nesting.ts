import type { TokenType } from "chevrotain";
import * as t from "./tokens.js";

/** How deep brackets (and `not`) may nest: beyond, one fault is reported and the inner tokens are left out. */
export const maxDepth = 100;

const closerOf: ReadonlyMap<TokenType, TokenType> = new Map([
  [t.LCurly, t.RCurly],
  [t.LSquare, t.RSquare],
  [t.LParen, t.RParen],
]);
const closers: ReadonlySet<TokenType> = new Set(closerOf.values());

/** Keeps count of open brackets, so that nothing is parsed that would exhaust the stack. */
export class Nesting {
  /** The closing brackets that are waited for, `>` of `map<` among them; never more than `maxDepth`. */
  private readonly open: TokenType[] = [];
  /** How many more are open. */
  private beyond = 0;
  private negations = 0;
  private previous: TokenType | undefined;

  get depth(): number {
    return this.open.length + this.beyond;
  }

  /** Whether the innermost bracket is that of `map<`. */
  get isInMap(): boolean {
    return this.open.at(-1) === t.Greater;
  }

  /** Starts afresh, as at a declaration. */
  reset(): void {
    this.open.length = 0;
    this.beyond = 0;
  }

  /** Takes the next token into account. `too deep`: the first that is left out; `left out`: those behind it. */
  enter(type: TokenType): "fits" | "too deep" | "left out" {
    const closer = type === t.Less && this.previous === t.Map_ ? t.Greater : closerOf.get(type);
    this.previous = type;
    this.negations = type === t.Not ? this.negations + 1 : 0;
    if (closer !== undefined) return this.enterBracket(closer);
    if (this.beyond > 0) {
      if (closers.has(type)) this.beyond--;
      return "left out";
    }
    if (closers.has(type)) this.leaveBracket(type);
    else if (type === t.Greater && this.isInMap) this.open.pop();
    if (this.negations <= maxDepth) return "fits";
    return this.negations === maxDepth + 1 ? "too deep" : "left out";
  }

  private enterBracket(closer: TokenType): "fits" | "too deep" | "left out" {
    if (this.open.length < maxDepth) {
      this.open.push(closer);
      return "fits";
    }
    this.beyond++;
    return this.beyond === 1 ? "too deep" : "left out";
  }

  private leaveBracket(closer: TokenType): void {
    const index = this.open.lastIndexOf(closer);
    if (index !== -1) this.open.length = index;
  }
}
