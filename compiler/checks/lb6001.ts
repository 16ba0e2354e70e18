import type { Diagnostic, Place } from "../../ir/index.js";
import { type Check, diagnose } from "../check.js";
import { type Known, knownDetails } from "./lb2001.js";

export const check: Check = {
  code: "LB6001",
  name: "unknown-wait",
  severity: "error",
  summary: "a wait that is not declared or imported",
  why: "A run that stops for a wait nobody has described cannot say what it asks, of whom, or which answers fit.",
  fix: 'Declare the wait, or import it: `import { Approval } from "std:waits"`.',
  bad: `/// Publishes the draft.
playbook publish {
  intent "Publish the draft"
  do {
    ask Approval "Shall the draft be published?"
  }
}
`,
  good: `import { Approval } from "std:waits"

/// Publishes the draft.
playbook publish {
  intent "Publish the draft"
  do {
    ask Approval "Shall the draft be published?"
  }
}
`,
};

export function waitUnknown(place: Place, name: string, known: Known): Diagnostic {
  const details = knownDetails(place, known);
  return diagnose(check, place, `there is no wait \`${name}\` here`, {
    ...details,
    hint: details.hint ?? "declare it with its class and answer, or import it",
  });
}
