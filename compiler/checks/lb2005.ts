import { type Diagnostic, nearest, type Place } from "../../ir/index.js";
import { type Check, diagnose, replaceWith } from "../check.js";
import { show, showName } from "../types/show.js";
import type { Type } from "../types/type.js";
import { listed } from "./lb2001.js";
import { declaredAt } from "./lb2004.js";

export const check: Check = {
  code: "LB2005",
  name: "unknown-path",
  severity: "error",
  summary: "a path that the schema lacks",
  why: "A path that nothing can fill is unavailable for ever: a predicate on it never holds, and a prompt goes out without it.",
  fix: "Write the field as the schema has it (the nearest one is shown), or add it to the schema.",
  bad: `/// Whether the evidence is enough.
verdict adequacy { outcome: "adequate" | "thin" }

/// What it comes to.
artifact summary at "summary.md"

/// Writes it.
playbook summarise {
  intent "Write the summary"
  requires adequacy.outcom == "adequate"
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
};

/** `of`: the path before the field, in the user's words. `declared`: where what it is read of was declared. */
export function fieldUnknown(
  place: Place,
  name: string,
  of: string,
  type: Type,
  names: readonly string[],
  declared: Place | undefined,
  hint?: string,
): Diagnostic {
  const near = nearest(name, names);
  const isDeclared = names.length > 0 && hint === undefined;
  const message = isDeclared ? `\`${name}\` is not declared in \`${of}\`` : `\`${of}\` has no \`${name}\``;
  return diagnose(check, place, message, {
    related: declaredAt(declared, `\`${of}\``),
    hint: hint ?? (near === undefined ? hasInstead(type, names) : `did you mean \`${near}\`?`),
    fix: near === undefined || hint !== undefined ? undefined : replaceWith(place, showName(near)),
  });
}

function hasInstead(type: Type, names: readonly string[]): string {
  if (names.length === 0) return `it is \`${show(type)}\``;
  return `it has ${listed(names)}`;
}
