/** What nobody writes: what a playbook reads, judges from and needs absent, what it may write, whom it has to ask. */
import type { Artifact, Expression, Playbook, Step, Wait } from "../ir/index.js";
import { placeGlob } from "../runtime/core/places.js";
import { type Reference, referencesIn } from "./references.js";
import { byCodeUnits } from "./types/schema.js";

export interface Around {
  readonly artifacts: Readonly<Record<string, Artifact>>;
  readonly waits: Readonly<Record<string, Wait>>;
}

/** An ordinary playbook with its derived facts; a composite with those that are its own. */
export function withFacts(playbook: Playbook, around: Around): Playbook {
  const required = playbook.requires === undefined ? [] : referencesIn(playbook.requires);
  const used = expressionsOf(playbook).flatMap((expression) => referencesIn(expression));
  const named = [
    ...required,
    ...used,
    ...playbook.reads.map((ref): Reference => ({ ref, isNegated: false })),
  ];
  const isComposite = playbook.choreography !== undefined;
  return {
    ...playbook,
    reads: sorted(named.map(({ ref }) => ref)),
    // A composite returns nothing itself: what its members return was judged from what they read.
    judgedFrom: isComposite
      ? []
      : sorted(
          named.flatMap(({ ref, isNegated }) => (isNegated || playbook.returns.includes(ref) ? [] : [ref])),
        ),
    needsAbsent: sorted(required.flatMap(({ ref, isNegated }) => (isNegated ? [ref] : []))),
    writes: playbook.writes.length > 0 ? playbook.writes : placesOf(playbook.outputs, around.artifacts),
    uses: sorted([...playbook.uses, ...stepUses(playbook.steps ?? [])]),
    needsElicitation: playbook.interview.length > 0 || asksAlways(playbook.steps ?? [], around.waits),
  };
}

/** Every expression of a body, of interview questions and of fan-outs: `requires` is apart. */
function expressionsOf(playbook: Playbook): readonly Expression[] {
  const arrays = (playbook.choreography?.members ?? []).flatMap(({ each }) =>
    each === undefined ? [] : [each.array],
  );
  return [
    ...playbook.interview.map(({ question }) => question),
    ...arrays,
    ...(playbook.steps ?? []).flatMap(stepExpressions),
  ];
}

export function stepExpressions(step: Step): readonly Expression[] {
  return [...(step.when === undefined ? [] : [step.when]), ...ownExpressions(step)];
}

function ownExpressions(step: Step): readonly Expression[] {
  switch (step.kind) {
    case "ask":
      return step.asks.flatMap(({ question, moment }) => [
        question,
        ...(moment === undefined || moment.kind === "next" ? [] : [moment.value]),
      ]);
    case "generate":
      return [step.prompt];
    case "call":
    case "perform":
      return Object.values(step.input);
    case "land":
    case "return":
      return [step.value];
    case "advise":
      return [step.text];
  }
}

function stepUses(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) =>
    step.kind === "generate" ? step.uses : step.kind === "call" ? [step.tool] : [],
  );
}

/** `[L-39]` */
function asksAlways(steps: readonly Step[], waits: Readonly<Record<string, Wait>>): boolean {
  return steps.some(
    (step) =>
      step.kind === "ask" &&
      step.when === undefined &&
      step.asks.some(({ wait }) => waits[wait]?.class === "intervention"),
  );
}

function placesOf(
  outputs: readonly string[],
  artifacts: Readonly<Record<string, Artifact>>,
): readonly string[] {
  const globs = outputs.flatMap((ref) => {
    const artifact = artifacts[ref];
    return artifact === undefined ? [] : [placeGlob(artifact)];
  });
  return [...new Set(globs)];
}

/** Composites with the union of what their members, at any depth, output, return, write, read and need absent (`[L-15]`). */
export function withMembers(playbooks: ReadonlyMap<string, Playbook>): ReadonlyMap<string, Playbook> {
  const result = new Map<string, Playbook>();
  for (const [ref, playbook] of playbooks) {
    result.set(
      ref,
      playbook.choreography === undefined ? playbook : united(playbook, membersOf(ref, playbooks)),
    );
  }
  return result;
}

/** Everything that a playbook admits, directly or not, itself left out (LB4018 reports the circle). */
function membersOf(ref: string, playbooks: ReadonlyMap<string, Playbook>): readonly Playbook[] {
  const seen = new Set([ref]);
  for (const each of seen) {
    for (const member of playbooks.get(each)?.choreography?.members ?? []) seen.add(member.playbook);
  }
  seen.delete(ref);
  return [...seen].flatMap((each) => playbooks.get(each) ?? []);
}

function united(composite: Playbook, members: readonly Playbook[]): Playbook {
  const all = (of: (playbook: Playbook) => readonly string[]): readonly string[] =>
    sorted([...of(composite), ...members.flatMap(of)]);
  return {
    ...composite,
    outputs: all(({ outputs }) => outputs),
    returns: all(({ returns }) => returns),
    writes: all(({ writes }) => writes),
    reads: all(({ reads }) => reads),
    needsAbsent: all(({ needsAbsent }) => needsAbsent),
  };
}

function sorted(refs: readonly string[]): readonly string[] {
  return [...new Set(refs)].toSorted(byCodeUnits);
}
