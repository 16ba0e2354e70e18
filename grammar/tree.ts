/**
 * The syntax tree of one `.playbook` file: what was written, with exact spans, before any name is looked up.
 *
 * Invariants
 * 1. Every node's span covers its text from its first to its last token, docs and suppressions left out.
 * 2. A declaration whose text could not be read in full has `broken: true`; what could be read of it is there, so that
 *    its name still resolves and nothing is reported about what merely follows from the break (`[L-34]`).
 * 3. Comments are in `SourceFile.comments` in text order, none lost (`[L-2]`).
 */
import type { Span } from "../ir/span.js";

export interface Comment {
  readonly kind: "line" | "block" | "doc";
  /** As written, with its marks. */
  readonly text: string;
  readonly span: Span;
}

/** The `///` lines above a declaration or member, joined by `\n`, marks and one leading space taken off. */
export interface Doc {
  readonly text: string;
  readonly span: Span;
}

/** `[L-32]` */
export interface Suppression {
  readonly kind: "suppression";
  readonly code: Name;
  readonly reason: StringLiteral;
  readonly span: Span;
}

export interface Name {
  readonly kind: "name";
  /** Without backticks. */
  readonly text: string;
  readonly quoted: boolean;
  readonly span: Span;
}

/** A string as written: `text` has its escapes decoded, or, for a block string, its indentation dropped (`[L-42]`). */
export interface StringLiteral {
  readonly kind: "string";
  readonly text: string;
  readonly block: boolean;
  readonly span: Span;
}

/** A string where `{{ … }}` interpolates: prompts, questions, `advise` and step values (`[L-20]`). */
export interface Template {
  readonly kind: "template";
  readonly parts: readonly TemplatePart[];
  readonly block: boolean;
  readonly span: Span;
}
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string; readonly span: Span }
  | { readonly kind: "hole"; readonly expression: Expression; readonly span: Span };

export interface SourceFile {
  readonly kind: "file";
  readonly path: string;
  readonly text: string;
  readonly namespace?: Namespace;
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Comment[];
  /** Text that was skipped in recovery: names in it may have been declarations or uses. */
  readonly skipped: readonly Span[];
}

export interface Namespace {
  readonly kind: "namespace";
  readonly parts: readonly Name[];
  readonly span: Span;
}

export interface Import {
  readonly kind: "import";
  readonly names: readonly ImportName[];
  readonly from: StringLiteral;
  readonly span: Span;
  readonly broken: boolean;
}
export interface ImportName {
  readonly name: Name;
  readonly as?: Name;
  readonly span: Span;
}

interface DeclarationBase {
  readonly name: Name;
  readonly doc?: Doc;
  readonly suppressions: readonly Suppression[];
  readonly span: Span;
  readonly broken: boolean;
}

export type Declaration =
  | TypeDeclaration
  | ArtifactDeclaration
  | EvidenceDeclaration
  | VerdictDeclaration
  | PlaybookDeclaration
  | WaitDeclaration
  | ToolDeclaration
  | EffectDeclaration
  | ScenarioDeclaration;

// ---------------------------------------------------------------------------------------------------------- types

export interface TypeDeclaration extends DeclarationBase {
  readonly kind: "type";
  /** Absent where it was broken. */
  readonly type?: TypeUse | ExternalSchema;
}

/** `type Name = schema "./x.schema.json#/pointer"` */
export interface ExternalSchema {
  readonly kind: "external";
  readonly path: StringLiteral;
  readonly span: Span;
}

/** A whole type with the decorators that follow it (`[L-8]`). */
export interface TypeUse {
  readonly kind: "type-use";
  readonly type: TypeExpression;
  readonly decorators: readonly Decorator[];
  readonly span: Span;
}

export const primitives = [
  "string",
  "text",
  "integer",
  "number",
  "boolean",
  "json",
  "date",
  "datetime",
  "duration",
  "uri",
  "email",
  "uuid",
  "secret",
] as const;
export type Primitive = (typeof primitives)[number];

/** A primitive is a `reference` node too (`string` is a name like any other until it is looked up). */
export type TypeExpression =
  | { readonly kind: "reference"; readonly name: Name; readonly span: Span }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null; readonly span: Span }
  | { readonly kind: "array"; readonly element: TypeExpression; readonly span: Span }
  | { readonly kind: "map"; readonly value: TypeUse; readonly span: Span }
  | {
      readonly kind: "object";
      readonly open: boolean;
      readonly fields: readonly Field[];
      readonly span: Span;
    }
  | { readonly kind: "union"; readonly members: readonly TypeExpression[]; readonly span: Span }
  | { readonly kind: "group"; readonly inner: TypeUse; readonly span: Span };

export interface Decorator {
  readonly kind: "decorator";
  /** Without `@`. */
  readonly name: Name;
  readonly arguments: readonly Expression[];
  readonly span: Span;
}

export interface Field {
  readonly kind: "field";
  /** `"odd key"` is a quoted name. */
  readonly name: Name;
  readonly optional: boolean;
  /** Absent where it was broken. */
  readonly type?: TypeUse;
  readonly default?: Expression;
  readonly doc?: Doc;
  readonly suppressions: readonly Suppression[];
  readonly span: Span;
}

// ----------------------------------------------------------------------------------- artifacts, evidence, verdicts

/** `[L-11]` */
export interface ArtifactDeclaration extends DeclarationBase {
  readonly kind: "artifact";
  readonly at?: StringLiteral;
  /** `as json|yaml|markdown|text`, as written. */
  readonly format?: Name;
  readonly given: boolean;
  readonly type?: TypeUse;
}

/** `[L-12]` */
export interface EvidenceDeclaration extends DeclarationBase {
  readonly kind: "evidence";
}

/** `[L-13]`, `[L-36]` */
export interface VerdictDeclaration extends DeclarationBase {
  readonly kind: "verdict";
  readonly per?: Name;
  readonly type?: TypeUse;
}

// ------------------------------------------------------------------------------------------------------ playbooks

export interface PlaybookDeclaration extends DeclarationBase {
  readonly kind: "playbook";
  /** In the order written; doubled clauses are all here. */
  readonly clauses: readonly Clause[];
}

interface ClauseBase {
  readonly doc?: Doc;
  readonly suppressions: readonly Suppression[];
  readonly span: Span;
  /** The clause's first word. */
  readonly keyword: Span;
}

export type Clause = ClauseBase &
  (
    | { readonly kind: "intent"; readonly text: StringLiteral }
    | { readonly kind: "input"; readonly field: Field }
    | { readonly kind: "interview"; readonly questions: readonly InterviewQuestion[] }
    | { readonly kind: "requires"; readonly predicate: Expression }
    | {
        readonly kind: "reads" | "outputs" | "returns" | "offers" | "uses" | "performs";
        readonly names: readonly Name[];
      }
    | { readonly kind: "writes"; readonly globs: readonly StringLiteral[] }
    | { readonly kind: "once" }
    | { readonly kind: "admits"; readonly entries: readonly AdmitsEntry[] }
    | { readonly kind: "until"; readonly predicate: Expression }
    | {
        readonly kind: "ends";
        readonly reason: StringLiteral;
        readonly failed: boolean;
        readonly predicate: Expression;
      }
    | { readonly kind: "limits"; readonly entries: readonly Setting[] }
    | { readonly kind: "clarifies"; readonly none: boolean; readonly entries: readonly Setting[] }
    | { readonly kind: "exhausted"; readonly wait: Name }
    | { readonly kind: "mode"; readonly mode: Name }
    | { readonly kind: "key"; readonly expression: Expression }
    | { readonly kind: "model"; readonly model: Name }
    | { readonly kind: "select"; readonly how: Name | StringLiteral }
    | { readonly kind: "prompt"; readonly prompt: Prompt }
    | { readonly kind: "do"; readonly steps: readonly Step[] }
  );

/** `rounds 10`, `duration 40m`: a name and a number or duration, as written. */
export interface Setting {
  readonly kind: "setting";
  readonly name: Name;
  readonly value: Expression;
  readonly span: Span;
}

export interface InterviewQuestion {
  readonly kind: "question";
  readonly field: Field;
  readonly question: Template;
  readonly span: Span;
}

export interface AdmitsEntry {
  readonly kind: "entry";
  readonly name: Name;
  readonly each?: Each;
  readonly suppressions: readonly Suppression[];
  readonly span: Span;
}
/** `each NAME in ARRAY [by EXPR] [max n]` (`[L-35]`) */
export interface Each {
  readonly kind: "each";
  readonly name: Name;
  readonly array: Expression;
  readonly by?: Expression;
  readonly max?: NumberLiteral;
  readonly span: Span;
}

export type Prompt = Template | { readonly kind: "file"; readonly path: StringLiteral; readonly span: Span };

// ---------------------------------------------------------------------------------------------------------- steps

interface StepBase {
  readonly when?: Expression;
  readonly doc?: Doc;
  readonly suppressions: readonly Suppression[];
  readonly span: Span;
  readonly keyword: Span;
}

export type Step = AskStep | TogetherStep | GenerateStep | CallStep | ResultStep | AdviseStep;

export interface AskStep extends StepBase {
  readonly kind: "ask";
  readonly wait: Name;
  readonly question: Template;
  readonly fields?: readonly Field[];
  readonly moment?: Moment;
  readonly as?: Name;
}
export type Moment =
  | { readonly kind: "at" | "in"; readonly value: Expression; readonly span: Span }
  | {
      readonly kind: "next";
      readonly cron: StringLiteral;
      readonly zone?: StringLiteral;
      readonly span: Span;
    };

export interface TogetherStep extends StepBase {
  readonly kind: "together";
  readonly asks: readonly AskStep[];
}

export interface GenerateStep extends StepBase {
  readonly kind: "generate";
  readonly target: Name;
  /** `generate NAME: T`: a local value. */
  readonly type?: TypeUse;
  readonly as?: Name;
  readonly settings: readonly GenerateSetting[];
}
export type GenerateSetting =
  | { readonly kind: "prompt"; readonly prompt: Prompt; readonly span: Span }
  | { readonly kind: "attempts"; readonly value: NumberLiteral; readonly span: Span }
  | { readonly kind: "offers" | "uses"; readonly names: readonly Name[]; readonly span: Span }
  | { readonly kind: "model"; readonly model: Name; readonly span: Span };

/** `call TOOL { … }` and `perform EFFECT { … }` */
export interface CallStep extends StepBase {
  readonly kind: "call" | "perform";
  readonly callee: Name;
  readonly arguments: readonly Entry[];
  readonly as?: Name;
}

/** `land A { … }`, `land A from EXPR`, `return V { … }`, `return V from EXPR` */
export interface ResultStep extends StepBase {
  readonly kind: "land" | "return";
  readonly target: Name;
  /** An object expression where fields were written. */
  readonly value: Expression;
  /** Whether it was written with `from`. */
  readonly from: boolean;
}

export interface AdviseStep extends StepBase {
  readonly kind: "advise";
  readonly text: Template;
}

export interface Entry {
  readonly kind: "entry";
  readonly key: Name;
  readonly value: Expression;
  readonly span: Span;
}

// ---------------------------------------------------------------------------------------- predicates, expressions

/** Predicates and expressions are one grammar: a predicate is an expression of type boolean. */
export type Expression =
  | NumberLiteral
  | StringLiteral
  | Template
  | PathExpression
  | { readonly kind: "boolean"; readonly value: boolean; readonly span: Span }
  | { readonly kind: "null"; readonly span: Span }
  /** `milliseconds` of `1h30m`; `text` as written. */
  | { readonly kind: "duration"; readonly milliseconds: number; readonly text: string; readonly span: Span }
  | { readonly kind: "array"; readonly items: readonly Expression[]; readonly span: Span }
  | { readonly kind: "object"; readonly entries: readonly Entry[]; readonly span: Span }
  /** `latest(E)`, `count(E)`, `failed(V)`, `matches(x, "…")`: the callee is looked up later. */
  | {
      readonly kind: "call";
      readonly callee: Name;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  | {
      readonly kind: "state";
      readonly state: "landed" | "delivered" | "absent" | "stale";
      readonly target: PathExpression;
      readonly span: Span;
    }
  | {
      readonly kind: "quantified";
      readonly quantifier: "every" | "some";
      readonly target: PathExpression;
      readonly test?: QuantifiedTest;
      readonly span: Span;
    }
  | { readonly kind: "coalesce"; readonly left: Expression; readonly right: Expression; readonly span: Span }
  | {
      readonly kind: "compare";
      readonly operator: CompareOperator;
      readonly operatorSpan: Span;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | { readonly kind: "not"; readonly operand: Expression; readonly span: Span }
  | { readonly kind: "and" | "or"; readonly operands: readonly Expression[]; readonly span: Span }
  | { readonly kind: "group"; readonly inner: Expression; readonly span: Span };

export interface QuantifiedTest {
  readonly operator: CompareOperator;
  readonly operatorSpan: Span;
  readonly right: Expression;
}

export type CompareOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "contains";

export interface NumberLiteral {
  readonly kind: "number";
  readonly value: number;
  /** As written (`10_000`). */
  readonly text: string;
  readonly span: Span;
}

/** `a`, `a.b.c`, `a["key"].b` */
export interface PathExpression {
  readonly kind: "path";
  readonly root: Name;
  readonly segments: readonly PathSegment[];
  readonly span: Span;
}
export type PathSegment =
  | { readonly kind: "field"; readonly name: Name; readonly span: Span }
  | { readonly kind: "index"; readonly index: Expression; readonly span: Span };

// ------------------------------------------------------------------------------------------ waits, tools, effects

/** Members in the order written; doubled ones are all here. */
export interface WaitDeclaration extends DeclarationBase {
  readonly kind: "wait";
  readonly members: readonly WaitMember[];
}
export type WaitMember =
  | { readonly kind: "class"; readonly class: Name; readonly span: Span }
  | { readonly kind: "answer"; readonly type: TypeUse; readonly span: Span }
  | { readonly kind: "declinable"; readonly span: Span }
  | {
      readonly kind: "expires";
      readonly after: Expression;
      readonly answering?: Expression;
      readonly span: Span;
    };

export interface ToolDeclaration extends DeclarationBase {
  readonly kind: "tool";
  readonly members: readonly ToolMember[];
}
export type ToolMember = { readonly kind: "input" | "output"; readonly type: TypeUse; readonly span: Span };

export interface EffectDeclaration extends DeclarationBase {
  readonly kind: "effect";
  readonly members: readonly EffectMember[];
}
export type EffectMember =
  | ToolMember
  | { readonly kind: "key"; readonly expression: Expression; readonly span: Span }
  | { readonly kind: "irreversible" | "lookup"; readonly span: Span }
  | {
      readonly kind: "rule";
      readonly verb: "permit" | "approve" | "refuse" | "terminate";
      readonly predicate?: Expression;
      readonly expires?: Expression;
      readonly suppressions: readonly Suppression[];
      readonly span: Span;
    };

// ------------------------------------------------------------------------------------------------------ scenarios

/** `name` is the title: a quoted name made of the string. */
export interface ScenarioDeclaration extends DeclarationBase {
  readonly kind: "scenario";
  readonly lines: readonly ScenarioLine[];
}

interface LineBase {
  readonly span: Span;
  readonly suppressions: readonly Suppression[];
}

export type ScenarioLine = LineBase &
  (
    | {
        readonly kind: "run";
        readonly playbook: Name;
        readonly unattended: boolean;
        readonly inputs?: Expression;
      }
    | { readonly kind: "loop"; readonly goal: StringLiteral; readonly entries: readonly Setting[] }
    | { readonly kind: "script"; readonly subject: Subject; readonly replies: readonly ScriptReply[] }
    | {
        readonly kind: "tool-script" | "effect-script";
        readonly callee: Name;
        readonly replies: readonly CalleeReply[];
      }
    | {
        readonly kind: "artifact-given";
        readonly artifact: Name;
        readonly key?: StringLiteral;
        readonly value: Expression;
      }
    | { readonly kind: "choose"; readonly lanes: readonly Subject[]; readonly stop?: StringLiteral }
    | { readonly kind: "person"; readonly action: PersonAction; readonly of?: Subject }
    | { readonly kind: "signal"; readonly wait: Name; readonly value: Expression }
    | { readonly kind: "after"; readonly duration: Expression }
    | {
        readonly kind: "crash";
        readonly moment?: { readonly when: "before" | "after"; readonly event: string };
      }
    | { readonly kind: "expect"; readonly expectation: Expectation }
  );

/** `P` or `P["key"]` */
export interface Subject {
  readonly kind: "subject";
  readonly name: Name;
  readonly key?: StringLiteral;
  readonly span: Span;
}

export type ScriptReply =
  | { readonly kind: "returns" | "lands"; readonly results: readonly ScriptResult[]; readonly span: Span }
  | { readonly kind: "fails" | "refuses"; readonly reason: StringLiteral; readonly span: Span }
  | { readonly kind: "asks"; readonly requests: Expression; readonly span: Span }
  | { readonly kind: "raises"; readonly wait: Name; readonly question: StringLiteral; readonly span: Span };
export interface ScriptResult {
  readonly name?: Name;
  readonly value: Expression;
  readonly span: Span;
}
export type CalleeReply =
  | { readonly kind: "gives"; readonly value: Expression; readonly span: Span }
  | { readonly kind: "fails"; readonly reason?: StringLiteral; readonly span: Span }
  | { readonly kind: "lost"; readonly span: Span };

export type PersonAction =
  | { readonly kind: "answers"; readonly target: Name; readonly value: Expression }
  | { readonly kind: "declines"; readonly target?: Name; readonly reason?: StringLiteral }
  | { readonly kind: "cancels"; readonly target?: Name }
  | { readonly kind: "cancels-run" }
  | { readonly kind: "approves" | "retries" | "resumes" }
  | { readonly kind: "clarifies" | "reviews"; readonly text: StringLiteral };

export type Expectation =
  | { readonly kind: "predicate"; readonly predicate: Expression }
  | { readonly kind: "rounds"; readonly operator: CompareOperator; readonly value: NumberLiteral }
  | { readonly kind: "stopped"; readonly reason: Name | StringLiteral }
  | { readonly kind: "status" | "waiting" | "held-back" | "never" | "recovery"; readonly name: Name }
  | { readonly kind: "order"; readonly names: readonly Name[] }
  | { readonly kind: "written"; readonly path: StringLiteral }
  | {
      readonly kind: "dispatched";
      readonly effect: Name;
      readonly operator: CompareOperator;
      readonly value: NumberLiteral;
    };
