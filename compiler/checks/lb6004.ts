import type { Diagnostic } from "../../ir/index.js";
import type { Clause, Setting } from "../../grammar/tree.js";
import { bodiesOf, stepsOf, type WrittenPlaybook, writtenPlaybooks } from "../analysis/clauses.js";
import { removal } from "../analysis/edits.js";
import { type Check, diagnose, type Report, replaceWith } from "../check.js";
import { placeIn } from "../names.js";

export const check: Check = {
  code: "LB6004",
  name: "idle-clarification",
  severity: "error",
  summary: "a clarification where nothing is generated, or one whose bounds are 0",
  why: "A playbook clarifies before it generates. Where it generates nothing, or may ask nothing, the clause promises a question that never comes.",
  fix: "Take the clause out, or give it bounds of 1 or more. `clarifies none` says that nothing is to be asked.",
  bad: `/// The sums of the year.
artifact totals at "totals.json" { sum: number }

/// Lands them.
playbook totals-land {
  intent "Land the sums of the year"
  input sum: number
  outputs totals
  clarifies { rounds 1  questions 2 }
  do {
    land totals { sum: sum }
  }
}
`,
  good: `/// The sums of the year.
artifact totals at "totals.json" { sum: number }

/// Lands them.
playbook totals-land {
  intent "Land the sums of the year"
  input sum: number
  outputs totals
  do {
    land totals { sum: sum }
  }
}
`,
  run(program, report) {
    for (const playbook of writtenPlaybooks(program)) {
      if (program.isFaulty(playbook.declared.ref)) continue;
      const clause = playbook.syntax.clauses.find((each) => each.kind === "clarifies");
      if (clause === undefined || clause.none) continue;
      if (!generates(playbook)) report(nothingGenerated(playbook, clause));
      else reportBounds(playbook, clause, report);
    }
  },
};

type Clarifies = Extract<Clause, { readonly kind: "clarifies" }>;

function generates({ syntax }: WrittenPlaybook): boolean {
  return (
    bodiesOf(syntax).some(({ kind }) => kind === "prompt") ||
    stepsOf(syntax).some(({ kind }) => kind === "generate")
  );
}

function nothingGenerated({ declared, module, syntax }: WrittenPlaybook, clause: Clarifies): Diagnostic {
  const isComposite = syntax.clauses.some(({ kind }) => kind === "admits");
  const hint = isComposite ? "a member that generates may clarify; take it out here" : "take it out";
  return diagnose(
    check,
    placeIn(module, clause.span),
    `\`${declared.name}\` generates nothing, so that it never asks for clarification`,
    {
      hint,
      fix: { title: "take `clarifies` out", safe: false, edits: [removal(module, clause)] },
    },
  );
}

/** A bound of 0 is one fault, however high the other: it is never reached. */
function reportBounds({ declared, module }: WrittenPlaybook, clause: Clarifies, report: Report): void {
  const isZero = ({ value }: Setting): boolean => value.kind === "number" && value.value === 0;
  const zero = clause.entries.find(isZero);
  if (zero === undefined) return;
  const others = clause.entries.filter((each) => each !== zero);
  report(
    diagnose(
      check,
      placeIn(module, zero.span),
      `with \`${zero.name.text} 0\` \`${declared.name}\` never asks for clarification`,
      {
        related: others
          .filter((other) => !isZero(other))
          .map(({ name, span }) => ({
            place: placeIn(module, span),
            message: `this bound on \`${name.text}\` can never be reached`,
          })),
        hint: "write 1 or more, or `clarifies none`",
        fix: replaceWith(placeIn(module, clause.span), "clarifies none"),
      },
    ),
  );
}
