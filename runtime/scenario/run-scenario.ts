/**
 * Runs a scenario on the real interpreter (`[L-29]`..`[L-31]`): scripts in place of models, tools and people, a clock that
 * only the scenario moves, a workspace in memory. Pure: the same bundle, scenario and options give the same result.
 */
import {
  invariant,
  unreachable,
  type At,
  type Bundle,
  type CrashLine,
  type ExpectLine,
  type GivenLine,
  type Line,
  type LoopLine,
  type Program,
  type RunLine,
  type Scenario,
} from "../../ir/index.js";
import {
  machine,
  pathOfKey,
  placeOf,
  start,
  type Machine,
  type Request,
  type StartRequest,
} from "../core/index.js";
import { CoverageBook } from "./coverage.js";
import { disappointment, stateWords } from "./expectations.js";
import { expectationWords, lineWords } from "./line-words.js";
import { memoryWorkspace, type MemoryWorkspace } from "./memory-workspace.js";
import { namesOf, type Names } from "./names.js";
import { person, requestOf } from "./person.js";
import { predicateResult } from "./predicate.js";
import type { Failure, FailureKind, ScenarioResult } from "./result.js";
import { scriptBook, type Fits } from "./script-book.js";
import { transcriptOf } from "./tell-journal.js";
import type { Mark } from "./transcript.js";
import { World, type ArmedCrash, type Observer, type Trouble } from "./world.js";

/** When a scenario's clock starts, unless told otherwise: Monday, 2024-01-01T00:00:00Z. */
export const scenarioStart = Date.UTC(2024, 0, 1);

/** Of a `loop` that says nothing of its rounds. */
const loopRounds = 100;

export interface ScenarioOptions {
  /** ms since 1970. */
  readonly startsAt?: number;
  /** How many commands may be answered between two happenings; a run that asks for more never comes to rest. */
  readonly mostAnswers?: number;
}

/** Plays one scenario of a bundle. A scenario's faults are failures in the result; nothing is thrown for them. */
export function runScenario(
  bundle: Bundle,
  scenario: Scenario,
  options: ScenarioOptions = {},
): ScenarioResult {
  return new Performance(bundle, scenario, options).play();
}

/** Lines that happen, one after the other; the others hold from the start. */
type Happening = Line & { readonly kind: "choose" | "person" | "signal" | "after" | "crash" | "expect" };

class Performance {
  private readonly machine: Machine;
  private readonly names: Names;
  private readonly workspace: MemoryWorkspace;
  private readonly world: World;
  private readonly coverage: CoverageBook;
  private readonly happenings: readonly Happening[];
  private readonly startsAt: number;
  private readonly failures: Failure[] = [];
  private readonly marks: Mark[] = [];

  constructor(
    private readonly bundle: Bundle,
    private readonly scenario: Scenario,
    { startsAt = scenarioStart, mostAnswers = 20_000 }: ScenarioOptions,
  ) {
    const { program } = bundle;
    this.startsAt = startsAt;
    this.machine = machineOf(program);
    this.names = namesOf(program);
    this.workspace = memoryWorkspace(this.machine);
    this.coverage = new CoverageBook(this.machine);
    this.happenings = scenario.lines.filter(isHappening);
    const choices = this.happenings.filter((line) => line.kind === "choose").length;
    const fits: Fits = (schema, value) => this.machine.schemas.check(schema)(value).length === 0;
    const observer: Observer = {
      appended: (state, entries) => this.coverage.observe(state, entries),
      noted: (words) => this.note(words),
    };
    const { names, workspace } = this;
    const book = scriptBook(program, scenario.lines, names, fits);
    const parts = { machine: this.machine, names, book, workspace, fits, observer, mostAnswers };
    this.world = new World(parts, startsAt, choices === 0 ? undefined : choices);
  }

  play(): ScenarioResult {
    for (const line of this.scenario.lines) this.refuseUnsupported(line);
    if (this.failures.length === 0) this.perform();
    const begun = this.world.journal.length > 0;
    return {
      name: this.scenario.name,
      at: this.scenario.at,
      passed: this.failures.length === 0,
      failures: this.failures,
      transcript: transcriptOf(this.world.journal, this.marks, this.startsAt),
      view: begun ? this.world.view() : undefined,
      journal: this.world.journal,
      coverage: this.coverage.result(),
    };
  }

  private perform(): void {
    const first = this.scenario.lines.find((line) => line.kind === "run" || line.kind === "loop");
    if (first === undefined) {
      this.fail("idle", this.scenario.at, "the scenario starts nothing", ["start it with `run` or `loop`"]);
      return;
    }
    for (const line of this.scenario.lines) if (line.kind === "given") this.give(line);
    let next = this.armFrom(0);
    if (!this.begin(first)) return;
    for (let line = this.happenings[next]; line !== undefined; line = this.happenings[next]) {
      next = this.happen(line, next);
      if (next < 0) return;
    }
    for (const line of this.world.armed)
      this.fail("idle", line.at, `\`${lineWords(line, this.names)}\`: no such event came`, []);
  }

  private begin(line: RunLine | LoopLine): boolean {
    const started = start(this.machine, startRequest(line, this.bundle));
    if (started.kind === "refused") {
      const { message, details } = started.refusal;
      this.fail(
        "refused",
        line.at,
        `\`${lineWords(line, this.names)}\` was refused: ${message}`,
        details.map(({ message: detail }) => detail),
      );
      return false;
    }
    this.world.begin(started.events);
    return this.settled(line.at, this.world.settle());
  }

  /** Carries out one line; the index of the next one, or -1 where the scenario cannot go on. */
  private happen(line: Happening, index: number): number {
    const { world } = this;
    switch (line.kind) {
      case "expect":
        this.expect(line);
        return index + 1;
      case "crash": {
        if (isArmed(line)) return this.armFrom(index);
        this.mark(line);
        world.crash();
        return this.settled(line.at, world.settle()) ? index + 1 : -1;
      }
      case "after": {
        this.mark(line);
        const next = this.armFrom(index + 1);
        return this.settled(line.at, world.advance(line.milliseconds)) ? next : -1;
      }
      case "choose": {
        this.mark(line);
        const next = this.armFrom(index + 1);
        world.choose(line.stop === undefined ? { lanes: line.lanes } : { stop: line.stop });
        if (!this.settled(line.at, world.settle())) return -1;
        if (!world.isChoiceLeft) return next;
        this.fail("idle", line.at, `\`${lineWords(line, this.names)}\`: nobody waits for a choice`, [
          stateWords(world.view(), this.names),
        ]);
        return -1;
      }
      case "signal":
        this.mark(line);
        return this.submit(line, index, { kind: "signal", name: line.wait, value: line.value, by: "signal" });
      case "person": {
        this.mark(line);
        const asked = requestOf(line, world.view(), this.names);
        if (asked.kind === "request") return this.submit(line, index, asked.request);
        this.fail(asked.failure, line.at, `\`${lineWords(line, this.names)}\`: ${asked.message}`, [
          ...asked.details,
          ...this.choosingWords(),
        ]);
        return -1;
      }
      default:
        return unreachable(line);
    }
  }

  private submit(line: Happening, index: number, request: Request): number {
    const next = this.armFrom(index + 1);
    const refusal = this.world.submit(request);
    if (refusal !== undefined) {
      const details = refusal.details.map(({ message: detail }) => detail);
      this.fail(
        "refused",
        line.at,
        `\`${lineWords(line, this.names)}\` was refused: ${refusal.message}`,
        details,
      );
      return -1;
    }
    return this.settled(line.at, this.world.settle()) ? next : -1;
  }

  /**
   * Arms the crashes that stand at `index` and directly after it: a crash at a moment strikes in what the line before it sets
   * off, or in what comes later. Gives the index of the first line that is none.
   */
  private armFrom(index: number): number {
    let next = index;
    for (
      let line = this.happenings[next];
      line?.kind === "crash" && isArmed(line);
      line = this.happenings[next]
    ) {
      this.world.armed.push(line);
      next += 1;
    }
    return next;
  }

  private expect(line: ExpectLine): void {
    const { expectation } = line;
    const found = disappointment(expectation, {
      view: this.world.view(),
      journal: this.world.journal,
      names: this.names,
      predicate: ({ predicate }) =>
        predicateResult(this.machine, this.world.current, this.workspace, predicate),
    });
    if (found === undefined) return;
    const words = expectationWords(expectation, this.names);
    this.failures.push({
      kind: "expectation",
      at: line.at,
      message: `\`expect ${words}\` does not hold`,
      expected: words,
      seen: found.seen,
      details: [...found.details, ...this.choosingWords()],
    });
  }

  /** Between two `choose` nothing goes on by itself: who expects more by then is told why. */
  private choosingWords(): readonly string[] {
    return this.world.isChoosing
      ? ["the selector waits for the next `choose`; answered lanes go on with its round"]
      : [];
  }

  /** Whether the run came to rest; else the scenario has failed, and ends. */
  private settled(at: At, trouble: Trouble | undefined): boolean {
    if (trouble === undefined) return true;
    if (trouble.kind === "restless") {
      this.fail("restless", at, "the run never comes to rest", [
        "it answers itself without end: give it a ceiling, or scripts that end",
      ]);
      return false;
    }
    const { callee, why, prompt } = trouble;
    const called =
      callee.kind === "tool"
        ? `\`${this.names.of(callee.tool)}\` was called`
        : `\`${this.names.member(callee.member)}\` was called for \`${this.names.of(callee.target)}\``;
    const script = this.scenario.lines.find((line) =>
      callee.kind === "tool"
        ? line.kind === "tool" && line.tool === callee.tool
        : line.kind === "script" && line.subject.playbook === callee.member.playbook,
    );
    this.failures.push({
      kind: "unscripted",
      at: script?.at ?? at,
      message: `${called}, and ${why}`,
      details: [],
      prompt,
    });
    return false;
  }

  private give(line: GivenLine): void {
    const artifact = this.machine.program.artifacts[line.artifact];
    invariant(artifact !== undefined, `the artifact \`${line.artifact}\` is declared`);
    const place =
      line.key === undefined
        ? placeOf(artifact, { instance: undefined, inputs: {}, value: line.value })
        : { path: pathOfKey(artifact, line.key) };
    if ("missing" in place)
      this.fail(
        "idle",
        line.at,
        `\`${lineWords(line, this.names)}\` has no place: nothing fills \`{${place.missing}}\``,
        [`say which with \`${this.names.of(line.artifact)}["…"]\``],
      );
    else this.workspace.give(line.artifact, place.path, line.value);
  }

  private refuseUnsupported(line: Line): void {
    const unsupported =
      line.kind === "effect" ||
      (line.kind === "person" && (line.action.kind === "approves" || line.action.kind === "reviews")) ||
      (line.kind === "expect" && line.expectation.kind === "dispatched");
    if (unsupported)
      this.fail(
        "unsupported",
        line.at,
        `\`${lineWords(line, this.names)}\`: effects and approvals are not supported in scenarios yet`,
        [],
      );
  }

  private mark(line: Happening): void {
    this.note(lineWords(line, this.names));
  }

  private note(words: string): void {
    this.marks.push({ after: this.world.journal.length, at: this.world.now, words });
  }

  private fail(kind: FailureKind, at: At, message: string, details: readonly string[]): void {
    this.failures.push({ kind, at, message, details });
  }
}

const machines = new WeakMap<Program, Machine>();

/** One machine for all scenarios of a program: it compiles the program's schemas once. */
function machineOf(program: Program): Machine {
  const known = machines.get(program) ?? machine(program);
  machines.set(program, known);
  return known;
}

function isHappening(line: Line): line is Happening {
  switch (line.kind) {
    case "choose":
    case "person":
    case "signal":
    case "after":
    case "crash":
    case "expect":
      return true;
    default:
      return false;
  }
}

function startRequest(line: RunLine | LoopLine, { digest }: Bundle): StartRequest {
  const common = { id: "scenario", digest, owner: person };
  return line.kind === "run"
    ? { ...common, playbook: line.playbook, inputs: line.inputs, unattended: line.unattended }
    : {
        ...common,
        loop: { goal: line.goal, rounds: line.rounds ?? loopRounds, lanes: line.lanes ?? 1, select: "model" },
      };
}

function isArmed(line: CrashLine): line is ArmedCrash {
  return line.moment !== undefined;
}
