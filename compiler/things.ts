/** What declarations are once their types are known, by kind. A broken declaration has `unknown` types. */
import type { Artifact, Expression, Json, Place, Wait } from "../ir/index.js";
import type { Field, InterviewQuestion } from "../grammar/tree.js";
import type { Declared } from "./names.js";
import type { Type } from "./types/type.js";

interface Base {
  readonly declared: Declared;
}

export interface TypeThing extends Base {
  readonly kind: "type";
  readonly type: Type;
}

/** `[L-11]` */
export interface ArtifactThing extends Base {
  readonly kind: "artifact";
  readonly type: Type;
  /** Relative to the workspace, without a leading `./`. */
  readonly at: string;
  /** The names in braces in `at`, in order, each once; empty: one document. */
  readonly keys: readonly string[];
  readonly format: Artifact["format"];
  readonly given: boolean;
}

export interface EvidenceThing extends Base {
  readonly kind: "evidence";
}

/** `[L-13]`, `[L-36]` */
export interface VerdictThing extends Base {
  readonly kind: "verdict";
  /** Of one value, also where it is kept by key. */
  readonly type: Type;
  readonly per: string | undefined;
}

/** `[L-22]` */
export interface WaitThing extends Base {
  readonly kind: "wait";
  readonly class: Wait["class"] | "unknown";
  readonly answer: Type;
  readonly declinable: boolean;
  /** In milliseconds. */
  readonly expires: { readonly after: number; readonly answering: Json | undefined } | undefined;
}

export interface ToolThing extends Base {
  readonly kind: "tool";
  readonly input: Type;
  readonly output: Type;
}

/** `[L-26]` */
export interface EffectThing extends Base {
  readonly kind: "effect";
  readonly input: Type;
  readonly output: Type;
}

export interface InputThing {
  readonly name: string;
  readonly type: Type;
  /** Written with `?`; one with a default is not given either, but always there. */
  readonly optional: boolean;
  readonly default: Json | undefined;
  readonly doc: string | undefined;
  readonly syntax: Field;
  readonly place: Place;
}

export interface QuestionThing extends InputThing {
  readonly question: InterviewQuestion;
}

/** A playbook as others see it. What it does is in `CheckedPlaybook`. */
export interface PlaybookThing extends Base {
  readonly kind: "playbook";
  readonly inputs: ReadonlyMap<string, InputThing>;
  readonly interview: ReadonlyMap<string, QuestionThing>;
  readonly isComposite: boolean;
}

export interface ScenarioThing extends Base {
  readonly kind: "scenario";
}

export type Thing =
  | TypeThing
  | ArtifactThing
  | EvidenceThing
  | VerdictThing
  | WaitThing
  | ToolThing
  | EffectThing
  | PlaybookThing
  | ScenarioThing;

/** Something that has to hold for a value to be there, named by its fact (`availability.ts`). */
export interface Need {
  readonly fact: string;
  readonly place: Place;
  /** In the user's words: `evidence-adequacy`, `draft.notes`. */
  readonly what: string;
}

/** An expression with what the checks want to know of it. */
export interface Typed {
  readonly ir: Expression;
  readonly type: Type;
  /** All of it has to hold; empty: the value is always there. */
  readonly needs: readonly Need[];
  /** Where what it reads was declared. */
  readonly declared?: Place;
}
