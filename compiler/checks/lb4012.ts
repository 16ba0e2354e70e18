import { deadEnds } from "../analysis/dead-ends.js";
import { notedDeadEnd } from "../analysis/noted-way.js";
import { type Check, diagnose } from "../check.js";

const playbooks = `
/// What was heard of the market.
evidence market-notes

/// Whether it is enough.
verdict enough { verdict: "adequate" | "thin" }

/// The report.
artifact report at "report.md"

/// Judges.
playbook notes-judge {
  intent "Judge whether the notes are enough"
  requires market-notes
  returns enough
  once
  prompt "Are these notes enough? {{ market-notes }}"
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  requires enough.verdict == "adequate"
  outputs report
  prompt "Write the report: {{ market-notes }}"
}

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits market-listen, notes-judge, report-write
  until landed report
  limits { rounds 12 }
}

/// Listens.
playbook market-listen {
  intent "Hear what the market says"
  returns market-notes
`.trimStart();

export const check: Check = {
  code: "LB4012",
  name: "deadlock",
  severity: "error",
  summary: "rounds after which nothing can run, short of the goal",
  why: "It takes no failure to get there: outcomes that the playbooks allow lead to a state in which no member is eligible, and neither the goal nor an `ends` holds. The run stops with `nothing_eligible`, and what it was for is not there.",
  fix: "Let some member run in that state, for instance one that is `once` and need not be, or say by `ends` that this is an end.",
  bad: `${playbooks}  once
  prompt "What does the market say?"
}
`,
  good: `${playbooks.replace("  returns enough\n  once\n", "  returns enough\n")}  prompt "What does the market say?"
}
`,
  async run(program, report) {
    for (const end of await deadEnds(program)) {
      const noted = end.kind === "deadlock" ? notedDeadEnd(program, end) : undefined;
      if (noted === undefined) continue;
      const { name, place, when, related } = noted;
      report(
        diagnose(
          check,
          place,
          `\`${name}\` can get stuck: ${when} no member can run, and its goal is not reached`,
          { related, hint: "let a member run in that state, or say by `ends` that this is an end" },
        ),
      );
    }
  },
};
