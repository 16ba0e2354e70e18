import type { AskStep, Diagnostic, Expression, Place, Step } from "../../ir/index.js";
import { type JudgedEffect, judgedEffects } from "../analysis/effect-rules.js";
import { type Permitted, permittedWithFreeText, withFreeText } from "../analysis/free-text.js";
import { type ModelRead, modelValuesOf } from "../analysis/model-values.js";
import { type Performing, performingIn } from "../analysis/performed.js";
import { fieldNames } from "../analysis/schema-at.js";
import { valueShown } from "../analysis/shown-value.js";
import { listed } from "../../runtime/core/names.js";
import { type Check, diagnose, type Report } from "../check.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB7006",
  name: "unchecked-text",
  severity: "warning",
  summary: "text of a model that reaches an effect's argument unchecked",
  why: "What a model writes may be what somebody wrote into the page that it read. Where no enum, pattern or rule stands between its text and the effect, nobody has looked at what is done.",
  fix: 'Give the argument, or the model\'s value, an enum or a `@pattern`; permit only what the rule names (`permit when to in ["support"]`); or send it for approval.',
  bad: `/// Sends a note to somebody.
effect note-send {
  input { to: string  text: text }
  key to

  permit when text == "Thank you."
  approve
}

/// Answers.
playbook answer {
  intent "Answer whoever wrote"
  input message: text
  returns addressee
  prompt "Who is to get an answer to this? {{ message }}"
}

/// Who is to get an answer.
verdict addressee { email: email }

/// Sends the answer.
playbook answer-send {
  intent "Send the answer"
  requires addressee
  performs note-send
  do {
    perform note-send { to: addressee.email, text: "Thank you." }
  }
}
`,
  good: `/// Sends a note to somebody.
effect note-send {
  input { to: string  text: text }
  key to

  permit when to == "support@shop.example" and text == "Thank you."
  approve
}

/// Answers.
playbook answer {
  intent "Answer whoever wrote"
  input message: text
  returns addressee
  prompt "Who is to get an answer to this? {{ message }}"
}

/// Who is to get an answer.
verdict addressee { email: email }

/// Sends the answer.
playbook answer-send {
  intent "Send the answer"
  requires addressee
  performs note-send
  do {
    perform note-send { to: addressee.email, text: "Thank you." }
  }
}
`,
  run(program, report) {
    const effects = new Map(judgedEffects(program).map((judged) => [judged.declared.ref, judged]));
    const told = new Map<string, ReadonlySet<string>>();
    for (const each of performingIn(program)) {
      const judged = effects.get(each.effect);
      if (judged === undefined) continue;
      const key = `${each.playbook.declared.ref} ${each.effect}`;
      if (each.step === undefined) told.set(key, reportModel(judged, each, report));
      else reportStep(program, judged, each, told.get(key) ?? new Set(), report);
    }
  },
};

/** The arguments that a model step may fill with any text. */
function reportModel(
  judged: JudgedEffect,
  { playbook, named }: Performing,
  report: Report,
): ReadonlySet<string> {
  const found = fieldNames(judged.effect.input, judged.values.types).flatMap((name) => {
    const example = permittedWithFreeText(judged, name, undefined);
    return example === undefined ? [] : [{ name, example }];
  });
  const [first] = found;
  const names = found.map(({ name }) => name);
  if (first !== undefined) {
    const { declared, module } = playbook;
    const what = listed(names.map((name) => `\`${name}\``));
    const message = `a model of \`${declared.name}\` may perform \`${named.text}\` with any text as ${what}`;
    report(unchecked(judged, placeIn(module, named.span), message, first.example));
  }
  return new Set(names);
}

function reportStep(
  program: CheckedProgram,
  judged: JudgedEffect,
  { playbook, step, named }: Performing,
  told: ReadonlySet<string>,
  report: Report,
): void {
  if (step === undefined) return;
  const { ref } = playbook.declared;
  const values = modelValuesOf(program);
  for (const { key, value } of step.written.arguments) {
    const argument = step.ir.input[key.text];
    if (argument === undefined || told.has(key.text)) continue;
    const free = values
      .textsIn(ref, argument)
      .filter((read) => withFreeText(values.schemaOf(ref, read), judged.values).length > 0)
      .filter((read) => !isShownBefore(program, ref, step.ir, read));
    const example = free.length === 0 ? undefined : permittedWithFreeText(judged, key.text, step.ir.input);
    if (example === undefined) continue;
    const message = `text of a model reaches \`${key.text}\` of \`${named.text}\` unchecked`;
    report(unchecked(judged, placeIn(playbook.module, value.span), message, example));
  }
}

/** Whether somebody was shown what is read, and the step is taken only after a yes. */
function isShownBefore(program: CheckedProgram, playbook: string, step: Step, read: ModelRead): boolean {
  const { steps = [] } = program.program.playbooks[playbook] ?? {};
  const agreed = new Set(step.when === undefined ? [] : wantedLocals(step.when));
  const asks = steps
    .slice(0, steps.indexOf(step))
    .filter((each): each is AskStep => each.kind === "ask")
    .flatMap(({ asks: all }) => all);
  const values = modelValuesOf(program);
  return asks.some(
    ({ as, question }) =>
      as !== undefined &&
      agreed.has(as) &&
      values.textsIn(playbook, question).some((each) => isSame(each, read)),
  );
}

/** The answers that have to be a yes. */
function wantedLocals(when: Expression): readonly string[] {
  if (when.kind === "and") return when.operands.flatMap(wantedLocals);
  return when.kind === "get" && when.from === "local" ? [when.name] : [];
}

function isSame(one: ModelRead, other: ModelRead): boolean {
  return one.kind === "get" && other.kind === "get"
    ? one.from === other.from && one.name === other.name
    : one.kind === "latest" && other.kind === "latest" && one.evidence === other.evidence;
}

function unchecked(
  { declared, rules }: JudgedEffect,
  place: Place,
  message: string,
  { input, rule }: Permitted,
): Diagnostic {
  const permits = rules[rule];
  return diagnose(check, place, message, {
    related:
      permits === undefined
        ? []
        : [
            {
              place: placeIn(declared.module, permits.span),
              message: `this permits \`${valueShown(input)}\``,
            },
          ],
    hint: "give it an enum or a `@pattern`, permit only what a rule names, or send it for approval",
  });
}
