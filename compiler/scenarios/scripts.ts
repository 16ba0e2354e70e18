/** What models, tools and effects are scripted to do ([L-29], [L-31]). */
import {
  type CalleeReply,
  isJsonObject,
  type Json,
  nearest,
  type Reply,
  type Result,
  type Subject,
} from "../../ir/index.js";
import type {
  CalleeReply as CalleeReplyNode,
  ScriptReply,
  ScriptResult,
  Subject as SubjectNode,
} from "../../grammar/tree.js";
import { thingOf } from "../checking.js";
import { unknownName } from "../checks/lb2001.js";
import { notA } from "../checks/lb2004.js";
import { namesIn } from "../declarations/clauses.js";
import { meaningOf, note } from "../lookup.js";
import { placeIn } from "../names.js";
import type { CheckedPlaybook } from "../program.js";
import {
  arrayOf,
  isUnknown,
  type Property,
  stringType,
  textType,
  type Type,
  unknownType,
} from "../types/type.js";
import { lookUpPlaybook, lookUpWait, readValue, type ScenarioContext, valuesOf } from "./context.js";

/** Something that a playbook's model can be scripted to give. */
interface Candidate {
  /** A ref, or a local's name. */
  readonly target: string;
  readonly name: string;
  readonly type: Type;
}

/** `undefined` where the playbook is unknown or broken. */
export function readSubject(context: ScenarioContext, node: SubjectNode): Subject | undefined {
  const playbook = lookUpPlaybook(context, node.name);
  if (playbook === undefined) return undefined;
  return { playbook: playbook.declared.ref, ...(node.key === undefined ? {} : { key: node.key.text }) };
}

export function readReplies(
  context: ScenarioContext,
  subject: SubjectNode,
  replies: readonly ScriptReply[],
): readonly Reply[] {
  const { checking, module } = context;
  const playbook = lookUpPlaybook(context, subject.name);
  if (playbook?.thing.isComposite === true) {
    const place = placeIn(module, subject.name.span);
    const details = { hint: "script its members" };
    checking.report(
      notA(place, `\`${subject.name.text}\` is composite`, "only what calls a model is scripted", details),
    );
    return [];
  }
  return replies.map((reply) => readReply(context, playbook, reply));
}

const requestsType: Type = arrayOf({
  kind: "object",
  open: false,
  fields: new Map<string, Property>([
    ["ref", { type: stringType, optional: false }],
    ["question", { type: textType, optional: false }],
    ["why", { type: textType, optional: true }],
    ["choices", { type: arrayOf(stringType), optional: true }],
  ]),
});

function readReply(
  context: ScenarioContext,
  playbook: CheckedPlaybook | undefined,
  reply: ScriptReply,
): Reply {
  switch (reply.kind) {
    case "returns":
    case "lands": {
      const candidates = playbook === undefined ? undefined : candidatesOf(context, playbook, reply.kind);
      return {
        kind: reply.kind,
        results: reply.results.map((result) => readResult(context, playbook, candidates, reply.kind, result)),
      };
    }
    case "fails":
    case "refuses":
      return { kind: reply.kind, reason: reply.reason.text };
    case "asks":
      return {
        kind: "asks",
        requests: requestsOf(readValue(context, reply.requests, requestsType, "a request")),
      };
    case "raises":
      return {
        kind: "raises",
        wait: lookUpWait(context, reply.wait)?.ref ?? reply.wait.text,
        question: reply.question.text,
      };
  }
}

type Requests = Extract<Reply, { readonly kind: "asks" }>["requests"];

function requestsOf(value: Json): Requests {
  if (!Array.isArray(value)) return [];
  return value.map((each: Json) => {
    const { ref, question, why, choices } = isJsonObject(each) ? each : {};
    return {
      ref: String(ref),
      question: String(question),
      ...(typeof why === "string" ? { why } : {}),
      ...(Array.isArray(choices) ? { choices: choices.map(String) } : {}),
    };
  });
}

/** What `returns`, or `lands`, may give; what steps generate for themselves goes under either. */
function candidatesOf(
  { checking }: ScenarioContext,
  { declared, generated }: CheckedPlaybook,
  verb: "returns" | "lands",
): readonly Candidate[] {
  const clauses = declared.syntax.kind === "playbook" ? declared.syntax.clauses : [];
  const names = namesIn(clauses, verb === "lands" ? "outputs" : "returns");
  const results = names.flatMap((name): Candidate[] => {
    const meaning = meaningOf(checking, declared.module, name.text);
    // One that is not known, or of another kind, was reported, and may be meant here.
    const isResult =
      meaning?.kind === "declared" && (verb === "lands") === (meaning.declared.syntax.kind === "artifact");
    if (meaning?.kind !== "declared" || !isResult)
      return [{ target: name.text, name: name.text, type: unknownType }];
    const { ref, syntax } = meaning.declared;
    const thing =
      thingOf(checking, meaning.declared, "artifact") ?? thingOf(checking, meaning.declared, "verdict");
    return [
      {
        target: ref,
        name: name.text,
        type: syntax.kind === "evidence" ? textType : (thing?.type ?? unknownType),
      },
    ];
  });
  return [...results, ...[...generated].map(([name, type]) => ({ target: name, name, type }))];
}

function readResult(
  context: ScenarioContext,
  playbook: CheckedPlaybook | undefined,
  candidates: readonly Candidate[] | undefined,
  verb: "returns" | "lands",
  { name, value, span }: ScriptResult,
): Result {
  if (playbook === undefined || candidates === undefined)
    return { value: readValue(context, value, undefined) };
  const { checking, module } = context;
  if (name !== undefined) {
    const meaning = meaningOf(checking, module, name.text);
    const ref = meaning?.kind === "declared" ? meaning.declared.ref : undefined;
    const candidate =
      candidates.find(({ target }) => target === (ref ?? name.text)) ??
      candidates.find(({ target }) => target === name.text);
    if (candidate !== undefined) {
      if (meaning?.kind === "declared" && meaning.declared.ref === candidate.target)
        note(checking, module, name, meaning.declared);
      return { target: candidate.target, value: readValue(context, value, candidate.type) };
    }
    if (meaning?.kind !== "unknown" && !module.hearsay.has(name.text)) {
      const known = {
        near: nearest(
          name.text,
          candidates.map((each) => each.name),
        ),
      };
      checking.report(
        unknownName(
          placeIn(module, name.span),
          name.text,
          nounOf(verb),
          known,
          `\`${playbook.declared.name}\``,
        ),
      );
    }
    return { value: readValue(context, value, undefined) };
  }
  const meant = bestOf(context, candidates, value);
  const [candidate, second] = meant;
  const place = placeIn(module, span);
  if (second !== undefined) {
    const fitting = meant.map((each) => `\`${each.name}\``).join(" and ");
    checking.report(
      notA(place, `this fits ${fitting} of \`${playbook.declared.name}\``, "one has to be meant", {
        hint: `write \`${verb} ${second.name} …\` for the one`,
      }),
    );
    return { value: readValue(context, value, undefined) };
  }
  if (candidate === undefined) {
    checking.report(
      notA(
        place,
        `\`${playbook.declared.name}\` has no ${nounOf(verb)}`,
        `\`${verb}\` has nothing to give`,
        hintFor(context, playbook, verb),
      ),
    );
    return { value: readValue(context, value, undefined) };
  }
  return { target: candidate.target, value: readValue(context, value, candidate.type) };
}

function nounOf(verb: "returns" | "lands"): string {
  return verb === "lands" ? "output" : "return";
}

function hintFor(
  context: ScenarioContext,
  playbook: CheckedPlaybook,
  verb: "returns" | "lands",
): { hint?: string } {
  const other = verb === "lands" ? "returns" : "lands";
  return candidatesOf(context, playbook, other).length > 0 ? { hint: `write \`${other}\`` } : {};
}

/** The results that may be meant: the only one, else those that the value fits; where it fits none, the nearest. */
function bestOf(
  context: ScenarioContext,
  candidates: readonly Candidate[],
  value: ScriptResult["value"],
): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const scored = candidates.map((candidate) => {
    let faults = 0;
    valuesOf(context, "a scripted value")
      .trial(() => (faults += 1))
      .value(value, candidate.type);
    return { candidate, faults: isUnknown(candidate.type) ? 0.5 : faults };
  });
  const fitting = scored.filter(({ faults }) => faults === 0);
  const best = fitting.length > 0 ? fitting : scored.toSorted((a, b) => a.faults - b.faults).slice(0, 1);
  return best.map(({ candidate }) => candidate);
}

export function readCalleeReplies(
  context: ScenarioContext,
  replies: readonly CalleeReplyNode[],
  output: Type | undefined,
): readonly CalleeReply[] {
  return replies.map((reply): CalleeReply => {
    switch (reply.kind) {
      case "gives":
        return { kind: "gives", value: readValue(context, reply.value, output) };
      case "fails":
        return { kind: "failing", ...(reply.reason === undefined ? {} : { reason: reply.reason.text }) };
      case "lost":
        return { kind: "lost" };
    }
  });
}
