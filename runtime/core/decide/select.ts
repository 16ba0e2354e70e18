/** What a selector said, judged (`[R-14]`), and the two that choose without asking anybody (`[R-54]`). */
import {
  suggestion,
  unreachable,
  type Choice,
  type Finding,
  type MemberId,
  type Standing,
} from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { counted, memberName, shortMember } from "../names.js";
import { laneCeiling, lanesToGoOn, selectorOf } from "../selecting.js";
import type { Round } from "../state.js";
import { memberState, roundOf, runOf } from "../surroundings.js";
import { startRound, supersedeOutdated } from "./admit.js";
import { isFresh } from "./board.js";
import { pauseRun, stopPath } from "./stop.js";
import { stopContext } from "./stop-contexts.js";

/** Chooses lanes of the board, or judges what was chosen; `false`: the selector's answer is waited for. */
export function advanceSelection(batch: Batch, round: Round): boolean {
  const { by, name } = selectorOf(batch.machine, batch.state, round.path);
  switch (by) {
    case "first":
    case "all":
      chooseInOrder(batch, round, by);
      return true;
    case "model":
    case "named":
      return judge(batch, round, name ?? by);
    default:
      return unreachable(by);
  }
}

/** How many lanes the selector may name: the ceiling, less those that go on. */
export function lanesLeft(batch: Batch, round: Round): number {
  return laneCeiling(batch.machine, batch.state, round) - lanesToGoOn(batch.state, round.path).length;
}

function chooseInOrder(batch: Batch, round: Round, by: "first" | "all"): void {
  const order = inOrder(
    round,
    round.board.filter((standing) => standing.eligible).map((standing) => standing.member),
  );
  const isLoop = runOf(batch.state).shape === "loop";
  const open = isLoop
    ? order.filter((member) => !isFresh(batch.machine, batch.state, round.path, member))
    : order;
  const lanes = open.slice(0, by === "first" ? 1 : lanesLeft(batch, round));
  const choice: Choice =
    lanes.length === 0 ? { stop: true, rationale: "everything that may run is landed and fresh" } : { lanes };
  made(batch, round, by, choice);
}

/** By lanes settled, then the round in which they were last admitted, then their place (`[R-54]`). */
function inOrder(round: Round, members: readonly MemberId[]): readonly MemberId[] {
  return members
    .map((member, place) => ({ member, place, state: memberState(round, memberName(member)) }))
    .toSorted(
      (a, b) => a.state.lanes - b.state.lanes || a.state.lastRound - b.state.lastRound || a.place - b.place,
    )
    .map(({ member }) => member);
}

function made(batch: Batch, round: Round, by: string, choice: Choice): void {
  batch.emit({ kind: "selection.made", path: round.path, round: round.round + 1, by, choice });
}

function judge(batch: Batch, round: Round, by: string): boolean {
  const { selection } = round;
  if (selection === undefined) return false;
  if (selection.attempt > selection.allowed) {
    const last = selection.findings.at(-1)?.message ?? "its answers did not fit";
    const stop = stopContext(
      "invalid_output",
      "selector_attempts",
      `the selector is out of attempts: ${last}`,
    );
    pauseOrSettle(batch, round, stop);
    return true;
  }
  if (selection.failure !== undefined) {
    pauseOrSettle(
      batch,
      round,
      stopContext("provider_failure", "selector_failed", `the selector failed: ${selection.failure}`, {
        source: "provider",
      }),
    );
    return true;
  }
  const { reply } = selection;
  if (reply === undefined) return false;
  const findings = misfits(reply, round.board, lanesLeft(batch, round));
  if (findings.length === 0) {
    made(batch, round, by, reply);
  } else {
    batch.emit({
      kind: "selection.refused",
      path: round.path,
      round: selection.round,
      attempt: selection.attempt,
      findings,
    });
  }
  return true;
}

/**
 * A selector that gives up pauses the run; in a nested composite its lane has failed (`[R-11]`). Lanes that can go on need
 * no selector, and go on first: a pause would end at once for them, and ask the selector again.
 */
function pauseOrSettle(batch: Batch, round: Round, stop: Parameters<typeof pauseRun>[1][number]): void {
  const { path } = round;
  if (lanesToGoOn(batch.state, path).length > 0) {
    supersedeOutdated(batch, path);
    startRound(batch, roundOf(batch.state, path), []);
  } else if (path === "") pauseRun(batch, [stop]);
  else stopPath(batch, path, { kind: "stop", stop });
}

/** Everything that is wrong with a choice; nothing is filtered in silence (`[R-14]`). */
export function misfits(choice: Choice, board: readonly Standing[], lanes: number): readonly Finding[] {
  if ("stop" in choice) {
    if (choice.lanes !== undefined) return [{ message: "it stops and names lanes: do one of the two" }];
    return choice.rationale.trim() === "" ? [{ message: "it stops without a rationale" }] : [];
  }
  const findings: Finding[] = [];
  if (choice.lanes.length === 0) findings.push({ message: "it names nothing, and does not stop" });
  const seen = new Set<string>();
  for (const [index, member] of choice.lanes.entries()) {
    const pointer = `/lanes/${index}`;
    const name = memberName(member);
    const standing = board.find((other) => memberName(other.member) === name);
    if (standing === undefined) {
      findings.push({
        message: `there is no member \`${name}\`${suggestion(
          name,
          board.map((other) => memberName(other.member)),
        )}`,
        pointer,
      });
    } else if (!standing.eligible) {
      findings.push({
        message: `\`${shortMember(member)}\` is not eligible: ${standing.why.join("; ")}`,
        pointer,
      });
    }
    if (seen.has(name)) findings.push({ message: `\`${shortMember(member)}\` is named twice`, pointer });
    seen.add(name);
  }
  if (choice.lanes.length > lanes) {
    findings.push({ message: `it names ${counted(choice.lanes.length, "lane")}, and ${lanes} may run` });
  }
  return findings;
}
