import { canonical, type Json, type JournalEntry, type Standing } from "../../ir/index.js";
import { requirementsHold } from "../core/decide/board.js";
import { memberName, type Machine, type State } from "../core/index.js";
import { rosterAt } from "../core/surroundings.js";
import type { Coverage } from "./result.js";

/** Gathers what a scenario went through while it runs. */
export class CoverageBook {
  private readonly playbooks = new Set<string>();
  private readonly requires = new Map<string, { held: boolean; failed: boolean }>();
  private readonly verdicts = new Map<string, Map<string, Json>>();
  private readonly stopReasons = new Set<string>();

  constructor(private readonly machine: Machine) {}

  /** `state` is what the entries led to. */
  observe(state: State, entries: readonly JournalEntry[]): void {
    for (const { event } of entries) {
      if (event.kind === "lane.admitted") this.playbooks.add(event.member.playbook);
      else if (event.kind === "run.stopped") this.stopReasons.add(event.reason);
      else if (event.kind === "verdict.returned") {
        const values = this.verdicts.get(event.verdict) ?? new Map<string, Json>();
        this.verdicts.set(event.verdict, values.set(canonical(event.value), event.value));
      } else if (event.kind === "board.built") this.observeBoard(state, event.path, event.board);
    }
  }

  result(): Coverage {
    const byName = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
      [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return {
      playbooks: [...this.playbooks].toSorted(),
      requires: Object.fromEntries(byName(this.requires)),
      verdicts: Object.fromEntries(
        byName(this.verdicts).map(([ref, values]) => [ref, byName(values).map(([, value]) => value)]),
      ),
      stopReasons: [...this.stopReasons].toSorted(),
    };
  }

  /** Who was eligible met its `requires`; of the others, whether they meet it now is asked. */
  private observeBoard(state: State, path: string, board: readonly Standing[]): void {
    if (!state.choreographies.has(path)) return;
    const eligible = new Set(
      board.filter((standing) => standing.eligible).map(({ member }) => memberName(member)),
    );
    for (const instance of rosterAt(this.machine, state, path).instances) {
      const { playbook } = instance.member;
      if (this.machine.program.playbooks[playbook]?.requires === undefined) continue;
      const seen = this.requires.get(playbook) ?? { held: false, failed: false };
      if (eligible.has(memberName(instance.member))) seen.held = true;
      else if (!requirementsHold(this.machine, state, path, instance)) seen.failed = true;
      this.requires.set(playbook, seen);
    }
  }
}
