/**
 * All that is to be done now, from the state alone (`[R-4]`, `[R-5]`): what was asked for before a restart is asked for
 * again under the same id, and what is no longer needed is not in the list.
 */
import { unreachable, type GenerateStep } from "../../ir/index.js";
import type { Command, Offer, Turn, TurnResult } from "./commands.js";
import { knownLines, promptOf } from "./brief.js";
import { ceilingsOf, playbookOf, type Machine } from "./machine.js";
import { memberName, shortName } from "./names.js";
import { asksSelector, isAtWork, laneCeiling, lanesToGoOn, selectorOf } from "./selecting.js";
import type { GenerateWork, Lane, Round, State, WorkTurn } from "./state.js";
import { choreographyOf, runOf } from "./surroundings.js";
import { closureOf, writesOf } from "./footprint.js";
import { formOf, schemaOf, targetName } from "./targets.js";
import { timersOf } from "./timers.js";

export function pending(machine: Machine, state: State): readonly Command[] {
  if (state.run === undefined || state.end !== undefined) return [];
  const commands: Command[] = [];
  if (state.status === "running") {
    for (const round of state.choreographies.values()) {
      if (isAtWork(state, round.path)) pushRound(machine, state, round, commands);
    }
    for (const lane of state.lanes.values())
      if (lane.status === "running") pushLane(machine, state, lane, commands);
  }
  for (const { timer, at } of timersOf(machine, state))
    commands.push({ kind: "timer", id: `timer/${timer}/${at}`, timer, at });
  return commands;
}

function pushRound(machine: Machine, state: State, round: Round, commands: Command[]): void {
  const { path } = round;
  if (round.phase === "reading") {
    if (awaitsInterview(machine, state, round)) return;
    commands.push({
      kind: "read-workspace",
      id: `read/${path}/${round.readings + 1}`,
      path,
      families: familiesOf(machine, state, path),
      known: [...state.documents.values()].map(({ artifact, key, sha256 }) => ({
        artifact,
        ...(key === undefined ? {} : { key }),
        sha256: sha256 ?? null,
      })),
    });
    return;
  }
  const { selection } = round;
  if (selection === undefined || selection.reply !== undefined || !asksSelector(machine, state, round))
    return;
  const { by, name } = selectorOf(machine, state, path);
  if (by !== "model" && by !== "named") return;
  const playbook = round.playbook === undefined ? undefined : playbookOf(machine, round.playbook);
  commands.push({
    kind: "select",
    id: `select/${path}/${selection.round}/${selection.attempt}`,
    path,
    round: selection.round,
    attempt: selection.attempt,
    by:
      by === "model"
        ? { kind: "model", model: playbook?.model ?? "default" }
        : { kind: "named", name: name ?? "" },
    goal: playbook?.intent ?? state.run?.loop?.goal ?? "",
    lanes: laneCeiling(machine, state, round) - lanesToGoOn(state, path).length,
    board: round.board,
    intents: Object.fromEntries(
      round.board.map(({ member }) => [memberName(member), playbookOf(machine, member.playbook).intent]),
    ),
    findings: selection.findings,
  });
}

function awaitsInterview(machine: Machine, state: State, { playbook, path, round }: Round): boolean {
  if (path !== "" || playbook === undefined || round > 0 || runOf(state).shape === "single") return false;
  return state.interview === undefined && playbookOf(machine, playbook).interview.length > 0;
}

const families = new WeakMap<object, readonly string[]>();

/** The families that anybody here reads or lands. */
function familiesOf(machine: Machine, state: State, path: string): readonly string[] {
  const choreography = choreographyOf(machine, state, path);
  const known = families.get(choreography);
  if (known !== undefined) return known;
  const of = state.choreographies.get(path)?.playbook;
  const playbooks = of === undefined ? Object.keys(machine.program.playbooks) : closureOf(machine, of);
  const refs = new Set(namesIn(choreography));
  for (const ref of playbooks) {
    const { reads, outputs } = playbookOf(machine, ref);
    for (const read of [...reads, ...outputs]) refs.add(read);
  }
  const found = [...refs].filter((ref) => Object.hasOwn(machine.program.artifacts, ref)).toSorted();
  families.set(choreography, found);
  return found;
}

/** Every ref that stands in a predicate, or in a choreography's own predicates and arrays. */
export function namesIn(choreography: object): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if ((key === "ref" || key === "name") && typeof item === "string") found.add(item);
        else visit(item);
      }
    }
  };
  visit(choreography);
  return [...found];
}

function pushLane(machine: Machine, state: State, lane: Lane, commands: Command[]): void {
  const { landing, work } = lane;
  const { steps } = playbookOf(machine, lane.member.playbook);
  if (landing !== undefined) {
    if (landing.refused !== undefined || runOf(state).mode === "preview") return;
    const playbook = playbookOf(machine, lane.member.playbook);
    commands.push({
      kind: "land",
      id: `land/${lane.id}/${lane.epoch}`,
      lane: lane.id,
      documents: landing.documents,
      reads: landing.reads,
      scope: writesOf(machine.program, playbook, lane.instance),
    });
    return;
  }
  const step = steps?.[lane.step];
  if (step === undefined || work === undefined) return;
  switch (work.kind) {
    case "call":
      if (work.returned === undefined && step.kind === "call") {
        commands.push({
          kind: "call-tool",
          id: `call/${work.callId}`,
          lane: lane.id,
          step: lane.step,
          callId: work.callId,
          tool: step.tool,
          input: work.input,
        });
      }
      return;
    case "generate":
      if (step.kind === "generate") pushGenerate(machine, lane, step, work, commands);
      return;
    case "ask":
      return;
    default:
      unreachable(work);
  }
}

function pushGenerate(
  machine: Machine,
  lane: Lane,
  step: GenerateStep,
  work: GenerateWork,
  commands: Command[],
): void {
  if (work.brief === undefined) return;
  const playbook = playbookOf(machine, lane.member.playbook);
  const call = work.turns.length + 1;
  const site = {
    playbook: lane.member.playbook,
    ...(lane.member.key === undefined ? {} : { key: lane.member.key }),
    lane: lane.id,
    step: lane.step,
    target: targetName(step.target),
    targetKind: step.target.kind,
    attempt: work.attempt,
    call,
  };
  const model = step.model ?? playbook.model ?? "default";
  const prompt = promptOf(work.brief.prompt, lane, work.findings);
  if (work.clarification === "ask") {
    if (work.clarifying !== undefined) return;
    commands.push({
      kind: "clarify",
      id: `clarify/${lane.id}/${lane.epoch}/${lane.step}/${lane.clarified + 1}`,
      site,
      model,
      prompt,
      known: knownLines(machine, lane),
      questions: playbook.clarification?.questions ?? 1,
      answered: lane.exchange.map(({ ref, answer, delegated }) => ({
        ref,
        ...(answer === undefined ? {} : { answer }),
        delegated,
      })),
    });
    return;
  }
  if (work.between || work.reply !== undefined) return;
  const open = work.turns.at(-1)?.calls.filter((one) => one.result === undefined) ?? [];
  for (const { id, tool, input } of open) {
    if (!Object.hasOwn(machine.program.tools, tool)) continue;
    commands.push({
      kind: "call-tool",
      id: `call/${lane.id}/${lane.step}/${work.attempt}/${call - 1}/${id}`,
      lane: lane.id,
      step: lane.step,
      callId: id,
      tool,
      input,
    });
  }
  if (open.length > 0) return;
  const { duration } = ceilingsOf(machine, lane.member.playbook);
  commands.push({
    kind: "generate",
    id: `generate/${lane.id}/${lane.epoch}/${lane.step}/${work.attempt}/${call}`,
    site,
    model,
    prompt,
    schema: machine.schemas.alone(schemaOf(machine, step.target)),
    form: formOf(machine, step.target),
    offers: offersOf(machine, step),
    turns: work.turns.map(turnOf),
    ...(duration === undefined
      ? {}
      : { deadline: lane.since + duration - (lane.activeMs - (lane.granted?.activeMs ?? 0)) }),
  });
}

function turnOf({ text, calls }: WorkTurn): Turn {
  return {
    calls: calls.map(({ id, tool, input }) => ({ id, tool, input })),
    ...(text === undefined ? {} : { text }),
    results: calls.map(({ id, result }): TurnResult => ({ id, ...result })),
  };
}

const offers = new WeakMap<GenerateStep, readonly Offer[]>();

function offersOf(machine: Machine, step: GenerateStep): readonly Offer[] {
  const known = offers.get(step);
  if (known !== undefined) return known;
  const found: Offer[] = [];
  for (const ref of step.uses) {
    const tool = machine.program.tools[ref];
    if (tool !== undefined) found.push({ kind: "tool", ref, input: machine.schemas.alone(tool.input) });
  }
  for (const ref of step.offers) {
    const wait = machine.program.waits[ref];
    if (wait === undefined) continue;
    const isSchedule = wait.class === "schedule";
    found.push({
      kind: "wait",
      ref,
      description: `Ask with \`${shortName(ref)}\` and go on once it is answered`,
      input: {
        type: "object",
        properties: {
          question: { type: "string", minLength: 1 },
          ...(isSchedule
            ? {
                moment: { type: "string", description: "an ISO 8601 datetime with an offset, or a duration" },
              }
            : {}),
        },
        required: isSchedule ? ["question", "moment"] : ["question"],
        additionalProperties: false,
      },
    });
  }
  offers.set(step, found);
  return found;
}
