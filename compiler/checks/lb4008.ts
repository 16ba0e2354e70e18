import type { Diagnostic } from "../../ir/index.js";
import { listed, shortName } from "../../runtime/core/names.js";
import { factInWords, pathsRead } from "../analysis/model/words.js";
import { type NeverTogether, neverTogether } from "../analysis/never-together.js";
import { type Explored, exploredRoots } from "../analysis/reachability.js";
import { requiredAt, requiresPlaces } from "../analysis/written-requires.js";
import { type Check, diagnose } from "../check.js";
import type { CheckedProgram } from "../program.js";

const playbooks = (requires: string): string => `/// The plan.
artifact plan at "plan.md"

/// The plan as it was mended.
artifact final-plan at "final.md"

/// What the review says.
verdict review { outcome: "ok" | "changes" }

/// Plans.
playbook planning {
  intent "Plan"
  admits plan-write, plan-review, plan-mend
  until landed final-plan or review.outcome == "ok"
  limits { rounds 12 }
}

/// Writes the plan.
playbook plan-write {
  intent "Write the plan"
  outputs plan
  prompt "Write the plan."
}

/// Reviews it.
playbook plan-review {
  intent "Review the plan"
  requires landed plan
  returns review
  prompt "Is this plan good? {{ plan }}"
}

/// Mends it.
playbook plan-mend {
  intent "Mend the plan"
  requires ${requires}
  outputs final-plan
  prompt "Mend the plan."
}
`;

export const check: Check = {
  code: "LB4008",
  name: "never-together",
  severity: "error",
  summary: "things that are needed together, and are never there together",
  why: "Each comes about, and getting one takes the other away: a document that is landed is no longer absent, and a verdict goes as soon as something that it was judged from is given anew. Who needs both never runs.",
  fix: "Require what can be there at one time: let the one not rest on the other, or need them one after the other.",
  bad: playbooks('absent plan and review.outcome == "changes"'),
  good: playbooks('landed plan and review.outcome == "changes"'),
  run(program, report) {
    for (const explored of exploredRoots(program)) {
      for (const each of neverTogether(explored)) {
        const diagnostic = each.facts.length > 1 ? apart(program, explored, each) : undefined;
        if (diagnostic !== undefined) report(diagnostic);
      }
    }
  },
};

function apart(
  program: CheckedProgram,
  explored: Explored,
  { member, facts }: NeverTogether,
): Diagnostic | undefined {
  if (member.requires === undefined) return undefined;
  const paths = pathsRead(member.requires.expression);
  const words = facts.map((fact) => factInWords(fact, paths));
  const places = facts.map(({ variable }) =>
    "ref" in variable
      ? requiredAt(program, member.playbook, variable.ref)
      : requiresPlaces(program, member.playbook)[0],
  );
  const [place, ...others] = places;
  if (place === undefined) return undefined;
  return diagnose(
    check,
    place,
    `\`${shortName(member.playbook)}\` can never run in \`${shortName(explored.choreography.root)}\`: it needs ${listed(words)}, which are never there together`,
    {
      related: others.flatMap((each, index) =>
        each === undefined
          ? []
          : [{ place: each, message: `and ${words[index + 1] ?? "this"} is needed here` }],
      ),
      hint: "let the one not rest on the other, or need them one after the other",
    },
  );
}
