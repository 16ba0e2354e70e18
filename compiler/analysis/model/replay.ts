/**
 * A way of the model, gone again by the interpreter's own core: a replay is the proof (checks.md, section 2). Bodies are
 * cut down to what they give; who may run, what conflicts, what is merged and what falls is the interpreter's to say.
 */
import type { Event, Json, Playbook, Program, Reading, Ref, Step } from "../../../ir/index.js";
import {
  type Command,
  empty,
  type Machine,
  machine as machineOf,
  memberName,
  start,
  type State,
  step,
  view,
  type RunView,
} from "../../../runtime/core/index.js";
import type { Choreography, Outcome } from "./choreography.js";
import type { Happening } from "./search.js";
import { absent, type Variable } from "./variables.js";

/** How far the interpreter came, and how the run stood then. */
export interface Replay {
  /** Whether everything happened as the model had it. */
  readonly isFaithful: boolean;
  /** Why not. */
  readonly why?: string;
  readonly view: RunView;
}

/** What each variable was at the start. */
export type Beginning = (variable: Variable) => number;

/** Goes a way from a beginning. Afterwards the selector stops. */
export function replay(
  { root, program, variables }: Choreography,
  way: readonly Happening[],
  beginning: Beginning,
): Replay {
  const machine = machineOf(cutDown(program));
  const inputs: Record<string, Json> = {};
  for (const variable of variables) {
    if (variable.kind !== "input") continue;
    const value = variable.cells[beginning(variable)]?.value;
    if (value !== undefined) inputs[variable.name] = value;
  }
  const started = start(machine, {
    id: "replay",
    digest: "",
    owner: "replay",
    playbook: root,
    inputs,
  });
  if (started.kind === "refused")
    return {
      isFaithful: false,
      why: started.refusal.message,
      view: view(machine, empty(machine)),
    };
  const documents = new Map<Ref, Reading>();
  for (const variable of variables) {
    if (variable.kind !== "family" || beginning(variable) === absent) continue;
    const artifact = variable.ref;
    const path = program.artifacts[artifact]?.at ?? "";
    const value = variable.cells[(beginning(variable) - 1) % variable.cells.length]?.value ?? null;
    documents.set(artifact, { artifact, path, state: "landed", sha256: "given", value });
  }
  const player = new Player(machine, way, documents);
  player.play(started.events);
  return {
    isFaithful: player.why === undefined && player.isDone,
    ...(player.why === undefined ? {} : { why: player.why }),
    view: view(machine, player.state),
  };
}

class Player {
  state: State;
  why: string | undefined;
  private readonly left: Map<string, Happening[]>;
  private readonly outcomes = new Map<string, Outcome>();

  constructor(
    private readonly machine: Machine,
    way: readonly Happening[],
    /** What stands in the workspace. */
    private readonly documents: Map<Ref, Reading>,
  ) {
    this.state = empty(machine);
    this.left = new Map([["", [...way]]]);
  }

  get isDone(): boolean {
    return [...this.left.values()].every((each) => each.length === 0);
  }

  play(events: readonly Event[]): void {
    let { state, commands } = step(this.machine, this.state, events, 0);
    for (let most = 0; most < 10_000 && this.why === undefined; most += 1) {
      const command = commands.find(({ kind }) => kind !== "timer");
      this.state = state;
      if (command === undefined || command.kind === "timer") return;
      ({ state, commands } = step(this.machine, state, this.answer(command), 0));
    }
    this.state = state;
  }

  private answer(command: Exclude<Command, { kind: "timer" }>): readonly Event[] {
    switch (command.kind) {
      case "read-workspace":
        return [
          {
            kind: "workspace.read",
            path: command.path,
            changed: command.families.flatMap((artifact) => {
              const document = this.documents.get(artifact);
              const known = command.known.find((each) => each.artifact === artifact)?.sha256 ?? null;
              return document === undefined || document.sha256 === known ? [] : [document];
            }),
          },
        ];
      case "select":
        return [this.select(command)];
      case "generate": {
        const { lane, step: at, attempt, call, target } = command.site;
        const value = this.valueFor(lane, target, command.site.targetKind);
        return [{ kind: "attempt.replied", lane, step: at, attempt, call, reply: { kind: "value", value } }];
      }
      case "land":
        return command.documents.map(({ artifact, path, sha256, value }): Event => {
          this.documents.set(artifact, { artifact, path, state: "landed", sha256, value });
          return { kind: "artifact.landed", lane: command.lane, artifact, path, sha256 };
        });
      case "clarify":
      case "call-tool":
        this.why = `the cut-down program asks for \`${command.kind}\``;
        return [];
    }
  }

  private select({ path, round, attempt, board }: Extract<Command, { kind: "select" }>): Event {
    const replied = { kind: "selection.replied", path, round, attempt } as const;
    const happening = this.left.get(path)?.shift();
    if (happening === undefined)
      return { ...replied, choice: { stop: true, rationale: "the way ends here" } };
    const { playbook } = happening.member;
    const standing = board.find(({ member }) => memberName(member) === playbook);
    if (standing?.eligible !== true) {
      this.why = `\`${playbook}\` cannot run in round ${round}: ${standing?.why.join("; ") ?? "it is no member"}`;
      return { ...replied, choice: { stop: true, rationale: "the way cannot be gone" } };
    }
    const lane = this.nextLane(path);
    if (happening.kind === "ran") this.outcomes.set(lane, happening.outcome);
    else this.left.set(lane, [...happening.within]);
    return { ...replied, choice: { lanes: [{ playbook }] } };
  }

  private nextLane(path: string): string {
    const admitted = this.state.choreographies.get(path)?.admitted ?? 0;
    return path === "" ? String(admitted + 1) : `${path}/${admitted + 1}`;
  }

  private valueFor(lane: string, target: Ref, kind: "artifact" | "verdict" | "evidence" | "local"): Json {
    if (kind === "evidence") return "evidence";
    for (const { variable, value } of this.outcomes.get(lane)?.sets ?? []) {
      if (variable.kind === "family" && variable.ref === target)
        return variable.cells[(value - 1) % variable.cells.length]?.value ?? null;
      if (variable.kind === "verdict" && variable.ref === target)
        return variable.cells[(value - 1) % variable.cells.length]?.value ?? null;
    }
    this.why ??= `nothing says what \`${target}\` is in lane ${lane}`;
    return null;
  }
}

const cut = new WeakMap<Program, Program>();

/**
 * The program with every body cut down to what it gives, every selector one that is asked, and no ceilings but lanes: a
 * way is gone for what it reaches, not for how long it takes.
 */
function cutDown(program: Program): Program {
  const known = cut.get(program);
  if (known !== undefined) return known;
  const made: Program = {
    ...program,
    artifacts: Object.fromEntries(
      Object.entries(program.artifacts).map(([ref, artifact]) => [
        ref,
        { ...artifact, format: "json" as const },
      ]),
    ),
    playbooks: Object.fromEntries(
      Object.entries(program.playbooks).map(([ref, playbook]) => [ref, cutDownPlaybook(playbook, program)]),
    ),
  };
  cut.set(program, made);
  return made;
}

function cutDownPlaybook(playbook: Playbook, program: Program): Playbook {
  const { rounds, lanes, attempts, failures } = playbook.limits;
  const { intent, requires, reads, judgedFrom, needsAbsent, outputs, returns, writes, once } = playbook;
  const base: Playbook = {
    intent,
    inputs: Object.fromEntries(
      Object.entries(playbook.inputs).map(([name, input]) => [
        name,
        { ...input, schema: {}, required: false },
      ]),
    ),
    inputOrder: playbook.inputOrder,
    interview: [],
    ...(requires === undefined ? {} : { requires }),
    reads,
    judgedFrom,
    needsAbsent,
    outputs,
    returns,
    writes,
    once,
    limits: { lanes, attempts, failures, ...(rounds === undefined ? {} : { rounds: 1_000 }) },
    suspendsForClarification: false,
    needsElicitation: false,
    uses: [],
    performs: [],
    mode: "reject",
  };
  if (playbook.choreography !== undefined) {
    return { ...base, choreography: { ...playbook.choreography, select: { by: "named", name: "replay" } } };
  }
  const gives: Step[] = [
    ...outputs.map((ref) => generate("artifact", ref)),
    ...returns.map((ref) => generate(Object.hasOwn(program.evidence, ref) ? "evidence" : "verdict", ref)),
  ];
  return { ...base, steps: gives };
}

function generate(kind: "artifact" | "verdict" | "evidence", ref: Ref): Step {
  return {
    kind: "generate",
    target: { kind, ref },
    prompt: { kind: "template", parts: [ref] },
    attempts: 1,
    offers: [],
    uses: [],
    performs: [],
  };
}
