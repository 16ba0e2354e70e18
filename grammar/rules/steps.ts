import * as t from "../tokens.js";
import { type Rule } from "./expressions.js";
import { TypeRules } from "./types.js";

/** The steps of a `do` body. */
export class StepRules extends TypeRules {
  readonly step: Rule = this.RULE("step", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.OR([
      { ALT: () => this.SUBRULE(this.askStep) },
      { ALT: () => this.SUBRULE(this.togetherStep) },
      { ALT: () => this.SUBRULE(this.generateStep) },
      { ALT: () => this.SUBRULE(this.callStep) },
      { ALT: () => this.SUBRULE(this.resultStep) },
      { ALT: () => this.SUBRULE(this.adviseStep) },
    ]);
    this.OPTION(() => this.SUBRULE(this.condition));
  });

  readonly condition: Rule = this.RULE("condition", () => {
    this.CONSUME(t.When);
    this.SUBRULE(this.expression);
  });

  readonly askStep: Rule = this.RULE("askStep", () => {
    this.CONSUME(t.Ask);
    this.CONSUME(t.Name);
    this.CONSUME(t.String);
    this.OPTION(() => this.SUBRULE(this.fields));
    this.OPTION2(() => this.SUBRULE(this.moment));
    this.OPTION3(() => this.SUBRULE(this.alias));
  });

  /** `as NAME` */
  readonly alias: Rule = this.RULE("alias", () => {
    this.CONSUME(t.As);
    this.CONSUME(t.Name);
  });

  readonly moment: Rule = this.RULE("moment", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.At);
          this.SUBRULE(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.In);
          this.SUBRULE2(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Next);
          this.CONSUME(t.String);
          this.OPTION(() => {
            this.CONSUME(t.Zone);
            this.CONSUME2(t.String);
          });
        },
      },
    ]);
  });

  readonly togetherStep: Rule = this.RULE("togetherStep", () => {
    this.CONSUME(t.Together);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.togetherAsk));
    this.CONSUME(t.RCurly);
  });

  /** An `ask` inside `together`. */
  readonly togetherAsk: Rule = this.RULE("togetherAsk", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.SUBRULE(this.askStep);
    this.OPTION(() => this.SUBRULE(this.condition));
  });

  readonly generateStep: Rule = this.RULE("generateStep", () => {
    this.CONSUME(t.Generate);
    this.CONSUME(t.Name);
    this.OPTION(() => {
      this.CONSUME(t.Colon);
      this.SUBRULE(this.typeUse);
    });
    this.OPTION2(() => this.SUBRULE(this.alias));
    this.CONSUME(t.LCurly);
    this.MANY(() => {
      this.SUBRULE(this.generateSetting);
      this.OPTION3(() => this.CONSUME(t.Comma));
    });
    this.CONSUME(t.RCurly);
  });

  readonly generateSetting: Rule = this.RULE("generateSetting", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Prompt);
          this.SUBRULE(this.promptText);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Attempts);
          this.CONSUME(t.Number);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Offers);
          this.SUBRULE(this.names);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Uses);
          this.SUBRULE2(this.names);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Model);
          this.CONSUME(t.Name);
        },
      },
    ]);
  });

  readonly promptText: Rule = this.RULE("promptText", () => {
    this.OPTION(() => this.CONSUME(t.File));
    this.CONSUME(t.String);
  });

  readonly callStep: Rule = this.RULE("callStep", () => {
    this.CONSUME(t.CallVerb);
    this.CONSUME(t.Name);
    this.SUBRULE(this.object);
    this.OPTION(() => this.SUBRULE(this.alias));
  });

  readonly resultStep: Rule = this.RULE("resultStep", () => {
    this.CONSUME(t.ResultVerb);
    this.CONSUME(t.Name);
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      {
        ALT: () => {
          this.CONSUME(t.From);
          this.SUBRULE(this.expression);
        },
      },
    ]);
  });

  readonly adviseStep: Rule = this.RULE("adviseStep", () => {
    this.CONSUME(t.Advise);
    this.CONSUME(t.String);
  });
}
