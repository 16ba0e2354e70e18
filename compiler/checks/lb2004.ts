import type { Diagnostic, Place, Related } from "../../ir/index.js";
import { durationHint } from "../../grammar/literals.js";
import { type Check, diagnose, type DiagnosticDetails } from "../check.js";
import type { Property, Type } from "../types/type.js";
import { show, showName } from "../types/show.js";

export const check: Check = {
  code: "LB2004",
  name: "type-mismatch",
  severity: "error",
  summary: "a value of one type where another is declared",
  why: "What does not fit is refused when it arrives, in the middle of a run. It costs nothing to say so before.",
  fix: "Give a value of the declared type, or change the declaration. Both types are shown.",
  bad: `/// What the market looks like.
artifact snapshot at "snapshot.json" {
  summary: text
  segments: string[]
}

/// Writes it.
playbook write-snapshot {
  intent "Write the snapshot"
  outputs snapshot
  do {
    land snapshot { summary: "A dense market.", segments: 3 }
  }
}
`,
  good: `/// What the market looks like.
artifact snapshot at "snapshot.json" {
  summary: text
  segments: string[]
}

/// Writes it.
playbook write-snapshot {
  intent "Write the snapshot"
  outputs snapshot
  do {
    land snapshot { summary: "A dense market.", segments: ["households"] }
  }
}
`,
};

/** Where something was declared, as a related place; none where nobody wrote it. */
export function declaredAt(place: Place | undefined, what: string): readonly Related[] {
  return place === undefined ? [] : [{ place, message: `${what} is declared here` }];
}

/** `found`: the text or type of what stands there. */
export function mismatch(
  place: Place,
  found: string,
  wanted: Type,
  details: DiagnosticDetails = {},
): Diagnostic {
  return diagnose(check, place, `${found} does not fit \`${show(wanted)}\``, details);
}

export function fieldMissing(
  place: Place,
  name: string,
  property: Property,
  details: DiagnosticDetails = {},
): Diagnostic {
  return diagnose(check, place, `\`${name}\` is missing`, {
    related: declaredAt(property.place, `\`${name}\``),
    hint: `add \`${showName(name)}: …\`, which is \`${show(property.type)}\``,
    ...details,
  });
}

/** A number where a duration is wanted. */
export function unitMissing(place: Place, number: string): Diagnostic {
  return diagnose(check, place, `\`${number}\` has no unit, and a duration is needed here`, {
    hint: durationHint,
  });
}

/** Two sides that can never be equal. */
export function neverEqual(place: Place, left: Type, right: Type, related: readonly Related[]): Diagnostic {
  return diagnose(check, place, `\`${show(left)}\` and \`${show(right)}\` are never equal`, { related });
}

/** Anything else that is no predicate, key, moment, … : `what` it is, and `wanted` where it stands. */
export function notA(
  place: Place,
  what: string,
  wanted: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  return diagnose(check, place, `${what}, and ${wanted}`, details);
}
