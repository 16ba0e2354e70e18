/** The work of a model step: its turns, and how it begins. */
import { unreachable, type Json, type ModelReply } from "../../../ir/index.js";
import type { Draft } from "../change.js";
import { playbookOf, type Machine } from "../machine.js";
import type { GenerateWork, Lane, WorkTurn } from "../state.js";
import { attemptsOf } from "./run.js";

/** The work of a generate step that nothing was done of. */
export function newWork(machine: Machine, lane: Lane): GenerateWork {
  const playbook = playbookOf(machine, lane.member.playbook);
  const attempt = lane.attempts.get(lane.step) ?? 0;
  const rounds = playbook.clarification?.rounds ?? 1;
  const mayAsk = playbook.suspendsForClarification && !lane.declined && lane.clarified < rounds;
  return {
    kind: "generate",
    brief: undefined,
    clarification: mayAsk ? "ask" : "done",
    clarifying: undefined,
    attempt,
    allowed: attempt + attemptsOf(machine, lane),
    between: true,
    reply: undefined,
    turns: [],
    findings: [],
    exhausted: "no",
  };
}

/** Whether every call of the last turn has its result, so that the model may be called again. */
export function isComplete(turns: readonly WorkTurn[]): boolean {
  return turns.at(-1)?.calls.every((call) => call.result !== undefined) ?? true;
}

/** The first call of a reply opens its turn, with all of the reply's calls (`[R-59]`). */
export function openTurn(work: Draft<GenerateWork>, callId: string): void {
  const turn = work.reply === undefined ? undefined : turnOf(work.reply);
  if (turn === undefined || !turn.calls.some((call) => call.id === callId)) return;
  work.reply = undefined;
  work.turns = [...work.turns, turn];
}

function turnOf(reply: ModelReply): WorkTurn | undefined {
  switch (reply.kind) {
    case "tools": {
      const calls = reply.calls.map(({ id, tool, input }) => ({ id, tool, input, result: undefined }));
      return { text: reply.text, calls };
    }
    case "raises": {
      const { callId, wait, question, moment } = reply;
      const input: Json = { question, ...(moment === undefined ? {} : { moment }) };
      return { text: undefined, calls: [{ id: callId, tool: wait, input, result: undefined }] };
    }
    case "value":
    case "text":
    case "refusal":
    case "missing":
    case "failure":
      return undefined;
    default:
      return unreachable(reply);
  }
}

/** Sets the result of a call of the last turn; a call that has one keeps it. */
export function setResult(
  work: Draft<GenerateWork>,
  callId: string,
  result: { readonly output: Json } | { readonly error: string },
): void {
  const turn = work.turns.at(-1);
  if (turn === undefined || work.between) return;
  const calls = turn.calls.map((call) =>
    call.id === callId && call.result === undefined ? { ...call, result } : call,
  );
  work.turns = [...work.turns.slice(0, -1), { ...turn, calls }];
}
