import type { Diagnostic } from "../../ir/index.js";
import { sharedPlace } from "../../runtime/core/conflict.js";
import type { ModelMember } from "../analysis/model/choreography.js";
import { canMeet } from "../analysis/can-meet.js";
import { preparedOf } from "../analysis/prepared.js";
import { type Explored, exploredRoots } from "../analysis/reachability.js";
import { type Check, diagnose } from "../check.js";

const playbooks = (second: string): string => `/// What was heard.
evidence market-notes

/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits market-listen, market-ask, report-write
  until landed report
  limits { rounds 8  lanes 2 }
}

/// Listens, and keeps what it hears.
playbook market-listen {
  intent "Hear what the market says"
  returns market-notes
  writes "notes/**"
  prompt "What does the market say?"
}

/// Asks, and keeps what it is told.
playbook market-ask {
  intent "Ask the market"
  returns market-notes
  writes "${second}"
  prompt "What does the market answer?"
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  requires market-notes
  outputs report
  prompt "Write the report: {{ market-notes }}"
}
`;

export const check: Check = {
  code: "LB3001",
  name: "shared-places",
  severity: "warning",
  summary: "two members that can be chosen together and may write the same places",
  why: "Two lanes that can write one file are never run at once: admission holds one of them back. The lanes that were asked for are not used, and each round does the work of one.",
  fix: "Give each member places of its own by `writes`, or allow one lane.",
  bad: playbooks("notes/**"),
  good: playbooks("answers/**"),
  run(program, report) {
    for (const explored of exploredRoots(program)) {
      const { rounds } = explored.choreography;
      if (rounds.limits.lanes < 2) continue;
      for (const [index, one] of rounds.members.entries()) {
        for (const other of rounds.members.slice(index + 1)) {
          const diagnostic = sharing(explored, one, other);
          if (diagnostic !== undefined) report(diagnostic);
        }
      }
    }
  },
};

function sharing(explored: Explored, one: ModelMember, other: ModelMember): Diagnostic | undefined {
  const { choreography, admissionOf } = explored;
  const { program, root } = choreography;
  const path = sharedPlace(
    preparedOf(program),
    { playbook: one.playbook },
    { playbook: other.playbook },
    root,
  );
  const first = admissionOf(one);
  const second = admissionOf(other);
  if (path === undefined || first === undefined || second === undefined) return undefined;
  if (!canMeet(explored, one, other)) return undefined;
  return diagnose(
    check,
    second.place,
    `\`${first.member.name}\` and \`${second.member.name}\` may both write \`${path}\`, so that they never run at once`,
    {
      related: [{ place: first.place, message: `\`${first.member.name}\` is admitted here` }],
      hint: "give each places of its own by `writes`, or allow one lane",
    },
  );
}
