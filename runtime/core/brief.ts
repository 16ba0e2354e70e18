/** What a model is shown: the prompt, what is handed to it beside, and what people decided (`[R-9]`, `[R-28]`). */
import type { Decision, Expression, Finding, GenerateStep, Json } from "../../ir/index.js";
import { evidenceText, render } from "./evaluate.js";
import type { Scope } from "./facts.js";
import { playbookOf, type Machine } from "./machine.js";
import { nameOf, shortName } from "./names.js";
import type { Lane, State } from "./state.js";
import { readingOf, scopeOfLane } from "./surroundings.js";
import { namesOfMany } from "./versions.js";

/**
 * The brief of a generate step: its prompt, and what the playbook reads that the prompt does not show. The same text is
 * shown for clarification and for every attempt. Unavailable where a hole of the prompt is, which the compiler rules out.
 */
export function briefOf(machine: Machine, state: State, lane: Lane, step: GenerateStep): string | undefined {
  const scope = scopeOfLane(machine, state, lane);
  const prompt = render(step.prompt.parts, scope);
  if (prompt === undefined) return undefined;
  const shown = shownIn(step);
  const sections: string[] = [];
  for (const ref of playbookOf(machine, lane.member.playbook).reads) {
    if (shown.has(ref)) continue;
    const text = material(machine, state, lane, ref, scope);
    if (text !== undefined) sections.push(`## ${shortName(ref)}\n\n${text}`);
  }
  return sections.length === 0 ? prompt : [prompt, ...sections].join("\n\n");
}

/** The brief with what was decided, added, and found wrong with earlier attempts. */
export function promptOf(
  brief: string,
  lane: Pick<Lane, "exchange" | "context">,
  findings: readonly Finding[],
): string {
  const sections = [brief];
  const answered = lane.exchange.filter((decision) => !decision.delegated);
  const delegated = lane.exchange.filter((decision) => decision.delegated);
  if (answered.length > 0) sections.push(`## Decided\n\n${answered.map(decisionLine).join("\n")}`);
  if (delegated.length > 0) {
    sections.push(
      `## Left to you\n\nDecide these yourself, and state each as an assumption where the result has a place for it.\n\n${delegated
        .map(({ question }) => `- ${question}`)
        .join("\n")}`,
    );
  }
  if (lane.context.length > 0) sections.push(`## Added\n\n${lane.context.join("\n\n")}`);
  if (findings.length > 0) {
    sections.push(`## What did not fit before\n\n${findings.map(findingLine).join("\n")}`);
  }
  return sections.join("\n\n");
}

function decisionLine({ question, answer }: Decision): string {
  return `- ${question}\n  ${asText(answer ?? null)}`;
}

function findingLine({ message, pointer }: Finding): string {
  return pointer === undefined ? `- ${message}` : `- \`${pointer}\` ${message}`;
}

/** What is known already, a line each, so that nobody is asked for it (`[R-25]`). */
export function knownLines(machine: Machine, lane: Lane): readonly string[] {
  const lines: string[] = [];
  const { inputs } = playbookOf(machine, lane.member.playbook);
  for (const [name, value] of Object.entries(lane.inputs)) {
    // A secret's reference is for tools alone (`[R-13]`).
    if (inputs[name]?.secret !== true) lines.push(`${name}: ${asText(value)}`);
  }
  for (const [name, value] of Object.entries(lane.interview ?? {})) lines.push(`${name}: ${asText(value)}`);
  for (const { question, answer, delegated } of lane.exchange) {
    lines.push(`${question} ${delegated ? "(left to you)" : asText(answer ?? null)}`);
  }
  return lines;
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function material(machine: Machine, state: State, lane: Lane, ref: string, scope: Scope): string | undefined {
  const { evidence, artifacts, verdicts } = machine.program;
  if (Object.hasOwn(evidence, ref)) {
    const contributions = scope.facts.contributions(ref);
    return contributions.length === 0 ? undefined : evidenceText(contributions);
  }
  const own = lane.instance;
  const isOwn =
    own !== undefined && (verdicts[ref]?.per === own.name || artifacts[ref]?.keys[0] === own.name);
  const names = isOwn ? [nameOf(ref, own.key)] : [ref, ...namesOfMany(machine, state, ref)];
  const texts = names.flatMap((name) => {
    const reading = readingOf(state, name);
    const value = Object.hasOwn(artifacts, ref)
      ? reading?.state === "landed"
        ? reading.value
        : undefined
      : state.verdicts.get(name)?.value;
    if (value === undefined) return [];
    return [name === ref ? pretty(value) : `${shortName(ref)}${name.slice(ref.length)}:\n${pretty(value)}`];
  });
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function pretty(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

const shownRefs = new WeakMap<GenerateStep, ReadonlySet<string>>();

/** The refs that the prompt shows, whole or in part. */
function shownIn(step: GenerateStep): ReadonlySet<string> {
  const known = shownRefs.get(step);
  if (known !== undefined) return known;
  const refs = new Set<string>();
  for (const part of step.prompt.parts) if (typeof part !== "string") collect(part, refs);
  shownRefs.set(step, refs);
  return refs;
}

function collect(expression: Expression, refs: Set<string>): void {
  if (expression.kind === "coalesce") {
    collect(expression.left, refs);
    collect(expression.right, refs);
  } else if (expression.kind === "get" && isMaterial(expression.from)) {
    refs.add(expression.name);
  }
}

function isMaterial(from: string): boolean {
  return from === "artifact" || from === "evidence" || from === "verdict";
}
