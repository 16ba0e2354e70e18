/**
 * A driver of one run that lives in memory: it carries out the run's commands from scripts, keeps the journal, and can lose
 * everything but the journal.
 *
 * Invariants
 * 1. A batch of entries takes effect whole, and only then does anything follow from it (`[R-2]`).
 * 2. A command is answered once: asked again after a crash, it gets what it got. Scripts are the world's, and no crash turns
 *    them back.
 * 3. Commands are answered one at a time in the order in which the core lists them, so that a run goes the same way twice.
 * 4. The clock moves in `advance` alone, from timer to timer, and never back.
 */
import {
  unreachable,
  type Choice,
  type CrashLine,
  type Event,
  type JournalEntry,
  type MemberId,
  type Subject,
} from "../../ir/index.js";
import {
  empty,
  fold,
  memberName,
  pending,
  request as askRun,
  step,
  view,
  type Command,
  type Machine,
  type Refusal,
  type Request,
  type RunView,
  type State,
  type Stepped,
} from "../core/index.js";
import type { MemoryWorkspace } from "./memory-workspace.js";
import type { Names } from "./names.js";
import type { Fits, ScriptBook } from "./script-book.js";
import { choiceByScript, chosenLanes, knowsAll, type SelectCommand } from "./selector.js";
import { answerByScript, type UnscriptedCall } from "./scripted-answers.js";

/** What keeps a run from coming to rest. */
export type Trouble = UnscriptedCall | { readonly kind: "restless" };

/** A `choose` line that waits for its selector. */
export type Chosen = { readonly lanes: readonly Subject[] } | { readonly stop: string };

/** A crash that waits for its event. */
export type ArmedCrash = CrashLine & { readonly moment: NonNullable<CrashLine["moment"]> };

/** Who is told of what goes on. */
export interface Observer {
  appended(state: State, entries: readonly JournalEntry[]): void;
  /** What the journal does not say, in words. */
  noted(words: string): void;
}

/** What a world is made of. */
export interface WorldParts {
  readonly machine: Machine;
  readonly names: Names;
  readonly book: ScriptBook;
  readonly workspace: MemoryWorkspace;
  readonly fits: Fits;
  readonly observer: Observer;
  /** How many commands are answered until the run is held never to come to rest. */
  readonly mostAnswers: number;
}

export class World {
  readonly journal: JournalEntry[] = [];
  /** Crashes that strike one after the other, each at its event; those that are left have not struck. */
  readonly armed: ArmedCrash[] = [];
  private state: State;
  private commands: readonly Command[] = [];
  private readonly answers = new Map<string, readonly Event[]>();
  private readonly runs = new Map<string, number>();
  private chosen: Chosen | undefined;

  /** `choicesToCome`: how many `choose` lines there are; `undefined`: none, and the scripts choose. */
  constructor(
    private readonly parts: WorldParts,
    private clock: number,
    private choicesToCome: number | undefined,
  ) {
    this.state = empty(parts.machine);
  }

  get now(): number {
    return this.clock;
  }
  get current(): State {
    return this.state;
  }
  view(): RunView {
    return view(this.parts.machine, this.state);
  }

  /** Appends the events that begin the run. */
  begin(events: readonly Event[]): void {
    while (!this.apply(events));
  }

  /** Asks something of the run; a crash that loses it has it asked again. */
  submit(request: Request): Refusal | undefined {
    for (;;) {
      const result = askRun(this.parts.machine, this.state, request, this.clock);
      if (result.kind === "refused") return result.refusal;
      if (this.apply(result.events)) return undefined;
    }
  }

  /** Goes on until nothing could but a timer to come or a `choose` to come. */
  settle(): Trouble | undefined {
    for (let answered = 0; answered < this.parts.mostAnswers; answered++) {
      const next = this.nextAnswer();
      if (next === undefined) return undefined;
      if (next.kind === "unscripted") return next;
      this.apply(next.events);
    }
    return { kind: "restless" };
  }

  /** Moves the clock by `milliseconds`; each timer fires at its moment, and the run settles before the next. */
  advance(milliseconds: number): Trouble | undefined {
    const target = this.clock + milliseconds;
    for (;;) {
      const due = this.commands
        .filter((command) => command.kind === "timer" && command.at <= target)
        .map((command) => (command.kind === "timer" ? command.at : target));
      if (due.length === 0) break;
      this.clock = Math.max(this.clock, Math.min(...due));
      const trouble = this.settle();
      if (trouble !== undefined) return trouble;
    }
    this.clock = target;
    return undefined;
  }

  /** Gives the waiting selector its next answer. */
  choose(chosen: Chosen): void {
    this.chosen = chosen;
    this.choicesToCome = (this.choicesToCome ?? 0) - 1;
  }
  /** Whether a selector waits for a `choose` to come; lanes that were answered go on with its round (`[R-21]`). */
  get isChoosing(): boolean {
    return (this.choicesToCome ?? 0) > 0 && this.commands.some(({ kind }) => kind === "select");
  }
  /** Whether nobody took the last `choose`. */
  get isChoiceLeft(): boolean {
    return this.chosen !== undefined;
  }

  /** Drops everything in memory and goes on from the journal (`[R-5]`). */
  crash(): void {
    this.state = fold(this.parts.machine, empty(this.parts.machine), this.journal);
    this.commands = pending(this.parts.machine, this.state);
    if (this.journal.length === 0 || this.view().status !== "running") return;
    // Going on can be what the next crash strikes; that one begins again by itself.
    this.apply([{ kind: "run.resumed", cause: "restart" }]);
  }

  /** Takes the events, unless a crash loses them. */
  private apply(events: readonly Event[]): boolean {
    const stepped = step(this.parts.machine, this.state, events, this.clock);
    const [crash] = this.armed;
    const strikes =
      crash !== undefined && stepped.entries.some(({ event }) => event.kind === crash.moment.event);
    if (!strikes) {
      this.commit(stepped);
      return true;
    }
    this.armed.shift();
    const isLost = crash.moment.when === "before";
    if (!isLost) this.commit(stepped);
    this.parts.observer.noted(`crash ${crash.moment.when} ${crash.moment.event}`);
    this.crash();
    return !isLost;
  }

  private commit({ state, entries, commands }: Stepped): void {
    this.state = state;
    this.commands = commands;
    for (const entry of entries) {
      this.journal.push(entry);
      if (entry.event.kind === "lane.admitted")
        this.runs.set(runKey(entry.event.path, entry.event.member), entry.seq);
    }
    this.parts.observer.appended(state, entries);
  }

  /** What is to be done next and its outcome; nothing: the run is quiet. Timers that are due come last, the oldest first. */
  private nextAnswer():
    { readonly kind: "events"; readonly events: readonly Event[] } | UnscriptedCall | undefined {
    const { commands } = this;
    const chooser = this.chooserOf(commands);
    for (const command of commands) {
      const answer = this.answers.get(command.id) ?? this.answer(command, chooser);
      if (answer === undefined) continue;
      if ("kind" in answer) return answer;
      return { kind: "events", events: answer };
    }
    const due = commands.filter((command) => command.kind === "timer" && command.at <= this.clock);
    const [first] = due.toSorted((a, b) => (a.kind === "timer" && b.kind === "timer" ? a.at - b.at : 0));
    return first?.kind === "timer"
      ? { kind: "events", events: [{ kind: "timer.due", timer: first.timer }] }
      : undefined;
  }

  private answer(
    command: Command,
    chooser: SelectCommand | undefined,
  ): readonly Event[] | UnscriptedCall | undefined {
    switch (command.kind) {
      case "timer":
        return undefined;
      case "read-workspace":
        return [this.parts.workspace.read(command)];
      case "land":
        return this.parts.workspace.land(command);
      case "select": {
        const choice = this.choice(command, chooser);
        if (choice === undefined) return undefined;
        const { path, round, attempt } = command;
        return this.remember(command, { kind: "selection.replied", path, round, attempt, choice });
      }
      case "generate":
      case "clarify":
      case "call-tool": {
        const answer = answerByScript(command, this.parts.book, this.parts.names, this.parts.fits);
        if (answer.kind === "unscripted") return answer;
        if (answer.note !== undefined) this.parts.observer.noted(answer.note);
        return this.remember(command, answer.event);
      }
      default:
        return unreachable(command);
    }
  }

  private remember(command: Command, event: Event): readonly Event[] {
    const events = [event];
    this.answers.set(command.id, events);
    return events;
  }

  /** The selector that the last `choose` is for: the first that knows all its names, else the first. */
  private chooserOf(commands: readonly Command[]): SelectCommand | undefined {
    const { chosen } = this;
    if (chosen === undefined) return undefined;
    const selectors = commands.filter(
      (command) => command.kind === "select" && !this.answers.has(command.id),
    );
    const known = selectors.find(
      (command) => command.kind === "select" && !("stop" in chosen) && knowsAll(chosen.lanes, command.board),
    );
    const found = known ?? selectors[0];
    return found?.kind === "select" ? found : undefined;
  }

  private choice(command: SelectCommand, chooser: SelectCommand | undefined): Choice | undefined {
    if (this.choicesToCome === undefined)
      return choiceByScript(command, this.parts.book, (path, member) => this.runs.get(runKey(path, member)));
    if (this.chosen === undefined)
      return this.choicesToCome > 0
        ? undefined
        : { stop: true, rationale: "the scenario has no `choose` left" };
    if (command !== chooser) return undefined;
    const { chosen } = this;
    this.chosen = undefined;
    if ("stop" in chosen) return { stop: true, rationale: chosen.stop };
    return { lanes: chosenLanes(chosen.lanes, command), rationale: "the scenario's `choose`" };
  }
}

function runKey(path: string, member: MemberId): string {
  return `${path} ${memberName(member)}`;
}
