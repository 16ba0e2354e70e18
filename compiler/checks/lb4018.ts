import type { Diagnostic, Related } from "../../ir/index.js";
import { type Admission, admissionsOf, circlesOfAdmission } from "../analysis/admission.js";
import { removalFromList } from "../analysis/edits.js";
import { type Check, diagnose, type Report } from "../check.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB4018",
  name: "circular-admission",
  severity: "error",
  summary: "a playbook that is admitted twice, or that reaches itself through `admits`",
  why: "A choreography in which a playbook is its own member has no bottom: every round would open another round below it. A member that stands there twice is one member, so that the second entry promises a lane that never comes.",
  fix: "Take out the entry that closes the circle, or the one that repeats a member. To run a member once for each element of an array, write `each`.",
  bad: `/// The list of prices.
artifact price-list at "prices.json" { prices: number[] }

/// Sets the prices.
playbook pricing {
  intent "Set the prices"
  admits price-list-write, price-rounding
  until landed price-list
  limits { rounds 6 }
}

/// Rounds them.
playbook price-rounding {
  intent "Round the prices"
  admits pricing
  limits { rounds 6 }
}

/// Writes them down.
playbook price-list-write {
  intent "Write the list of prices"
  outputs price-list
  prompt "Write the list of prices."
}
`,
  good: `/// The list of prices.
artifact price-list at "prices.json" { prices: number[] }

/// Sets the prices.
playbook pricing {
  intent "Set the prices"
  admits price-list-write
  until landed price-list
  limits { rounds 6 }
}

/// Writes them down.
playbook price-list-write {
  intent "Write the list of prices"
  outputs price-list
  prompt "Write the list of prices."
}
`,
  run(program, report) {
    reportDoubled(program, report);
    reportCircles(program, report);
  },
};

function reportDoubled(program: CheckedProgram, report: Report): void {
  for (const admissions of admissionsOf(program).values()) {
    const first = new Map<string, Admission>();
    for (const admission of admissions) {
      const before = first.get(admission.member.ref);
      if (before === undefined) first.set(admission.member.ref, admission);
      else report(admittedTwice(admission, before));
    }
  }
}

function admittedTwice(admission: Admission, before: Admission): Diagnostic {
  const { composite, clause, entry, place, member } = admission;
  const { declared, module } = composite;
  const edit = removalFromList(module, clause.entries, entry, clause);
  return diagnose(check, place, `\`${member.name}\` is admitted twice by \`${declared.name}\``, {
    related: [{ place: before.place, message: "it is admitted here first" }],
    hint: "take one of the two out",
    fix: { title: `take the second \`${member.name}\` out`, safe: false, edits: [edit] },
  });
}

function reportCircles(program: CheckedProgram, report: Report): void {
  const admissions = admissionsOf(program);
  for (const circle of circlesOfAdmission(program)) {
    const edges = circle.flatMap((ref, index) => {
      const next = circle[(index + 1) % circle.length];
      return admissions.get(ref)?.find(({ member }) => member.ref === next) ?? [];
    });
    // The last edge is the one that closes the circle.
    const closing = edges.at(-1);
    if (closing !== undefined) report(reachesItself(closing, edges));
  }
}

function reachesItself(closing: Admission, edges: readonly Admission[]): Diagnostic {
  const { member, place } = closing;
  const names = [...edges.map(({ composite }) => composite.declared.name), member.name];
  const way = names.map((name) => `\`${name}\``).join(" → ");
  const message =
    edges.length === 1 ? `\`${member.name}\` admits itself` : `\`${member.name}\` admits itself: ${way}`;
  return diagnose(check, place, message, {
    related: edges.slice(0, -1).map((edge): Related => ({
      place: edge.place,
      message: `\`${edge.composite.declared.name}\` admits \`${edge.member.name}\` here`,
    })),
    hint: `take \`${member.name}\` out of what \`${closing.composite.declared.name}\` admits`,
  });
}
