import { type Diagnostic, nearest, type Place, type Related } from "../../ir/index.js";
import { ceilingsOutside } from "../analysis/ceilings.js";
import { type Check, diagnose, replaceWith } from "../check.js";
import { show } from "../types/show.js";
import type { Scalar } from "../types/type.js";

export const check: Check = {
  code: "LB2006",
  name: "value-outside",
  severity: "error",
  summary: "a value outside the enum or the bounds that are declared for it",
  why: "A predicate that compares with a value that can never come never holds; a default that its own type refuses fails every run that relies on it.",
  fix: "Write one of the values that the type has (the nearest one is shown), or add the value to the type.",
  bad: `/// Whether the evidence is enough.
verdict adequacy { outcome: "adequate" | "thin" }

/// What it comes to.
artifact summary at "summary.md"

/// Writes it.
playbook summarise {
  intent "Write the summary"
  requires adequacy.outcome == "adecuate"
  outputs summary
  prompt "Write the summary."
}

/// Judges it.
playbook judge {
  intent "Judge whether it is enough"
  returns adequacy
  prompt "Is this enough?"
}
`,
  good: `/// Whether the evidence is enough.
verdict adequacy { outcome: "adequate" | "thin" }

/// What it comes to.
artifact summary at "summary.md"

/// Writes it.
playbook summarise {
  intent "Write the summary"
  requires adequacy.outcome == "adequate"
  outputs summary
  prompt "Write the summary."
}

/// Judges it.
playbook judge {
  intent "Judge whether it is enough"
  returns adequacy
  prompt "Is this enough?"
}
`,
  run(program, report) {
    for (const { place, shown, how } of ceilingsOutside(program)) report(breaksBounds(place, shown, how, []));
  },
};

export function notAmong(
  place: Place,
  value: Scalar,
  values: readonly Scalar[],
  related: readonly Related[],
): Diagnostic {
  const texts = values.filter((each) => typeof each === "string");
  const near = typeof value === "string" ? nearest(value, texts) : undefined;
  const all = show({ kind: "enum", values });
  return diagnose(check, place, `\`${JSON.stringify(value)}\` is not one of \`${all}\``, {
    related,
    hint: near === undefined ? undefined : `did you mean \`${JSON.stringify(near)}\`?`,
    fix: near === undefined ? undefined : replaceWith(place, JSON.stringify(near)),
  });
}

/** `how`: `is over the maximum 10`. */
export function breaksBounds(
  place: Place,
  shown: string,
  how: string,
  related: readonly Related[],
): Diagnostic {
  return diagnose(check, place, `\`${shown}\` ${how}`, { related });
}
