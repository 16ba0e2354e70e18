import type { Diagnostic } from "../../ir/index.js";
import { shortName } from "../../runtime/core/names.js";
import { circles } from "../analysis/circles.js";
import { type DeadMember, deadMembers } from "../analysis/dead-members.js";
import { type Explored, exploredRoots } from "../analysis/reachability.js";
import { requiredAt, requiresPlaces } from "../analysis/written-requires.js";
import { type Check, diagnose } from "../check.js";
import type { CheckedProgram } from "../program.js";

const playbooks = (requires: string): string => `/// The plan.
artifact plan at "plan.md"

/// What it costs.
artifact budget at "budget.md"

/// Plans the work.
playbook planning {
  intent "Plan the work"
  admits plan-write, budget-write
  until landed plan and landed budget
  limits { rounds 6 }
}

/// Writes the plan.
playbook plan-write {
  intent "Write the plan"
${requires}  outputs plan
  prompt "Write the plan."
}

/// Writes the budget.
playbook budget-write {
  intent "Write the budget"
  requires landed plan
  outputs budget
  prompt "Write the budget of {{ plan }}."
}
`;

export const check: Check = {
  code: "LB4002",
  name: "circular-preconditions",
  severity: "error",
  summary: "members that wait for each other",
  why: "Each needs what only the other gives, so that none of them ever comes first.",
  fix: "Take one requirement out of the circle, or let another member give what it asks for.",
  bad: playbooks("  requires landed budget\n"),
  good: playbooks(""),
  run(program, report) {
    for (const explored of exploredRoots(program)) {
      const dead = new Map(deadMembers(explored).map((each) => [each.member, each]));
      const waiting = [...dead.values()].filter(
        ({ givenByNone, waitsFor }) => givenByNone.length === 0 && waitsFor.length > 0,
      );
      const found = circles(waiting, ({ waitsFor }) =>
        waitsFor.flatMap((member) => waiting.filter((each) => each.member === member)),
      );
      for (const circle of found) {
        const diagnostic = waitsInCircle(program, explored, circle);
        if (diagnostic !== undefined) report(diagnostic);
      }
    }
  },
};

function waitsInCircle(
  program: CheckedProgram,
  explored: Explored,
  circle: readonly DeadMember[],
): Diagnostic | undefined {
  const edges = circle.map(({ member, missing = [] }, index) => {
    const giver = circle[(index + 1) % circle.length];
    const gives =
      giver === undefined
        ? []
        : [
            ...(program.program.playbooks[giver.member.playbook]?.outputs ?? []),
            ...(program.program.playbooks[giver.member.playbook]?.returns ?? []),
          ];
    const thing = missing.flatMap(({ variable }) =>
      "ref" in variable && gives.includes(variable.ref) ? [variable.ref] : [],
    )[0];
    const place =
      thing === undefined
        ? requiresPlaces(program, member.playbook)[0]
        : requiredAt(program, member.playbook, thing);
    return {
      name: shortName(member.playbook),
      thing: thing === undefined ? undefined : shortName(thing),
      place,
    };
  });
  const [first] = edges;
  if (first?.place === undefined) return undefined;
  const names = [...edges.map(({ name }) => name), first.name].map((name) => `\`${name}\``);
  const related = edges
    .slice(1)
    .flatMap(({ name, thing, place }) =>
      place === undefined
        ? []
        : [{ place, message: `\`${name}\` needs ${thing === undefined ? "the next" : `\`${thing}\``} here` }],
    );
  const composite = `\`${shortName(explored.choreography.root)}\``;
  const message =
    edges.length === 1
      ? `\`${first.name}\` can never run: it needs \`${first.thing ?? "something"}\`, which only it gives`
      : `these wait for each other, and none of them can ever run: ${names.join(" → ")}`;
  return diagnose(check, first.place, message, {
    related,
    hint:
      edges.length === 1
        ? `require less, or admit to ${composite} another playbook that gives it`
        : "take one of the requirements out, or let another member give what it asks for",
  });
}
