import { listed, shortName } from "../../runtime/core/names.js";
import { deadMembers, isNeverReturned, missingForGoal } from "../analysis/dead-members.js";
import type { MissingFact } from "../analysis/model/missing.js";
import { factInWords, pathsRead } from "../analysis/model/words.js";
import { type Explored, exploredRoots } from "../analysis/reachability.js";
import { requiredAt, wantedAt } from "../analysis/written-requires.js";
import { type Check, diagnose } from "../check.js";
import type { Diagnostic, Expression, Place, Ref } from "../../ir/index.js";

const playbooks = (value: string): string => `/// Whether the site is up.
verdict health: "up" | "down"

/// The report.
artifact report at "report.md"

/// Looks after the site.
playbook watching {
  intent "Look after the site"
  admits site-look, report-write
  until landed report
  limits { rounds 6 }
}

/// Looks.
playbook site-look {
  intent "See whether the site is up"
  returns health
  do { return health from "${value}" }
}

/// Reports.
playbook report-write {
  intent "Report that it is down"
  requires health == "down"
  outputs report
  prompt "Report that the site is down."
}
`;

export const check: Check = {
  code: "LB4004",
  name: "unreachable-verdict",
  severity: "error",
  summary: "a value of a verdict that is required, and that no writer can return",
  why: "The verdict comes, but never with the value that is asked for: whoever requires it never runs, and a goal that wants it is never reached.",
  fix: "Let a writer return the value, or ask for one that comes.",
  bad: playbooks("up"),
  good: playbooks("down"),
  run(program, report) {
    for (const explored of exploredRoots(program)) {
      const dead = deadMembers(explored);
      for (const each of dead) {
        const requires = each.member.requires?.expression;
        if (requires === undefined || !isNeverReturned(explored, each)) continue;
        for (const fact of each.givenByNone) {
          if (fact.variable.kind !== "verdict") continue;
          const place = requiredAt(program, each.member.playbook, fact.variable.ref);
          if (place !== undefined)
            report(neverReturned(explored, `\`${shortName(each.member.playbook)}\``, fact, requires, place));
        }
      }
      const { goalExpression, root } = explored.choreography;
      if (dead.length > 0 || goalExpression === undefined) continue;
      for (const fact of missingForGoal(explored) ?? []) {
        if (fact.variable.kind !== "verdict") continue;
        const place = wantedAt(program, root, fact.variable.ref);
        if (place !== undefined)
          report(neverReturned(explored, `the goal of \`${shortName(root)}\``, fact, goalExpression, place));
      }
    }
  },
};

function neverReturned(
  { choreography }: Explored,
  subject: string,
  fact: MissingFact,
  expression: Expression,
  place: Place,
): Diagnostic {
  const ref: Ref = "ref" in fact.variable ? fact.variable.ref : "";
  const writers = choreography.members
    .filter(
      ({ playbook, does }) =>
        does.kind === "ordinary" && choreography.program.playbooks[playbook]?.returns.includes(ref),
    )
    .map(({ playbook }) => `\`${shortName(playbook)}\``);
  const wanted = factInWords(fact, pathsRead(expression));
  return diagnose(
    check,
    place,
    writers.length === 0
      ? `${subject} needs ${wanted}, and nothing returns \`${shortName(ref)}\``
      : `${subject} needs ${wanted}, which ${listed(writers)} never return${writers.length === 1 ? "s" : ""}`,
    { hint: "let a writer return it, or ask for a value that comes" },
  );
}
