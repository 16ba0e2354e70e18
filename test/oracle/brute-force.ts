/**
 * The oracle that runs the interpreter: every choice of a selector and every outcome of a member, from every state, until
 * nothing new comes. What a state is, is read off the core's own.
 *
 * Invariants
 * 1. Ceilings on rounds and on failures are off: neither ends what is explored.
 * 2. States that differ only in what no rule looks at (numbers, times, contents that nothing is judged from, contributions
 *    past what a predicate counts) are one.
 * 3. Members that run beside each other do so in every order where a nested composite is among them, which may see what a
 *    sibling lands; in one order where they only meet in the merge (`[R-17]`).
 */
import type { Choice, Event, Json, JournalEntry, Program, Reading } from "../../ir/index.js";
import {
  documentDigest,
  empty,
  machine as machineOf,
  printDocument,
  request,
  start,
  step,
  type Command,
  type Machine,
  type State,
} from "../../runtime/core/index.js";
import { answersOf, type Answers, type Edge, type Graph, type Node } from "./answers.js";
import { familiesOf, type Subject } from "./programs.js";
import { canonical } from "./canonical.js";
import { capOf, contentOf, marksOf, valuesOf } from "./values.js";

export interface BruteForce {
  /** Absent where the bound was hit. */
  readonly answers: Answers | undefined;
  /** How many were looked at, both with the composite's lanes and with one. */
  readonly states: number;
}

export interface Options {
  /** The most states of one graph. */
  readonly bound?: number;
  /** Members fail, too: that changes no answer, for failures for good are off. */
  readonly failures?: boolean;
}

/** All answers about a composite, or none where more states are there than the bound admits. */
export function bruteForce(subject: Subject, options: Options = {}): BruteForce {
  const several = explore(subject, unbounded(subject.program), options);
  const alone = Object.values(subject.program.playbooks).every(({ limits }) => limits.lanes === 1);
  const single = alone ? several : explore(subject, unbounded(subject.program, 1), options);
  const states = several.length + (alone ? 0 : single.length);
  const isWhole =
    several.every(({ edges }) => edges !== undefined) && single.every(({ edges }) => edges !== undefined);
  return {
    answers: isWhole ? answersOf(subject.question, whole(several), whole(single)) : undefined,
    states,
  };
}

/** `edges` is absent where the bound came first. */
type Explored = readonly (Omit<Node, "edges"> & { readonly edges: readonly Edge[] | undefined })[];

function whole(explored: Explored): Graph {
  return explored.map((node) => ({ ...node, edges: node.edges ?? [] }));
}

function unbounded(program: Program, lanes?: number): Program {
  const playbooks = Object.entries(program.playbooks).map(([ref, playbook]) => {
    const { rounds: _, ...limits } = playbook.limits;
    return [ref, { ...playbook, limits: { ...limits, failures: 1e9, lanes: lanes ?? limits.lanes } }];
  });
  return { ...program, playbooks: Object.fromEntries(playbooks) };
}

interface At {
  readonly state: State;
  readonly commands: readonly Command[];
}

/** What came of a move. */
interface Moved extends At {
  readonly admits: readonly string[];
  readonly counted: number;
  readonly entries: readonly JournalEntry[];
}

interface World {
  readonly subject: Subject;
  readonly machine: Machine;
  readonly values: ReadonlyMap<string, readonly Json[]>;
  readonly caps: ReadonlyMap<string, number>;
  readonly given: readonly Reading[];
  readonly failures: boolean;
}

function explore(subject: Subject, program: Program, options: Options): Explored {
  const { bound = 20_000, failures = false } = options;
  const world: World = {
    subject,
    machine: machineOf(program),
    values: new Map(Object.keys(program.verdicts).map((ref) => [ref, valuesOf(program, ref)])),
    caps: new Map(Object.keys(program.evidence).map((ref) => [ref, capOf(program, ref)])),
    given: givenOf(program),
    failures,
  };
  const numbers = new Map<string, number>();
  const nodes: { -readonly [K in keyof Explored[number]]: Explored[number][K] }[] = [];
  const open: (readonly [number, At])[] = [];
  const numberOf = (at: At): number => {
    const key = canonical(program, world.caps, at.state);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = nodes.length;
    numbers.set(key, number);
    nodes.push({ ...nodeOf(world, at.state), edges: undefined });
    open.push([number, at]);
    return number;
  };
  numberOf(first(world));
  for (let next = open.shift(); next !== undefined && nodes.length <= bound; next = open.shift()) {
    const [number, at] = next;
    nodes[number]!.edges = movesOf(world, at).map((moved) => ({
      to: numberOf(moved),
      admits: moved.admits,
      counted: moved.counted,
    }));
  }
  return nodes;
}

function givenOf(program: Program): readonly Reading[] {
  return Object.entries(program.artifacts).flatMap(([artifact, { given, at, format }]): Reading[] => {
    if (!given) return [];
    const value = contentOf(program, artifact, 0);
    return [
      { artifact, path: at, state: "landed", sha256: documentDigest(printDocument(format, value)), value },
    ];
  });
}

function first({ subject, machine }: World): At {
  const started = start(machine, { id: "r", digest: "d", owner: "o", playbook: subject.composite });
  if (started.kind === "refused") throw new Error(started.refusal.message);
  return step(machine, empty(machine), started.events, 0);
}

function nodeOf(world: World, state: State): Omit<Node, "edges"> {
  const { program, composite } = world.subject;
  const round = state.choreographies.get("");
  const reason = state.end?.reason;
  const named = program.playbooks[composite]!.choreography!.ends.some((end) => end.reason === reason);
  if (state.status === "paused") throw new Error(`the run paused: ${JSON.stringify(state.stops)}`);
  return {
    marks: [...state.verdicts.values()].flatMap(({ verdict, value }) => marksOf(program, verdict, value)),
    goal: goalHolds(world, state),
    status: state.end === undefined || reason === "goal_met" ? "running" : named ? "ended" : "stuck",
    eligible: round?.phase === "boarded" && round.board.some(({ eligible }) => eligible),
  };
}

/** `goal_met` tells of `until`; without one it is that every family is landed (checks.md, section 1). */
function goalHolds({ subject: { program, composite } }: World, state: State): boolean {
  if (program.playbooks[composite]!.choreography!.until !== undefined)
    return state.end?.reason === "goal_met";
  const families = familiesOf(program, composite);
  return families.length > 0 && families.every((ref) => state.documents.get(ref)?.state === "landed");
}

/** Everything that can happen next. */
function movesOf(world: World, at: At): readonly Moved[] {
  if (at.state.end !== undefined) return [];
  const moves: Moved[] = [];
  const choosing = at.commands.some((command) => command.kind === "select" && command.path === "");
  if (choosing || unitsOf(at).length === 0) moves.push(...answersToWaits(world, at));
  for (const unit of unitsOf(at))
    moves.push(...moveOf(world, { ...at, admits: [], counted: 0, entries: [] }, unit));
  return moves;
}

/** Whose turn it can be: a path's, or a lane's. */
function unitsOf({ commands }: At): readonly string[] {
  const units = [...new Set(commands.flatMap((command) => unitOf(command) ?? []))];
  const nested = commands.some((command) => "path" in command && command.path !== "");
  const inner = units.some((unit) => unit.startsWith("lane ") && unit.includes("/"));
  return nested || inner ? units : units.slice(0, 1);
}

function unitOf(command: Command): string | undefined {
  switch (command.kind) {
    case "timer":
      return undefined;
    case "read-workspace":
    case "select":
      return `path ${command.path}`;
    case "generate":
    case "clarify":
      return `lane ${command.site.lane}`;
    case "call-tool":
    case "land":
      return `lane ${command.lane}`;
  }
}

/** A path goes on by one answer, a lane to where it settles or waits. */
function moveOf(world: World, at: Moved, unit: string): readonly Moved[] {
  const command = at.commands.find((each) => unitOf(each) === unit);
  if (command === undefined) return [at];
  const moved = outcomesOf(world, at.state, command)
    .map((events) => stepped(world, at, events))
    .filter((each) => !isDoubled(command, each));
  return unit.startsWith("path ") ? moved : moved.flatMap((each) => moveOf(world, each, unit));
}

/** A choice of which one is held back for another of them is a smaller choice. */
function isDoubled(command: Command, { entries }: Moved): boolean {
  if (command.kind !== "select") return false;
  const admitted = new Set(
    entries.flatMap(({ event }) => (event.kind === "lane.admitted" ? [event.member.playbook] : [])),
  );
  return entries.some(({ event }) => event.kind === "lane.held_back" && admitted.has(event.against.playbook));
}

function stepped({ machine }: World, at: Moved, events: readonly Event[]): Moved {
  const { state, commands, entries } = step(machine, at.state, events, at.state.at);
  let { counted } = at;
  const admits = [...at.admits];
  for (const { event } of entries) {
    if (event.kind === "attempt.rejected" || event.kind === "selection.refused")
      throw new Error(`an answer was refused: ${JSON.stringify(event.findings)}`);
    if (event.kind === "lane.admitted") admits.push(event.member.playbook);
    if (event.kind === "round.started" && event.path === "" && event.counted) counted++;
  }
  return { state, commands, admits, counted, entries };
}

/** What can be answered to a command. */
function outcomesOf(world: World, state: State, command: Command): readonly (readonly Event[])[] {
  switch (command.kind) {
    case "read-workspace": {
      const { path, families, known } = command;
      const isNew = ({ artifact }: Reading): boolean =>
        families.includes(artifact) && !known.some((each) => each.artifact === artifact);
      return [[{ kind: "workspace.read", path, changed: world.given.filter(isNew) }]];
    }
    case "select":
      return choicesOf(command).map((choice): Event[] => {
        const { path, round, attempt } = command;
        return [{ kind: "selection.replied", path, round, attempt, choice }];
      });
    case "clarify": {
      const { lane, step: index } = command.site;
      const ask = {
        ref: `question-${state.seq}`,
        question: "What?",
        form: "text",
      } as const;
      return [[], [ask]].map((requests): Event[] => [
        { kind: "clarification.replied", lane, step: index, requests },
      ]);
    }
    case "generate":
      return repliesOf(world, state, command);
    case "land":
      return [
        command.documents.map(({ artifact, path, sha256 }): Event => {
          return { kind: "artifact.landed", lane: command.lane, artifact, path, sha256 };
        }),
      ];
    case "call-tool":
    case "timer":
      throw new Error(`\`${command.kind}\` is asked for, which these programs have no use for`);
  }
}

/** Every set of lanes, in the board's order; and to stop, where that ends a nested composite alone. */
function choicesOf({ board, lanes, path }: Extract<Command, { kind: "select" }>): readonly Choice[] {
  let sets: readonly (readonly (typeof board)[number]["member"][])[] = [[]];
  for (const { member, eligible } of board) {
    if (eligible) sets = [...sets, ...sets.flatMap((set) => (set.length < lanes ? [[...set, member]] : []))];
  }
  const chosen = sets.filter((set) => set.length > 0).map((set): Choice => ({ lanes: set }));
  return path === "" ? chosen : [...chosen, { stop: true, rationale: "enough" }];
}

function repliesOf(
  { machine, values, failures }: World,
  state: State,
  { site }: Extract<Command, { kind: "generate" }>,
): readonly (readonly Event[])[] {
  const { lane, step: index, attempt, call, target, targetKind } = site;
  const at = { kind: "attempt.replied", lane, step: index, attempt, call } as const;
  const given = (): readonly Json[] => {
    switch (targetKind) {
      case "verdict":
        return values.get(target)!;
      case "evidence":
        return ["Something new."];
      case "artifact": {
        // A second landing may leave the document as it is.
        const now = state.documents.get(target)?.value;
        const [one, other] = [0, 1].map((version) => contentOf(machine.program, target, version));
        if (one === undefined || other === undefined) return [];
        return now === undefined ? [one] : [now, isSame(now, one) ? other : one];
      }
      case "local":
        throw new Error("these programs have no local values");
    }
  };
  const replies = given().map((value): Event[] => [{ ...at, reply: { kind: "value", value } }]);
  const failed: Event = {
    ...at,
    reply: { kind: "failure", category: "provider_failure", reasonCode: "down", message: "it is down" },
  };
  return failures ? [...replies, [failed]] : replies;
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function answersToWaits(world: World, at: At): readonly Moved[] {
  return [...at.state.waits.values()].flatMap(({ id, ended, clarification }): Moved[] => {
    if (ended !== undefined || clarification === undefined) return [];
    const answers = clarification.requests.map(({ ref }) => ({ ref, answer: "This." }));
    const asked = request(
      world.machine,
      at.state,
      { kind: "resume", wait: id, action: "accept", answers, by: "o" },
      at.state.at,
    );
    if (asked.kind === "refused") throw new Error(asked.refusal.message);
    return [stepped(world, { ...at, admits: [], counted: 0, entries: [] }, asked.events)];
  });
}
