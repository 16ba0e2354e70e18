import { unreachable, type Event, type Reading } from "../../../ir/index.js";
import { append } from "../log.js";
import { changeRound, type Draft } from "../change.js";
import type { Machine } from "../machine.js";
import { listed, nameOf, shortMember } from "../names.js";
import { attemptsOfSelector } from "../selecting.js";
import type { Lane, State } from "../state.js";
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

export function foldRound(machine: Machine, draft: Draft<State>, event: RoundEvent): void {
  switch (event.kind) {
    case "workspace.read":
      draft.documents = changedDocuments(draft.documents, event.changed);
      changeRound(draft, event.path, (round) => {
        round.readings += 1;
        if (round.phase === "reading") round.phase = "read";
      });
      return;
    case "board.built":
      changeRound(draft, event.path, (round) => {
        const attempt = round.selection?.round === event.round ? round.selection.attempt + 1 : 1;
        const allowed = attempt + attemptsOfSelector(machine, round.playbook) - 1;
        round.phase = "boarded";
        round.board = event.board;
        round.stale = undefined;
        round.selection = { ...noSelection, round: event.round, attempt, allowed };
      });
      return;
    case "selection.replied":
      changeRound(draft, event.path, (round) => {
        const { selection } = round;
        if (round.phase !== "boarded" || selection === undefined || selection.reply !== undefined) return;
        if (selection.round !== event.round || selection.attempt !== event.attempt) return;
        round.selection = { ...selection, reply: event.choice, failure: event.failure };
      });
      return;
    case "selection.refused":
      changeRound(draft, event.path, (round) => {
        const { selection } = round;
        if (selection === undefined) return;
        const findings = [...selection.findings, ...event.findings];
        round.selection = {
          ...selection,
          attempt: selection.attempt + 1,
          reply: undefined,
          failure: undefined,
          findings,
        };
      });
      return;
    case "selection.made":
      select(draft, event);
      return;
    case "round.started":
      changeRound(draft, event.path, (round) => {
        round.phase = "running";
        round.round = event.round;
        if (event.counted) round.counted += 1;
        round.current = [];
      });
      return;
    case "round.settled":
      settleRound(draft, event.path);
      return;
    case "lane.held_back": {
      const { round, member, against, why } = event;
      draft.heldBack = append(draft.heldBack, { round, member, against, why });
      return;
    }
    default:
      unreachable(event);
  }
}

const noSelection = { findings: [], failure: undefined, reply: undefined, choice: undefined };

function changedDocuments(
  documents: ReadonlyMap<string, Reading>,
  changed: readonly Reading[],
): ReadonlyMap<string, Reading> {
  if (changed.length === 0) return documents;
  const all = new Map(documents);
  for (const reading of changed) all.set(nameOf(reading.artifact, reading.key), reading);
  return all;
}

function select(draft: Draft<State>, { path, choice }: Extract<Event, { kind: "selection.made" }>): void {
  const words =
    "stop" in choice
      ? `chose to stop: ${choice.rationale}`
      : `chose ${listed(choice.lanes.map(shortMember))}`;
  draft.lastDecision = { kind: "selection", words, at: draft.at };
  changeRound(draft, path, (round) => {
    if ("stop" in choice) {
      round.chosenStop = { rationale: choice.rationale };
    } else {
      round.phase = "chosen";
      if (round.selection !== undefined) round.selection = { ...round.selection, choice: choice.lanes };
    }
  });
}

/** Lanes that settled for good leave; those that are suspended or stopped stay. */
function settleRound(draft: Draft<State>, path: string): void {
  const round = draft.choreographies.get(path);
  if (round === undefined) return;
  for (const id of round.current) {
    const lane = draft.lanes.get(id);
    if (lane !== undefined && !isKept(lane)) leave(draft, id);
  }
  changeRound(draft, path, (settled) => {
    settled.current = [];
    // A single run has nobody to choose: between its lane's rests nothing is read.
    if (settled.phase === "running") settled.phase = isSingle(draft, path) ? "boarded" : "reading";
  });
}

function isKept(lane: Lane): boolean {
  return lane.status === "running" || lane.status === "suspended" || lane.status === "stopped";
}

function isSingle(state: State, path: string): boolean {
  return path === "" && state.run?.shape === "single";
}
