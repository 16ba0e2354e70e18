/**
 * Programs by hand, for tests of what runs them. What a compiler would derive is derived here only where it is plain:
 * whoever needs more says it.
 */
import { digestOfProgram } from "../../ir/digest.js";
import type {
  Artifact,
  Bundle,
  Expression,
  GenerateStep,
  LocalTarget,
  Member,
  Playbook,
  Program,
  ResultTarget,
  Scenario,
  Schema,
  Verdict,
  Wait,
} from "../../ir/index.js";

export const textSchema: Schema = { type: "string" };

/** A closed object whose fields are all required. */
export function objectSchema(fields: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", properties: fields, required: Object.keys(fields), additionalProperties: false };
}

export function programOf(parts: Partial<Omit<Program, "laban">>): Program {
  return {
    laban: "1",
    types: parts.types ?? {},
    artifacts: parts.artifacts ?? {},
    evidence: parts.evidence ?? {},
    verdicts: parts.verdicts ?? {},
    waits: parts.waits ?? {},
    tools: parts.tools ?? {},
    effects: parts.effects ?? {},
    playbooks: parts.playbooks ?? {},
  };
}

export function bundleOf(program: Program, scenarios: readonly Scenario[] = []): Bundle {
  return {
    program,
    digest: digestOfProgram(program),
    sourceMap: { files: [], places: {} },
    docs: {},
    scenarios,
  };
}

/** One document, or, with `{x}` in its place, a family of many. */
export function artifact(at: string, schema: Schema = textSchema, more: Partial<Artifact> = {}): Artifact {
  const keys = [...at.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  const isText = typeof schema === "object" && schema["type"] === "string";
  return { at, keys: [...new Set(keys)], format: isText ? "text" : "json", given: false, schema, ...more };
}

export function verdict(schema: Schema, per?: string): Verdict {
  return { schema, ...(per === undefined ? {} : { per }) };
}

/** An intervention that is answered with text, unless told otherwise. */
export function wait(name: string, more: Partial<Wait> = {}): Wait {
  return { name, class: "intervention", schema: textSchema, declinable: false, ...more };
}

/** A playbook without a body. `judgedFrom` is `reads` without its own returns. */
export function playbook(parts: Partial<Playbook>): Playbook {
  const reads = parts.reads ?? [];
  const returns = parts.returns ?? [];
  return {
    intent: "Do it",
    inputs: {},
    inputOrder: Object.keys(parts.inputs ?? {}),
    interview: [],
    reads,
    judgedFrom: reads.filter((ref) => !returns.includes(ref)),
    needsAbsent: [],
    outputs: [],
    returns,
    writes: [],
    once: false,
    limits: { lanes: 1, attempts: 3, failures: 3 },
    suspendsForClarification: false,
    needsElicitation: false,
    uses: [],
    performs: [],
    mode: "reject",
    ...parts,
  };
}

/** A playbook whose body is a prompt: one model step per output and return. */
export function prompting(
  targets: readonly ResultTarget[],
  parts: Partial<Playbook> & { readonly prompt?: readonly (string | Expression)[] } = {},
): Playbook {
  const { prompt, ...rest } = parts;
  return playbook({
    outputs: targets.flatMap(({ kind, ref }) => (kind === "artifact" ? [ref] : [])),
    returns: targets.flatMap(({ kind, ref }) => (kind === "artifact" ? [] : [ref])),
    steps: targets.map((target) => generate(target, prompt)),
    ...rest,
  });
}

export function generate(
  target: ResultTarget | LocalTarget,
  prompt: readonly (string | Expression)[] = ["Do it."],
  more: Partial<GenerateStep> = {},
): GenerateStep {
  return {
    kind: "generate",
    target,
    prompt: { kind: "template", parts: prompt },
    attempts: 3,
    offers: [],
    uses: [],
    performs: [],
    ...more,
  };
}

/** A composite; its scope, outputs and returns are given, as the compiler would write the union of its members'. */
export function composite(
  members: readonly (string | Member)[],
  parts: Partial<Playbook> & Partial<Omit<NonNullable<Playbook["choreography"]>, "members">> = {},
): Playbook {
  const { until, ends, select, ...rest } = parts;
  return playbook({
    limits: { rounds: 10, lanes: 1, attempts: 3, failures: 3 },
    choreography: {
      members: members.map((member) => (typeof member === "string" ? { playbook: member } : member)),
      ...(until === undefined ? {} : { until }),
      ends: ends ?? [],
      select: select ?? { by: "model" },
    },
    ...rest,
  });
}

export const landed = (ref: string): Expression => ({ kind: "state", state: "landed", of: "artifact", ref });
export const available = (of: "verdict" | "evidence", ref: string): Expression => ({
  kind: "available",
  of,
  ref,
});
export const literal = (value: string | number | boolean | null): Expression => ({ kind: "literal", value });
export const verdictAt = (name: string, ...path: readonly (string | number)[]): Expression => ({
  kind: "get",
  from: "verdict",
  name,
  path,
});
export const evidenceText = (name: string): Expression => ({ kind: "get", from: "evidence", name, path: [] });
export const input = (name: string): Expression => ({ kind: "get", from: "input", name, path: [] });
export const equals = (left: Expression, right: string | number | boolean): Expression => ({
  kind: "compare",
  operator: "==",
  left,
  right: literal(right),
});
