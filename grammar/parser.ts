/**
 * The parser, a singleton: its construction costs milliseconds, a parse costs microseconds.
 *
 * Invariants
 * 1. `read` stops at the first token that does not fit, whatever chevrotain could still make of the rest: guessing on
 *    would turn one fault into several, and take time without bound on large garbage. Resuming is `recover.ts`'s work.
 * 2. `salvage` is for text that ends too early: its recovery keeps the nodes that were begun, marked `recoveredNode`.
 */
import {
  EOF,
  tokenMatcher,
  type CstNode,
  type IParserErrorMessageProvider,
  type IToken,
  type TokenType,
} from "chevrotain";
import { DeclarationRules } from "./rules/declarations.js";

/** Where a rule could not go on, and what it could have gone on with. */
export interface Halt {
  /** `end`: the tokens ran out. `surplus`: the rule was complete, and more stood behind it. */
  readonly kind: "token" | "end" | "surplus";
  readonly rule: string;
  /** Of type `EOF` where the tokens ran out. */
  readonly at: IToken;
  readonly expected: readonly TokenType[];
}

export interface Reading {
  /** Absent where the rule could not be completed. */
  readonly node?: CstNode;
  readonly halt?: Halt;
}

/** The rules that can be read by themselves. */
export type EntryRule =
  | "file"
  | "item"
  | "clause"
  | "step"
  | "togetherAsk"
  | "generateSetting"
  | "question"
  | "setting"
  | "field"
  | "entry"
  | "waitMember"
  | "toolMember"
  | "effectMember"
  | "scenarioLine"
  | "expression";

/** Thrown to leave the parser. There is but one: to record a stack each time would take longer than the parse. */
class HaltSignal extends Error {
  override readonly name = "HaltSignal";
}
const halted = new HaltSignal();

/** Turns chevrotain's errors into a `Halt` and, in `read`, stops the parse there. */
class HaltWatch implements IParserErrorMessageProvider {
  halt: Halt | undefined;
  stopping = true;

  buildMismatchTokenMessage(options: { expected: TokenType; actual: IToken; ruleName: string }): string {
    return this.note(options.ruleName, options.actual, [options.expected]);
  }

  buildNotAllInputParsedMessage(options: { firstRedundant: IToken; ruleName: string }): string {
    this.halt ??= { kind: "surplus", rule: options.ruleName, at: options.firstRedundant, expected: [] };
    return "";
  }

  buildNoViableAltMessage(options: {
    expectedPathsPerAlt: TokenType[][][];
    actual: IToken[];
    ruleName: string;
  }): string {
    return this.notePaths(options.ruleName, options.actual, options.expectedPathsPerAlt.flat());
  }

  buildEarlyExitMessage(options: {
    expectedIterationPaths: TokenType[][];
    actual: IToken[];
    ruleName: string;
  }): string {
    return this.notePaths(options.ruleName, options.actual, options.expectedIterationPaths);
  }

  /** Of paths of two tokens whose first fits, the second is what was missing. */
  private notePaths(
    rule: string,
    actual: readonly IToken[],
    paths: readonly (readonly TokenType[])[],
  ): string {
    const [first, second] = actual;
    if (first === undefined) return "";
    const begun = paths.filter(([type]) => type !== undefined && fits(first, type));
    const at = begun.length > 0 && second !== undefined ? second : first;
    const expected = begun.length > 0 ? begun.map((path) => path[1]) : paths.map((path) => path[0]);
    return this.note(
      rule,
      at,
      [...new Set(expected)].filter((type) => type !== undefined),
    );
  }

  private note(rule: string, at: IToken, expected: readonly TokenType[]): string {
    const complete = expected.length === 1 && expected[0] === EOF;
    const kind = at.tokenType === EOF ? "end" : complete ? "surplus" : "token";
    this.halt ??= { kind, rule, at, expected: complete ? [] : expected };
    if (this.stopping) throw halted;
    return "";
  }
}

function fits(token: IToken, type: TokenType): boolean {
  return tokenMatcher(token, type);
}

export class PlaybookParser extends DeclarationRules {
  private readonly watch: HaltWatch;

  /** `validate` has chevrotain look for ambiguities and left recursion in the grammar; the tests do. */
  constructor(validate = false) {
    const watch = new HaltWatch();
    super({ errorMessageProvider: watch, skipValidations: !validate });
    this.watch = watch;
    this.performSelfAnalysis();
  }

  /** Reads `tokens` as `rule`, up to the first token that does not fit. */
  read(rule: EntryRule, tokens: readonly IToken[]): Reading {
    this.watch.halt = undefined;
    this.watch.stopping = true;
    this.input = [...tokens];
    try {
      const node = this[rule]();
      return { node, ...(this.watch.halt === undefined ? {} : { halt: this.watch.halt }) };
    } catch (error) {
      if (error !== halted || this.watch.halt === undefined) throw error;
      return { halt: this.watch.halt };
    }
  }

  /** What `tokens`, which end too early, hold of `rule`. */
  salvage(rule: EntryRule, tokens: readonly IToken[]): CstNode {
    this.watch.stopping = false;
    this.input = [...tokens];
    return this[rule]();
  }
}

let instance: PlaybookParser | undefined;

/** The parser, constructed when it is first needed. */
export function playbookParser(): PlaybookParser {
  instance ??= new PlaybookParser();
  return instance;
}
