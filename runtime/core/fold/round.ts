import { unreachable, type Event, type Reading } from "../../../ir/index.js";
import { append } from "../log.js";
import { withRound } from "../change.js";
import type { Machine } from "../machine.js";
import { listed, nameOf, shortMember } from "../names.js";
import { attemptsOfSelector } from "../selecting.js";
import type { Lane, Round, State } from "../state.js";
import { leave } from "./lane.js";

type RoundEvent = Extract<
  Event,
  {
    kind:
      | "round.started"
      | "round.settled"
      | "workspace.read"
      | "board.built"
      | "selection.replied"
      | "selection.made"
      | "selection.refused"
      | "lane.held_back";
  }
>;

export function foldRound(machine: Machine, state: State, event: RoundEvent): State {
  switch (event.kind) {
    case "workspace.read":
      return withRound(
        { ...state, documents: changedDocuments(state.documents, event.changed) },
        event.path,
        ({ phase, readings }) => ({ phase: phase === "reading" ? "read" : phase, readings: readings + 1 }),
      );
    case "board.built":
      return withRound(state, event.path, (round) => {
        const first = round.selection?.round === event.round ? round.selection.attempt + 1 : 1;
        return {
          phase: "boarded",
          board: event.board,
          stale: undefined,
          selection: {
            round: event.round,
            attempt: first,
            allowed: first + attemptsOfSelector(machine, round.playbook) - 1,
            findings: [],
            failure: undefined,
            reply: undefined,
            choice: undefined,
          },
        };
      });
    case "selection.replied":
      return withRound(state, event.path, (round) => {
        const { selection, phase } = round;
        const fits =
          phase === "boarded" &&
          selection?.round === event.round &&
          selection.attempt === event.attempt &&
          selection.reply === undefined;
        return fits ? { selection: { ...selection, reply: event.choice, failure: event.failure } } : {};
      });
    case "selection.refused":
      return withRound(state, event.path, ({ selection }) =>
        selection === undefined
          ? {}
          : {
              selection: {
                ...selection,
                attempt: selection.attempt + 1,
                reply: undefined,
                failure: undefined,
                findings: [...selection.findings, ...event.findings],
              },
            },
      );
    case "selection.made":
      return selected(state, event);
    case "round.started":
      return withRound(state, event.path, ({ counted }) => ({
        phase: "running",
        round: event.round,
        counted: counted + (event.counted ? 1 : 0),
        current: [],
      }));
    case "round.settled":
      return settled(state, event.path);
    case "lane.held_back":
      return {
        ...state,
        heldBack: append(state.heldBack, {
          round: event.round,
          member: event.member,
          against: event.against,
          why: event.why,
        }),
      };
    default:
      return unreachable(event);
  }
}

function changedDocuments(
  documents: ReadonlyMap<string, Reading>,
  changed: readonly Reading[],
): ReadonlyMap<string, Reading> {
  if (changed.length === 0) return documents;
  const all = new Map(documents);
  for (const reading of changed) all.set(nameOf(reading.artifact, reading.key), reading);
  return all;
}

function selected(state: State, event: Extract<Event, { kind: "selection.made" }>): State {
  const { choice } = event;
  const words =
    "stop" in choice
      ? `chose to stop: ${choice.rationale}`
      : `chose ${listed(choice.lanes.map(shortMember))}`;
  return withRound(
    { ...state, lastDecision: { kind: "selection", words, at: state.at } },
    event.path,
    ({ selection }) =>
      "stop" in choice
        ? { chosenStop: { rationale: choice.rationale } }
        : {
            phase: "chosen",
            ...(selection === undefined ? {} : { selection: { ...selection, choice: choice.lanes } }),
          },
  );
}

/** Lanes that settled for good leave; those that are suspended or stopped stay. */
function settled(state: State, path: string): State {
  const round = state.choreographies.get(path);
  if (round === undefined) return state;
  let changed = state;
  for (const id of round.current) {
    const lane = state.lanes.get(id);
    if (lane !== undefined && !isKept(lane)) changed = leave(changed, id);
  }
  return withRound(changed, path, ({ phase }) => ({
    current: [],
    phase: phase === "running" ? (isSingle(state, round) ? "boarded" : "reading") : phase,
  }));
}

function isKept(lane: Lane): boolean {
  return lane.status === "running" || lane.status === "suspended" || lane.status === "stopped";
}

/** A single run has nobody to choose: between its lane's rests nothing is read. */
function isSingle(state: State, round: Round): boolean {
  return round.path === "" && state.run?.shape === "single";
}
