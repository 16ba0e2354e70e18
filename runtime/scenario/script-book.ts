/**
 * What a scenario's models and tools say, in the order scripted (`[L-29]`, `[L-31]`).
 *
 * Invariants
 * 1. A reply is given out once. Who asks again for the same call (after a crash) must remember what it got.
 * 2. Lines of one playbook are queues of their own: a call takes from the first line whose next reply is for it.
 * 3. A line without a key is every instance's own: instances of a fan-out do not take from one another, so that what each
 *    gets hangs on no order of lanes. A line with a key replaces those without for its instance.
 */
import {
  unreachable,
  type CalleeReply,
  type Json,
  type Line,
  type MemberId,
  type Playbook,
  type Program,
  type Reply,
  type Result,
  type Schema,
  type ScriptLine,
} from "../../ir/index.js";
import type { CallSite } from "../core/index.js";
import type { Names } from "./names.js";

/** What a model is scripted to give to one call for a value. */
export type ScriptedGeneration =
  | { readonly kind: "value"; readonly value: Json }
  /** `attempt`: of those that it fails, counted from 1. */
  | { readonly kind: "fails"; readonly reason: string; readonly attempt: number }
  | { readonly kind: "refuses"; readonly reason: string }
  | { readonly kind: "raises"; readonly wait: string; readonly question: string };

export type ScriptedRequests = (Reply & { readonly kind: "asks" })["requests"];

/** A call that no script answers; `why` says what the script has instead, in words. */
export interface Unscripted {
  readonly kind: "unscripted";
  readonly why: string;
}

export interface ScriptBook {
  /** The reply to a model's call for `site.target`, whose answers must fit `schema`. */
  generate(site: CallSite, schema: Schema): ScriptedGeneration | Unscripted;
  /** What is asked before this generation; nothing where the next reply is not `asks`. */
  clarify(site: CallSite): ScriptedRequests;
  tool(tool: string): CalleeReply | Unscripted;
  /** Whether a lane of the member would find a reply: its own, or, for a composite, one of a member's. */
  left(member: MemberId): boolean;
  /** Whether a lane of the member calls a model for a value at all. */
  needed(playbook: string): boolean;
}

/** Whether a value fits a schema of the program. */
export type Fits = (schema: Schema, value: Json) => boolean;

/** A place in one line's replies. `used`: which results of the next reply are given out already. */
interface Cursor {
  next: number;
  readonly used: Set<number>;
}

export function scriptBook(program: Program, lines: readonly Line[], names: Names, fits: Fits): ScriptBook {
  const scripts = lines.filter((line) => line.kind === "script");
  const cursors = new Map<ScriptLine, Map<string, Cursor>>();
  const failing = new Map<
    string,
    { readonly from: number; readonly until: number; readonly reason: string }
  >();
  const toolReplies = new Map<string, CalleeReply[]>();
  for (const line of lines)
    if (line.kind === "tool")
      toolReplies.set(line.tool, [...(toolReplies.get(line.tool) ?? []), ...line.replies]);
  const toolCalls = new Map<string, number>();

  const linesFor = ({ playbook, key }: MemberId): readonly ScriptLine[] => {
    const own = scripts.filter((line) => line.subject.playbook === playbook);
    const keyed = own.filter((line) => line.subject.key !== undefined && line.subject.key === key);
    return keyed.length > 0 ? keyed : own.filter((line) => line.subject.key === undefined);
  };
  const cursorOf = (line: ScriptLine, key: string | undefined): Cursor => {
    const byInstance = cursors.get(line) ?? new Map<string, Cursor>();
    cursors.set(line, byInstance);
    const instance = key === undefined ? "" : `=${key}`;
    const cursor = byInstance.get(instance) ?? { next: 0, used: new Set<number>() };
    byInstance.set(instance, cursor);
    return cursor;
  };

  /** Takes the reply of one line for this call, or nothing where its next one is not for it. */
  const take = (line: ScriptLine, site: CallSite, schema: Schema): ScriptedGeneration | undefined => {
    const cursor = cursorOf(line, site.key);
    for (let reply = line.replies[cursor.next]; reply !== undefined; reply = line.replies[cursor.next]) {
      switch (reply.kind) {
        case "asks":
          return undefined;
        case "fails":
          failing.set(`${site.lane} ${site.step}`, {
            from: site.attempt,
            until: site.attempt + attemptsOf(program.playbooks[site.playbook], site.step) - 1,
            reason: reply.reason,
          });
          advance(cursor);
          return { kind: "fails", reason: reply.reason, attempt: 1 };
        case "refuses":
        case "raises":
          advance(cursor);
          return reply;
        case "returns":
        case "lands": {
          const results = reply.results;
          const kind = reply.kind;
          const index = results.findIndex((result) => isFor(kind, result, site, schema));
          const result = results[index];
          if (result === undefined) return undefined;
          if (cursor.used.has(index)) {
            advance(cursor);
            continue;
          }
          cursor.used.add(index);
          if (cursor.used.size === results.length) advance(cursor);
          return { kind: "value", value: result.value };
        }
      }
    }
    return undefined;
  };

  const isFor = (kind: "returns" | "lands", result: Result, site: CallSite, schema: Schema): boolean => {
    if (result.target !== undefined) return result.target === site.target;
    if ((kind === "lands") !== (site.targetKind === "artifact")) return false;
    return targetsOf(program.playbooks[site.playbook], kind) < 2 || fits(schema, result.value);
  };

  const hasLeft = (line: ScriptLine, key: string | undefined): boolean => {
    const cursor = cursors.get(line)?.get(key === undefined ? "" : `=${key}`);
    const next = cursor?.next ?? 0;
    return next < line.replies.length && ((cursor?.used.size ?? 0) === 0 || next + 1 < line.replies.length);
  };
  const anyLeft = (playbook: string): boolean => {
    const members = program.playbooks[playbook]?.choreography?.members;
    if (members !== undefined) return members.some((member) => anyLeft(member.playbook));
    return scripts
      .filter((line) => line.subject.playbook === playbook)
      .some((line) => {
        const instances = [...(cursors.get(line)?.values() ?? [])];
        return instances.length === 0 || instances.some((cursor) => cursor.next < line.replies.length);
      });
  };
  const needed = (playbook: string): boolean => {
    const found = program.playbooks[playbook];
    if (found?.choreography !== undefined)
      return found.choreography.members.some((member) => needed(member.playbook));
    return found?.steps?.some((step) => step.kind === "generate") ?? false;
  };

  return {
    generate(site, schema) {
      const step = `${site.lane} ${site.step}`;
      const before = failing.get(step);
      if (before !== undefined && site.attempt > before.from && site.attempt <= before.until)
        return { kind: "fails", reason: before.reason, attempt: site.attempt - before.from + 1 };
      failing.delete(step);
      const own = linesFor(site);
      for (const line of own) {
        const reply = take(line, site, schema);
        if (reply !== undefined) return reply;
      }
      const next = own
        .map((line) => line.replies[cursorOf(line, site.key).next])
        .find((reply) => reply !== undefined);
      if (own.length === 0) return { kind: "unscripted", why: "no line says what it gives" };
      if (next === undefined) return { kind: "unscripted", why: "its script is used up" };
      return { kind: "unscripted", why: `its script goes on with ${describe(next, names)}` };
    },
    clarify(site) {
      for (const line of linesFor(site)) {
        const cursor = cursorOf(line, site.key);
        const reply = line.replies[cursor.next];
        if (reply?.kind !== "asks") continue;
        advance(cursor);
        return reply.requests;
      }
      return [];
    },
    tool(tool) {
      const replies = toolReplies.get(tool);
      const call = toolCalls.get(tool) ?? 0;
      const reply = replies?.[call];
      if (replies === undefined) return { kind: "unscripted", why: "no line says what it gives" };
      if (reply === undefined) return { kind: "unscripted", why: "its script is used up" };
      toolCalls.set(tool, call + 1);
      return reply;
    },
    left(member) {
      if (program.playbooks[member.playbook]?.choreography !== undefined) return anyLeft(member.playbook);
      return linesFor(member).some((line) => hasLeft(line, member.key));
    },
    needed,
  };
}

function advance(cursor: Cursor): void {
  cursor.next += 1;
  cursor.used.clear();
}

function attemptsOf(playbook: Playbook | undefined, index: number): number {
  const step = playbook?.steps?.[index];
  return step?.kind === "generate" ? step.attempts : 1;
}

/** How many things the playbook's model steps give of the kind that the verb is for. */
function targetsOf(playbook: Playbook | undefined, verb: "returns" | "lands"): number {
  return (playbook?.steps ?? []).filter(
    (step) => step.kind === "generate" && (step.target.kind === "artifact") === (verb === "lands"),
  ).length;
}

function describe(reply: Reply, names: Names): string {
  switch (reply.kind) {
    case "returns":
    case "lands": {
      const targets = reply.results.map(({ target }) => (target === undefined ? "…" : names.of(target)));
      return `\`${reply.kind} ${targets.join(", ")}\``;
    }
    case "asks":
      return "`asks`, and it is not asked for decisions here";
    case "fails":
    case "refuses":
    case "raises":
      return `\`${reply.kind}\``;
    default:
      return unreachable(reply);
  }
}
