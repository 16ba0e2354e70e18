/** Mends a unit that does not parse by changing one token, if that makes all of it readable. */
import { tokenMatcher, type CstNode, type IToken, type TokenType } from "chevrotain";
import type { Fault } from "../fault.js";
import { playbookParser, type Halt } from "../parser.js";
import * as t from "../tokens.js";
import { spanOfToken } from "../tokens.js";
import { scenarioLineWords } from "../words.js";
import {
  doubledFault,
  fixedText,
  haltFault,
  haltIndex,
  headIndex,
  insertion,
  meantKeyword,
  possibleAt,
} from "./messages.js";
import type { UnitKind } from "./units.js";

export interface Mended {
  /** What of the unit could be read. */
  readonly node: CstNode;
  /** Whether that is all of it, but for the one token. */
  readonly whole: boolean;
  readonly fault?: Fault;
  /** Where the parser stopped; absent at the end of the tokens. */
  readonly at?: IToken;
}

export function mend(kind: UnitKind, tokens: readonly IToken[]): Mended {
  const parser = playbookParser();
  const { node, halt } = parser.read(kind.rule, tokens);
  if (halt === undefined && node !== undefined) return { node, whole: true };
  if (halt === undefined) return { node: parser.salvage(kind.rule, tokens), whole: false };
  const index = haltIndex(halt, tokens);
  const at = halt.kind === "end" ? {} : { at: halt.at };
  const misspelt = respell(kind, halt, tokens, index);
  const fault = misspelt?.fault ?? haltFault(halt, { tokens, rule: kind.rule });
  if (misspelt !== undefined) {
    const reading = parser.read(kind.rule, misspelt.tokens);
    if (reading.node !== undefined && reading.halt === undefined)
      return { node: reading.node, whole: true, fault, ...at };
  }
  for (const attempt of attempts(kind, halt, tokens, index)) {
    const reading = parser.read(kind.rule, attempt.tokens);
    if (reading.node === undefined || reading.halt !== undefined) continue;
    return { node: reading.node, whole: true, fault: { ...fault, ...attempt.better }, ...at };
  }
  return { node: node ?? parser.salvage(kind.rule, tokens.slice(0, index)), whole: false, fault, ...at };
}

/** The unit with the word at the halt spelt as the keyword that it was probably meant to be. */
function respell(
  kind: UnitKind,
  halt: Halt,
  tokens: readonly IToken[],
  index: number,
): { tokens: readonly IToken[]; fault: Fault } | undefined {
  const head = headIndex(tokens);
  const first = tokens[head];
  // `expct landed x` reads as the script of a playbook `expct`.
  if (kind.rule === "scenarioLine" && halt.rule === "reply" && index === head + 1 && first !== undefined) {
    const found = tokens[index];
    const isKeyword = found === undefined || t.keywordOf(found.tokenType) !== undefined;
    const verb = isKeyword ? undefined : respellAt(tokens, index, meantKeyword(found.image, halt.expected));
    if (verb !== undefined) return verb;
    const lineTypes = scenarioLineWords.flatMap((word) => t.keywordType(word) ?? []);
    const line = respellAt(tokens, head, meantKeyword(first.image, lineTypes));
    if (line !== undefined) return line;
  }
  const found = tokens[index];
  if (found === undefined || !t.isNameType(found.tokenType) || t.keywordOf(found.tokenType) !== undefined)
    return undefined;
  const possible = new Set([...halt.expected, ...possibleAt(kind.rule, tokens, index)]);
  return respellAt(tokens, index, meantKeyword(found.image, [...possible]));
}

function respellAt(
  tokens: readonly IToken[],
  index: number,
  meant: TokenType | undefined,
): { tokens: readonly IToken[]; fault: Fault } | undefined {
  const found = tokens[index];
  const word = meant === undefined ? undefined : t.keywordOf(meant);
  if (found === undefined || meant?.tokenTypeIdx === undefined || word === undefined) return undefined;
  const span = spanOfToken(found);
  const token = { ...found, image: word, tokenType: meant, tokenTypeIdx: meant.tokenTypeIdx };
  return {
    tokens: tokens.with(index, token),
    fault: {
      code: "LB2001",
      span,
      message: `unknown word \`${found.image}\`; did you mean \`${word}\`?`,
      fix: { title: `write \`${word}\``, edits: [{ span, text: word }] },
    },
  };
}

interface Attempt {
  readonly tokens: readonly IToken[];
  /** What is known better about the fault if the attempt succeeds. */
  readonly better?: Partial<Fault>;
}

/** Changes of one token that may make the unit readable, the likeliest first. */
function* attempts(kind: UnitKind, halt: Halt, tokens: readonly IToken[], index: number): Generator<Attempt> {
  const found = tokens[index];
  const before = tokens[index - 1];
  if (found !== undefined && before?.image === found.image) yield { tokens: without(tokens, index) };
  for (const type of halt.expected.slice(0, 4)) {
    const text = fixedText(type);
    if (text === undefined || before === undefined || before.tokenType === type) continue;
    const better = halt.expected.length === 1 ? { fix: insertion(text, before) } : {};
    yield { tokens: tokens.toSpliced(index, 0, inserted(type, text, before)), better };
  }
  if (halt.rule === "suppression") {
    const start = tokens.findLastIndex((token, at) => at < index && token.tokenType === t.Suppress);
    yield { tokens: tokens.toSpliced(start, index - start) };
  }
  if (found === undefined) {
    if (before !== undefined && dangling.has(before.tokenType)) yield { tokens: without(tokens, index - 1) };
    return;
  }
  // Which of two names or literals is surplus cannot be told. In a declaration it hardly matters: its braces do.
  for (const place of [index - 1, index, index - 2]) {
    if (!isMark(tokens[place])) continue;
    const [first, second] = [tokens[place - 1], tokens[place]];
    const better =
      first !== undefined && second !== undefined && first.image === second.image
        ? doubledFault(second, first)
        : {};
    yield { tokens: without(tokens, place), better };
  }
  if (kind.rule !== "item") return;
  for (const place of [index, index - 1])
    if (!isMark(tokens[place])) yield { tokens: without(tokens, place) };
}

const dangling: ReadonlySet<TokenType> = new Set([t.Comma, t.And, t.Or]);

/** A keyword or punctuation. */
function isMark(token: IToken | undefined): boolean {
  if (token === undefined) return false;
  return (
    t.keywordOf(token.tokenType) !== undefined ||
    !(tokenMatcher(token, t.Name) || tokenMatcher(token, t.Literal))
  );
}

function without(tokens: readonly IToken[], index: number): readonly IToken[] {
  return index < 0 ? [] : tokens.toSpliced(index, 1);
}

/** A token of no width behind another. */
export function inserted(type: TokenType, image: string, behind: IToken | undefined): IToken {
  const end = behind === undefined ? 0 : spanOfToken(behind).end;
  return {
    image,
    startOffset: end,
    endOffset: end - 1,
    startLine: behind?.endLine ?? 1,
    endLine: behind?.endLine ?? 1,
    startColumn: (behind?.endColumn ?? 0) + 1,
    endColumn: behind?.endColumn ?? 0,
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
  };
}
