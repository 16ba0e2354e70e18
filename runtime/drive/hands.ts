/** Carries a command out and gives the events that answer it. What goes wrong on the way is an answer, too. */
import { type Event, canonical, unreachable } from "../../ir/index.js";
import type { Command, Machine } from "../core/index.js";
import type { Clock, Model, ProviderReply, Random, Selector, Tool, Workspace } from "../ports.js";
import { type Resolved, mapTexts, redact } from "../secrets.js";
import type { Ordinals } from "./ordinals.js";
import { type RetryPolicy, type Settled, withRetry } from "./retry.js";

/** What commands are carried out with. */
export interface Hands {
  readonly clock: Clock;
  readonly random: Random;
  readonly workspace: Workspace;
  /** By alias; `undefined` where none is configured. */
  readonly model: (alias: string) => Model | undefined;
  /** By ref (`[L-43]`). */
  readonly tool: (ref: string) => Tool | undefined;
  /** By the name behind `select`. */
  readonly selector: (name: string) => Selector | undefined;
  /** What a reference to a secret stands for, when it is used (`[R-13]`). */
  readonly secret: (reference: string) => Resolved;
  readonly retry?: RetryPolicy;
}

export interface Job {
  readonly run: string;
  readonly machine: Machine;
  readonly ordinals: Ordinals;
  /** The references to secrets that the run was given. */
  readonly secrets: readonly string[];
  /** Whether this process may still write for the run (`[R-4]`). */
  readonly isHeld: () => boolean;
  readonly signal: AbortSignal;
}

/** The events that answer the command; none: this process lost the run. Rejects only when aborted. */
export async function carryOut(hands: Hands, job: Job, command: Command): Promise<readonly Event[]> {
  const { signal } = job;
  switch (command.kind) {
    case "timer":
      await hands.clock.until(command.at, signal);
      signal.throwIfAborted();
      return [{ kind: "timer.due", timer: command.timer }];
    case "read-workspace":
      return [await hands.workspace.read(job.machine, command)];
    case "land":
      return (await hands.workspace.land(job.run, command, job.isHeld, signal)) ?? [];
    case "call-tool":
      return [await callTool(hands, job, command)];
    case "generate":
      return [await generate(hands, job, command)];
    case "clarify":
      return [await clarify(hands, job, command)];
    case "select":
      return [await select(hands, job, command)];
    default:
      return unreachable(command);
  }
}

type Of<K extends Command["kind"]> = Extract<Command, { kind: K }>;

async function generate(hands: Hands, job: Job, command: Of<"generate">): Promise<Event> {
  const { site, prompt, schema, form, offers, turns } = command;
  const ordinal = job.ordinals.ofGenerate(site);
  const settled = await ask(hands, job, command.model, command.deadline, (model) =>
    model.generate({ purpose: "generate", site, ordinal, prompt, schema, form, offers, turns }, job.signal),
  );
  const { lane, step, attempt, call } = site;
  const reply = settled.kind === "reply" ? settled.reply : settled;
  return { kind: "attempt.replied", lane, step, attempt, call, reply };
}

async function clarify(hands: Hands, job: Job, command: Of<"clarify">): Promise<Event> {
  const { site, prompt, known, questions } = command;
  const ordinal = job.ordinals.ofClarify(site);
  const settled = await ask(hands, job, command.model, undefined, (model) =>
    model.clarify({ purpose: "clarify", site, ordinal, prompt, known, questions }, job.signal),
  );
  const { lane, step } = site;
  return settled.kind === "reply"
    ? { kind: "clarification.replied", lane, step, requests: settled.reply }
    : { kind: "clarification.replied", lane, step, failure: settled.message };
}

async function select(hands: Hands, job: Job, command: Of<"select">): Promise<Event> {
  const { path, round, attempt, goal, lanes, board, intents, findings, by } = command;
  const playbook = job.ordinals.compositeOf(path);
  const request = {
    purpose: "select",
    ...(playbook === undefined ? {} : { playbook }),
    ordinal: job.ordinals.ofSelect(path),
    admitted: job.ordinals.admittedAt(path),
    path,
    round,
    attempt,
    goal,
    lanes,
    board,
    intents,
    findings,
  } as const;
  const settled =
    by.kind === "model"
      ? await ask(hands, job, by.model, undefined, (model) => model.select(request, job.signal))
      : await askSelector(hands, job, by.name, (selector) => selector.select(request, job.signal));
  return settled.kind === "reply"
    ? { kind: "selection.replied", path, round, attempt, choice: settled.reply }
    : { kind: "selection.replied", path, round, attempt, failure: settled.message };
}

async function callTool(hands: Hands, job: Job, command: Of<"call-tool">): Promise<Event> {
  const { lane, step, callId, tool: ref, input } = command;
  const answer = { kind: "tool.returned", lane, step, callId } as const;
  const tool = hands.tool(ref);
  if (tool === undefined)
    return { ...answer, error: `\`${ref}\` is bound to nothing: give \`tools\` an entry for it` };
  const secrets = new Map<string, string>();
  for (const reference of job.secrets) {
    if (!canonical(input).includes(JSON.stringify(reference))) continue;
    const resolved = hands.secret(reference);
    if ("problem" in resolved)
      return { ...answer, error: `a secret for \`${ref}\` is missing: ${resolved.problem}` };
    secrets.set(resolved.value, reference);
  }
  const given = mapTexts(
    input,
    (text) => [...secrets].find(([, reference]) => reference === text)?.[0] ?? text,
  );
  const clean = (text: string): string => redact(text, secrets);
  try {
    const ordinal = job.ordinals.ofTool(ref, lane, callId);
    const result = await tool.call(given, { callId, tool: ref, ordinal, signal: job.signal });
    job.signal.throwIfAborted();
    return "error" in result
      ? { ...answer, ...result, error: clean(result.error) }
      : { ...answer, output: mapTexts(result.output, clean) };
  } catch (error) {
    job.signal.throwIfAborted();
    return { ...answer, error: clean(`\`${ref}\` broke: ${wordsOf(error)}`) };
  }
}

async function ask<T>(
  hands: Hands,
  job: Job,
  alias: string,
  deadline: number | undefined,
  call: (model: Model) => Promise<ProviderReply<T>>,
): Promise<Settled<T>> {
  const model = hands.model(alias);
  if (model === undefined)
    return {
      kind: "failure",
      category: "configuration",
      reasonCode: "model_not_configured",
      message: `no model is configured as \`${alias}\`: give \`models\` an entry of that name`,
    };
  return persist(hands, job, deadline, () => call(model));
}

async function askSelector<T>(
  hands: Hands,
  job: Job,
  name: string,
  call: (selector: Selector) => Promise<ProviderReply<T>>,
): Promise<Settled<T>> {
  const selector = hands.selector(name);
  if (selector === undefined)
    return {
      kind: "failure",
      category: "configuration",
      reasonCode: "selector_not_configured",
      message: `no selector is configured as \`${name}\`: give \`selectors\` an entry of that name`,
    };
  return persist(hands, job, undefined, () => call(selector));
}

async function persist<T>(
  { clock, random, retry }: Hands,
  { signal }: Job,
  deadline: number | undefined,
  call: () => Promise<ProviderReply<T>>,
): Promise<Settled<T>> {
  const careful = async (): Promise<ProviderReply<T>> => {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      // An adapter that throws has broken its contract; the run is not to break with it.
      return {
        kind: "final",
        category: "provider_failure",
        reasonCode: "adapter_failed",
        message: wordsOf(error),
      };
    }
  };
  return withRetry(careful, {
    clock,
    random,
    signal,
    deadline,
    ...(retry === undefined ? {} : { policy: retry }),
  });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
