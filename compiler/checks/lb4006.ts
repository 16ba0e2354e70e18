import { requiresPlaces } from "../analysis/written-requires.js";
import { predicatesOfPlaybooks } from "../analysis/reachability.js";
import { shortName } from "../../runtime/core/names.js";
import { type Check, diagnose } from "../check.js";

const playbooks = (second: string): string => `/// The list of prices.
artifact price-list at "prices.json" { prices: number[] }

/// Whether they hold.
verdict prices-hold: "yes" | "no"

/// Sees to the prices.
playbook pricing {
  intent "See to the prices"
  admits price-list-write, prices-judge
  until landed price-list
  limits { rounds 6 }
}

/// Judges.
playbook prices-judge {
  intent "Judge whether the prices hold"
  returns prices-hold
  prompt "Do the prices hold?"
}

/// Writes them.
playbook price-list-write {
  intent "Write the list of prices"
  requires prices-hold == "yes"
${second}  outputs price-list
  prompt "Write the list of prices."
}
`;

export const check: Check = {
  code: "LB4006",
  name: "contradiction",
  severity: "error",
  summary: "preconditions of one playbook that can never hold together",
  why: "Whatever is landed and returned, one of them fails: the playbook can never run, here or anywhere.",
  fix: "Take out one of the requirements that contradict each other, or join them by `or`.",
  bad: playbooks('  requires prices-hold == "no"\n'),
  good: playbooks(""),
  run(program, report) {
    for (const { ref, predicate } of predicatesOfPlaybooks(program)) {
      if (predicate.mayHold()) continue;
      const [place, ...others] = requiresPlaces(program, ref);
      if (place === undefined) continue;
      report(
        diagnose(
          check,
          place,
          others.length === 0
            ? `what \`${shortName(ref)}\` requires can never hold: it contradicts itself`
            : `what \`${shortName(ref)}\` requires can never hold: its requirements contradict each other`,
          {
            related: others.map((each) => ({ place: each, message: "and this is required too" })),
            hint: "take out a requirement, or join them by `or`",
          },
        ),
      );
    }
  },
};
