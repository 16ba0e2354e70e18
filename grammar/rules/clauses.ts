import * as t from "../tokens.js";
import { type Rule } from "./expressions.js";
import { StepRules } from "./steps.js";

/** The clauses of a playbook. */
export class ClauseRules extends StepRules {
  readonly clause: Rule = this.RULE("clause", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.OR([
      { ALT: () => this.SUBRULE(this.intentClause) },
      { ALT: () => this.SUBRULE(this.inputClause) },
      { ALT: () => this.SUBRULE(this.interviewClause) },
      { ALT: () => this.SUBRULE(this.expressionClause) },
      { ALT: () => this.SUBRULE(this.namesClause) },
      { ALT: () => this.SUBRULE(this.writesClause) },
      { ALT: () => this.SUBRULE(this.onceClause) },
      { ALT: () => this.SUBRULE(this.admitsClause) },
      { ALT: () => this.SUBRULE(this.endsClause) },
      { ALT: () => this.SUBRULE(this.limitsClause) },
      { ALT: () => this.SUBRULE(this.clarifiesClause) },
      { ALT: () => this.SUBRULE(this.exhaustedClause) },
      { ALT: () => this.SUBRULE(this.wordClause) },
      { ALT: () => this.SUBRULE(this.selectClause) },
      { ALT: () => this.SUBRULE(this.promptClause) },
      { ALT: () => this.SUBRULE(this.doClause) },
    ]);
  });

  readonly intentClause: Rule = this.RULE("intentClause", () => {
    this.CONSUME(t.Intent);
    this.CONSUME(t.String);
  });

  readonly inputClause: Rule = this.RULE("inputClause", () => {
    this.CONSUME(t.Input);
    this.CONSUME(t.Name);
    this.SUBRULE(this.fieldRest);
  });

  readonly interviewClause: Rule = this.RULE("interviewClause", () => {
    this.CONSUME(t.Interview);
    this.CONSUME(t.LCurly);
    this.MANY(() => {
      this.SUBRULE(this.question);
      this.OPTION(() => this.CONSUME(t.Comma));
    });
    this.CONSUME(t.RCurly);
  });

  readonly question: Rule = this.RULE("question", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.CONSUME(t.Name);
    this.SUBRULE(this.fieldRest);
    this.CONSUME(t.Ask);
    this.CONSUME(t.String);
  });

  readonly expressionClause: Rule = this.RULE("expressionClause", () => {
    this.CONSUME(t.ExpressionClause);
    this.SUBRULE(this.expression);
  });

  readonly namesClause: Rule = this.RULE("namesClause", () => {
    this.CONSUME(t.NamesClause);
    this.SUBRULE(this.names);
  });

  readonly writesClause: Rule = this.RULE("writesClause", () => {
    this.CONSUME(t.Writes);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.String) });
  });

  readonly onceClause: Rule = this.RULE("onceClause", () => {
    this.CONSUME(t.Once);
  });

  readonly admitsClause: Rule = this.RULE("admitsClause", () => {
    this.CONSUME(t.Admits);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.admitsEntry) });
  });

  readonly admitsEntry: Rule = this.RULE("admitsEntry", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.CONSUME(t.Name);
    this.OPTION(() => this.SUBRULE(this.each));
  });

  readonly each: Rule = this.RULE("each", () => {
    this.CONSUME(t.Each);
    this.CONSUME(t.Name);
    this.CONSUME(t.In);
    this.SUBRULE(this.expression);
    this.OPTION(() => {
      this.CONSUME(t.By);
      this.SUBRULE2(this.expression);
    });
    this.OPTION2(() => {
      this.CONSUME(t.Max);
      this.CONSUME(t.Number);
    });
  });

  readonly endsClause: Rule = this.RULE("endsClause", () => {
    this.CONSUME(t.Ends);
    this.CONSUME(t.String);
    this.OPTION(() => this.CONSUME(t.Failed));
    this.CONSUME(t.When);
    this.SUBRULE(this.expression);
  });

  readonly limitsClause: Rule = this.RULE("limitsClause", () => {
    this.CONSUME(t.Limits);
    this.SUBRULE(this.settings);
  });

  readonly clarifiesClause: Rule = this.RULE("clarifiesClause", () => {
    this.CONSUME(t.Clarifies);
    this.OR([{ ALT: () => this.CONSUME(t.None) }, { ALT: () => this.SUBRULE(this.settings) }]);
  });

  readonly exhaustedClause: Rule = this.RULE("exhaustedClause", () => {
    this.CONSUME(t.On);
    this.CONSUME(t.Exhausted);
    this.CONSUME(t.Ask);
    this.CONSUME(t.Name);
  });

  /** `mode NAME`, `model NAME` */
  readonly wordClause: Rule = this.RULE("wordClause", () => {
    this.CONSUME(t.WordClause);
    this.CONSUME(t.Name);
  });

  readonly selectClause: Rule = this.RULE("selectClause", () => {
    this.CONSUME(t.Select);
    this.CONSUME(t.FieldKey);
  });

  readonly promptClause: Rule = this.RULE("promptClause", () => {
    this.CONSUME(t.Prompt);
    this.SUBRULE(this.promptText);
  });

  readonly doClause: Rule = this.RULE("doClause", () => {
    this.CONSUME(t.Do);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.step));
    this.CONSUME(t.RCurly);
  });
}
