import { roundCeilings, wayNoted } from "../analysis/round-ceilings.js";
import { counted } from "../../runtime/core/names.js";
import { type Check, diagnose, replaceWith } from "../check.js";

const playbooks = `
/// What was heard of the market.
evidence market-notes

/// The report.
artifact report at "report.md"

/// Listens.
playbook market-listen {
  intent "Hear what the market says"
  returns market-notes
  prompt "What does the market say?"
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  requires market-notes
  outputs report
  prompt "Write the report: {{ market-notes }}"
}

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits market-listen, report-write
  until landed report
`.trimStart();

export const check: Check = {
  code: "LB5003",
  name: "no-slack",
  severity: "warning",
  summary: "a ceiling of just the fewest rounds that the goal needs",
  why: "One attempt that fails, one answer that sends the work back, and the ceiling ends the run short of its goal.",
  fix: "Allow some rounds more than the fewest. The fix puts twice as many.",
  bad: `${playbooks}  limits { rounds 2 }
}
`,
  good: `${playbooks}  limits { rounds 4 }
}
`,
  run(program, report) {
    for (const ceiling of roundCeilings(program)) {
      const { fewest, rounds, name, place } = ceiling;
      if (fewest.kind !== "reached" || fewest.rounds !== rounds || rounds < 2) continue;
      report(
        diagnose(
          check,
          place,
          `\`${name}\` has no round to spare: its goal needs ${counted(rounds, "round")} at the least`,
          {
            related: wayNoted(ceiling),
            hint: `allow more, so that an outcome may send the work back: \`rounds ${2 * rounds}\``,
            fix: replaceWith(place, String(2 * rounds)),
          },
        ),
      );
    }
  },
};
