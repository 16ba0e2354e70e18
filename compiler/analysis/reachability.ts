/** What the model says about the choreographies of a program, worked out once and when it is first asked for. */
import type { Ref } from "../../ir/index.js";
import type { CheckedProgram } from "../program.js";
import { type Admission, admissionsOf, circlesOfAdmission, reachedBy } from "./admission.js";
import { ProgramModel } from "./model/build.js";
import type { Choreography, ModelMember } from "./model/choreography.js";
import { cellsOfProgram } from "./model/program-cells.js";
import type { Predicate } from "./model/predicates.js";
import { Relaxed } from "./model/relaxed.js";
import { Search } from "./model/search.js";
import { predicatesOf } from "./predicates-of.js";
import { pathsRead, type Reads } from "./model/words.js";

/** How many states of one choreography are looked at before the answer is `unknown`. */
export const mostStates = 200_000;

export interface Explored {
  readonly choreography: Choreography;
  readonly relaxed: Relaxed;
  /** Every state that it can come to; made when it is first asked for. */
  readonly search: Search;
  /** The `admits` entry that brings a member in. */
  readonly admissionOf: (member: ModelMember) => Admission | undefined;
  readonly reads: Reads;
}

const explored = new WeakMap<CheckedProgram, readonly Explored[]>();

/**
 * The composites that no other admits, where they and all that they reach are sound: a composite that is a member is
 * looked at where it is one.
 */
export function exploredRoots(program: CheckedProgram): readonly Explored[] {
  const known = explored.get(program);
  if (known !== undefined) return known;
  const admissions = admissionsOf(program);
  const circular = new Set(circlesOfAdmission(program).flat());
  const admitted = new Set([...admissions.values()].flat().map(({ member }) => member.ref));
  const model = modelOf(program);
  const reads = readsOf(program);
  const found = [...admissions.keys()].flatMap((ref): readonly Explored[] => {
    const isRoot = (admissions.get(ref)?.length ?? 0) > 0 && !admitted.has(ref) && !circular.has(ref);
    const isFinite = isRoot && ![...reachedBy(program, ref)].some((each) => circular.has(each));
    if (!isFinite || !isKnown(program, ref)) return [];
    const choreography = model.choreography(ref);
    return choreography === undefined ? [] : [explore(choreography, admissions, reads)];
  });
  explored.set(program, found);
  return found;
}

/** Whether nothing that it names is faulty, and every name in its module could be read. */
function isKnown(program: CheckedProgram, ref: Ref): boolean {
  const module = program.declared.get(ref)?.module;
  return module?.hearsay.size === 0 && module.nameless.length === 0 && program.isSound(ref);
}

const models = new WeakMap<CheckedProgram, ProgramModel>();

function modelOf(program: CheckedProgram): ProgramModel {
  const known =
    models.get(program) ?? new ProgramModel(program.program, cellsOfProgram(program), program.matches);
  models.set(program, known);
  return known;
}

/** What each sound playbook requires. */
export function predicatesOfPlaybooks(
  program: CheckedProgram,
): readonly { readonly ref: Ref; readonly predicate: Predicate }[] {
  const model = modelOf(program);
  return Object.entries(program.program.playbooks).flatMap(([ref, { requires }]) =>
    requires === undefined || !isKnown(program, ref)
      ? []
      : [{ ref, predicate: model.predicate(requires, model.inputs(ref)) }],
  );
}

function explore(
  choreography: Choreography,
  admissions: ReadonlyMap<Ref, readonly Admission[]>,
  reads: Reads,
): Explored {
  let search: Search | undefined;
  return {
    choreography,
    relaxed: new Relaxed(choreography),
    get search() {
      search ??= new Search(choreography, { mostStates });
      return search;
    },
    admissionOf: ({ path, playbook }) =>
      admissions.get(path.at(-2) ?? choreography.root)?.find(({ member }) => member.ref === playbook),
    reads,
  };
}

/** For each thing the paths at which any predicate of the program reads it. */
function readsOf({ program }: CheckedProgram): Reads {
  const found = new Map<Ref, (readonly (string | number)[])[]>();
  for (const expression of predicatesOf(program.playbooks)) {
    for (const [ref, paths] of pathsRead(expression)) found.set(ref, [...(found.get(ref) ?? []), ...paths]);
  }
  return found;
}
