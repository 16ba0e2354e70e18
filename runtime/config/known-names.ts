/** Names in settings and scripts that stand for something of the program: one that stands for nothing is an error (`[L-33]`). */
import { type Diagnostic, type Playbook, type Program, type Span, suggestion } from "../../ir/index.js";
import { needsOf } from "../drive/bindings.js";
import { shortName } from "../core/names.js";
import type { Located } from "./located.js";

interface Faults {
  readonly file: string;
  readonly found: Diagnostic[];
}

/** What the settings name and the program, or they themselves, do not have. */
export function unknownInSettings(settings: Located, program: Program, file: string): readonly Diagnostic[] {
  const faults: Faults = { file, found: [] };
  const needs = needsOf(program, undefined);
  const selectors = fieldsOf(settings, "selectors");
  const models = fieldsOf(settings, "models");
  const aliases = models.map(({ name }) => name);
  const chosenBy = selectors.flatMap(({ value }) => textsOf(value, "model"));
  for (const { value, span } of chosenBy) expectKnown(faults, "model in the settings", value, span, aliases);
  const asked = ["default", ...needs.models, ...chosenBy.map(({ value }) => value)];
  for (const { name, span } of models)
    expectKnown(faults, "playbook that asks for the model", name, span, asked);
  const tools = namesOf(program.tools);
  for (const { name, span } of fieldsOf(settings, "tools")) expectKnown(faults, "tool", name, span, tools);
  return faults.found;
}

/** What a script names and the program does not have. */
export function unknownInScript(script: Located, program: Program, file: string): readonly Diagnostic[] {
  const faults: Faults = { file, found: [] };
  const tools = namesOf(program.tools);
  for (const { name, span } of fieldsOf(script, "tools")) expectKnown(faults, "tool", name, span, tools);
  const playbooks = namesOf(program.playbooks);
  for (const { name, span, value } of fieldsOf(script, "playbooks")) {
    const called = withoutKey(name);
    if (!expectKnown(faults, "playbook", called, span, [...playbooks, "loop"])) continue;
    const meant = Object.entries(program.playbooks).filter(
      ([ref]) => ref === called || shortName(ref) === called,
    );
    for (const reply of value.items ?? []) visitReply(reply, meant, program, faults);
  }
  return faults.found;
}

function visitReply(
  reply: Located,
  meant: readonly (readonly [string, Playbook])[],
  program: Program,
  faults: Faults,
): void {
  const targets = meant.flatMap(([, playbook]) => targetsOf(playbook));
  for (const { value, span } of textsOf(reply, "for")) expectKnown(faults, "target", value, span, targets);
  for (const { value, span } of textsOf(reply, "raises"))
    expectKnown(faults, "wait", value, span, namesOf(program.waits));
  for (const call of fieldOf(reply, "calls")?.items ?? [])
    for (const { value, span } of textsOf(call, "tool"))
      expectKnown(faults, "tool", value, span, namesOf(program.tools));
  const members = meant.flatMap(([, { choreography }]) => choreography?.members ?? []);
  const chosen =
    meant.length === 0 ? Object.keys(program.playbooks) : members.map(({ playbook }) => playbook);
  const names = chosen.flatMap((ref) => [ref, shortName(ref)]);
  for (const { value, span } of fieldOf(reply, "chooses")?.items ?? [])
    if (typeof value === "string") expectKnown(faults, "member", withoutKey(value), span, names);
}

function targetsOf({ steps = [] }: Playbook): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind !== "generate") return [];
    const { target } = step;
    return target.kind === "local" ? [target.name] : [target.ref, shortName(target.ref)];
  });
}

/** Whether it is known; else it is told, with the nearest name that is. */
function expectKnown(
  { file, found }: Faults,
  what: string,
  name: string,
  span: Span,
  known: readonly string[],
): boolean {
  if (known.includes(name)) return true;
  found.push({
    code: "LB2001",
    severity: "error",
    message: `there is no ${what} \`${name}\`${suggestion(name, known)}`,
    place: { file, span },
    related: [],
    ...(known.length === 0 || known.length > 12
      ? {}
      : { hint: `there are ${[...new Set(known.map(shortName))].map((one) => `\`${one}\``).join(", ")}` }),
  });
  return false;
}

function namesOf(declared: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(declared).flatMap((ref) => [ref, shortName(ref)]);
}

/** `name["key"]` is one instance of the name. */
function withoutKey(name: string): string {
  return name.replace(/\[".*"\]$/, "");
}

function fieldsOf(located: Located, name: string): NonNullable<Located["fields"]> {
  return fieldOf(located, name)?.fields ?? [];
}

function fieldOf(located: Located, name: string): Located | undefined {
  return located.fields?.find((field) => field.name === name)?.value;
}

function textsOf(located: Located, name: string): readonly { readonly value: string; readonly span: Span }[] {
  const field = fieldOf(located, name);
  return typeof field?.value === "string" ? [{ value: field.value, span: field.span }] : [];
}
