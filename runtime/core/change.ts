import type { Lane, MemberState, Round, State } from "./state.js";
import { memberState } from "./surroundings.js";

/** The state with a lane changed; a lane that is not there stays away. */
export function withLane(state: State, id: string, change: (lane: Lane) => Partial<Lane>): State {
  const lane = state.lanes.get(id);
  if (lane === undefined) return state;
  return { ...state, lanes: withEntry(state.lanes, id, { ...lane, ...change(lane) }) };
}

/** The state with the rounds of a path changed. */
export function withRound(state: State, path: string, change: (round: Round) => Partial<Round>): State {
  const round = state.choreographies.get(path);
  if (round === undefined) return state;
  return { ...state, choreographies: withEntry(state.choreographies, path, { ...round, ...change(round) }) };
}

/** The members of a round with one of them changed. */
export function withMember(
  round: Round,
  name: string,
  change: (member: MemberState) => Partial<MemberState>,
): ReadonlyMap<string, MemberState> {
  const member = memberState(round, name);
  return withEntry(round.members, name, { ...member, ...change(member) });
}

export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const changed = new Map(map);
  changed.delete(key);
  return changed;
}
