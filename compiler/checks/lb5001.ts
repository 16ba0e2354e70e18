import { type Ceiling, roundCeilings, wayNoted } from "../analysis/round-ceilings.js";
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
  code: "LB5001",
  name: "too-few-rounds",
  severity: "error",
  summary: "a goal that needs more rounds than `rounds` allows",
  why: "However well every round goes, and whatever is chosen in it, the ceiling ends the run before its goal can be reached. Every run is paid for and none gets there.",
  fix: "Allow at least the rounds that the message counts, and some more for outcomes that send the work back.",
  bad: `${playbooks}  limits { rounds 1 }
}
`,
  good: `${playbooks}  limits { rounds 4 }
}
`,
  run(program, report) {
    for (const ceiling of roundCeilings(program)) {
      const least = leastOf(ceiling);
      if (least <= ceiling.rounds) continue;
      report(
        diagnose(
          check,
          ceiling.place,
          `\`${ceiling.name}\` needs at least ${counted(least, "round")} to reach its goal, and may have ${ceiling.rounds}`,
          {
            related: wayNoted(ceiling),
            hint: `allow twice as many, so that an outcome may send the work back: \`rounds ${2 * least}\``,
            fix: replaceWith(ceiling.place, String(2 * least)),
          },
        ),
      );
    }
  },
};

function leastOf({ fewest }: Ceiling): number {
  switch (fewest.kind) {
    case "reached":
      return fewest.rounds;
    case "unknown":
      return fewest.least;
    case "never":
      // Why not is another check's to say.
      return 0;
  }
}
