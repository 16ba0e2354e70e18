import * as t from "../tokens.js";
import { type Rule } from "./expressions.js";
import { ScenarioRules } from "./scenarios.js";

/** Whole files and what stands at their top. */
export class DeclarationRules extends ScenarioRules {
  readonly file: Rule = this.RULE("file", () => {
    this.MANY(() => this.SUBRULE(this.item));
  });

  readonly item: Rule = this.RULE("item", () => {
    this.MANY(() => this.SUBRULE(this.suppression));
    this.OR([
      { ALT: () => this.SUBRULE(this.namespaceItem) },
      { ALT: () => this.SUBRULE(this.importItem) },
      { ALT: () => this.SUBRULE(this.typeDeclaration) },
      { ALT: () => this.SUBRULE(this.artifactDeclaration) },
      { ALT: () => this.SUBRULE(this.evidenceDeclaration) },
      { ALT: () => this.SUBRULE(this.verdictDeclaration) },
      { ALT: () => this.SUBRULE(this.playbookDeclaration) },
      { ALT: () => this.SUBRULE(this.waitDeclaration) },
      { ALT: () => this.SUBRULE(this.toolDeclaration) },
      { ALT: () => this.SUBRULE(this.effectDeclaration) },
      { ALT: () => this.SUBRULE(this.scenarioDeclaration) },
    ]);
  });

  readonly namespaceItem: Rule = this.RULE("namespaceItem", () => {
    this.CONSUME(t.Namespace);
    this.AT_LEAST_ONE_SEP({ SEP: t.Dot, DEF: () => this.CONSUME(t.Name) });
  });

  readonly importItem: Rule = this.RULE("importItem", () => {
    this.CONSUME(t.Import);
    this.CONSUME(t.LCurly);
    this.OPTION(() => {
      this.SUBRULE(this.importName);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.SUBRULE2(this.importName);
      });
      this.OPTION2(() => this.CONSUME2(t.Comma));
    });
    this.CONSUME(t.RCurly);
    this.CONSUME(t.From);
    this.CONSUME(t.String);
  });

  readonly importName: Rule = this.RULE("importName", () => {
    this.CONSUME(t.Name);
    this.OPTION(() => this.SUBRULE(this.alias));
  });

  readonly typeDeclaration: Rule = this.RULE("typeDeclaration", () => {
    this.CONSUME(t.Type);
    this.CONSUME(t.Name);
    this.OR([
      { ALT: () => this.SUBRULE(this.fields) },
      {
        ALT: () => {
          this.CONSUME(t.Equals);
          this.OR2([
            { ALT: () => this.SUBRULE(this.externalSchema) },
            { ALT: () => this.SUBRULE(this.typeUse) },
          ]);
        },
      },
    ]);
  });

  readonly externalSchema: Rule = this.RULE("externalSchema", () => {
    this.CONSUME(t.Schema);
    this.CONSUME(t.String);
  });

  readonly artifactDeclaration: Rule = this.RULE("artifactDeclaration", () => {
    this.CONSUME(t.Artifact);
    this.CONSUME(t.Name);
    this.CONSUME(t.At);
    this.CONSUME(t.String);
    this.OPTION(() => this.SUBRULE(this.alias));
    this.OPTION2(() => this.CONSUME(t.Given));
    this.OPTION3(() => this.SUBRULE(this.body));
  });

  /** `{ fields }` or `: T` */
  readonly body: Rule = this.RULE("body", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.fields) },
      {
        ALT: () => {
          this.CONSUME(t.Colon);
          this.SUBRULE(this.typeUse);
        },
      },
    ]);
  });

  readonly evidenceDeclaration: Rule = this.RULE("evidenceDeclaration", () => {
    this.CONSUME(t.Evidence);
    this.CONSUME(t.Name);
  });

  readonly verdictDeclaration: Rule = this.RULE("verdictDeclaration", () => {
    this.CONSUME(t.Verdict);
    this.CONSUME(t.Name);
    this.OPTION(() => {
      this.CONSUME(t.Per);
      this.CONSUME2(t.Name);
    });
    this.SUBRULE(this.body);
  });

  readonly playbookDeclaration: Rule = this.RULE("playbookDeclaration", () => {
    this.CONSUME(t.Playbook);
    this.CONSUME(t.Name);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.clause));
    this.CONSUME(t.RCurly);
  });

  readonly waitDeclaration: Rule = this.RULE("waitDeclaration", () => {
    this.CONSUME(t.Wait);
    this.CONSUME(t.Name);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.waitMember));
    this.CONSUME(t.RCurly);
  });

  readonly waitMember: Rule = this.RULE("waitMember", () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Class);
          this.CONSUME(t.Name);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Answer);
          this.SUBRULE(this.typeUse);
        },
      },
      { ALT: () => this.CONSUME(t.Declinable) },
      {
        ALT: () => {
          this.CONSUME(t.Expires);
          this.SUBRULE(this.expression);
          this.OPTION(() => {
            this.CONSUME(t.Answering);
            this.SUBRULE2(this.expression);
          });
        },
      },
    ]);
  });

  readonly toolDeclaration: Rule = this.RULE("toolDeclaration", () => {
    this.CONSUME(t.Tool);
    this.CONSUME(t.Name);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.toolMember));
    this.CONSUME(t.RCurly);
  });

  readonly toolMember: Rule = this.RULE("toolMember", () => {
    this.CONSUME(t.ToolMember);
    this.SUBRULE(this.typeUse);
  });

  readonly effectDeclaration: Rule = this.RULE("effectDeclaration", () => {
    this.CONSUME(t.Effect);
    this.CONSUME(t.Name);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.effectMember));
    this.CONSUME(t.RCurly);
  });

  readonly effectMember: Rule = this.RULE("effectMember", () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.toolMember) },
      {
        ALT: () => {
          this.CONSUME(t.Key);
          this.SUBRULE(this.expression);
        },
      },
      { ALT: () => this.CONSUME(t.FlagMember) },
      {
        ALT: () => {
          this.MANY(() => this.SUBRULE(this.suppression));
          this.SUBRULE(this.effectRule);
        },
      },
    ]);
  });

  readonly effectRule: Rule = this.RULE("effectRule", () => {
    this.CONSUME(t.RuleVerb);
    this.OPTION(() => this.SUBRULE(this.condition));
    this.OPTION2(() => {
      this.CONSUME(t.Expires);
      this.SUBRULE(this.expression);
    });
  });

  readonly scenarioDeclaration: Rule = this.RULE("scenarioDeclaration", () => {
    this.CONSUME(t.Scenario);
    this.CONSUME(t.String);
    this.CONSUME(t.LCurly);
    this.MANY(() => this.SUBRULE(this.scenarioLine));
    this.CONSUME(t.RCurly);
  });
}
