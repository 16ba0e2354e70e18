/**
 * Which of a run's calls to a model one is: scripts and messages count by it. Taken from the journal alone, so that a call
 * has the same number before and after a restart, whichever of two that run at once is answered first.
 *
 * A call begins with its attempt, or, within one, with the reply before it that asked for something. One that nothing was
 * scripted for gives its number back, and a selector that failed has not chosen.
 */
import type { JournalEntry, MemberId, Program } from "../../ir/index.js";
import { type CallSite, memberName } from "../core/index.js";
import { unscripted } from "../ports.js";

export class Ordinals {
  private readonly members = new Map<string, MemberId>();
  /** By playbook, key and target: the calls begun, in the journal's order. */
  private readonly begun = new Map<string, string[]>();
  private readonly clarified = new Map<string, number>();
  private readonly selected = new Map<string, number>();
  /** By path and member. */
  private readonly admitted = new Map<string, Map<string, { lanes: number; lastRound: number }>>();
  /** By tool: the ids of its calls, in the journal's order. */
  private readonly called = new Map<string, string[]>();

  constructor(
    private readonly program: Program,
    /** The run's own composite, or playbook; absent for the loop. */
    private readonly playbook: string | undefined,
  ) {}

  observe(entries: readonly JournalEntry[]): void {
    for (const { event } of entries) {
      switch (event.kind) {
        case "lane.admitted":
          this.members.set(event.lane, event.member);
          this.admit(event.path, event.member, event.round);
          break;
        case "tool.called":
          this.called.set(event.tool, [
            ...(this.called.get(event.tool) ?? []),
            `${event.lane} ${event.callId}`,
          ]);
          break;
        case "tool.returned":
          if (event.reasonCode === unscripted) this.takeBackTool(`${event.lane} ${event.callId}`);
          break;
        case "attempt.started":
          this.callsOf(event.lane, event.step).push(callName(event.lane, event.attempt, 1));
          break;
        case "attempt.replied": {
          const { lane, step, attempt, call, reply } = event;
          const calls = this.callsOf(lane, step);
          if (reply.kind === "tools" || reply.kind === "raises")
            calls.push(callName(lane, attempt, call + 1));
          if (reply.kind === "failure" && reply.reasonCode === unscripted)
            takeBack(calls, callName(lane, attempt, call));
          break;
        }
        case "clarification.replied":
          count(this.clarified, this.siteKey(event.lane, event.step));
          break;
        case "selection.replied":
          if (event.choice !== undefined) count(this.selected, this.compositeOf(event.path) ?? "");
          break;
        default:
      }
    }
  }

  /** How many calls for the same playbook, key and target were begun before this one. */
  ofGenerate({ lane, step, attempt, call }: CallSite): number {
    return placeIn(this.callsOf(lane, step), callName(lane, attempt, call));
  }

  ofClarify(site: CallSite): number {
    return this.clarified.get(this.siteKey(site.lane, site.step)) ?? 0;
  }

  ofSelect(path: string): number {
    return this.selected.get(this.compositeOf(path) ?? "") ?? 0;
  }

  /** How many calls of the tool were begun before this one. */
  ofTool(tool: string, lane: string, callId: string): number {
    return placeIn(this.called.get(tool) ?? [], `${lane} ${callId}`);
  }

  /** What members of a path's choreography had lanes, and when last. */
  admittedAt(path: string): Readonly<Record<string, { readonly lanes: number; readonly lastRound: number }>> {
    return Object.fromEntries(this.admitted.get(path) ?? []);
  }

  /** The playbook whose lanes are chosen at a path. */
  compositeOf(path: string): string | undefined {
    return path === "" ? this.playbook : this.members.get(path)?.playbook;
  }

  private admit(path: string, member: MemberId, round: number): void {
    const members = this.admitted.get(path) ?? new Map<string, { lanes: number; lastRound: number }>();
    this.admitted.set(path, members);
    const name = memberName(member);
    members.set(name, { lanes: (members.get(name)?.lanes ?? 0) + 1, lastRound: round });
  }

  private takeBackTool(call: string): void {
    for (const calls of this.called.values()) takeBack(calls, call);
  }

  private callsOf(lane: string, step: number): string[] {
    const key = this.siteKey(lane, step);
    const calls = this.begun.get(key) ?? [];
    this.begun.set(key, calls);
    return calls;
  }

  private siteKey(lane: string, step: number): string {
    const member = this.members.get(lane);
    const found = this.program.playbooks[member?.playbook ?? ""]?.steps?.[step];
    const target =
      found?.kind !== "generate" ? "" : found.target.kind === "local" ? found.target.name : found.target.ref;
    return JSON.stringify([member?.playbook, member?.key ?? null, target]);
  }
}

/** Calls of an attempt are counted from 1. */
function callName(lane: string, attempt: number, call: number): string {
  return `${lane} ${attempt}/${call}`;
}

/** How many are before the last that is called so; where none is, all. */
function placeIn(calls: readonly string[], call: string): number {
  const at = calls.lastIndexOf(call);
  return at < 0 ? calls.length : at;
}

function takeBack(calls: string[], call: string): void {
  const at = calls.lastIndexOf(call);
  if (at >= 0) calls.splice(at, 1);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
