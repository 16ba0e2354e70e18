/**
 * A model that answers from a script, in the order of the calls. It keeps no position of its own: which call is asked is in
 * the request, taken from the journal, so that a script goes on where it was after a restart.
 */
import {
  type Choice,
  type Clarification,
  type MemberId,
  type ModelReply,
  invariant,
} from "../../ir/index.js";
import { readDuration } from "../config/duration.js";
import type { Asks, Reply, Script } from "../config/script.gen.js";
import { memberName, shortName } from "../core/index.js";
import {
  type Clock,
  type GenerateRequest,
  type Model,
  type ProviderReply,
  type SelectRequest,
  unscripted,
} from "../ports.js";

export interface ScriptOptions {
  readonly clock: Clock;
  /** How messages name the script. */
  readonly file: string;
}

/** The model of a script. A call that is not scripted fails and says which it was, and with what prompt. */
export function scriptModel(script: Script, { clock, file }: ScriptOptions): Model {
  const repliesOf = (member: MemberId): readonly Reply[] | undefined => find(script.playbooks, member);
  const wait = async (reply: Reply, signal: AbortSignal): Promise<void> => {
    const after = typeof reply === "string" ? undefined : reply.after;
    if (after !== undefined) await clock.until(clock.now() + readDuration(after), signal);
    signal.throwIfAborted();
  };

  return {
    async generate(request, signal) {
      const { site, ordinal } = request;
      const own = repliesOf(site)?.filter((reply) => isForGenerate(reply) && isForTarget(reply, site.target));
      const reply = nth(own, ordinal);
      if (reply === undefined) return without(file, callWords(request), own, request.prompt);
      await wait(reply, signal);
      return generated(reply, request);
    },
    async clarify(request, signal) {
      const own = repliesOf(request.site)?.filter((reply) => isAsks(reply));
      // Not to be asked for decisions is the rule; a script need not say so.
      const reply = own?.[request.ordinal];
      if (reply === undefined) return { kind: "reply", reply: [] };
      await wait(reply, signal);
      return { kind: "reply", reply: reply.asks.map(clarificationOf) };
    },
    async select(request, signal) {
      const { playbook } = request;
      const own = (playbook === undefined ? script.playbooks?.["loop"] : repliesOf({ playbook }))?.filter(
        isChoice,
      );
      const reply = own === undefined ? undefined : nth(own, request.ordinal);
      if (own === undefined || own.length === 0) return chooseByScript(request, repliesOf);
      if (reply === undefined) return without(file, choiceWords(request), own, promptOfChoice(request));
      await wait(reply, signal);
      return chosen(reply, request);
    },
  };
}

function generated(reply: Reply, { site, offers }: GenerateRequest): ProviderReply<ModelReply> {
  const given = (model: ModelReply): ProviderReply<ModelReply> => ({ kind: "reply", reply: model });
  if (typeof reply === "string") return given({ kind: "value", value: reply });
  const advised = "advises" in reply && reply.advises !== undefined ? { advisories: reply.advises } : {};
  if ("returns" in reply) return given({ kind: "value", value: reply.returns, ...advised });
  if ("lands" in reply) return given({ kind: "value", value: reply.lands, ...advised });
  if ("says" in reply) return given({ kind: "text", text: reply.says });
  if ("refuses" in reply)
    return given({ kind: "refusal", reason: reply.refuses, source: reply.source ?? "provider" });
  if ("misses" in reply) return given({ kind: "missing", what: reply.misses });
  const call = `${site.lane}/${site.step}/${site.attempt}/${site.call}`;
  const refOf = (name: string): string =>
    offers.find(({ ref }) => ref === name || shortName(ref) === name)?.ref ?? name;
  if ("calls" in reply)
    return given({
      kind: "tools",
      calls: reply.calls.map(({ tool, input }, index) => ({
        id: `${call}/${index}`,
        tool: refOf(tool),
        input,
      })),
    });
  if ("raises" in reply)
    return given({
      kind: "raises",
      callId: call,
      wait: refOf(reply.raises),
      question: reply.question,
      ...(reply.moment === undefined ? {} : { moment: reply.moment }),
    });
  invariant("fails" in reply, "what is for a call gives a reply or fails");
  return {
    kind: "final",
    category: reply.category ?? "provider_failure",
    reasonCode: "scripted",
    message: reply.fails,
  };
}

function chosen(reply: Reply, { board }: SelectRequest): ProviderReply<Choice> {
  invariant(
    typeof reply !== "string" && ("chooses" in reply || "stops" in reply),
    "what is for a selector chooses or stops",
  );
  if ("stops" in reply) return { kind: "reply", reply: { stop: true, rationale: reply.stops } };
  const lanes = reply.chooses.map(
    (name) => board.find(({ member }) => isNamed(member, name))?.member ?? { playbook: name },
  );
  return {
    kind: "reply",
    reply: { lanes, ...(reply.because === undefined ? {} : { rationale: reply.because }) },
  };
}

/**
 * Where a composite's choices are not scripted: eligible members with replies left, the least recently admitted first, as
 * many as there are lanes; then it stops.
 */
function chooseByScript(
  { board, lanes, admitted }: SelectRequest,
  repliesOf: (member: MemberId) => readonly Reply[] | undefined,
): ProviderReply<Choice> {
  const historyOf = (member: MemberId) => admitted[memberName(member)] ?? { lanes: 0, lastRound: 0 };
  const left = board
    .filter(({ eligible, member }) => {
      const replies = repliesOf(member)?.filter(isForGenerate) ?? [];
      return (
        eligible && (replies.some(isAlways) || historyOf(member).lanes < Math.max(1, lanesScripted(replies)))
      );
    })
    .map(({ member }) => member)
    .toSorted((a, b) => historyOf(a).lastRound - historyOf(b).lastRound);
  if (left.length === 0)
    return { kind: "reply", reply: { stop: true, rationale: "no eligible member has a reply left" } };
  return { kind: "reply", reply: { lanes: left.slice(0, lanes), rationale: "they have replies left" } };
}

/** How many lanes the replies are for: those of one target, what only leads to another reply left out. */
function lanesScripted(replies: readonly Reply[]): number {
  const byTarget = new Map<string, number>();
  for (const reply of replies) {
    if (typeof reply !== "string" && ("calls" in reply || "raises" in reply || "says" in reply)) continue;
    const target = (typeof reply === "string" ? undefined : "for" in reply ? reply.for : undefined) ?? "";
    byTarget.set(target, (byTarget.get(target) ?? 0) + 1);
  }
  return Math.max(0, ...byTarget.values());
}

/** The n-th reply; one that is for always answers from its place on. */
function nth<R extends Reply>(replies: readonly R[] | undefined, ordinal: number): R | undefined {
  const own = replies ?? [];
  const always = own.findIndex(isAlways);
  return own[always >= 0 && ordinal > always ? always : ordinal];
}

function isAlways(reply: Reply): boolean {
  return typeof reply !== "string" && "always" in reply && reply.always === true;
}

function isAsks(reply: Reply): reply is Asks {
  return typeof reply !== "string" && "asks" in reply;
}

function isChoice(reply: Reply): boolean {
  return typeof reply !== "string" && ("chooses" in reply || "stops" in reply);
}

function isForGenerate(reply: Reply): boolean {
  return !isAsks(reply) && !isChoice(reply);
}

function isForTarget(reply: Reply, target: string): boolean {
  if (typeof reply === "string" || !("for" in reply) || reply.for === undefined) return true;
  return reply.for === target || reply.for === shortName(target);
}

function isNamed(member: MemberId, name: string): boolean {
  const key = member.key === undefined ? "" : `[${JSON.stringify(member.key)}]`;
  return name === `${member.playbook}${key}` || name === `${shortName(member.playbook)}${key}`;
}

/** What is under the instance's own name, else under its playbook's. */
function find<T>(
  replies: Readonly<Record<string, T>> | undefined,
  { playbook, key }: MemberId,
): T | undefined {
  if (replies === undefined) return undefined;
  const names = [playbook, shortName(playbook)];
  const own = key === undefined ? [] : names.map((name) => `${name}[${JSON.stringify(key)}]`);
  const name = [...own, ...names].find((one) => Object.hasOwn(replies, one));
  return name === undefined ? undefined : replies[name];
}

function clarificationOf({ ref, question, why, form, choices }: Asks["asks"][number]): Clarification {
  return {
    ref,
    question,
    ...(why === undefined ? {} : { why }),
    form: form ?? (choices === undefined ? "text" : "choice"),
    ...(choices === undefined ? {} : { choices }),
  };
}

/** Nothing is scripted for the call. */
function without<T>(
  file: string,
  what: string,
  own: readonly Reply[] | undefined,
  prompt: string,
): ProviderReply<T> {
  const has = own === undefined ? "it has none for it at all" : `it has ${own.length}`;
  return {
    kind: "final",
    category: "configuration",
    reasonCode: unscripted,
    message: `\`${file}\` has no reply for ${what} (${has})\nThe prompt was:\n${prompt}`,
  };
}

function callWords({ site, ordinal }: GenerateRequest): string {
  const member = memberName({
    playbook: shortName(site.playbook),
    ...(site.key === undefined ? {} : { key: site.key }),
  });
  return `call ${ordinal + 1} of \`${member}\` for \`${shortName(site.target)}\``;
}

function choiceWords({ playbook, ordinal }: SelectRequest): string {
  return `choice ${ordinal + 1} of \`${playbook === undefined ? "loop" : shortName(playbook)}\``;
}

function promptOfChoice({ board }: SelectRequest): string {
  return board
    .map(
      ({ member, eligible, why }) =>
        `${eligible ? "+" : "-"} ${memberName(member)}${why.length === 0 ? "" : `: ${why.join(", ")}`}`,
    )
    .join("\n");
}
