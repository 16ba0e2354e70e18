/** Where in a run something stands: the playbook, inputs and roster of a path, and the scope of its expressions. */
import { invariant, type Choreography, type Json } from "../../ir/index.js";
import { equal } from "./equal.js";
import { scopeOf, type Facts, type Scope, type VerdictRow } from "./facts.js";
import { playbookOf, type Machine } from "./machine.js";
import { memberName, nameOf } from "./names.js";
import { patternOf } from "./patterns.js";
import { rosterOf, type Instance, type Roster } from "./roster.js";
import type { Contribution, Lane, MemberState, Round, State } from "./state.js";

const nothing: Readonly<Record<string, Json>> = {};

/** The run that was started. */
export function runOf(state: State): NonNullable<State["run"]> {
  invariant(state.run !== undefined, "the run was started");
  return state.run;
}

/** The rounds at a path. */
export function roundOf(state: State, path: string): Round {
  const round = state.choreographies.get(path);
  invariant(round !== undefined, `there is a choreography at "${path}"`);
  return round;
}

/** The lane that is not settled for good. */
export function laneOf(state: State, id: string): Lane {
  const lane = state.lanes.get(id);
  invariant(lane !== undefined, `lane ${id} has not settled for good`);
  return lane;
}

/** The choreography of a path: the composite's, a single run's one member, or the whole catalog. */
export function choreographyOf(machine: Machine, state: State, path: string): Choreography {
  const { playbook } = roundOf(state, path);
  if (playbook === undefined) return catalogOf(machine, state);
  const { choreography } = playbookOf(machine, playbook);
  return choreography ?? singleOf(machine, playbook);
}

const singles = new WeakMap<Machine, Map<string, Choreography>>();

function singleOf(machine: Machine, playbook: string): Choreography {
  const ofMachine = singles.get(machine) ?? new Map<string, Choreography>();
  singles.set(machine, ofMachine);
  const known = ofMachine.get(playbook);
  if (known !== undefined) return known;
  const single: Choreography = { members: [{ playbook }], ends: [], select: { by: "all" } };
  ofMachine.set(playbook, single);
  return single;
}

const catalogs = new WeakMap<NonNullable<State["run"]>, Choreography>();

function catalogOf(machine: Machine, state: State): Choreography {
  const run = runOf(state);
  const known = catalogs.get(run);
  if (known !== undefined) return known;
  const name = run.loop?.select ?? "first";
  const catalog: Choreography = {
    members: Object.keys(machine.program.playbooks)
      .toSorted()
      .map((playbook) => ({ playbook })),
    ends: [],
    select: name === "first" || name === "all" || name === "model" ? { by: name } : { by: "named", name },
  };
  catalogs.set(run, catalog);
  return catalog;
}

/** The inputs that the members of a path are given by name (`[L-17]`). */
export function inputsAt(state: State, path: string): Readonly<Record<string, Json>> {
  return path === "" ? runOf(state).inputs : laneOf(state, path).inputs;
}

/** A member's inputs: those of its parent that it declares, its defaults, and the element of its fan-out. */
export function memberInputs(
  machine: Machine,
  given: Readonly<Record<string, Json>>,
  playbook: string,
  each: { readonly name: string; readonly element: Json } | undefined,
): Readonly<Record<string, Json>> {
  const { inputs } = playbookOf(machine, playbook);
  const names = Object.keys(inputs);
  if (names.length === 0) return nothing;
  const entries: [string, Json][] = [];
  for (const name of names) {
    const fallback = inputs[name]?.default;
    if (each?.name === name) entries.push([name, each.element]);
    else if (Object.hasOwn(given, name)) entries.push([name, given[name] ?? null]);
    else if (fallback !== undefined) entries.push([name, fallback]);
  }
  return Object.fromEntries(entries);
}

/** The scope of a composite's own predicates. */
export function scopeAt(machine: Machine, state: State, path: string): Scope {
  const interview = path === "" ? state.interview : state.lanes.get(path)?.interview;
  return scopeOf(new StateFacts(machine, state, path), {
    inputs: inputsAt(state, path),
    key: state.lanes.get(path)?.instance?.key,
    ...(interview === undefined ? {} : { interview }),
  });
}

/** The scope of what a lane evaluates. */
export function scopeOfLane(machine: Machine, state: State, lane: Lane): Scope {
  return scopeOf(new StateFacts(machine, state, lane.path), {
    inputs: lane.inputs,
    locals: lane.locals,
    key: lane.instance?.key,
    ...(lane.interview === undefined ? {} : { interview: lane.interview }),
  });
}

const rosters = new WeakMap<State, Map<string, Roster>>();

/** Who can be chosen at a path, as things stand. */
export function rosterAt(machine: Machine, state: State, path: string): Roster {
  const choreography = choreographyOf(machine, state, path);
  if (choreography.members.every((member) => member.each === undefined)) {
    return rosterOf(machine, choreography, scopeAt(machine, state, path));
  }
  const ofState = rosters.get(state) ?? new Map<string, Roster>();
  rosters.set(state, ofState);
  const known = ofState.get(path);
  if (known !== undefined) return known;
  const roster = rosterOf(machine, choreography, scopeAt(machine, state, path));
  ofState.set(path, roster);
  return roster;
}

const untouched: MemberState = {
  lanes: 0,
  lastRound: 0,
  failures: 0,
  lastFailure: undefined,
  delivered: false,
  returned: false,
  gone: false,
  element: undefined,
};

/** What became of a member so far. */
export function memberState(round: Round, name: string): MemberState {
  return round.members.get(name) ?? untouched;
}

/** What became of a member; of an instance only what it ran for the element that it has now (`[R-46]`). */
export function stateOfInstance(round: Round, { member, each }: Instance): MemberState {
  const state = memberState(round, memberName(member));
  if (each === undefined || state.element === undefined || equal(state.element, each.element)) return state;
  const { lanes, lastRound } = state;
  return { ...untouched, lanes, lastRound };
}

/** Whether a member has failed so often that it is not tried again (`[R-50]`). */
export function failedForGood(machine: Machine, round: Round, instance: Instance): boolean {
  const { failures } = stateOfInstance(round, instance);
  return failures > 0 && failures >= playbookOf(machine, instance.member.playbook).limits.failures;
}

const noContributions: readonly Contribution[] = [];

/** The facts of a run, as they are seen at a path. */
export class StateFacts implements Facts {
  constructor(
    private readonly machine: Machine,
    private readonly state: State,
    private readonly path: string,
  ) {}

  document(artifact: string, key: string | undefined): Json | undefined {
    const reading = readingOf(this.state, nameOf(artifact, key));
    return reading?.state === "landed" ? reading.value : undefined;
  }

  isAbsent(artifact: string, key: string | undefined): boolean {
    const reading = readingOf(this.state, nameOf(artifact, key));
    return reading === undefined || reading.state === "absent";
  }

  problem(artifact: string, key: string | undefined): string | undefined {
    return readingOf(this.state, nameOf(artifact, key))?.problem;
  }

  isDelivered(artifact: string, key: string | undefined): boolean {
    if (runOf(this.state).shape === "loop") return false;
    const name = nameOf(artifact, key);
    return this.state.landed.has(name) && readingOf(this.state, name)?.state === "landed";
  }

  isStale(artifact: string, key: string | undefined): boolean {
    return isStale(this.state, nameOf(artifact, key), new Set());
  }

  documentKeys(artifact: string): readonly string[] | undefined {
    const name = this.machine.program.artifacts[artifact]?.keys[0];
    const fanned =
      name === undefined
        ? undefined
        : this.fannedOut(name, (playbook) => playbook.outputs.includes(artifact));
    if (fanned === "awaited") return undefined;
    if (fanned !== undefined) {
      const { round, instances } = fanned;
      return instances
        .filter((instance) => !failedForGood(this.machine, round, instance))
        .map(({ member }) => member.key ?? "");
    }
    const keys: string[] = [];
    for (const reading of readings(this.state)) {
      if (reading.artifact === artifact && reading.key !== undefined && reading.state !== "absent")
        keys.push(reading.key);
    }
    return keys.toSorted();
  }

  contributions(evidence: string): readonly Contribution[] {
    return this.state.evidence.get(evidence) ?? noContributions;
  }

  verdict(verdict: string, key: string | undefined): Json | undefined {
    return this.state.verdicts.get(nameOf(verdict, key))?.value;
  }

  rows(verdict: string): readonly VerdictRow[] | undefined {
    const per = this.machine.program.verdicts[verdict]?.per;
    if (per === undefined) return undefined;
    const fanned = this.fannedOut(per, (playbook) => playbook.returns.includes(verdict));
    if (fanned === "awaited") return undefined;
    if (fanned === undefined) {
      return [...this.state.verdicts.values()]
        .filter((row) => row.verdict === verdict && row.key !== undefined)
        .map((row) => ({ key: row.key ?? "", value: row.value }));
    }
    const { round, instances } = fanned;
    return instances.map((instance) => {
      const key = instance.member.key ?? "";
      const value = this.state.verdicts.get(nameOf(verdict, key))?.value;
      if (value !== undefined) return { key, value };
      return failedForGood(this.machine, round, instance)
        ? { key, failure: stateOfInstance(round, instance).lastFailure?.message ?? "it failed" }
        : { key };
    });
  }

  isKeyed(verdict: string): boolean {
    return this.machine.program.verdicts[verdict]?.per !== undefined;
  }

  matches(text: string, pattern: string): boolean {
    return patternOf(pattern).test(text);
  }

  /** The instances of a fan-out, here or further out, whose playbook does this. */
  private fannedOut(
    name: string,
    does: (playbook: ReturnType<typeof playbookOf>) => boolean,
  ): { readonly round: Round; readonly instances: Roster["instances"] } | "awaited" | undefined {
    for (let path: string | undefined = this.path; path !== undefined; path = parentOf(path)) {
      const round = this.state.choreographies.get(path);
      if (round === undefined) continue;
      const { members } = choreographyOf(this.machine, this.state, path);
      const entry = members.find(
        (member) => member.each?.name === name && does(playbookOf(this.machine, member.playbook)),
      );
      if (entry === undefined) continue;
      const roster = rosterAt(this.machine, this.state, path);
      if (roster.awaited.includes(name)) return "awaited";
      return {
        round,
        instances: roster.instances.filter((instance) => instance.member.playbook === entry.playbook),
      };
    }
    return undefined;
  }
}

/** Whether the time of a path's composite, or of one around it, is over (`[R-22]`, `[R-57]`). */
export function isOverdueWithin(state: State, path: string): boolean {
  for (let at: string | undefined = path; at !== undefined && at !== ""; at = parentOf(at)) {
    if (state.lanes.get(at)?.overdue === true) return true;
  }
  return false;
}

/** The path around a path; `undefined` around the run's own. */
export function parentOf(path: string): string | undefined {
  if (path === "") return undefined;
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The document of a name, as this run sees it: a preview reads what it landed (`[R-8]`). */
export function readingOf(state: State, name: string): ReturnType<State["documents"]["get"]> {
  return state.overlay.get(name) ?? state.documents.get(name);
}

/** Every document that is known, each once. */
export function* readings(state: State): Iterable<NonNullable<ReturnType<typeof readingOf>>> {
  yield* state.overlay.values();
  for (const [name, reading] of state.documents) if (!state.overlay.has(name)) yield reading;
}

/**
 * Landed, and an artifact among what its landing read has changed or is stale (`[L-38]`). A landing of an earlier run is
 * known by what the workspace keeps of it.
 */
function isStale(state: State, name: string, visited: Set<string>): boolean {
  const reading = readingOf(state, name);
  if (reading?.state !== "landed" || visited.has(name)) return false;
  visited.add(name);
  const versions = state.landed.get(name)?.versions ?? reading.landedFrom;
  if (versions === undefined) return false;
  return Object.entries(versions).some(([other, version]) => {
    if (other === name || typeof version !== "string") return false;
    return versionOfDocument(state, other) !== version || isStale(state, other, visited);
  });
}

/** A document's SHA-256, or `absent`. */
export function versionOfDocument(state: State, name: string): string {
  return readingOf(state, name)?.sha256 ?? "absent";
}
