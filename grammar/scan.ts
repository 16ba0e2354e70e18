/**
 * Text to tokens and comments. By hand and not by patterns: it takes no time to start, and each fault of the text
 * itself gets its own code and yields the token that was meant, so that the parser has nothing to add to it.
 */
import type { IToken, TokenType } from "chevrotain";
import { invariant } from "../ir/invariant.js";
import type { Span } from "../ir/span.js";
import type { Fault } from "./fault.js";
import { classifyLiteral, durationHint } from "./literals.js";
import { maxDepth, Nesting } from "./nesting.js";
import { odd, readForeignName } from "./odd-characters.js";
import { badEscapes, blockEnd, declarationLine, openHole, quotedEnd } from "./quotes.js";
import * as t from "./tokens.js";
import type { Comment } from "./tree.js";

/** More tokens than a file of `maxFileSize` has, unless it is no program; beyond, the rest is not read. */
const maxTokens = 1_500_000;
/** How many faults of the text itself are reported for one file. */
const maxFaults = 100;

export interface Scan {
  readonly tokens: readonly IToken[];
  readonly comments: readonly Comment[];
  /** In text order. */
  readonly faults: readonly Fault[];
}

export const declarationTypes: ReadonlySet<TokenType> = new Set([
  t.Namespace,
  t.Import,
  t.Type,
  t.Artifact,
  t.Evidence,
  t.Verdict,
  t.Playbook,
  t.Wait,
  t.Tool,
  t.Effect,
  t.Scenario,
]);

const identifier = /[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*/y;
const numeral = /-?[0-9](?:[0-9A-Za-z_.]|(?<=[0-9][eE])[+-](?=[0-9]))*/y;
const nameRest = /(?:-[A-Za-z_][A-Za-z0-9_]*)(?:-[A-Za-z0-9_]+)*/y;
const wholeIdentifier = /^[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*$/;

const punctuation: ReadonlyMap<string, TokenType> = new Map([
  ["{", t.LCurly],
  ["}", t.RCurly],
  ["[", t.LSquare],
  ["]", t.RSquare],
  ["(", t.LParen],
  [")", t.RParen],
  [",", t.Comma],
  [":", t.Colon],
  ["@", t.AtSign],
]);
const lineFeed = 0x0a;

/** Scans a whole file. */
export function scan(text: string): Scan {
  const cuts = new Map<number, number>();
  for (;;) {
    const scanner = new Scanner(text, cuts);
    while (scanner.next());
    // A block string that never ends, and an earlier one that runs over a declaration: the earlier one is not closed.
    if (scanner.runaway === undefined || !scanner.endless || cuts.size >= 8) return scanner;
    cuts.set(scanner.runaway.start, scanner.runaway.end);
  }
}

/**
 * Scans `{{ … }}` in a string's text, `from` being behind its opening braces; `undefined` where it has no end. `end`
 * is behind the closing braces.
 */
export function scanHole(text: string, from: number): (Scan & { readonly end: number }) | undefined {
  const scanner = new Scanner(text, new Map(), { from, comments: false });
  for (;;) {
    scanner.skipBlanks();
    if (scanner.depth === 0 && text.startsWith("}}", scanner.at)) {
      return { tokens: scanner.tokens, comments: [], faults: scanner.faults, end: scanner.at + 2 };
    }
    if (!scanner.next()) return undefined;
  }
}

export class Scanner implements Scan {
  readonly tokens: IToken[] = [];
  readonly comments: Comment[] = [];
  readonly faults: Fault[] = [];
  at: number;
  /** The first block string that runs over what looks like a declaration, and where that begins. */
  runaway: Span | undefined;
  /** A block string has no end. */
  endless = false;

  private line = 1;
  private lineStart = 0;
  private faultyBackticks = 0;
  private readonly nesting = new Nesting();
  private readonly takesComments: boolean;

  constructor(
    readonly text: string,
    private readonly cuts: ReadonlyMap<number, number>,
    { from = 0, comments = true } = {},
  ) {
    this.at = from;
    this.takesComments = comments;
  }

  get depth(): number {
    return this.nesting.depth;
  }

  report(fault: Fault): void {
    if (this.faults.length < maxFaults) this.faults.push(fault);
  }

  skipBlanks(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === 10) {
        this.line++;
        this.lineStart = this.at + 1;
      } else if (code !== 32 && code !== 9 && code !== 13) return;
    }
  }

  /** Reads one token, comment or fault; `false` at the end. */
  next(): boolean {
    this.skipBlanks();
    const start = this.at;
    if (start >= this.text.length || this.isOverfull(start)) return false;
    const character = this.text.charAt(start);
    if (/[A-Za-z_]/.test(character)) this.readName(start);
    else if (/[0-9]/.test(character)) this.readNumeral(start);
    else this.readMark(character, start);
    invariant(this.at > start, "the scanner moves on");
    return true;
  }

  private isOverfull(start: number): boolean {
    if (this.tokens.length < maxTokens) return false;
    this.report({
      code: "LB1008",
      span: { start, end: this.text.length },
      message: `the file has more than ${maxTokens} words and marks, and the rest is not read`,
      hint: "spread its declarations over several files",
    });
    return true;
  }

  private readMark(character: string, start: number): void {
    const type = punctuation.get(character);
    if (type !== undefined) return this.push(type, start, start + 1);
    const following = this.text.charAt(start + 1);
    const pair = character + following;
    switch (character) {
      case '"':
        return this.text.startsWith('"""', start) ? this.readBlock(start) : this.readQuoted(start);
      case "`":
        return this.readQuotedName(start);
      case "#":
        if (!this.takesComments || !/^#suppress(?![A-Za-z0-9_-])/.test(this.text.slice(start, start + 10)))
          break;
        return this.push(t.Suppress, start, start + "#suppress".length);
      case "/":
        if (this.takesComments && (pair === "//" || pair === "/*")) return this.readComment(start);
        break;
      case ".":
        if (/[0-9]/.test(following)) break;
        return this.push(t.Dot, start, start + 1);
      case "?":
        return pair === "??"
          ? this.push(t.QuestionQuestion, start, start + 2)
          : this.push(t.Question, start, start + 1);
      case "|":
        if (pair === "||") break;
        return this.push(t.Pipe, start, start + 1);
      case "=":
        if (pair === "=>" || this.text.startsWith("===", start)) break;
        return pair === "=="
          ? this.push(t.EqualEqual, start, start + 2)
          : this.push(t.Equals, start, start + 1);
      case "!":
        if (pair !== "!=" || this.text.startsWith("!==", start)) break;
        return this.push(t.BangEqual, start, start + 2);
      case "<":
        return pair === "<=" ? this.push(t.LessEqual, start, start + 2) : this.push(t.Less, start, start + 1);
      case ">":
        // `map<T>= 1`: the bracket closes, and a default follows.
        if (pair === ">=" && !this.nesting.isInMap) return this.push(t.GreaterEqual, start, start + 2);
        return this.push(t.Greater, start, start + 1);
      case "-":
        if (/[0-9]/.test(following)) return this.readNumeral(start);
        break;
      default:
        break;
    }
    this.readOdd(start);
  }

  /** Characters that the language has no use for; some stand for something that it has. */
  private readOdd(start: number): void {
    const { fault, end, tokens } = odd(this.text, start, !this.takesComments);
    if (fault !== undefined) this.report(fault);
    for (const { type, image, span } of tokens) this.push(type, span.start, span.end, image);
    this.at = end;
  }

  readName(start: number): void {
    identifier.lastIndex = start;
    const image = identifier.exec(this.text)?.[0] ?? "";
    const end = start + image.length;
    if (end < this.text.length && this.text.charCodeAt(end) > 127) {
      const foreign = readForeignName(this.text, start);
      if (foreign !== undefined) {
        this.report(foreign.fault);
        this.push(t.keywordType(foreign.image) ?? t.Identifier, start, foreign.end, foreign.image);
        return;
      }
    }
    this.push(t.keywordType(image) ?? t.Identifier, start, end, image);
  }

  private readQuotedName(start: number): void {
    const [image = "", inner = ""] = /^`([^`\r\n]*)`?/.exec(this.text.slice(start, start + 200)) ?? [];
    const isClosed = image.length === inner.length + 2;
    if (isClosed && wholeIdentifier.test(inner)) {
      return this.push(t.QuotedName, start, start + image.length, image);
    }
    const name = /^[A-Za-z0-9_-]*/.exec(inner)?.[0] ?? "";
    const end = isClosed ? start + image.length : start + 1 + name.length;
    // One backtick too few or too many puts all that follow it on its line to the wrong side.
    if (this.faultyBackticks !== this.line) {
      this.report(isClosed ? notAName(image, { start, end }) : nameNotClosed({ start, end }));
    }
    this.faultyBackticks = this.line;
    this.push(t.QuotedName, start, end, isClosed ? image : `\`${name}\``);
  }

  private readNumeral(start: number): void {
    numeral.lastIndex = start;
    const image = numeral.exec(this.text)?.[0] ?? "";
    const span = { start, end: start + image.length };
    nameRest.lastIndex = span.end;
    const rest = nameRest.exec(this.text)?.[0] ?? "";
    if (rest !== "") return this.readDigitName(start, image + rest);
    const literal = classifyLiteral(image);
    if (literal.kind === "bad") {
      this.report({
        code: "LB1006",
        span,
        message: `\`${image}\` ${literal.problem}`,
        hint:
          literal.like === "number"
            ? "a number is written like `3`, `-1`, `1.5`, `1e3` or `10_000`"
            : durationHint,
        ...(literal.instead === undefined
          ? {}
          : { fix: { title: `write \`${literal.instead}\``, edits: [{ span, text: literal.instead }] } }),
      });
    }
    const like = literal.kind === "bad" ? literal.like : literal.kind;
    this.push(like === "number" ? t.Number : t.Duration, span.start, span.end, image);
  }

  /** `3-way` */
  private readDigitName(start: number, image: string): void {
    const span = { start, end: start + image.length };
    this.report({
      code: "LB1006",
      span,
      message: `\`${image}\` is no number, and a name does not begin with a digit`,
    });
    this.push(t.Identifier, span.start, span.end, image);
  }

  private readQuoted(start: number): void {
    const end = quotedEnd(this.text, start);
    if (end === undefined) {
      const line = /[^\r\n]*/y;
      line.lastIndex = start;
      const image = line.exec(this.text)?.[0].trimEnd() ?? "";
      const stop = start + image.length;
      this.report({
        code: "LB1002",
        span: { start, end: stop },
        message: "the string is not closed on its line",
        hint: 'close it with `"`, or write a text of several lines between `"""` and `"""`',
        fix: { title: "close the string", edits: [{ span: { start: stop, end: stop }, text: '"' }] },
      });
      return this.push(t.String, start, stop, `${image}"`);
    }
    const nested = openHole(this.text, start, end);
    if (nested !== undefined) {
      this.report(nested.fault);
      return this.push(t.String, start, nested.end);
    }
    const escapes = badEscapes(this.text, start, end);
    if (escapes !== undefined) this.report(escapes);
    this.push(t.String, start, end);
  }

  private readBlock(start: number): void {
    const cut = this.cuts.get(start);
    const end = cut === undefined ? blockEnd(this.text, start) : undefined;
    if (end !== undefined) {
      const declaration = declarationLine(this.text, start + 3, end);
      if (declaration !== undefined) this.runaway ??= { start, end: declaration };
      return this.push(t.String, start, end);
    }
    this.endless ||= cut === undefined;
    const stop = cut ?? declarationLine(this.text, start + 3, this.text.length) ?? this.text.length;
    this.report({
      code: "LB1002",
      span: { start, end: start + 3 },
      message: 'the text that begins here with `"""` is never closed',
      hint: 'close it with `"""` on a line of its own',
    });
    this.push(t.String, start, stop, `${this.text.slice(start, stop)}"""`);
  }

  private readComment(start: number): void {
    const block = this.text.charAt(start + 1) === "*";
    let end = block ? this.text.indexOf("*/", start + 2) : this.text.indexOf("\n", start);
    if (block && end === -1) {
      end = declarationLine(this.text, start + 2, this.text.length) ?? this.text.length;
      this.report({
        code: "LB1002",
        span: { start, end: start + 2 },
        message: "the comment is never closed",
        hint: "close it with `*/`",
      });
    } else if (block) end += 2;
    else if (end === -1) end = this.text.length;
    if (!block && this.text.charAt(end - 1) === "\r") end--;
    const text = this.text.slice(start, end);
    const doc = text.startsWith("///") && !text.startsWith("////");
    this.comments.push({ kind: block ? "block" : doc ? "doc" : "line", text, span: { start, end } });
    this.moveTo(end);
  }

  /** Goes to `end`, counting the lines on the way. */
  private moveTo(end: number): void {
    // Not by `indexOf`, which would look beyond `end`: to the end of a line that may be megabytes long, at each string.
    for (let i = this.at; i < end; i += 1) {
      if (this.text.charCodeAt(i) !== lineFeed) continue;
      this.line += 1;
      this.lineStart = i + 1;
    }
    this.at = end;
  }

  private push(type: TokenType, start: number, end: number, image = this.text.slice(start, end)): void {
    const { tokenTypeIdx } = type;
    invariant(tokenTypeIdx !== undefined, "the parser is constructed before anything is scanned");
    const startLine = this.line;
    const startColumn = start - this.lineStart + 1;
    if (type === t.String) this.moveTo(end);
    this.at = end;
    if (startColumn === 1 && declarationTypes.has(type)) this.nesting.reset();
    const place = this.nesting.enter(type);
    if (place === "too deep") this.reportDepth(start, end);
    if (place !== "fits") return;
    const token = {
      image,
      startOffset: start,
      startLine,
      startColumn,
      endOffset: end - 1,
      endLine: this.line,
      endColumn: end - this.lineStart,
      tokenType: type,
      tokenTypeIdx,
    };
    if (type === t.Colon) this.unmakeOperator();
    this.tokens.push(token);
  }

  /** `in:` is a key, wherever it stands: no expression goes on with an operator and a colon. */
  private unmakeOperator(): void {
    const last = this.tokens.at(-1);
    if (last === undefined || t.Identifier.tokenTypeIdx === undefined) return;
    if (
      last.tokenType === t.In ||
      last.tokenType === t.Contains ||
      last.tokenType === t.And ||
      last.tokenType === t.Or
    ) {
      last.tokenType = t.Identifier;
      last.tokenTypeIdx = t.Identifier.tokenTypeIdx;
    }
  }

  private reportDepth(start: number, end: number): void {
    this.report({
      code: "LB1007",
      span: { start, end },
      message: `this is nested more than ${maxDepth} levels deep`,
      hint: "give the inner part a name of its own, as a type or a playbook",
    });
  }
}

function nameNotClosed(span: Span): Fault {
  return {
    code: "LB1002",
    span,
    message: "the name in backticks is not closed",
    fix: { title: "close the name", edits: [{ span: { start: span.end, end: span.end }, text: "`" }] },
  };
}

function notAName(image: string, span: Span): Fault {
  return {
    code: "LB1009",
    span,
    message: image === "``" ? "the name in backticks is empty" : `${image} is not a name`,
    hint: "backticks make a name of a keyword; it is still made of ASCII letters, digits, `_` and `-`",
  };
}
