import {
  CstParser,
  type CstNode,
  type IParserErrorMessageProvider,
  type ParserMethod,
  type TokenType,
} from "chevrotain";
import { lazyLookahead } from "../lookahead.js";
import * as t from "../tokens.js";

const maxLookahead = 2;

export type Rule = ParserMethod<[], CstNode>;

export interface ParserOptions {
  readonly errorMessageProvider: IParserErrorMessageProvider;
  readonly skipValidations: boolean;
}

/**
 * Values, predicates, paths. An expression is a flat row of operands and operators: precedence is the tree builder's
 * work, which keeps the rule stack at two rules a bracket and the tree of rules small.
 */
export class ExpressionRules extends CstParser {
  constructor({ errorMessageProvider, skipValidations }: ParserOptions) {
    super([...t.tokenTypes], {
      recoveryEnabled: true,
      maxLookahead,
      lookaheadStrategy: lazyLookahead(maxLookahead),
      nodeLocationTracking: "full",
      errorMessageProvider,
      skipValidations,
    });
  }

  // A missing or surplus token is reported and mended by `recover.ts`, which knows the layout; guessing here would
  // make a second error out of the first. What could follow is then of no interest either, and to work it out takes a
  // stack as deep again as the brackets.
  protected override canTokenTypeBeInsertedInRecovery(): boolean {
    return false;
  }
  protected override canTokenTypeBeDeletedInRecovery(): boolean {
    return false;
  }
  protected override getNextPossibleTokenTypes(): TokenType[] {
    return [];
  }

  readonly expression: Rule = this.RULE("expression", () => {
    this.SUBRULE(this.operand);
    this.MANY(() => {
      this.CONSUME(t.Operator);
      this.SUBRULE2(this.operand);
    });
  });

  readonly operand: Rule = this.RULE("operand", () => {
    this.MANY(() => this.CONSUME(t.Not));
    this.OR([
      { ALT: () => this.CONSUME(t.Literal) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.group) },
      {
        ALT: () => {
          this.CONSUME(t.StateWord);
          this.SUBRULE(this.path);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Quantifier);
          this.SUBRULE2(this.path);
        },
      },
      { ALT: () => this.SUBRULE(this.call) },
      { ALT: () => this.SUBRULE3(this.path) },
    ]);
  });

  readonly group: Rule = this.RULE("group", () => {
    this.CONSUME(t.LParen);
    this.SUBRULE(this.expression);
    this.CONSUME(t.RParen);
  });

  readonly call: Rule = this.RULE("call", () => {
    this.CONSUME(t.PathRoot);
    this.CONSUME(t.LParen);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.expression) });
    this.CONSUME(t.RParen);
  });

  readonly path: Rule = this.RULE("path", () => {
    this.CONSUME(t.PathRoot);
    this.MANY(() => this.SUBRULE(this.segment));
  });

  readonly segment: Rule = this.RULE("segment", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Dot);
          this.CONSUME(t.Name);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.LSquare);
          this.SUBRULE(this.expression);
          this.CONSUME(t.RSquare);
        },
      },
    ]);
  });

  readonly array: Rule = this.RULE("array", () => {
    this.CONSUME(t.LSquare);
    this.OPTION(() => {
      this.SUBRULE(this.expression);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.SUBRULE2(this.expression);
      });
      this.OPTION2(() => this.CONSUME2(t.Comma));
    });
    this.CONSUME(t.RSquare);
  });

  readonly object: Rule = this.RULE("object", () => {
    this.CONSUME(t.LCurly);
    this.MANY(() => {
      this.SUBRULE(this.entry);
      this.OPTION(() => this.CONSUME(t.Comma));
    });
    this.CONSUME(t.RCurly);
  });

  readonly entry: Rule = this.RULE("entry", () => {
    this.CONSUME(t.FieldKey);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.expression);
  });

  /** A value as scenarios script it: it never begins with a name. */
  readonly value: Rule = this.RULE("value", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Literal) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.SUBRULE(this.object) },
    ]);
  });

  readonly names: Rule = this.RULE("names", () => {
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Name) });
  });

  /** `{ rounds 10  duration 40m }` */
  readonly settings: Rule = this.RULE("settings", () => {
    this.CONSUME(t.LCurly);
    this.MANY(() => {
      this.SUBRULE(this.setting);
      this.OPTION(() => this.CONSUME(t.Comma));
    });
    this.CONSUME(t.RCurly);
  });

  readonly setting: Rule = this.RULE("setting", () => {
    this.CONSUME(t.Name);
    this.CONSUME(t.Amount);
  });

  readonly suppression: Rule = this.RULE("suppression", () => {
    this.CONSUME(t.Suppress);
    this.CONSUME(t.Name);
    this.CONSUME(t.String);
  });
}
