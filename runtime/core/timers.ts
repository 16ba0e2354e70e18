import { ceilingsOf, type Machine } from "./machine.js";
import type { State, Wait } from "./state.js";
import { runOf } from "./surroundings.js";
import { isSelecting } from "./selecting.js";

/** A moment at which something happens by itself. `at`: ms since 1970. */
export interface Timer {
  /** A waitId, `lane:<id>`, `run:duration` or `run:deadline`. */
  readonly timer: string;
  readonly at: number;
}

/** Every timer that runs now: waits that are due or expire, and what is left of durations and deadlines (`[R-22]`, `[R-33]`). */
export function timersOf(machine: Machine, state: State): readonly Timer[] {
  const timers: Timer[] = [];
  if (state.run === undefined || state.end !== undefined) return timers;
  if (state.openWaits > 0) {
    for (const wait of state.waits.values()) {
      const at = momentOfWait(wait);
      if (wait.ended === undefined && at !== undefined) timers.push({ timer: wait.id, at });
    }
  }
  for (const lane of state.lanes.values()) {
    if (lane.status !== "running" || lane.overdue) continue;
    const { duration, deadline } = ceilingsOf(machine, lane.member.playbook);
    const left =
      duration === undefined
        ? undefined
        : lane.since + duration - (lane.activeMs - (lane.granted?.activeMs ?? 0));
    const until =
      deadline === undefined || lane.granted !== undefined ? undefined : state.startedAt + deadline;
    const at = left === undefined ? until : Math.min(left, until ?? left);
    if (at !== undefined) timers.push({ timer: `lane:${lane.id}`, at });
  }
  pushRun(machine, state, timers);
  return timers;
}

function pushRun(machine: Machine, state: State, timers: Timer[]): void {
  const { shape, playbook } = runOf(state);
  const { duration, deadline } = ceilingsOf(machine, playbook);
  const isActive = state.working > 0 || isSelecting(machine, state);
  // A single run's duration is its lane's.
  if (duration !== undefined && shape !== "single" && isActive && !state.overdue.duration) {
    timers.push({ timer: "run:duration", at: state.at + Math.max(0, duration - state.activeMs) });
  }
  if (deadline !== undefined && !state.overdue.deadline)
    timers.push({ timer: "run:deadline", at: state.startedAt + deadline });
}

/** When a wait ends by itself: when it is due, or expires, whichever comes first. */
export function momentOfWait({ dueAt, expiresAt }: Wait): number | undefined {
  return dueAt === undefined || expiresAt === undefined ? (dueAt ?? expiresAt) : Math.min(dueAt, expiresAt);
}
