/** Who may run, and why or why not (`[R-14]`); the checker asks the same questions. */
import { compactDuration, type MemberId, type Standing } from "../../../ir/index.js";
import { sharedPlace } from "../conflict.js";
import { holds } from "../evaluate.js";
import { explain } from "../explain.js";
import { type Scope, scopeOf } from "../facts.js";
import { playbookOf, type Machine } from "../machine.js";
import { counted, listed, memberName, nameOf, shortMember, shortName } from "../names.js";
import type { Instance } from "../roster.js";
import { restingLanes } from "../selecting.js";
import type { Lane, Round, State } from "../state.js";
import {
  failedForGood,
  inputsAt,
  memberInputs,
  stateOfInstance,
  readingOf,
  rosterAt,
  roundOf,
  runOf,
  StateFacts,
} from "../surroundings.js";

/** The board of a path: every member, eligible or not. */
export function boardOf(machine: Machine, state: State, path: string): readonly Standing[] {
  const resting = restingLanes(state, path);
  return rosterAt(machine, state, path).instances.map((instance) =>
    standing(machine, state, path, instance, resting),
  );
}

/** One member's line of the board, as things stand. */
export function eligibility(machine: Machine, state: State, member: MemberId, path = ""): Standing {
  const instance = rosterAt(machine, state, path).instances.find(
    (other) => other.member.playbook === member.playbook && other.member.key === member.key,
  );
  if (instance === undefined) return { member, eligible: false, why: ["it is no member here"] };
  return standing(machine, state, path, instance, restingLanes(state, path));
}

/** Whether a member's requirements hold for it now. */
export function requirementsHold(machine: Machine, state: State, path: string, instance: Instance): boolean {
  const { requires } = playbookOf(machine, instance.member.playbook);
  return requires === undefined || holds(requires, scopeOfMember(machine, state, path, instance));
}

/** What is missing of a member's requirements, in words. */
export function missingRequirements(
  machine: Machine,
  state: State,
  path: string,
  instance: Instance,
): readonly string[] {
  const { requires } = playbookOf(machine, instance.member.playbook);
  return requires === undefined ? [] : explain(requires, scopeOfMember(machine, state, path, instance));
}

function scopeOfMember(machine: Machine, state: State, path: string, instance: Instance): Scope {
  const { playbook, key } = instance.member;
  return scopeOf(new StateFacts(machine, state, path), {
    inputs: memberInputs(machine, inputsAt(state, path), playbook, instance.each),
    key: key ?? state.lanes.get(path)?.instance?.key,
  });
}

function standing(
  machine: Machine,
  state: State,
  path: string,
  instance: Instance,
  resting: readonly Lane[],
): Standing {
  const { member } = instance;
  const against = obstacles(machine, state, path, instance, resting);
  const round = roundOf(state, path);
  const notes = annotations(machine, state, round, instance);
  return {
    member,
    eligible: against.length === 0,
    why: against.length === 0 ? [effects(machine, member)] : against,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function obstacles(
  machine: Machine,
  state: State,
  path: string,
  instance: Instance,
  resting: readonly Lane[],
): readonly string[] {
  const { member } = instance;
  const round = roundOf(state, path);
  const run = runOf(state);
  const playbook = playbookOf(machine, member.playbook);
  const name = memberName(member);
  const own = stateOfInstance(round, instance);
  const why: string[] = [];
  if (own.gone) why.push("its question was cancelled");
  if (own.delivered && run.shape !== "loop") why.push("it has delivered");
  if (playbook.once && own.returned) why.push("it runs once, and has returned");
  if (failedForGood(machine, round, instance)) why.push(`it failed ${counted(own.failures, "time")}`);
  const rests = resting.find((lane) => memberName(lane.member) === name);
  if (rests !== undefined)
    why.push(rests.status === "suspended" ? "it waits for an answer" : "it is stopped");
  for (const lane of resting) {
    if (lane === rests) continue;
    const place = sharedPlace(machine, member, lane.member, round.playbook);
    if (place !== undefined)
      why.push(`\`${shortMember(lane.member)}\` is ${lane.status} and may write \`${place}\` too`);
  }
  if (run.unattended && playbook.needsElicitation) why.push("it needs a person, and nobody is there");
  if (run.shape === "loop") why.push(...unfitForLoop(machine, member));
  why.push(...missingRequirements(machine, state, path, instance));
  return why;
}

/** The loop has no inputs, and runs composites through their members (`[R-24]`). */
function unfitForLoop(machine: Machine, { playbook: ref }: MemberId): readonly string[] {
  const playbook = playbookOf(machine, ref);
  const why: string[] = [];
  if (playbook.choreography !== undefined) why.push("it is a choreography of its own");
  const needed = Object.entries(playbook.inputs).filter(
    ([, input]) => input.required && input.default === undefined,
  );
  if (needed.length > 0)
    why.push(`it needs ${listed(needed.map(([name]) => `\`${name}\``))}, and a loop has no inputs`);
  return why;
}

function effects(machine: Machine, { playbook: ref }: MemberId): string {
  const { outputs, returns, choreography } = playbookOf(machine, ref);
  if (choreography !== undefined) return "it would run its members";
  const does = [
    ...(outputs.length === 0 ? [] : [`land ${names(outputs)}`]),
    ...(returns.length === 0 ? [] : [`return ${names(returns)}`]),
  ];
  return does.length === 0 ? "it would run" : `it would ${does.join(" and ")}`;
}

function names(refs: readonly string[]): string {
  return listed(refs.map((ref) => `\`${shortName(ref)}\``));
}

/** What a selector should know of a member: landed, stale, failed before, contributions, ages (`[R-14]`). */
function annotations(machine: Machine, state: State, round: Round, instance: Instance): readonly string[] {
  const { member } = instance;
  const { outputs, returns } = playbookOf(machine, member.playbook);
  const notes: string[] = [];
  const facts = new StateFacts(machine, state, round.path);
  for (const ref of outputs) {
    const key = machine.program.artifacts[ref]?.keys.length === 0 ? undefined : member.key;
    if (readingOf(state, nameOf(ref, key))?.state !== "landed") continue;
    notes.push(`\`${shortName(ref)}\` is landed${facts.isStale(ref, key) ? ", and stale" : ""}`);
  }
  for (const ref of returns) {
    const count = state.evidence.get(ref)?.length ?? 0;
    if (count > 0) notes.push(`\`${shortName(ref)}\` has ${counted(count, "contribution")}`);
  }
  const own = stateOfInstance(round, instance);
  if (own.failures > 0) notes.push(`it failed ${counted(own.failures, "time")} before`);
  if (own.lastRound > 0) notes.push(`it last ran in round ${own.lastRound}`);
  const age = ageOf(state, outputs);
  if (age !== undefined) notes.push(`landed ${age} ago`);
  return notes;
}

function ageOf(state: State, outputs: readonly string[]): string | undefined {
  const landing = outputs.map((ref) => state.landed.get(ref)).find((found) => found !== undefined);
  return landing === undefined
    ? undefined
    : compactDuration(Math.floor((state.at - landing.at) / 1000) * 1000);
}

/** Whether everything that a member lands is landed and fresh: the loop's deterministic selectors skip it (`[R-24]`). */
export function isFresh(machine: Machine, state: State, path: string, member: MemberId): boolean {
  const { outputs } = playbookOf(machine, member.playbook);
  const facts = new StateFacts(machine, state, path);
  return (
    outputs.length > 0 &&
    outputs.every((ref) => facts.document(ref, member.key) !== undefined && !facts.isStale(ref, member.key))
  );
}
