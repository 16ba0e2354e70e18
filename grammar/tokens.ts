/**
 * The vocabulary. Keywords are contextual (`[L-3]`): every word is a `Name` too, unless a category below leaves it out.
 *
 * Tokens are made by `scan.ts`, so their types carry no patterns. They are plain `TokenType` records, which the
 * parser's constructor completes all at once: `createToken` works every category out again for each word, which
 * takes longer than the whole of the rest of start-up. `tokenTypeIdx` is therefore known once the parser exists.
 */
import { createToken, Lexer, type IToken, type TokenType } from "chevrotain";
import type { Span } from "../ir/span.js";

const vocabulary: TokenType[] = [];
const words = new Map<string, TokenType>();

function define(name: string, label: string, ...categories: TokenType[]): TokenType {
  const type = { name, LABEL: label, PATTERN: Lexer.NA, CATEGORIES: categories };
  vocabulary.push(type);
  return type;
}

function category(name: string): TokenType {
  return define(name, name);
}

// ------------------------------------------------------------------------------------------------------ categories

/** A name or a string: what a field or an entry may be called. */
export const FieldKey = category("FieldKey");
/** Any identifier, keyword or name in backticks. */
export const Name = define("Name", "a name", FieldKey);
/** A name that may start a value or predicate (`[L-3]`). */
export const PathRoot = category("PathRoot");
/** A name that may stand for a type. */
export const TypeName = category("TypeName");
/** A name that may start a scenario line (`[L-3]`). */
export const LineName = category("LineName");
/** A name that may stand right after `then`, where a verb would be read as one. */
export const ReplyName = category("ReplyName");
/** Words that are names everywhere: most of them share this one category, for a quick start. */
const FreeName = define("FreeName", "a name", Name, PathRoot, TypeName, LineName, ReplyName);
/** `String`, numbers, durations, `true`, `false`, `null`. */
export const Literal = category("Literal");
/** Literals that are types: all but durations. */
export const TypeLiteral = category("TypeLiteral");
/** `??`, comparisons, `and`, `or`. */
export const Operator = category("Operator");
export const Comparison = category("Comparison");
/** A number or a duration. */
export const Amount = category("Amount");
/** `landed`, `delivered`, `absent`, `stale` */
export const StateWord = category("StateWord");
/** `every`, `some` */
export const Quantifier = category("Quantifier");
/** Clauses that take one expression: `requires`, `until`, `key`. */
export const ExpressionClause = category("ExpressionClause");
/** Clauses that take names: `reads`, `outputs`, `returns`, `offers`, `uses`, `performs`. */
export const NamesClause = category("NamesClause");
/** `permit`, `approve`, `refuse`, `terminate` */
export const RuleVerb = category("RuleVerb");
/** `mode`, `model` */
export const WordClause = category("WordClause");
/** `call`, `perform` */
export const CallVerb = category("CallVerb");
/** `land`, `return` */
export const ResultVerb = category("ResultVerb");
/** `input`, `output` */
export const ToolMember = category("ToolMember");
/** `irreversible`, `lookup` */
export const FlagMember = category("FlagMember");
/** `tool`, `effect` */
export const Callee = category("Callee");
/** `returns`, `lands` */
export const ResultsVerb = category("ResultsVerb");
/** `fails`, `refuses` */
export const ReasonVerb = category("ReasonVerb");
/** `approves`, `retries`, `resumes` */
export const PlainVerb = category("PlainVerb");
/** `clarifies`, `reviews` */
export const TextVerb = category("TextVerb");
/** `before`, `after` */
export const CrashWord = category("CrashWord");
/** What `expect` takes a name with: `status`, `waiting`, `held-back`, `never`, `recovery`. */
export const NamedExpectation = category("NamedExpectation");

const reservedInValues = new Set(
  "landed delivered absent stale every some not and or in contains true false null".split(" "),
);
const reservedInLines = new Set(
  (
    "run loop signal unattended tool effect person after crash choose artifact expect then " +
    "and or in contains"
  ).split(" "),
);
const replyVerbs = new Set("returns lands fails refuses asks raises".split(" "));
const literalWords = new Set(["true", "false", "null"]);

function word(text: string, ...categories: TokenType[]): TokenType {
  const type = define(pascal(text), `\`${text}\``, ...nameCategories(text), ...categories);
  words.set(text, type);
  return type;
}

function nameCategories(text: string): TokenType[] {
  const inValue = !reservedInValues.has(text);
  const inLine = !reservedInLines.has(text);
  const inType = !literalWords.has(text);
  const inReply = inType && !replyVerbs.has(text);
  if (inValue && inLine && inReply) return [FreeName];
  const categories = [Name];
  if (inValue) categories.push(PathRoot);
  if (inType) categories.push(TypeName);
  if (inLine) categories.push(LineName);
  if (inReply) categories.push(ReplyName);
  return categories;
}

function pascal(text: string): string {
  return text.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

// ------------------------------------------------------------------------------------------- names and punctuation

export const Identifier = define("Identifier", "a name", FreeName);
/** In backticks. Made by chevrotain itself: from one such token its parser sees that categories are used at all. */
export const QuotedName = createToken({
  name: "QuotedName",
  label: "a name",
  categories: [FreeName],
  pattern: Lexer.NA,
});
vocabulary.push(QuotedName);

export const String = define("String", "a string", Literal, TypeLiteral, FieldKey);
export const Number = define("Number", "a number", Literal, TypeLiteral, Amount);
export const Duration = define("Duration", "a duration", Literal, Amount);
/** `#suppress` */
export const Suppress = define("Suppress", "`#suppress`");

export const LCurly = define("LCurly", "`{`");
export const RCurly = define("RCurly", "`}`");
export const LSquare = define("LSquare", "`[`");
export const RSquare = define("RSquare", "`]`");
export const LParen = define("LParen", "`(`");
export const RParen = define("RParen", "`)`");
export const Less = define("Less", "`<`", Operator, Comparison);
export const Greater = define("Greater", "`>`", Operator, Comparison);
export const LessEqual = define("LessEqual", "`<=`", Operator, Comparison);
export const GreaterEqual = define("GreaterEqual", "`>=`", Operator, Comparison);
export const EqualEqual = define("EqualEqual", "`==`", Operator, Comparison);
export const BangEqual = define("BangEqual", "`!=`", Operator, Comparison);
export const QuestionQuestion = define("QuestionQuestion", "`??`", Operator);
export const Equals = define("Equals", "`=`");
export const Colon = define("Colon", "`:`");
export const Comma = define("Comma", "`,`");
export const Dot = define("Dot", "`.`");
export const Question = define("Question", "`?`");
export const Pipe = define("Pipe", "`|`");
export const AtSign = define("AtSign", "`@`");

// ----------------------------------------------------------------------------------------------------------- words

export const Namespace = word("namespace");
export const Import = word("import");
export const Type = word("type");
export const Artifact = word("artifact");
export const Evidence = word("evidence");
export const Verdict = word("verdict");
export const Playbook = word("playbook");
export const Wait = word("wait");
export const Tool = word("tool", Callee);
export const Effect = word("effect", Callee);
export const Scenario = word("scenario");

export const From = word("from");
export const As = word("as");
export const At = word("at");
export const Given = word("given");
export const Per = word("per");
export const Schema = word("schema");
export const Open = word("open");
export const Map_ = word("map");

export const Intent = word("intent");
export const Input = word("input", ToolMember);
export const Interview = word("interview");
export const Requires = word("requires", ExpressionClause);
export const Reads = word("reads", NamesClause);
export const Outputs = word("outputs", NamesClause);
export const Returns = word("returns", NamesClause, ResultsVerb);
export const Writes = word("writes");
export const Once = word("once");
export const Admits = word("admits");
export const Until = word("until", ExpressionClause);
export const Ends = word("ends");
export const Limits = word("limits");
export const Clarifies = word("clarifies", TextVerb);
export const Offers = word("offers", NamesClause);
export const Uses = word("uses", NamesClause);
export const Performs = word("performs", NamesClause);
export const On = word("on");
export const Mode = word("mode", WordClause);
export const Key = word("key", ExpressionClause);
export const Model = word("model", WordClause);
export const Select = word("select");
export const Prompt = word("prompt");
export const Do = word("do");

export const Exhausted = word("exhausted");
export const None = word("none");
export const Failed = word("failed");
export const When = word("when");
export const Each = word("each");
export const By = word("by");
export const Max = word("max");
export const File = word("file");

export const Ask = word("ask");
export const Together = word("together");
export const Generate = word("generate");
export const Call = word("call", CallVerb);
export const Perform = word("perform", CallVerb);
export const Land = word("land", ResultVerb);
export const Return = word("return", ResultVerb);
export const Advise = word("advise");
export const Attempts = word("attempts");
export const Next = word("next");
export const Zone = word("zone");

export const Landed = word("landed", StateWord);
export const Delivered = word("delivered", StateWord);
export const Absent = word("absent", StateWord);
export const Stale = word("stale", StateWord);
export const Every = word("every", Quantifier);
export const Some = word("some", Quantifier);
export const Not = word("not");
export const And = word("and", Operator);
export const Or = word("or", Operator);
export const In = word("in", Operator, Comparison);
export const Contains = word("contains", Operator, Comparison);
export const True = word("true", Literal, TypeLiteral);
export const False = word("false", Literal, TypeLiteral);
export const Null = word("null", Literal, TypeLiteral);

export const Class = word("class");
export const Answer = word("answer");
export const Declinable = word("declinable");
export const Expires = word("expires");
export const Answering = word("answering");

export const Output = word("output", ToolMember);
export const Irreversible = word("irreversible", FlagMember);
export const Lookup = word("lookup", FlagMember);
export const Permit = word("permit", RuleVerb);
export const Approve = word("approve", RuleVerb);
export const Refuse = word("refuse", RuleVerb);
export const Terminate = word("terminate", RuleVerb);

export const Run = word("run");
export const Loop = word("loop");
export const Signal = word("signal");
export const Unattended = word("unattended");
export const Person = word("person");
export const After = word("after", CrashWord);
export const Before = word("before", CrashWord);
export const Crash = word("crash");
export const Choose = word("choose");
export const Stop = word("stop");
export const Expect = word("expect");
export const Then = word("then");
export const Lands = word("lands", ResultsVerb);
export const Fails = word("fails", ReasonVerb);
export const Refuses = word("refuses", ReasonVerb);
export const Asks = word("asks");
export const Raises = word("raises");
export const Gives = word("gives");
export const Is = word("is");
export const Lost = word("lost");
export const Of = word("of");
export const Answers = word("answers");
export const Declines = word("declines");
export const Cancels = word("cancels");
export const Approves = word("approves", PlainVerb);
export const Retries = word("retries", PlainVerb);
export const Resumes = word("resumes", PlainVerb);
export const Reviews = word("reviews", TextVerb);

export const Rounds = word("rounds");
export const Stopped = word("stopped");
export const Status = word("status", NamedExpectation);
export const Waiting = word("waiting", NamedExpectation);
export const HeldBack = word("held-back", NamedExpectation);
export const Order = word("order");
export const Never = word("never", NamedExpectation);
export const Recovery = word("recovery", NamedExpectation);
export const Written = word("written");
export const Dispatched = word("dispatched");

/** Every token type, categories too, for the parser's constructor. */
export const tokenTypes: readonly TokenType[] = vocabulary;

/** The keyword that `text` spells, if any. */
export function keywordType(text: string): TokenType | undefined {
  return words.get(text);
}

const wordsByType = new Map([...words].map(([text, type]) => [type, text]));

/** The word that a keyword's type stands for; `undefined` for other types. */
export function keywordOf(type: TokenType): string | undefined {
  return wordsByType.get(type);
}

/** The keywords that a type stands for: itself, or those of a category, unless it takes names of the author's too. */
export function keywordsOf(type: TokenType): readonly string[] {
  const own = wordsByType.get(type);
  if (own !== undefined) return [own];
  if (type.categoryMatches?.includes(Identifier.tokenTypeIdx ?? -1) === true) return [];
  return [...words].filter(([, each]) => each.CATEGORIES?.includes(type)).map(([text]) => text);
}

const nameTypes = new Set([Identifier, QuotedName, ...words.values()]);

/** Whether tokens of the type are names: identifiers, keywords, names in backticks. */
export function isNameType(type: TokenType): boolean {
  return nameTypes.has(type);
}

export function spanOfToken(token: IToken): Span {
  return { start: token.startOffset, end: (token.endOffset ?? token.startOffset - 1) + 1 };
}
