/**
 * The program's IR from its things and playbooks. Its maps are in the order of their refs, and nothing in it depends on
 * the order of declarations, of files or of fields (`[L-2]`, `[L-7]`).
 */
import {
  type Artifact,
  type Effect,
  isoDuration,
  type Playbook,
  type Program,
  type Schema,
  type Tool,
  type Verdict,
  type Wait,
} from "../ir/index.js";
import type { Checking } from "./checking.js";
import { clarificationRef } from "./declarations/steps.js";
import { withFacts, withMembers } from "./derive.js";
import type { Declared, Use } from "./names.js";
import type { Thing, WaitThing } from "./things.js";
import { schemaFor } from "./schemas.js";
import { byCodeUnits } from "./types/schema.js";

export interface ReadDeclarations {
  readonly playbooks: ReadonlyMap<string, Playbook>;
  readonly effects: ReadonlyMap<string, Effect>;
}

export function lower(checking: Checking, read: ReadDeclarations): Program {
  const { marks, names } = checking;
  const wanted = [...names.declared.values()]
    .filter(included(checking, read))
    .toSorted((a, b) => byCodeUnits(a.ref, b.ref));
  const things = wanted.flatMap(({ ref }) => checking.things.get(ref) ?? []);
  const artifacts = table(
    things,
    (thing) => (thing.kind === "artifact" ? artifactOf(checking, thing) : undefined),
    marked,
  );
  const waits = table(
    things,
    (thing) => (thing.kind === "wait" ? waitOf(checking, thing) : undefined),
    marked,
  );
  const ordinary = new Map(
    wanted.flatMap(({ ref }): (readonly [string, Playbook])[] => {
      const playbook = read.playbooks.get(ref);
      return playbook === undefined
        ? []
        : [[ref, marks.transfer(playbook, withFacts(playbook, { artifacts, waits }))]];
    }),
  );
  const playbooks = [...withMembers(ordinary)].map(([ref, playbook]) => {
    const before = ordinary.get(ref);
    return [
      ref,
      before === undefined || before === playbook ? playbook : marks.transfer(before, playbook),
    ] as const;
  });

  function marked<T extends object>(thing: Thing, node: T): T {
    const { module, syntax } = thing.declared;
    return marks.document(marks.mark(node, module, syntax.span), syntax.doc?.text);
  }

  return {
    laban: "1",
    types: typesOf(checking, wanted),
    artifacts,
    evidence: table(things, (thing) => (thing.kind === "evidence" ? {} : undefined), marked),
    verdicts: table(
      things,
      (thing) => (thing.kind === "verdict" ? verdictOf(checking, thing) : undefined),
      marked,
    ),
    waits,
    tools: table(things, (thing) => (thing.kind === "tool" ? toolOf(checking, thing) : undefined), marked),
    effects: table(
      things,
      (thing) => (thing.kind === "effect" ? read.effects.get(thing.declared.ref) : undefined),
      marked,
    ),
    playbooks: Object.fromEntries(playbooks),
  };
}

function table<T extends object>(
  things: readonly Thing[],
  of: (thing: Thing) => T | undefined,
  marked: (thing: Thing, node: T) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    things.flatMap((thing) => {
      const node = thing.declared.syntax.broken ? undefined : of(thing);
      return node === undefined ? [] : [[thing.declared.ref, marked(thing, node)]];
    }),
  );
}

function artifactOf(checking: Checking, thing: Extract<Thing, { readonly kind: "artifact" }>): Artifact {
  const { at, keys, format, given, type } = thing;
  return { at, keys, format, given, schema: schemaFor(checking, type) };
}

function verdictOf(checking: Checking, { type, per }: Extract<Thing, { readonly kind: "verdict" }>): Verdict {
  return { schema: schemaFor(checking, type), ...(per === undefined ? {} : { per }) };
}

function toolOf(checking: Checking, { input, output }: Extract<Thing, { readonly kind: "tool" }>): Tool {
  return { input: schemaFor(checking, input), output: schemaFor(checking, output) };
}

function waitOf(checking: Checking, thing: WaitThing): Wait | undefined {
  const { declared, class: waitClass, answer, declinable, expires } = thing;
  if (waitClass === "unknown") return undefined;
  const wait: Wait = {
    name: declared.name,
    class: waitClass,
    schema: schemaFor(checking, answer),
    declinable,
  };
  if (expires === undefined) return wait;
  const after = isoDuration(expires.after);
  return {
    ...wait,
    expires: expires.answering === undefined ? { after } : { after, answering: expires.answering },
  };
}

function typesOf(checking: Checking, wanted: readonly Declared[]): Readonly<Record<string, Schema>> {
  const types: Record<string, Schema> = {};
  for (const { ref, syntax, module } of wanted) {
    const thing = checking.things.get(ref);
    if (thing?.kind !== "type" || syntax.broken) continue;
    const schemas =
      checking.externals.get(ref)?.definitions ?? new Map([[ref, schemaFor(checking, thing.type)]]);
    for (const [name, schema] of schemas) {
      types[name] = schema;
      if (name === ref) checking.marks.markPart(types, name, module, syntax.span, syntax.doc?.text);
    }
  }
  return types;
}

/**
 * Which declarations the program has: those of the project, and of the standard modules what these reach. What only
 * scenarios name is left out, since scenarios never change the digest.
 */
function included(checking: Checking, read: ReadDeclarations): (declared: Declared) => boolean {
  const reached = new Set<Declared>();
  const waiting: Declared[] = [];
  const reach = (declared: Declared | undefined): void => {
    if (declared === undefined || !declared.module.isStandard || reached.has(declared)) return;
    reached.add(declared);
    waiting.push(declared);
  };
  const scenarios = [...checking.names.declared.values()].filter(({ syntax }) => syntax.kind === "scenario");
  const isOfScenario = ({ module, span }: Use): boolean =>
    scenarios.some(
      (each) =>
        each.module === module && each.syntax.span.start <= span.start && span.end <= each.syntax.span.end,
    );
  for (const use of checking.uses) {
    if (!use.module.isStandard && use.declared.module.isStandard && !isOfScenario(use)) reach(use.declared);
  }
  const offers = [...read.playbooks.values()].flatMap(({ steps }) => steps ?? []);
  if (offers.some((step) => step.kind === "generate" && step.offers.includes(clarificationRef))) {
    reach(checking.names.declared.get(clarificationRef));
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { module, syntax } = next;
    for (const use of checking.uses) {
      if (use.module === module && syntax.span.start <= use.span.start && use.span.end <= syntax.span.end)
        reach(use.declared);
    }
  }
  return (declared) => !declared.module.isStandard || reached.has(declared);
}
