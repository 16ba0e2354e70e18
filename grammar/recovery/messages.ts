/** From where the parser could not go on to what an author is told. */
import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import { nearest } from "../../ir/nearest.js";
import type { Span } from "../../ir/span.js";
import type { Fault } from "../fault.js";
import type { EntryRule, Halt } from "../parser.js";
import { playbookParser } from "../parser.js";
import * as t from "../tokens.js";
import { spanOfToken } from "../tokens.js";
import { clauseWords, declarationWords, stepWords } from "../words.js";
import { collectionsHint, habitFault, nameInQuotes } from "./habits.js";
import { isCloser } from "./layout.js";
import { either, nounFor, placeNoun } from "./nouns.js";
import type { UnitKind } from "./units.js";

export interface HaltContext {
  /** What was read. */
  readonly tokens: readonly IToken[];
  /** The rule it was read as; absent for a hole, which is an expression. */
  readonly rule?: EntryRule;
  /** The `{{ … }}` that was read. */
  readonly hole?: Span;
}

/** How many tokens before a fault are looked at to tell what could have followed. */
const assistLimit = 400;

/** A token as it is named in a message. */
export function describeToken(token: IToken): string {
  if (token.tokenType === t.String) {
    const [line = ""] = token.image.split("\n");
    return line.length > 30 || line.length < token.image.length ? "a string" : line;
  }
  return token.tokenType === t.QuotedName ? token.image : `\`${token.image}\``;
}

/** Which of the tokens the parser stopped at; their number where it ran out of them. */
export function haltIndex(halt: Halt, tokens: readonly IToken[]): number {
  if (halt.kind === "end") return tokens.length;
  const index = tokens.indexOf(halt.at);
  return index === -1 ? tokens.length : index;
}

/** Where a unit's first word is: behind its suppressions. */
export function headIndex(tokens: readonly IToken[]): number {
  let index = 0;
  while (tokens[index]?.tokenType === t.Suppress) index += 3;
  return index;
}

function headToken(tokens: readonly IToken[]): IToken | undefined {
  return tokens[headIndex(tokens)] ?? tokens[0];
}

/** The types that could stand at an index of the tokens, if it is cheap enough to tell. */
export function possibleAt(rule: EntryRule, tokens: readonly IToken[], index: number): readonly TokenType[] {
  if (index > assistLimit) return [];
  const paths = playbookParser().computeContentAssist(rule, tokens.slice(0, index));
  return [...new Set(paths.map((path) => path.nextTokenType))];
}

/** A keyword that a word was probably meant to be, among those that could stand in its place. */
export function meantKeyword(word: string, possible: readonly TokenType[]): TokenType | undefined {
  const keywords = possible.flatMap((type) => t.keywordsOf(type));
  const meant = nearest(word, keywords);
  return meant === undefined ? undefined : t.keywordType(meant);
}

/** The fault at a halt. */
export function haltFault(halt: Halt, { tokens, rule, hole }: HaltContext): Fault {
  const index = haltIndex(halt, tokens);
  const previous = tokens[index - 1];
  const head = headToken(tokens);
  if (previous === undefined && hole !== undefined) {
    return { code: "LB1001", span: hole, message: "expected a value between `{{` and `}}`" };
  }
  const habit = halt.at.tokenType === t.Suppress ? undefined : habitFault(halt, tokens, index, rule);
  if (habit !== undefined) return habit;
  if (halt.kind === "end") return endFault(halt, tokens, hole);
  const at = halt.at;
  const span = spanOfToken(at);
  const found = describeToken(at);
  if (at.tokenType === t.Suppress) return misplacedSuppression(at);
  const equals = at.tokenType === t.Equals ? equalsFault(halt, span) : undefined;
  if (equals !== undefined) return equals;
  const missingName = swallowedKeyword(halt, previous);
  if (missingName !== undefined && previous !== undefined) {
    return {
      code: "LB1001",
      span: spanOfToken(previous),
      message: `expected ${nounFor(halt.rule, [t.Name], tokens[index - 2], head)} before ${describeToken(previous)}`,
    };
  }
  if (previous !== undefined && previous.image === at.image && previous.tokenType === at.tokenType) {
    return doubledFault(at, previous);
  }
  const possible = rule === undefined ? [] : possibleAt(rule, tokens, index);
  if (previous !== undefined && possible.includes(t.Comma) && !possible.includes(t.Colon) && isItem(at)) {
    return { code: "LB1001", span, message: `expected \`,\` before ${found}`, fix: insertion(",", previous) };
  }
  if (halt.kind === "surplus") return surplusFault(at, previous, possible);
  const list = at.tokenType === t.LSquare && halt.expected.includes(t.TypeName);
  return {
    code: "LB1001",
    span,
    message: `expected ${nounFor(halt.rule, halt.expected, previous, head)}, found ${found}`,
    ...(list ? { hint: collectionsHint } : {}),
  };
}

function misplacedSuppression(token: IToken): Fault {
  return {
    code: "LB1001",
    span: spanOfToken(token),
    message: "`#suppress` cannot stand here",
    hint: "a suppression stands above a declaration, a clause, a field, an `admits` entry or a step",
  };
}

/** The tokens ran out. */
function endFault(halt: Halt, tokens: readonly IToken[], hole: Span | undefined): Fault {
  const previous = tokens.at(-1);
  const unclosed = unclosedBracket(tokens);
  if (unclosed !== undefined && hole === undefined) return unclosedFault(unclosed, previous);
  const noun = nounFor(halt.rule, halt.expected, previous, headToken(tokens));
  if (previous === undefined)
    return { code: "LB1001", span: { start: 0, end: 0 }, message: `expected ${noun}` };
  const span = spanOfToken(previous);
  return {
    code: "LB1001",
    span,
    message: `expected ${noun} after ${describeToken(previous)}`,
  };
}

export function unclosedFault(bracket: IToken, last: IToken | undefined): Fault {
  const closer = { "{": "}", "[": "]", "(": ")" }[bracket.image] ?? ">";
  const end = spanOfToken(last ?? bracket).end;
  return {
    code: "LB1010",
    span: spanOfToken(bracket),
    message: `\`${bracket.image}\` is never closed`,
    hint: `close it with \`${closer}\``,
    fix: {
      title: `add \`${closer}\``,
      edits: [{ span: { start: end, end }, text: closer === "}" ? `\n${closer}` : closer }],
    },
  };
}

/** The innermost bracket that is open at the end of the tokens. */
function unclosedBracket(tokens: readonly IToken[]): IToken | undefined {
  const open: IToken[] = [];
  for (const token of tokens) {
    if (token.tokenType === t.LCurly || token.tokenType === t.LSquare || token.tokenType === t.LParen)
      open.push(token);
    else if (token.tokenType === t.RCurly || token.tokenType === t.RSquare || token.tokenType === t.RParen)
      open.pop();
  }
  return open.at(-1);
}

function surplusFault(at: IToken, previous: IToken | undefined, possible: readonly TokenType[]): Fault {
  const span = spanOfToken(at);
  const found = describeToken(at);
  if (at.tokenType === t.AtSign && previous !== undefined) {
    return { code: "LB1001", span, message: "decorators stand after a type and before its default" };
  }
  const after = previous === undefined ? "" : ` after ${describeToken(previous)}`;
  if (isItem(at) && possible.includes(t.Operator)) {
    return {
      code: "LB1001",
      span,
      message: `expected an operator such as \`==\` or \`and\`, found ${found}`,
    };
  }
  const keywords = possible.flatMap((type) => t.keywordsOf(type));
  if (isItem(at) && keywords.length > 0 && keywords.length <= 3) {
    return { code: "LB1001", span, message: `expected ${either(keywords)}, found ${found}` };
  }
  const hint = at.tokenType === t.Less ? { hint: collectionsHint } : {};
  return { code: "LB1001", span, message: `unexpected ${found}${after}`, ...hint };
}

/** A name or a literal: what the elements of lists are. */
function isItem(token: IToken): boolean {
  return tokenMatcher(token, t.Name) || tokenMatcher(token, t.Literal);
}

/** `=` where `==` or `:` was meant. */
function equalsFault(halt: Halt, span: Span): Fault | undefined {
  const colon = halt.expected.includes(t.Colon);
  const comparison =
    halt.kind === "surplus" || halt.expected.some((type) => type === t.Comparison || type === t.Operator);
  if (!colon && !comparison) return undefined;
  const instead = colon ? ":" : "==";
  return {
    code: "LB1001",
    span,
    message: colon ? `expected \`:\`, found \`=\`` : "`=` gives a default; a comparison is written `==`",
    fix: { title: `write \`${instead}\``, edits: [{ span, text: instead }] },
  };
}

/** A keyword that was taken for the name in front of it, as in `artifact at "x"`. */
function swallowedKeyword(halt: Halt, previous: IToken | undefined): TokenType | undefined {
  if (previous === undefined || t.keywordOf(previous.tokenType) === undefined) return undefined;
  return halt.expected.length === 1 ? halt.expected.find((type) => type === previous.tokenType) : undefined;
}

/** A fix that inserts the one mark or word that was missing, behind a token. */
export function insertion(text: string, behind: IToken): NonNullable<Fault["fix"]> {
  const { end } = spanOfToken(behind);
  const put = /^[,:.\])}>]$/.test(text) ? text : ` ${text}`;
  return { title: `add \`${text}\``, edits: [{ span: { start: end, end }, text: put }] };
}

/** A token that stands there once too often. */
export function doubledFault(token: IToken, previous: IToken): Fault {
  const { end } = spanOfToken(token);
  return {
    code: "LB1001",
    span: spanOfToken(token),
    message: `${describeToken(token)} is written twice`,
    fix: { title: "remove one", edits: [{ span: { start: spanOfToken(previous).end, end }, text: "" }] },
  };
}

/** The text of a token type that is always written the same. */
export function fixedText(type: TokenType): string | undefined {
  return t.keywordOf(type) ?? /^`([^`\w]+)`$/.exec(type.LABEL ?? "")?.[1];
}

/** A word where a unit has to begin, and that begins none. */
export function unknownWordFault(kind: UnitKind, token: IToken, meant?: string): Fault {
  const span = spanOfToken(token);
  if (meant !== undefined) {
    return {
      code: "LB2001",
      span,
      message: `unknown ${kind.noun} \`${token.image}\`; did you mean \`${meant}\`?`,
      fix: { title: `write \`${meant}\``, edits: [{ span, text: meant }] },
    };
  }
  // At the top of a file it is rather the name of a declaration whose keyword is missing.
  if (kind.rule === "item") return strangeFault(kind, token);
  return {
    code: "LB2001",
    span,
    message: homeOf(token.image, kind) ?? `unknown ${kind.noun} \`${token.image}\``,
    hint: `expected ${placeNoun(kind.rule)}`,
  };
}

/** Words that other languages put in front of a declaration. */
export const needless: ReadonlySet<string> = new Set(["export", "public", "private", "abstract"]);

export function needlessFault(token: IToken): Fault {
  const span = spanOfToken(token);
  return {
    code: "LB1001",
    span,
    message: `no \`${token.image}\` stands in front of a declaration`,
    hint: "whatever is declared can be imported",
    fix: { title: "remove it", edits: [{ span, text: "" }] },
  };
}

/** A token where a unit has to begin, and that begins none. */
export function strangeFault(kind: UnitKind, token: IToken): Fault {
  const span = spanOfToken(token);
  if (isCloser(token)) {
    return {
      code: "LB1010",
      span,
      message: `\`${token.image}\` closes nothing`,
      fix: { title: "remove it", edits: [{ span, text: "" }] },
    };
  }
  if (token.tokenType === t.Suppress) return misplacedSuppression(token);
  const isString = token.tokenType === t.String;
  const quoted = isString && kind.rule === "setting" ? nameInQuotes(token) : undefined;
  if (quoted !== undefined) return quoted;
  if (isString && kind.rule === "clause") {
    const message = "expected a clause, found a text";
    return {
      code: "LB1001",
      span,
      message,
      hint: 'its word stands in front of it: `intent "…"` or `prompt """…"""`',
    };
  }
  return { code: "LB1001", span, message: `expected ${placeNoun(kind.rule)}, found ${describeToken(token)}` };
}

/** Where a word belongs that stands in the wrong place. */
function homeOf(word: string, kind: UnitKind): string | undefined {
  const is = (words: readonly string[]): boolean => words.includes(word);
  if (kind.rule === "togetherAsk" && is(stepWords))
    return `\`together\` asks and does nothing else: \`${word}\` stands before or behind it`;
  if (kind.rule !== "step" && is(stepWords)) return `\`${word}\` is a step and stands in \`do { … }\``;
  if (kind.rule !== "clause" && is(clauseWords)) return `\`${word}\` is a clause of a playbook`;
  if (kind.rule !== "item" && is(declarationWords))
    return `\`${word}\` begins a declaration, which cannot stand in here`;
  return undefined;
}
