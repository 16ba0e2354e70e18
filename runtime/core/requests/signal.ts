/** Signals: delivered to the oldest wait of their name, or kept for one that is still to come (`[R-47]`). */
import { suggestion, type Schema } from "../../../ir/index.js";
import { isNamed } from "../decide/raise.js";
import { refuseValue } from "../limits.js";
import type { Machine } from "../machine.js";
import type { Request, RequestResult } from "../requests.js";
import type { State } from "../state.js";
import { hashOf, refusedByState } from "./answer.js";
import { refuse } from "./refuse.js";

const mostKept = 100;

export function signalRun(
  machine: Machine,
  state: State,
  request: Extract<Request, { kind: "signal" }>,
  at: number,
): RequestResult {
  const { name, value, by } = request;
  if (state.end !== undefined) return refuse(410, "run_ended", "the run has ended");
  const refs = signalsOf(machine, name);
  if (refs.length === 0) return unknown(machine, name);
  const tooMuch = refuseValue(value, machine.limits);
  if (tooMuch !== undefined)
    return refuse(422, "invalid_answer", `the signal \`${name}\` does not fit`, [tooMuch]);
  const open = [...state.waits.values()].find(
    (wait) =>
      wait.ended === undefined &&
      refs.includes(wait.wait) &&
      refusedByState(state, wait, at, undefined, "") === undefined,
  );
  if (open !== undefined) {
    const findings = machine.schemas.check(open.schema)(value);
    if (findings.length > 0)
      return refuse(422, "invalid_answer", `the signal \`${name}\` does not fit`, findings);
    return {
      kind: "accepted",
      events: [
        {
          kind: "wait.signal.ended",
          waitId: open.id,
          how: "answered",
          answer: value,
          by,
          bodyHash: hashOf(value),
        },
      ],
      repeated: false,
    };
  }
  const possible = refs.flatMap((ref) => schemasOfWait(machine, ref));
  const misfits = possible.map((schema) => machine.schemas.check(schema)(value));
  const [first] = misfits;
  if (first !== undefined && misfits.every((findings) => findings.length > 0)) {
    return refuse(422, "invalid_answer", `the signal \`${name}\` does not fit`, first);
  }
  if (state.signals.length >= mostKept)
    return refuse(
      429,
      "too_many_signals",
      `${mostKept} signals are kept already, and nothing waits for them`,
    );
  return { kind: "accepted", events: [{ kind: "signal.kept", name, value }], repeated: false };
}

function signalsOf(machine: Machine, name: string): readonly string[] {
  return Object.entries(machine.program.waits)
    .filter(([ref, wait]) => wait.class === "signal" && isNamed(wait, ref, name))
    .map(([ref]) => ref);
}

function unknown(machine: Machine, name: string): RequestResult {
  const names = Object.values(machine.program.waits)
    .filter((wait) => wait.class === "signal")
    .map((wait) => wait.name);
  return refuse(404, "unknown_signal", `there is no signal \`${name}\`${suggestion(name, names)}`);
}

/** The schemas that an answer may have: the wait's own, and those of steps that ask it with fields of their own. */
function schemasOfWait(machine: Machine, ref: string): readonly Schema[] {
  const found = new Set<Schema>();
  const own = machine.program.waits[ref]?.schema;
  if (own !== undefined) found.add(own);
  for (const { steps } of Object.values(machine.program.playbooks)) {
    for (const step of steps ?? []) {
      if (step.kind !== "ask") continue;
      for (const ask of step.asks) if (ask.wait === ref) found.add(ask.schema);
    }
  }
  return [...found];
}
