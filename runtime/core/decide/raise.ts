import {
  invariant,
  millisecondsOf,
  unreachable,
  type Json,
  type Moment,
  type Schema,
  type Wait,
} from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { evaluate } from "../evaluate.js";
import type { Scope } from "../facts.js";
import { momentAt, momentIn, momentNext, type MomentAt } from "../moments.js";
import { shortName } from "../names.js";

/** A wait that is about to be raised. */
export interface Raising {
  /** The wait's ref. */
  readonly wait: string;
  readonly lane: string;
  readonly step: number;
  readonly question: string;
  readonly schema: Schema;
  readonly declinable: boolean;
  readonly as?: string | undefined;
  readonly callId?: string | undefined;
  /** When a schedule is due, in ms since 1970. */
  readonly dueAt?: number | undefined;
}

/** The id of the next wait: counted within the run, and stored (`[R-49]`). */
export function nextWaitId(batch: Batch): string {
  return `w${batch.state.waits.size + 1}`;
}

/** Raises a declared wait. A signal that came before is delivered at once (`[R-47]`). */
export function raise(batch: Batch, raising: Raising): string {
  const wait = waitOf(batch, raising.wait);
  const waitId = nextWaitId(batch);
  const after = wait.expires === undefined ? undefined : millisecondsOf(wait.expires.after);
  batch.emit({
    kind: `wait.${wait.class}.raised`,
    waitId,
    wait: raising.wait,
    lane: raising.lane,
    step: raising.step,
    ...(raising.as === undefined ? {} : { as: raising.as }),
    question: raising.question,
    schema: batch.machine.schemas.alone(raising.schema),
    declinable: raising.declinable,
    ...(raising.dueAt === undefined ? {} : { dueAt: raising.dueAt }),
    ...(after === undefined ? {} : { expiresAt: batch.at + after }),
    ...(raising.callId === undefined ? {} : { callId: raising.callId }),
  });
  if (wait.class === "signal") deliverKept(batch, waitId, wait, raising);
  return waitId;
}

/** A wait of the program. */
export function waitOf(batch: Batch, ref: string): Wait {
  const wait = batch.machine.program.waits[ref];
  invariant(wait !== undefined, `\`${ref}\` is a wait of the program`);
  return wait;
}

/** Whether a signal's name means this wait: its ref, its registered name, or its name in the source. */
export function isNamed(wait: Wait, ref: string, name: string): boolean {
  return name === ref || name === wait.name || name === shortName(ref);
}

function deliverKept(batch: Batch, waitId: string, wait: Wait, raising: Raising): void {
  const fits = batch.machine.schemas.check(raising.schema);
  const signal = batch.state.signals.find(
    ({ name, value }) => isNamed(wait, raising.wait, name) && fits(value).length === 0,
  );
  if (signal === undefined) return;
  batch.emit({
    kind: "wait.signal.ended",
    waitId,
    how: "answered",
    answer: signal.value,
    signal: signal.seq,
  });
}

/** When a written moment is, or why it cannot be told (`[L-40]`). */
export function momentOf(moment: Moment, scope: Scope, now: number): MomentAt {
  switch (moment.kind) {
    case "at": {
      const value = evaluate(moment.value, scope);
      return typeof value === "string" ? momentAt(value) : { problem: unavailable(value) };
    }
    case "in": {
      const value = evaluate(moment.value, scope);
      return typeof value === "string" ? momentIn(value, now) : { problem: unavailable(value) };
    }
    case "next":
      return momentNext(moment.cron, moment.zone, now);
    default:
      return unreachable(moment);
  }
}

function unavailable(value: Json | undefined): string {
  return value === undefined
    ? "its moment is unavailable"
    : `its moment is ${JSON.stringify(value)}, which is no text`;
}
