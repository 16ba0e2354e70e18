import type { Diagnostic, Place } from "../../ir/index.js";
import { endsOfEveryRun, givenTwice } from "../analysis/given-twice.js";
import { type Check, diagnose } from "../check.js";

export const check: Check = {
  code: "LB2002",
  name: "declared-twice",
  severity: "error",
  summary: "a name, field, clause or end of a choreography that is declared twice",
  why: "Where two things have one name, what the name means depends on who reads it.",
  fix: "Rename one of the two, delete it, or put it into another namespace.",
  bad: `/// Everything that was found.
evidence findings

/// Whether that is enough.
verdict findings { enough: boolean }
`,
  good: `/// Everything that was found.
evidence findings

/// Whether that is enough.
verdict findings-adequacy { enough: boolean }
`,
  run(program, report) {
    for (const { place, name, first, what } of givenTwice(program)) {
      report(declaredTwice(place, name, first, what));
    }
    for (const { place, name } of endsOfEveryRun(program)) report(endLikeAStop(place, name));
  },
};

/** `what`: `field`, `clause`, …; nothing for a declaration. */
export function declaredTwice(place: Place, name: string, first: Place, what = ""): Diagnostic {
  const subject = what === "" ? `\`${name}\`` : `the ${what} \`${name}\``;
  return diagnose(check, place, `${subject} is declared twice`, {
    related: [{ place: first, message: "it is declared here first" }],
    hint: what === "" ? "rename one of the two, or put it into another namespace" : "delete one of the two",
  });
}

function endLikeAStop(place: Place, name: string): Diagnostic {
  return diagnose(check, place, `\`${name}\` is a stop reason that every run has`, {
    hint: "give this end a name of its own, which says what has come about",
  });
}

/** An import that brings in a name that the file has already. */
export function importedTwice(place: Place, name: string, first: Place): Diagnostic {
  return diagnose(check, place, `\`${name}\` is declared twice`, {
    related: [{ place: first, message: "it is declared here first" }],
    hint: `import it under another name: \`${name} as other-${name}\``,
  });
}
