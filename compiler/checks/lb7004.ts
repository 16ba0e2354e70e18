import type { Diagnostic, Effect, Related } from "../../ir/index.js";
import { memberAfterInput } from "../analysis/edits.js";
import { modelValuesOf } from "../analysis/model-values.js";
import { type Performing, performingIn } from "../analysis/performed.js";
import { fieldNames } from "../analysis/schema-at.js";
import { type Check, diagnose } from "../check.js";
import { type Declared, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB7004",
  name: "key-missing",
  severity: "error",
  summary: "an effect without `key` whose arguments come from a model",
  why: "Without a `key`, what must not happen twice is known by its arguments. A model that is asked again writes them in other words, and the same thing is done a second time.",
  fix: "Give the effect a `key`: what names the thing itself, such as an order or an invoice, however it is worded.",
  bad: `/// Sends an answer to a customer.
effect reply-send {
  input { ticket: string  answer: text }

  approve
}

/// Answers a customer.
playbook reply {
  intent "Answer a customer"
  input ticket: string
  performs reply-send
  do {
    generate answer: text { prompt "Answer this: {{ ticket }}" }
    perform reply-send { ticket: ticket, answer: answer }
  }
}
`,
  good: `/// Sends an answer to a customer.
effect reply-send {
  input { ticket: string  answer: text }
  key ticket

  approve
}

/// Answers a customer.
playbook reply {
  intent "Answer a customer"
  input ticket: string
  performs reply-send
  do {
    generate answer: text { prompt "Answer this: {{ ticket }}" }
    perform reply-send { ticket: ticket, answer: answer }
  }
}
`,
  run(program, report) {
    for (const declared of program.declared.values()) {
      const effect = program.program.effects[declared.ref];
      if (effect === undefined || effect.key !== undefined || program.isFaulty(declared.ref)) continue;
      const uses = performingIn(program).filter((each) => each.effect === declared.ref);
      const byModels = uses.filter((each) => hasModelArguments(program, effect, each));
      if (byModels.length > 0) report(withoutKey(program, declared, effect, uses, byModels));
    }
  },
};

function hasModelArguments(program: CheckedProgram, effect: Effect, { playbook, step }: Performing): boolean {
  if (step === undefined) return fieldNames(effect.input, program.program.types).length > 0;
  const values = modelValuesOf(program);
  return Object.values(step.ir.input).some(
    (argument) => values.readsIn(playbook.declared.ref, argument).length > 0,
  );
}

function withoutKey(
  program: CheckedProgram,
  { module, syntax, name }: Declared,
  effect: Effect,
  uses: readonly Performing[],
  byModels: readonly Performing[],
): Diagnostic {
  const key = onlyOwnArgument(program, effect, uses);
  return diagnose(
    check,
    placeIn(module, syntax.name.span),
    `\`${name}\` has no \`key\`, and a model writes its arguments`,
    {
      related: byModels.map(({ playbook, named, step }): Related => ({
        place: placeIn(playbook.module, named.span),
        message:
          step === undefined
            ? `a model of \`${playbook.declared.name}\` may perform it`
            : "these arguments come from a model",
      })),
      hint: "add `key` with what names the thing that must not happen twice",
      fix:
        key === undefined || syntax.kind !== "effect"
          ? undefined
          : {
              title: `write \`key ${key}\``,
              safe: false,
              edits: [memberAfterInput(module, syntax, `key ${key}`)],
            },
    },
  );
}

/** The one argument that no model writes, wherever the effect is performed. */
function onlyOwnArgument(
  program: CheckedProgram,
  effect: Effect,
  uses: readonly Performing[],
): string | undefined {
  const values = modelValuesOf(program);
  const own = fieldNames(effect.input, program.program.types).filter((name) =>
    uses.every(({ playbook, step }) => {
      const argument = step?.ir.input[name];
      return argument !== undefined && values.readsIn(playbook.declared.ref, argument).length === 0;
    }),
  );
  return own.length === 1 ? own[0] : undefined;
}
