import { tokenMatcher } from "chevrotain";
import * as t from "../tokens.js";
import { ClauseRules } from "./clauses.js";
import { type Rule } from "./expressions.js";

const scriptVerbs = [t.Returns, t.Lands, t.Fails, t.Refuses, t.Asks, t.Raises];

/** The lines of a scenario (`[L-29]`, `[L-30]`). */
export class ScenarioRules extends ClauseRules {
  readonly scenarioLine: Rule = this.RULE("scenarioLine", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.OR([
      { ALT: () => this.SUBRULE(this.runLine) },
      { ALT: () => this.SUBRULE(this.loopLine) },
      { ALT: () => this.SUBRULE(this.calleeLine) },
      { ALT: () => this.SUBRULE(this.artifactLine) },
      { ALT: () => this.SUBRULE(this.chooseLine) },
      { ALT: () => this.SUBRULE(this.personLine) },
      { ALT: () => this.SUBRULE(this.signalLine) },
      { ALT: () => this.SUBRULE(this.afterLine) },
      { ALT: () => this.SUBRULE(this.crashLine) },
      { ALT: () => this.SUBRULE(this.expectLine) },
      { ALT: () => this.SUBRULE(this.scriptLine) },
    ]);
  });

  readonly runLine: Rule = this.RULE("runLine", () => {
    this.CONSUME(t.Run);
    this.CONSUME(t.Name);
    this.OPTION(() => this.CONSUME(t.Unattended));
    this.OPTION2(() => this.SUBRULE(this.object));
  });

  readonly loopLine: Rule = this.RULE("loopLine", () => {
    this.CONSUME(t.Loop);
    this.CONSUME(t.String);
    this.OPTION(() => this.SUBRULE(this.settings));
  });

  /** `P` or `P["key"]` */
  readonly subject: Rule = this.RULE("subject", () => {
    this.CONSUME(t.Name);
    this.OPTION(() => this.SUBRULE(this.instance));
  });

  readonly instance: Rule = this.RULE("instance", () => {
    this.CONSUME(t.LSquare);
    this.CONSUME(t.String);
    this.CONSUME(t.RSquare);
  });

  readonly scriptLine: Rule = this.RULE("scriptLine", () => {
    this.CONSUME(t.LineName);
    this.OPTION(() => this.SUBRULE(this.instance));
    this.SUBRULE(this.reply);
    this.MANY(() => this.SUBRULE(this.nextReply));
  });

  readonly reply: Rule = this.RULE("reply", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.ResultsVerb);
          this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.result) });
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.ReasonVerb);
          this.CONSUME(t.String);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Asks);
          this.SUBRULE(this.array);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Raises);
          this.CONSUME(t.Name);
          this.CONSUME2(t.String);
        },
      },
    ]);
  });

  readonly result: Rule = this.RULE("result", () => {
    this.OPTION(() => this.CONSUME(t.TypeName));
    this.SUBRULE(this.value);
  });

  /** `then` and another verb, or another value for the verb before. */
  readonly nextReply: Rule = this.RULE("nextReply", () => {
    this.CONSUME(t.Then);
    this.OR([
      { ALT: () => this.SUBRULE(this.reply) },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.bareResult) }) },
    ]);
  });

  readonly bareResult: Rule = this.RULE("bareResult", () => {
    this.OPTION(() => this.CONSUME(t.ReplyName));
    this.SUBRULE(this.value);
  });

  /** `tool X …`, `effect X …` */
  readonly calleeLine: Rule = this.RULE("calleeLine", () => {
    this.CONSUME(t.Callee);
    this.CONSUME(t.Name);
    this.SUBRULE(this.calleeReply);
    this.MANY(() => {
      this.CONSUME(t.Then);
      this.OR([{ ALT: () => this.SUBRULE2(this.calleeReply) }, { ALT: () => this.SUBRULE(this.bareReply) }]);
    });
  });

  readonly bareReply: Rule = this.RULE("bareReply", () => {
    this.SUBRULE(this.value);
  });

  readonly calleeReply: Rule = this.RULE("calleeReply", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Gives);
          this.SUBRULE(this.value);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Is);
          this.CONSUME(t.Lost);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Fails);
          this.OPTION(() => this.CONSUME(t.String));
        },
      },
    ]);
  });

  readonly artifactLine: Rule = this.RULE("artifactLine", () => {
    this.CONSUME(t.Artifact);
    this.CONSUME(t.Name);
    this.OPTION(() => this.SUBRULE(this.instance));
    this.CONSUME(t.Is);
    this.SUBRULE(this.value);
  });

  readonly chooseLine: Rule = this.RULE("chooseLine", () => {
    this.CONSUME(t.Choose);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Stop);
          this.CONSUME(t.String);
        },
      },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.subject) }) },
    ]);
  });

  readonly personLine: Rule = this.RULE("personLine", () => {
    this.CONSUME(t.Person);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Answers);
          this.CONSUME(t.Name);
          this.SUBRULE(this.value);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Declines);
          this.OPTION({ GATE: () => this.atTarget(), DEF: () => this.CONSUME(t.LineName) });
          this.OPTION2(() => this.CONSUME(t.String));
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Cancels);
          this.OPTION3({
            GATE: () => this.atTarget(),
            DEF: () =>
              this.OR2([{ ALT: () => this.CONSUME(t.Run) }, { ALT: () => this.CONSUME2(t.LineName) }]),
          });
        },
      },
      { ALT: () => this.CONSUME(t.PlainVerb) },
      {
        ALT: () => {
          this.CONSUME(t.TextVerb);
          this.CONSUME2(t.String);
        },
      },
    ]);
    this.OPTION4(() => {
      this.CONSUME(t.Of);
      this.SUBRULE(this.subject);
    });
  });

  /** Whether the next name is what is declined or cancelled, and neither `of …` nor the next line's script. */
  private atTarget(): boolean {
    const second = this.LA(2);
    if (this.LA(1).tokenType === t.Of && tokenMatcher(second, t.Name)) return false;
    return second.tokenType !== t.LSquare && !scriptVerbs.includes(second.tokenType);
  }

  readonly signalLine: Rule = this.RULE("signalLine", () => {
    this.CONSUME(t.Signal);
    this.CONSUME(t.Name);
    this.SUBRULE(this.value);
  });

  readonly afterLine: Rule = this.RULE("afterLine", () => {
    this.CONSUME(t.After);
    this.CONSUME(t.Duration);
  });

  readonly crashLine: Rule = this.RULE("crashLine", () => {
    this.CONSUME(t.Crash);
    this.OPTION({
      // `crash` and, on the next line, `after 2h`.
      GATE: () => this.LA(2).tokenType !== t.Duration,
      DEF: () => {
        this.CONSUME(t.CrashWord);
        this.AT_LEAST_ONE_SEP({ SEP: t.Dot, DEF: () => this.CONSUME(t.Name) });
      },
    });
  });

  readonly expectLine: Rule = this.RULE("expectLine", () => {
    this.CONSUME(t.Expect);
    // The words after `expect` are reserved, so one token decides, and the first that fits.
    this.OR({
      MAX_LOOKAHEAD: 1,
      IGNORE_AMBIGUITIES: true,
      DEF: [
        {
          ALT: () => {
            this.CONSUME(t.Rounds);
            this.CONSUME(t.Comparison);
            this.CONSUME(t.Number);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Stopped);
            this.CONSUME(t.FieldKey);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.NamedExpectation);
            this.CONSUME2(t.Name);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Order);
            this.SUBRULE(this.names);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Written);
            this.CONSUME2(t.String);
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Dispatched);
            this.CONSUME3(t.Name);
            this.CONSUME2(t.Comparison);
            this.CONSUME2(t.Number);
          },
        },
        { ALT: () => this.SUBRULE(this.expression) },
      ],
    });
  });
}
