import type { Place, Span } from "../../ir/index.js";
import type { Clause, GenerateSetting, Name, PlaybookDeclaration } from "../../grammar/tree.js";
import { placeIn } from "../names.js";
import { withoutDot } from "../paths.js";
import type { CheckedProgram } from "../program.js";
import { isStopReason } from "../stop-reasons.js";
import { stepsOf, writtenPlaybooks } from "./clauses.js";

/** Something that may stand once and was written again. */
export interface GivenTwice {
  readonly place: Place;
  readonly name: string;
  readonly first: Place;
  /** What it is: `setting`, `tool`, … */
  readonly what: string;
}

/**
 * What a playbook may give once and gives again: names in one list, and settings of a `generate`. Clauses of one kind
 * make up one list; members that are admitted twice are a matter of LB4018.
 */
export function givenTwice(program: CheckedProgram): readonly GivenTwice[] {
  return writtenPlaybooks(program).flatMap(({ module, syntax }) =>
    listsOf(syntax)
      .flatMap(repeated)
      .map(({ item: { name, span, what }, first }) => ({
        place: placeIn(module, span),
        name,
        first: placeIn(module, first.span),
        what,
      })),
  );
}

/** Ends that have the name of a stop reason that every run has (`[R-53]`). */
export function endsOfEveryRun(program: CheckedProgram): readonly Pick<GivenTwice, "place" | "name">[] {
  return writtenPlaybooks(program).flatMap(({ module, syntax: { clauses } }) =>
    clauses.flatMap((clause) =>
      clause.kind === "ends" && isStopReason(clause.reason.text)
        ? [{ place: placeIn(module, clause.reason.span), name: clause.reason.text }]
        : [],
    ),
  );
}

interface Item {
  readonly name: string;
  readonly span: Span;
  readonly what: string;
}

function repeated(items: readonly Item[]): readonly { readonly item: Item; readonly first: Item }[] {
  const firsts = new Map<string, Item>();
  return items.flatMap((item) => {
    const first = firsts.get(item.name);
    if (first !== undefined) return [{ item, first }];
    firsts.set(item.name, item);
    return [];
  });
}

/** Items of one list may not have one name. */
function listsOf(syntax: PlaybookDeclaration): readonly (readonly Item[])[] {
  const listed = new Map<string, Item[]>();
  for (const clause of syntax.clauses) {
    listed.set(clause.kind, [...(listed.get(clause.kind) ?? []), ...itemsOf(clause)]);
  }
  const steps = stepsOf(syntax);
  return [
    ...listed.values(),
    ...steps.flatMap((step) => (step.kind === "generate" ? listsOfGenerate(step.settings) : [])),
  ];
}

const nouns = {
  reads: "name",
  outputs: "output",
  returns: "return",
  offers: "wait",
  uses: "tool",
  performs: "effect",
} as const;

function itemsOf(clause: Clause): readonly Item[] {
  if (clause.kind === "writes") {
    return clause.globs.map(({ text, span }) => ({ name: withoutDot(text), span, what: "glob" }));
  }
  if (clause.kind === "ends") return [{ name: clause.reason.text, span: clause.reason.span, what: "end" }];
  return "names" in clause ? named(clause.names, nouns[clause.kind]) : [];
}

function named(names: readonly Name[], what: string): readonly Item[] {
  return names.map(({ text, span }) => ({ name: text, span, what }));
}

function listsOfGenerate(settings: readonly GenerateSetting[]): readonly (readonly Item[])[] {
  const once: Item[] = [];
  const uses: Item[] = [];
  const offers: Item[] = [];
  for (const setting of settings) {
    if (setting.kind === "uses") uses.push(...named(setting.names, nouns.uses));
    else if (setting.kind === "offers") offers.push(...named(setting.names, nouns.offers));
    else once.push({ name: setting.kind, span: setting.span, what: "setting" });
  }
  return [once, uses, offers];
}
