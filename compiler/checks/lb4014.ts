import { deadEnds } from "../analysis/dead-ends.js";
import { notedDeadEnd } from "../analysis/noted-way.js";
import { type Check, diagnose } from "../check.js";

const playbooks = (once: string): string => `/// Whether the design was accepted.
verdict acceptance: "accepted" | "turned-down"

/// What was thought of.
evidence ideas

/// The drawing.
artifact drawing at "drawing.svg"

/// Designs the thing.
playbook designing {
  intent "Design it"
  admits think, decide, draw
  until landed drawing
  limits { rounds 12 }
}

/// Thinks.
playbook think {
  intent "Think of something"
  returns ideas
  prompt "What could it look like?"
}

/// Decides.
playbook decide {
  intent "Decide whether it is accepted"
  requires ideas
  returns acceptance
${once}  prompt "Is one of these ideas acceptable? {{ ideas }}"
}

/// Draws.
playbook draw {
  intent "Draw it"
  requires acceptance == "accepted"
  outputs drawing
  prompt "Draw it: {{ ideas }}"
}
`;

export const check: Check = {
  code: "LB4014",
  name: "trap",
  severity: "error",
  summary: "rounds after which the goal can no longer be reached, though something can still run",
  why: "Outcomes that the playbooks allow lead to a state from which no choice and no outcome leads to the goal or to an `ends`. The run goes on, and every round of it is paid for, until a ceiling ends it.",
  fix: "Let what decided it be decided again, for instance by a member that is `once` and need not be, or say by `ends` that this is an end.",
  bad: playbooks("  once\n"),
  good: playbooks(""),
  async run(program, report) {
    for (const end of await deadEnds(program)) {
      const noted = end.kind === "trap" ? notedDeadEnd(program, end) : undefined;
      if (noted === undefined) continue;
      const { name, place, when, related } = noted;
      report(
        diagnose(
          check,
          place,
          `\`${name}\` can get into a state that leads nowhere: ${when} no way leads to its goal any more`,
          {
            related,
            hint: "let what was decided there be decided again, or say by `ends` that this is an end",
          },
        ),
      );
    }
  },
};
