import * as t from "../tokens.js";
import { ExpressionRules, type Rule } from "./expressions.js";

/** Types, fields and their decorators (`[L-8]`). */
export class TypeRules extends ExpressionRules {
  readonly typeUse: Rule = this.RULE("typeUse", () => {
    this.SUBRULE(this.typeTerm);
    this.MANY(() => {
      this.CONSUME(t.Pipe);
      this.SUBRULE2(this.typeTerm);
    });
    this.MANY2(() => this.SUBRULE(this.decorator));
  });

  readonly typeTerm: Rule = this.RULE("typeTerm", () => {
    this.OR([
      { ALT: () => this.CONSUME(t.TypeLiteral) },
      {
        ALT: () => {
          this.CONSUME(t.LParen);
          this.SUBRULE(this.typeUse);
          this.CONSUME(t.RParen);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Map_);
          this.CONSUME(t.Less);
          this.SUBRULE2(this.typeUse);
          this.CONSUME(t.Greater);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Open);
          this.SUBRULE(this.fields);
        },
      },
      { ALT: () => this.SUBRULE2(this.fields) },
      { ALT: () => this.CONSUME(t.TypeName) },
    ]);
    this.MANY(() => {
      this.CONSUME(t.LSquare);
      this.CONSUME(t.RSquare);
    });
  });

  readonly decorator: Rule = this.RULE("decorator", () => {
    this.CONSUME(t.AtSign);
    this.CONSUME(t.Name);
    this.OPTION(() => {
      this.CONSUME(t.LParen);
      this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.expression) });
      this.CONSUME(t.RParen);
    });
  });

  readonly fields: Rule = this.RULE("fields", () => {
    this.CONSUME(t.LCurly);
    this.MANY(() => {
      this.SUBRULE(this.field);
      this.OPTION(() => this.CONSUME(t.Comma));
    });
    this.CONSUME(t.RCurly);
  });

  readonly field: Rule = this.RULE("field", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.CONSUME(t.FieldKey);
    this.SUBRULE(this.fieldRest);
  });

  /** What follows a field's name. */
  readonly fieldRest: Rule = this.RULE("fieldRest", () => {
    this.OPTION(() => this.CONSUME(t.Question));
    this.CONSUME(t.Colon);
    this.SUBRULE(this.typeUse);
    this.OPTION2(() => {
      this.CONSUME(t.Equals);
      this.SUBRULE(this.expression);
    });
  });
}
