/** What of a core's state decides what can happen next, as text: two states that agree in it go on alike. */
import type { Program } from "../../ir/index.js";
import type { State } from "../../runtime/core/index.js";

type Lane = State["lanes"] extends ReadonlyMap<string, infer T> ? T : never;
type Round = State["choreographies"] extends ReadonlyMap<string, infer T> ? T : never;
type Versions = Lane["seen"];

/** `caps`: by evidence, how many contributions are told apart. */
export function canonical(program: Program, caps: ReadonlyMap<string, number>, state: State): string {
  if (state.end !== undefined) return JSON.stringify(["end", state.end.reason, ...thingsOf(caps, state)]);
  return JSON.stringify([
    state.status,
    ...thingsOf(caps, state),
    sorted(
      [...state.choreographies.values()].map((round) => [
        chainOf(state, round.path),
        roundOf(program, state, round),
      ]),
    ),
    sorted([...state.lanes.values()].map((lane) => [chainOf(state, lane.id), laneOf(state, lane)])),
    sorted([...state.memories].map(([chain, members]) => [chain, membersOf(program, members)])),
  ]);
}

function sorted(entries: readonly (readonly [string, unknown])[]): unknown {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A lane by the members that lead to it. */
function chainOf(state: State, id: string): string {
  if (id === "") return "";
  const lane = state.lanes.get(id)!;
  return `${chainOf(state, lane.path)}/${lane.member.playbook}`;
}

function thingsOf(caps: ReadonlyMap<string, number>, state: State): readonly unknown[] {
  return [
    [...state.documents.values()]
      .filter((each) => each.state === "landed")
      .map(({ artifact }) => artifact)
      .toSorted(),
    [...state.landed.keys()].toSorted(),
    [...caps].map(([ref, cap]) => Math.min(cap, state.evidence.get(ref)?.length ?? 0)),
    sorted(
      [...state.verdicts].map(([name, { value, judged }]) => [
        name,
        [value, Object.keys(judged).toSorted(), changed(state, judged)],
      ]),
    ),
  ];
}

function membersOf(program: Program, members: Round["members"]): unknown {
  return sorted(
    [...members].flatMap(([name, { delivered, returned, gone }]) => {
      const left = [delivered, returned && program.playbooks[name]!.once, gone];
      return left.includes(true) ? [[name, left] as const] : [];
    }),
  );
}

function roundOf(program: Program, state: State, round: Round): unknown {
  return [
    round.phase,
    membersOf(program, round.members),
    round.phase === "boarded" ? round.board.map(({ eligible }) => eligible) : [],
    round.stale ?? null,
    round.chosenStop !== undefined,
    round.current.map((id) => state.lanes.get(id)?.member.playbook ?? null),
  ];
}

function laneOf(state: State, lane: Lane): unknown {
  const { status, step, work, results, clarified, openWaits, recovered, landing, seen } = lane;
  return [
    status,
    step,
    work?.kind === "generate" ? [work.brief !== undefined, work.clarification, work.between] : null,
    // What it landed stands in the workspace already.
    results.flatMap(({ kind, ref, value }) => (kind === "artifact" ? [] : [[ref, value]])),
    clarified,
    openWaits,
    recovered,
    landing !== undefined,
    changed(state, seen),
  ];
}

/** Which of these versions are no longer current. */
function changed(state: State, versions: Versions): readonly string[] {
  return Object.entries(versions)
    .flatMap(([ref, version]) => (versionOf(state, ref, version) === version ? [] : [ref]))
    .toSorted();
}

/** A text is the version of an artifact, a number that of evidence or of a verdict. */
function versionOf(state: State, ref: string, version: string | number): string | number {
  if (typeof version === "string") return state.documents.get(ref)?.sha256 ?? "absent";
  return state.evidence.get(ref)?.length ?? state.verdicts.get(ref)?.seq ?? 0;
}
