/**
 * The smallest driver there is: it answers the core's commands from a script, one at a time, with a clock that only moves
 * when it is told to. It keeps the journal as the core gave it, so that tests can cut and replay it.
 */
import type {
  Choice,
  Clarification,
  Event,
  Json,
  JournalEntry,
  ModelReply,
  Program,
  Reading,
} from "../../ir/index.js";
import { validateJournalEntry } from "../../ir/validate.gen.js";
import {
  empty,
  fold,
  machine as machineOf,
  nameOf,
  request as requestOf,
  start,
  step,
  view,
  type Command,
  type Machine,
  type Request,
  type RequestResult,
  type RunView,
  type StartRequest,
  type State,
} from "../../runtime/core/index.js";

export type GenerateCommand = Extract<Command, { kind: "generate" }>;
export type SelectCommand = Extract<Command, { kind: "select" }>;
export type ClarifyCommand = Extract<Command, { kind: "clarify" }>;
export type CallCommand = Extract<Command, { kind: "call-tool" }>;

type Selected = Choice | { readonly failure: string };
type Asked = readonly Clarification[] | { readonly failure: string };

/** What the world answers. A list is used up in order, by playbook; running out of it fails the test. */
export interface Script {
  readonly generate?:
    Readonly<Record<string, readonly (ModelReply | Json)[]>> | ((command: GenerateCommand) => ModelReply);
  readonly select?: readonly Selected[] | ((command: SelectCommand) => Selected);
  readonly clarify?: Readonly<Record<string, readonly Asked[]>> | ((command: ClarifyCommand) => Asked);
  readonly tool?: (command: CallCommand) => { readonly output: Json } | { readonly error: string };
  /** Documents that are there before the run, by ref or `ref["key"]`. */
  readonly workspace?: Readonly<Record<string, Reading>>;
  /** Why a landing is refused; asked for each. */
  readonly refuseLanding?: (command: Extract<Command, { kind: "land" }>) => Event | undefined;
}

export interface DriverOptions extends Omit<Partial<StartRequest>, "id" | "digest" | "owner"> {
  readonly script?: Script;
  readonly at?: number;
  /** Which of the commands that can be answered is answered next; the first unless told otherwise. */
  readonly pick?: (commands: readonly Command[]) => number;
}

export const startedAt = Date.UTC(2026, 0, 5, 9);

/** A program's machine serves all its runs, as it does in life. */
const machines = new WeakMap<Program, Machine>();

export class MemoryDriver {
  readonly machine: Machine;
  state: State;
  commands: readonly Command[] = [];
  readonly journal: JournalEntry[] = [];
  /** Sequence numbers at which a transaction ended. */
  readonly boundaries: number[] = [];
  readonly asked: Command[] = [];
  readonly written = new Map<string, string>();
  private readonly documents = new Map<string, Reading>();
  private readonly used = new Map<string, number>();
  private selections = 0;
  at: number;

  constructor(
    program: Program,
    readonly options: DriverOptions,
  ) {
    this.machine = machines.get(program) ?? machineOf(program);
    machines.set(program, this.machine);
    this.state = empty(this.machine);
    this.at = options.at ?? startedAt;
    for (const [name, reading] of Object.entries(options.script?.workspace ?? {}))
      this.documents.set(name, reading);
  }

  /** Starts the run and lets it go on until it is quiet. */
  static run(program: Program, options: DriverOptions): MemoryDriver {
    const driver = new MemoryDriver(program, options);
    driver.start();
    driver.drain();
    return driver;
  }

  start(): void {
    const started = start(this.machine, { id: "r1", digest: "sha256:0", owner: "ana", ...this.options });
    if (started.kind === "refused") throw new Error(started.refusal.message, { cause: started.refusal });
    this.give(started.events);
  }

  give(events: readonly Event[]): void {
    const stepped = step(this.machine, this.state, events, this.at);
    this.state = stepped.state;
    this.commands = stepped.commands;
    for (const entry of stepped.entries) {
      const { kind } = entry.event;
      const fits: boolean = validateJournalEntry(entry);
      if (!fits) throw new Error(`${kind} is no event of the schema`, { cause: validateJournalEntry.errors });
    }
    this.journal.push(...stepped.entries);
    if (stepped.entries.length > 0) this.boundaries.push(this.journal.length);
  }

  /** Answers what can be answered until only people and clocks are left. */
  drain(most = 10_000): void {
    for (let count = 0; count < most; count++) if (!this.answerOne()) return;
    throw new Error("the run does not come to rest");
  }

  /** Answers one command; `false`: there is none that this driver could answer. */
  answerOne(): boolean {
    const open = this.commands.filter((command) => command.kind !== "timer");
    if (open.length === 0) return false;
    const command = open[this.options.pick?.(open) ?? 0];
    if (command === undefined) return false;
    this.asked.push(command);
    this.give(this.answer(command));
    return true;
  }

  /** Lets time pass, timer by timer. */
  pass(ms: number): void {
    const until = this.at + ms;
    for (;;) {
      const next = this.commands
        .filter((command) => command.kind === "timer")
        .map((command) => command.at)
        .toSorted((a, b) => a - b)[0];
      if (next === undefined || next > until) break;
      this.at = Math.max(this.at, next);
      this.give([]);
      this.drain();
    }
    this.at = until;
  }

  ask(request: Request): RequestResult {
    const result = this.askOnly(request);
    if (result.kind === "accepted") this.drain();
    return result;
  }

  /** The request is recorded, and nothing that it sets going is answered yet. */
  askOnly(request: Request): RequestResult {
    const result = requestOf(this.machine, this.state, request, this.at);
    if (result.kind === "accepted") this.give(result.events);
    return result;
  }

  /** Everything in memory is gone; the journal, up to `length`, is not. */
  crash(length = this.journal.length): void {
    this.journal.length = length;
    this.state = fold(this.machine, empty(this.machine), this.journal);
    this.give([{ kind: "run.resumed", cause: "restart" }]);
  }

  get view(): RunView {
    return view(this.machine, this.state);
  }

  /** A document as the workspace has it: what a person writes, too. */
  put(reading: Reading): void {
    this.documents.set(nameOf(reading.artifact, reading.key), reading);
  }

  of<K extends Event["kind"]>(kind: K): readonly Extract<Event, { kind: K }>[] {
    return this.journal
      .map((entry) => entry.event)
      .filter((event): event is Extract<Event, { kind: K }> => event.kind === kind);
  }

  /** The playbooks whose lanes were admitted, in order. */
  get order(): readonly string[] {
    return this.of("lane.admitted").map((event) => nameOf(event.member.playbook, event.member.key));
  }

  private answer(command: Exclude<Command, { kind: "timer" }>): readonly Event[] {
    const { script } = this.options;
    switch (command.kind) {
      case "read-workspace":
        return [{ kind: "workspace.read", path: command.path, changed: this.changed(command) }];
      case "select": {
        const { path, round, attempt } = command;
        const next =
          typeof script?.select === "function" ? script.select(command) : script?.select?.[this.selections++];
        if (next === undefined) throw new Error(`nothing is scripted for selection ${this.selections}`);
        return [
          {
            kind: "selection.replied",
            path,
            round,
            attempt,
            ...("failure" in next ? next : { choice: next }),
          },
        ];
      }
      case "clarify": {
        const { lane, step: index, playbook } = command.site;
        const next =
          typeof script?.clarify === "function"
            ? script.clarify(command)
            : (this.next(`clarify ${playbook}`, script?.clarify?.[playbook]) ?? []);
        return [
          {
            kind: "clarification.replied",
            lane,
            step: index,
            ...("failure" in next ? next : { requests: next }),
          },
        ];
      }
      case "generate": {
        const { lane, step: index, attempt, call, playbook, key } = command.site;
        return [
          {
            kind: "attempt.replied",
            lane,
            step: index,
            attempt,
            call,
            reply: this.reply(command, nameOf(playbook, key)),
          },
        ];
      }
      case "call-tool": {
        const { lane, step: index, callId } = command;
        const given = script?.tool?.(command) ?? { error: "nothing is scripted for tools" };
        return [{ kind: "tool.returned", lane, step: index, callId, ...given }];
      }
      case "land": {
        const refused = script?.refuseLanding?.(command);
        if (refused !== undefined) return [refused];
        return command.documents.map(({ artifact, key, path, sha256, content, value }): Event => {
          const which = key === undefined ? {} : { key };
          this.written.set(path, content);
          this.put({ artifact, ...which, path, state: "landed", sha256, value });
          return { kind: "artifact.landed", lane: command.lane, artifact, ...which, path, sha256 };
        });
      }
    }
  }

  private reply(command: GenerateCommand, name: string): ModelReply {
    const scripted = this.options.script?.generate;
    if (typeof scripted === "function") return scripted(command);
    const next = this.next(`generate ${name}`, scripted?.[name]);
    if (next === undefined) throw new Error(`nothing is scripted for ${name}: ${command.prompt}`);
    return isReply(next) ? next : { kind: "value", value: next };
  }

  private next<T>(name: string, list: readonly T[] | undefined): T | undefined {
    const used = this.used.get(name) ?? 0;
    this.used.set(name, used + 1);
    return list?.[used];
  }

  private changed(command: Extract<Command, { kind: "read-workspace" }>): readonly Reading[] {
    const known = new Map(command.known.map(({ artifact, key, sha256 }) => [nameOf(artifact, key), sha256]));
    return [...this.documents.values()].filter(
      (reading) =>
        command.families.includes(reading.artifact) &&
        (known.get(nameOf(reading.artifact, reading.key)) ?? null) !== (reading.sha256 ?? null),
    );
  }
}

const replyKinds = new Set<unknown>(["value", "text", "tools", "raises", "refusal", "missing", "failure"]);

function isReply(reply: ModelReply | Json): reply is ModelReply {
  return typeof reply === "object" && reply !== null && "kind" in reply && replyKinds.has(reply.kind);
}
