import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choice, Clarification, Json, MemberId, ModelReply } from "../../../ir/index.js";
import { empty, fold, view, type Command, type Request } from "../../../runtime/core/index.js";
import { MemoryDriver, type SelectCommand } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

/** Everything at once: fan-out, a choreography within, waits of all classes, ceilings, clarification, tools, exhaustion. */
const source = `
  type Entry { id: string  n: integer }
  wait Sign { class intervention  answer boolean  declinable }
  wait Quick { class intervention  answer text  expires 30m answering "assumed" }
  wait Slow { class intervention  answer text  expires 1h }
  wait Paid { class signal  answer { amount: number } }
  wait Later { class schedule }
  wait Help { class intervention  answer text  declinable }
  evidence facts  evidence doubts
  artifact list at "list.json" { entries: Entry[] }
  artifact page at "pages/{entry}.txt"
  artifact summary at "summary.json" { title: string  count: integer }
  artifact draft at "draft.txt"
  verdict look per entry { ok: boolean }
  verdict sound { ok: boolean }
  tool search { input { q: string } output { hits: string[] } }
  playbook all {
    intent "All"
    input topic: text
    admits gather, intake, check each entry in list.entries by entry.id max 4, chapter, close
    until landed summary
    ends "unsound" failed when count(doubts) > 3
    limits { rounds 12  lanes 3  duration 6h  deadline 3d  tokens 4000  failures 2 }
  }
  playbook gather { intent "Gather" input topic: text returns facts uses search offers Sign, Later prompt "facts on {{ topic }}" }
  playbook intake { intent "Intake" requires facts outputs list clarifies { rounds 2  questions 1 } prompt "{{ facts }}" }
  playbook check {
    intent "Check" input entry: Entry outputs page returns look limits { attempts 2  failures 1  duration 1h  tokens 500 }
    on exhausted ask Help
    do {
      ask Quick "Is {{ entry.id }} fine?" as note when entry.n > 1
      generate look { prompt "check {{ entry.id }}" }
      land page from "page {{ entry.id }}"
    }
  }
  playbook chapter {
    intent "Chapter" requires facts admits write, judge until sound.ok and landed draft
    limits { rounds 4  lanes 2  duration 2h  tokens 1500 }
  }
  playbook write { intent "Write" requires facts outputs draft do { ask Slow "Go on?" as go  generate draft { prompt "{{ facts }} {{ go }}" } } }
  playbook judge { intent "Judge" requires facts returns sound, doubts prompt "{{ facts }}" }
  playbook close {
    intent "Close" requires every look and sound.ok outputs summary
    do {
      together { ask Sign "Close it?" as ok  ask Paid "The payment" as paid }
      generate summary { prompt "{{ look }} {{ ok ?? false }} {{ paid.amount }}" }
    }
  }
`;

/** A world that answers as a list of numbers tells it to: well, badly, late, twice, or not at all. */
class Adversary {
  private at = 0;
  constructor(private readonly numbers: readonly number[]) {}

  next(below: number): number {
    const drawn = this.numbers[this.at++ % this.numbers.length] ?? 0;
    return (drawn + this.at * 7) % below;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.next(items.length)];
  }

  reply(command: Extract<Command, { kind: "generate" }>): ModelReply {
    const usage = { inputTokens: this.next(60), outputTokens: this.next(60) };
    switch (this.next(14)) {
      case 0:
        return { kind: "refusal", reason: "no", source: "provider" };
      case 1:
        return { kind: "missing", what: "the year" };
      case 2:
        return { kind: "failure", category: "provider_failure", reasonCode: "x", message: "down", usage };
      case 3:
        return { kind: "failure", category: "configuration", reasonCode: "x", message: "no key" };
      case 4:
        return {
          kind: "tools",
          calls: [
            { id: "c1", tool: "search", input: { q: "x" } },
            { id: "c2", tool: "other", input: null },
          ],
          usage,
        };
      case 5:
        return {
          kind: "raises",
          callId: "r1",
          wait: this.pick(["Sign", "Later", "Nothing"]) ?? "Sign",
          question: "Well?",
          moment: "PT10M",
        };
      case 6:
        return { kind: "value", value: { wrong: true }, usage };
      case 7:
        return { kind: "text", text: "", usage };
      default:
        return { kind: "value", value: this.good(command), usage, advisories: ["hm"] };
    }
  }

  private good({ site }: Extract<Command, { kind: "generate" }>): Json {
    switch (site.target) {
      case "facts":
      case "doubts":
      case "draft":
        return `text ${this.next(5)}`;
      case "list": {
        const ids = ["a", "b", "c", "ü", "../x"].slice(0, this.next(5));
        return { entries: ids.map((id) => ({ id, n: this.next(4) })) };
      }
      case "look":
      case "sound":
        return { ok: this.next(4) > 0 };
      default:
        return { title: "t", count: this.next(9) };
    }
  }

  choice({ board, lanes }: SelectCommand): Choice | { readonly failure: string } {
    const able = board.filter(({ eligible }) => eligible).map(({ member }) => member);
    switch (this.next(12)) {
      case 0:
        return { failure: "no answer" };
      case 1:
        return { stop: true, rationale: "enough" };
      case 2:
        return { lanes: board.slice(0, 1).map(({ member }) => member) };
      case 3:
        return { lanes: [] };
      default: {
        const first = this.next(able.length);
        const chosen: MemberId[] = [...able.slice(first), ...able.slice(0, first)].slice(
          0,
          1 + this.next(Math.max(1, lanes)),
        );
        return { lanes: chosen };
      }
    }
  }

  questions(): readonly Clarification[] | { readonly failure: string } {
    switch (this.next(4)) {
      case 0:
        return { failure: "down" };
      case 1:
        return [];
      case 2:
        return [{ ref: `r${this.next(3)}`, question: "Which?", form: "choice", choices: ["x", "y"] }];
      default:
        return [
          { ref: `r${this.next(3)}`, question: "Well?", form: "text" },
          { ref: `s${this.next(3)}`, question: "Yes?", form: "confirmation" },
        ];
    }
  }

  /** Something that a person, a system or the clock does; `undefined`: nothing this time. */
  request(run: MemoryDriver): Request | undefined {
    const { waits, stops } = run.view;
    const wait = this.pick(waits);
    const by = "ana";
    switch (this.next(9)) {
      case 0:
        return { kind: "signal", name: "Paid", value: { amount: this.next(9) }, by };
      case 1:
        return wait === undefined ? undefined : { kind: "decline", wait: wait.waitId, by };
      case 2:
        return wait === undefined || this.next(3) > 0
          ? undefined
          : { kind: "cancel-wait", wait: wait.waitId, by };
      case 3: {
        const stop = this.pick(stops);
        const recovery = stop?.recovery;
        if (
          stop === undefined ||
          (recovery !== "retry" && recovery !== "configure" && recovery !== "clarify")
        )
          return undefined;
        return {
          kind: "recover",
          recovery,
          text: "more",
          by,
          ...(stop.laneId === undefined ? {} : { lane: stop.laneId }),
        };
      }
      case 4:
        return this.next(30) === 0 ? { kind: "cancel-run", by } : undefined;
      default:
        if (wait?.requests !== undefined) {
          const answers = wait.requests.map(({ ref, form }) => ({
            ref,
            answer: form === "choice" ? "x" : "yes",
          }));
          return { kind: "resume", wait: wait.waitId, action: "accept", answers, by };
        }
        return wait === undefined
          ? undefined
          : {
              kind: "answer",
              wait: wait.waitId,
              value: wait.wait === "Sign" ? true : "fine",
              by,
              idempotencyKey: wait.waitId,
            };
    }
  }
}

function play(run: MemoryDriver, adversary: Adversary, moves: number): void {
  run.start();
  for (let count = 0; count < moves && run.state.end === undefined; count++) {
    const move = adversary.next(10);
    if (move < 5 && run.answerOne()) continue;
    if (move === 5) run.crash();
    else if (move === 6) run.at += adversary.next(40) * 60_000;
    else if (move === 7) run.give([]);
    else {
      const asked = adversary.request(run);
      if (asked !== undefined) run.askOnly(asked);
      else if (!run.answerOne()) run.at += 3_600_000;
    }
  }
}

describe("whatever the world does", () => {
  it("[R-2] [R-5] [R-16] [R-32] the core keeps its promises", async () => {
    const program = await programFrom(source);
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 5, maxLength: 60 }), (numbers) => {
        const adversary = new Adversary(numbers);
        const run = new MemoryDriver(program, {
          playbook: "all",
          inputs: { topic: "rye" },
          script: {
            generate: (command) => adversary.reply(command),
            select: (command) => adversary.choice(command),
            clarify: () => adversary.questions(),
            tool: () => (adversary.next(3) === 0 ? { error: "closed" } : { output: { hits: [] } }),
            refuseLanding: ({ lane }) => {
              const reasons = ["superseded", "outside", "failed"] as const;
              const reason = reasons[adversary.next(12)];
              return reason === undefined
                ? undefined
                : { kind: "landing.refused", lane, reason, message: "no" };
            },
          },
          pick: (open) => adversary.next(open.length),
        });
        play(run, adversary, 400);
        const { state, journal, machine } = run;
        ends.set(
          state.end?.reason ?? run.view.status,
          (ends.get(state.end?.reason ?? run.view.status) ?? 0) + 1,
        );
        // State is the fold of the journal, wherever it is cut.
        expect(fold(machine, empty(machine), journal)).toEqual(state);
        // What has settled for good has settled once.
        const settled = run
          .of("lane.settled")
          .filter(({ outcome }) => outcome !== "suspended" && outcome !== "stopped");
        expect(settled).toHaveLength(new Set(settled.map(({ lane }) => lane)).size);
        // Every wait is raised once and ends at most once; a run that has ended leaves none open.
        const ended = journal.flatMap(({ event }) =>
          /^wait\..*\.ended$/.test(event.kind) && "waitId" in event ? [event.waitId] : [],
        );
        expect(ended).toHaveLength(new Set(ended).size);
        expect(state.openWaits).toBe(run.view.waits.filter(({ status }) => status === "open").length);
        const isOver = state.end !== undefined;
        expect(isOver && run.commands.length > 0).toBe(false);
        expect(isOver && state.openWaits > 0).toBe(false);
        // A run that goes on has something to do, or says what it waits for.
        const idle = run.commands.every(({ kind }) => kind === "timer");
        expect(isOver || !idle || view(machine, state).status === "paused" || state.openWaits > 0).toBe(true);
        expect([...state.lanes.values()].filter(({ status }) => status === "running")).toHaveLength(
          state.working,
        );
        // No lane is in a round with one that it conflicts with, and no more run than may.
        const leaves = [...state.lanes.values()].filter(
          ({ id, status }) => status === "running" && !state.choreographies.has(id),
        );
        expect(leaves.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: process.env["LABAN_LONG"] === "1" ? 3_000 : 60 },
    );
    // The worlds are not all alike.
    expect(ends.size).toBeGreaterThan(2);
  });
});
