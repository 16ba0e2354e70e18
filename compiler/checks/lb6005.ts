import type { Diagnostic } from "../../ir/index.js";
import { memberLast } from "../analysis/edits.js";
import { type EndlessWait, endlessWaits } from "../analysis/endless-waits.js";
import { type Check, diagnose } from "../check.js";
import { type Declared, placeIn } from "../names.js";

export const check: Check = {
  code: "LB6005",
  name: "endless-wait",
  severity: "info",
  summary: "a wait for another system that may hold the run for ever",
  why: "A system that never calls back is noticed by nobody: the run waits, keeps its member and what it may write, and no `duration` counts the time. A person who does not answer can be asked again; a system cannot.",
  fix: "Give the wait an `expires`, with what is assumed then or without, or the playbook a `deadline`. The fix writes a week.",
  bad: `/// The bank says that the money has come.
wait Payment {
  class signal
  answer { amount: number }
}

/// The receipt.
artifact receipt at "receipt.json" { amount: number }

/// Waits for the money.
playbook payment-receive {
  intent "Wait for the money, and write the receipt"
  outputs receipt
  do {
    ask Payment "The money has to come" as payment
    land receipt { amount: payment.amount }
  }
}
`,
  good: `/// The bank says that the money has come.
wait Payment {
  class signal
  answer { amount: number }
  expires 7d
}

/// The receipt.
artifact receipt at "receipt.json" { amount: number }

/// Waits for the money.
playbook payment-receive {
  intent "Wait for the money, and write the receipt"
  outputs receipt
  do {
    ask Payment "The money has to come" as payment
    land receipt { amount: payment.amount }
  }
}
`,
  run(program, report) {
    const told = new Set<Declared>();
    for (const each of endlessWaits(program)) {
      const { wait, raised } = each;
      // Where it is declared out of reach, each place that raises it may do something about it.
      if (wait.module.isStandard) report(raisedHere(each));
      else if (!told.has(wait)) report(declaredHere(wait, raised));
      told.add(wait);
    }
  },
};

const week = "expires 7d";

function declaredHere(wait: Declared, { place, playbook }: EndlessWait["raised"]): Diagnostic {
  const { module, syntax, name } = wait;
  return diagnose(
    check,
    placeIn(module, syntax.name.span),
    `a run may wait for \`${name}\` for ever: it does not expire`,
    {
      related: [{ place, message: `\`${playbook}\` waits for it here, without a deadline` }],
      hint: `add \`expires\`, or \`limits { deadline … }\` to \`${playbook}\``,
      fix:
        syntax.kind === "wait"
          ? { title: `write \`${week}\``, safe: false, edits: [memberLast(module, syntax, week)] }
          : undefined,
    },
  );
}

function raisedHere({ raised: { place, name, playbook } }: EndlessWait): Diagnostic {
  return diagnose(check, place, `a run may wait for \`${name}\` for ever: it does not expire`, {
    hint: `add \`limits { deadline … }\` to \`${playbook}\`, or declare a wait with \`expires\``,
  });
}
