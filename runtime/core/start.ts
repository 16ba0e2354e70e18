/** Starting a run: what is asked for is checked whole before anything is recorded. */
import { suggestion, pointer, type Json, type Playbook, type RunStartedEvent } from "../../ir/index.js";
import { interviewSchema } from "./decide/ask.js";
import { evaluate } from "./evaluate.js";
import { scopeOf, type Facts } from "./facts.js";
import { refuseValue } from "./limits.js";
import { patternOf } from "./patterns.js";
import type { Machine } from "./machine.js";
import { readConfirmations } from "./confirmations.js";
import type { Refusal } from "./requests.js";
import { refuse } from "./requests/refuse.js";

/** A run that is asked for. `id` and `digest` are the driver's to give. */
export interface StartRequest {
  readonly id: string;
  readonly digest: string;
  readonly owner: string;
  /** Absent for the loop. */
  readonly playbook?: string;
  readonly inputs?: Readonly<Record<string, Json>>;
  readonly interview?: Readonly<Record<string, Json>>;
  /** Stands in for the playbook's own key. */
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly unattended?: boolean;
  readonly loop?: {
    readonly goal: string;
    readonly rounds: number;
    readonly lanes: number;
    readonly select: string;
  };
}

export type StartResult =
  | { readonly kind: "accepted"; readonly events: readonly [RunStartedEvent] }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Checks inputs and interview answers against their schemas and gives the run's first event; or refuses with each misfit
 * by its JSON Pointer: 404 for an unknown playbook, 422 for what does not fit.
 */
export function start(machine: Machine, request: StartRequest): StartResult {
  if (request.loop !== undefined) return startLoop(request, request.loop);
  const ref = request.playbook ?? "";
  const playbook = Object.hasOwn(machine.program.playbooks, ref) ? machine.program.playbooks[ref] : undefined;
  if (playbook === undefined) {
    return refuse(
      404,
      "unknown_playbook",
      `there is no playbook \`${ref}\`${suggestion(ref, Object.keys(machine.program.playbooks))}`,
    );
  }
  const inputs = withDefaults(playbook, request.inputs ?? {});
  const details = [
    ...inputMisfits(machine, playbook, inputs),
    ...interviewMisfits(machine, playbook, request.interview),
  ];
  if (details.length > 0)
    return refuse(422, "invalid_inputs", `the inputs of \`${ref}\` do not fit`, details);
  const interview = request.interview === undefined ? undefined : answersOf(playbook, request.interview);
  return {
    kind: "accepted",
    events: [
      {
        kind: "run.started",
        id: request.id,
        shape: playbook.choreography === undefined ? "single" : "choreography",
        playbook: ref,
        digest: request.digest,
        owner: request.owner,
        key: request.key ?? keyOf(playbook, ref, inputs, interview ?? {}),
        inputs,
        ...(interview === undefined ? {} : { interview }),
        mode: request.dryRun === true ? "preview" : "live",
        unattended: request.unattended === true,
      },
    ],
  };
}

function startLoop(request: StartRequest, loop: NonNullable<StartRequest["loop"]>): StartResult {
  if (loop.goal.trim() === "")
    return refuse(422, "invalid_inputs", "a loop needs a goal", [{ message: "is empty", pointer: "/goal" }]);
  for (const name of ["rounds", "lanes"] as const) {
    if (Number.isInteger(loop[name]) && loop[name] >= 1) continue;
    return refuse(422, "invalid_inputs", `\`${name}\` of a loop must be a whole number above 0`, [
      { message: "must be a whole number above 0", pointer: `/${name}` },
    ]);
  }
  return {
    kind: "accepted",
    events: [
      {
        kind: "run.started",
        id: request.id,
        shape: "loop",
        digest: request.digest,
        owner: request.owner,
        key: request.key ?? "loop",
        inputs: {},
        mode: request.dryRun === true ? "preview" : "live",
        unattended: request.unattended ?? true,
        loop,
      },
    ],
  };
}

function withDefaults(
  playbook: Playbook,
  given: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const missing = Object.entries(playbook.inputs).flatMap(([name, input]): [string, Json][] =>
    input.default === undefined || Object.hasOwn(given, name) ? [] : [[name, input.default]],
  );
  return Object.fromEntries([...Object.entries(given), ...missing]);
}

function inputMisfits(
  machine: Machine,
  playbook: Playbook,
  inputs: Readonly<Record<string, Json>>,
): Refusal["details"] {
  const details: { message: string; pointer: string }[] = [];
  for (const [name, value] of Object.entries(inputs)) {
    const input = Object.hasOwn(playbook.inputs, name) ? playbook.inputs[name] : undefined;
    const at = pointer("inputs", name);
    if (input === undefined) {
      details.push({
        message: `there is no input \`${name}\`${suggestion(name, playbook.inputOrder)}`,
        pointer: at,
      });
      continue;
    }
    const refused = refuseValue(value, machine.limits);
    const misfits = refused === undefined ? machine.schemas.check(input.schema)(value) : [refused];
    for (const misfit of misfits)
      details.push({ message: `\`${name}\` ${misfit.message}`, pointer: at + (misfit.pointer ?? "") });
  }
  for (const name of playbook.inputOrder) {
    const input = playbook.inputs[name];
    if (input?.required === true && !Object.hasOwn(inputs, name)) {
      details.push({ message: `\`${name}\` is needed and was not given`, pointer: pointer("inputs", name) });
    }
  }
  return details;
}

function interviewMisfits(
  machine: Machine,
  playbook: Playbook,
  answers: Readonly<Record<string, Json>> | undefined,
): Refusal["details"] {
  if (answers === undefined) return [];
  const read = answersOf(playbook, answers);
  return machine.schemas
    .check(interviewSchema(playbook, new Map()))(read)
    .map(({ message, pointer: at }) => ({ message, pointer: `/interview${at ?? ""}` }));
}

/** Answers with defaults in place of what was left out, and yes and no read (`[R-30]`). */
export function answersOf(
  playbook: Playbook,
  given: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const read = Object.entries(given).map(([name, value]): [string, Json] => {
    const question = playbook.interview.find((other) => other.name === name);
    return [name, question === undefined ? value : readConfirmations(question.schema, value)];
  });
  const missing = playbook.interview.flatMap((question): [string, Json][] =>
    question.default === undefined || Object.hasOwn(given, question.name)
      ? []
      : [[question.name, question.default]],
  );
  return Object.fromEntries([...read, ...missing]);
}

function keyOf(
  playbook: Playbook,
  ref: string,
  inputs: Readonly<Record<string, Json>>,
  interview: Readonly<Record<string, Json>>,
): string {
  if (playbook.key === undefined) return ref;
  const value = evaluate(playbook.key, scopeOf(noFacts, { inputs, interview }));
  if (value === undefined) return ref;
  return `${ref}/${typeof value === "string" ? value : JSON.stringify(value)}`;
}

/** Before a run starts nothing is known but what it was given. */
const noFacts: Facts = {
  document: () => undefined,
  isAbsent: () => true,
  isDelivered: () => false,
  isStale: () => false,
  documentKeys: () => undefined,
  contributions: () => [],
  verdict: () => undefined,
  rows: () => undefined,
  isKeyed: () => false,
  matches: (text, pattern) => patternOf(pattern).test(text),
};
