/**
 * What names mean: the modules of a program, what each declares, and what each name in a module stands for (`[L-4]`).
 */
import type { Place, Span } from "../ir/index.js";
import type { Declaration, SourceFile } from "../grammar/tree.js";

/** One loaded `.playbook` file. */
export interface Module {
  /** As the host named it, or `std:NAME`. */
  readonly path: string;
  readonly syntax: SourceFile;
  /** `a.b`, or empty. */
  readonly namespace: string;
  readonly isStandard: boolean;
  /**
   * Words in text that could not be read: skipped, or in a broken declaration or import. Each may have been a
   * declaration or a use, so that none of them is reported as unknown or unused (`[L-34]`).
   */
  readonly hearsay: Set<string>;
  /** The kinds of declarations that lost their names: a name that nothing stands for may have been theirs. */
  readonly nameless: readonly Kind[];
  /** Of a prompt file: the module that names it, whose scope it has. */
  readonly namedBy?: Module;
}

export type Kind = Declaration["kind"];

/** One declaration of the program. Narrow it by `syntax.kind`. */
export interface Declared {
  /** `namespace.name`, unique in the program. */
  readonly ref: string;
  readonly name: string;
  readonly module: Module;
  readonly syntax: Declaration;
}

/** What a name in a module stands for. `unknown`: something that was already reported; whatever is done with it is right. */
export type Meaning =
  | { readonly kind: "declared"; readonly declared: Declared; readonly imported: boolean }
  | { readonly kind: "unknown" };

/** A place where a declaration is named. */
export interface Use {
  readonly declared: Declared;
  readonly module: Module;
  readonly span: Span;
}

export function placeIn(module: Module, span: Span): Place {
  return { file: module.path, span };
}

const articles: Readonly<Record<Kind, string>> = {
  type: "a type",
  artifact: "an artifact",
  evidence: "evidence",
  verdict: "a verdict",
  playbook: "a playbook",
  wait: "a wait",
  tool: "a tool",
  effect: "an effect",
  scenario: "a scenario",
};

/** `an artifact`, `evidence`, …: for messages. */
export function withArticle(kind: Kind): string {
  return articles[kind];
}

/** `an artifact, evidence or a verdict` */
export function oneOf(kinds: readonly Kind[]): string {
  const words = kinds.map(withArticle);
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}
