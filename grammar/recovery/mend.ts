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
import { synonymOf } from "./synonyms.js";
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
    return {
      node: reading.node,
      whole: true,
      fault: fault.fix === undefined ? { ...fault, ...attempt.better } : fault,
      ...at,
    };
  }
  return { node: node ?? parser.salvage(kind.rule, tokens.slice(0, index)), whole: false, fault, ...at };
}

/** The unit with the word at the halt spelt as the keyword that it was probably meant to be. */
function respell(kind: UnitKind, halt: Halt, tokens: readonly IToken[], index: number): Respelt | undefined {
  const head = headIndex(tokens);
  const first = tokens[head];
  // `expct landed x` reads as the script of a playbook `expct`.
  if (kind.rule === "scenarioLine" && halt.rule === "reply" && index === head + 1 && first !== undefined) {
    const found = tokens[index];
    const verb =
      found === undefined ? undefined : respellAt(tokens, index, meantKeyword(found.image, halt.expected));
    if (verb !== undefined && t.keywordOf(found?.tokenType ?? t.Name) === undefined) return verb;
    const lineTypes = scenarioLineWords.flatMap((word) => t.keywordType(word) ?? []);
    const synonym = synonymOf(kind.rule, first.image);
    const meant =
      meantKeyword(first.image, lineTypes) ?? (synonym === undefined ? undefined : t.keywordType(synonym));
    const line = respellAt(tokens, head, meant);
    if (line !== undefined || verb !== undefined) return line ?? verb;
  }
  const found = tokens[index];
  if (found === undefined || !t.isNameType(found.tokenType) || t.keywordOf(found.tokenType) !== undefined)
    return undefined;
  const possible = new Set([...halt.expected, ...possibleAt(kind.rule, tokens, index)]);
  return (
    respellAt(tokens, index, meantKeyword(found.image, [...possible])) ??
    respellBefore(kind, halt, tokens, index)
  );
}

/** `until land x`, `expect stoped x`: the word in front of the halt read as a name, and a keyword makes sense of all. */
function respellBefore(
  kind: UnitKind,
  halt: Halt,
  tokens: readonly IToken[],
  index: number,
): Respelt | undefined {
  const before = tokens[index - 1];
  if (halt.kind !== "surplus" || before === undefined || !t.isNameType(before.tokenType)) return undefined;
  const possible = possibleAt(kind.rule, tokens, index - 1).filter((type) => type !== before.tokenType);
  const begun = possible
    .flatMap((type) => t.keywordsOf(type))
    .find((word) => before.image.length > 2 && word.startsWith(before.image));
  const meant =
    meantKeyword(before.image, possible) ?? (begun === undefined ? undefined : t.keywordType(begun));
  const respelt = respellAt(tokens, index - 1, meant);
  if (respelt === undefined) return undefined;
  const reading = playbookParser().read(kind.rule, respelt.tokens);
  return reading.node !== undefined && reading.halt === undefined ? respelt : undefined;
}

interface Respelt {
  readonly tokens: readonly IToken[];
  readonly fault: Fault;
}

function respellAt(
  tokens: readonly IToken[],
  index: number,
  meant: TokenType | undefined,
): Respelt | undefined {
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
