/** The units that a broken file is read in: declarations, and in their braces clauses, steps, fields, lines. */
import { tokenMatcher, type IToken, type TokenType } from "chevrotain";
import type { EntryRule } from "../parser.js";
import { declarationTypes } from "../scan.js";
import * as t from "../tokens.js";
import * as words from "../words.js";

export interface UnitKind {
  readonly rule: EntryRule;
  /** "clause", as in "unknown clause". */
  readonly noun: string;
  /** The words that begin one; absent where it begins with a name of the author's. */
  readonly words?: readonly string[];
  /** Whether commas may stand between two. */
  readonly commas: boolean;
  /** Whether it may be suppressed. */
  readonly suppressible: boolean;
  /** Whether a unit, behind its suppressions, can begin with this token at all. */
  opens(token: IToken): boolean;
  /** Whether one seems to begin at this token, looking at what follows: where reading goes on after a fault. */
  starts(token: IToken, next: IToken | undefined, afterNext: IToken | undefined): boolean;
}

/** Words that are whole by themselves, so that anything may follow them. */
const nullary: ReadonlySet<TokenType> = new Set([t.Once, t.Declinable, t.Irreversible, t.Lookup, t.Crash]);
/** What does not follow a word that begins a unit: the word is a name then. */
const notBehindWord: ReadonlySet<TokenType> = new Set([
  t.Colon,
  t.Comma,
  t.Dot,
  t.RParen,
  t.RSquare,
  t.Question,
  t.QuestionQuestion,
  t.Pipe,
  t.Equals,
  t.EqualEqual,
  t.BangEqual,
  t.Less,
  t.LessEqual,
  t.Greater,
  t.GreaterEqual,
]);

function wordUnit(rule: EntryRule, noun: string, list: readonly string[], suppressible: boolean): UnitKind {
  const types = new Set(list.map((word) => t.keywordType(word)));
  const opens = (token: IToken): boolean => types.has(token.tokenType);
  return {
    rule,
    noun,
    words: list,
    commas: rule === "generateSetting",
    suppressible,
    opens,
    starts: (token, next) =>
      opens(token) &&
      (nullary.has(token.tokenType) || next === undefined || !notBehindWord.has(next.tokenType)),
  };
}

/** `NAME: …` */
function keyedUnit(rule: EntryRule, noun: string, suppressible: boolean): UnitKind {
  return {
    rule,
    noun,
    commas: true,
    suppressible,
    opens: (token) => tokenMatcher(token, t.FieldKey),
    starts: (token, next, afterNext) =>
      tokenMatcher(token, t.FieldKey) &&
      (next?.tokenType === t.Colon || (next?.tokenType === t.Question && afterNext?.tokenType === t.Colon)),
  };
}

const behindDeclared: ReadonlySet<TokenType> = new Set([t.LCurly, t.Equals, t.Colon, t.At, t.Per]);

export const itemUnit: UnitKind = {
  rule: "item",
  noun: "declaration",
  words: words.declarationWords,
  commas: false,
  suppressible: true,
  opens: (token) => declarationTypes.has(token.tokenType),
  starts(token, next, afterNext) {
    if (!declarationTypes.has(token.tokenType) || next === undefined) return false;
    switch (token.tokenType) {
      case t.Scenario:
        return next.tokenType === t.String;
      case t.Import:
        return next.tokenType === t.LCurly;
      case t.Namespace:
      case t.Evidence:
        return tokenMatcher(next, t.Name);
      default:
        return (
          tokenMatcher(next, t.Name) && afterNext !== undefined && behindDeclared.has(afterNext.tokenType)
        );
    }
  },
};

/** Whether a declaration seems to begin here whose keyword is missing: `market-snapshot at …`, `"title" { …`. */
export function isHeadless(token: IToken, next: IToken | undefined): boolean {
  if (next === undefined) return false;
  if (token.tokenType === t.String) return next.tokenType === t.LCurly;
  const isName = token.tokenType === t.Identifier || token.tokenType === t.QuotedName;
  // A name and a colon are rather a field whose brace was closed too early.
  return isName && next.tokenType !== t.Colon && behindDeclared.has(next.tokenType);
}

const lineUnit: UnitKind = {
  ...wordUnit("scenarioLine", "line", words.scenarioLineWords, true),
  opens: (token) => tokenMatcher(token, t.Name),
  starts(token, next) {
    if (token.tokenType === t.Crash) return true;
    if (next === undefined || notBehindWord.has(next.tokenType)) return false;
    const word = t.keywordOf(token.tokenType);
    if (word !== undefined && lineWords.has(word)) return true;
    return tokenMatcher(token, t.LineName) && (next.tokenType === t.LSquare || isReplyVerb(next));
  },
};
const lineWords: ReadonlySet<string> = new Set(words.scenarioLineWords);
const replyVerbs: ReadonlySet<string> = new Set(words.replyWords);

function isReplyVerb(token: IToken): boolean {
  return replyVerbs.has(t.keywordOf(token.tokenType) ?? "");
}

const settingUnit: UnitKind = {
  rule: "setting",
  noun: "setting",
  commas: true,
  suppressible: false,
  opens: (token) => tokenMatcher(token, t.Name),
  starts: (token, next) => tokenMatcher(token, t.Name) && next !== undefined && tokenMatcher(next, t.Amount),
};

/** The units inside the braces of a rule, by the rule's name. */
export const innerUnits: ReadonlyMap<string, UnitKind> = new Map([
  ["playbookDeclaration", wordUnit("clause", "clause", words.clauseWords, true)],
  ["waitDeclaration", wordUnit("waitMember", "member of a wait", words.waitWords, false)],
  ["toolDeclaration", wordUnit("toolMember", "member of a tool", words.toolWords, false)],
  ["effectDeclaration", wordUnit("effectMember", "member of an effect", words.effectWords, true)],
  ["scenarioDeclaration", lineUnit],
  ["doClause", wordUnit("step", "step", words.stepWords, true)],
  ["togetherStep", wordUnit("togetherAsk", "step", ["ask"], true)],
  ["generateStep", wordUnit("generateSetting", "setting", words.generateWords, false)],
  ["interviewClause", keyedUnit("question", "question", true)],
  ["fields", keyedUnit("field", "field", true)],
  ["object", keyedUnit("entry", "entry", false)],
  ["settings", settingUnit],
]);
