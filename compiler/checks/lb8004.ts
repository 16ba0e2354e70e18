import type { Diagnostic, Fix, Place } from "../../ir/index.js";
import type { Suppression } from "../../grammar/tree.js";
import type { Standing } from "../analysis/covered.js";
import { removal } from "../analysis/edits.js";
import { type Check, diagnose } from "../check.js";
import { type Module, placeIn } from "../names.js";

export const check: Check = {
  code: "LB8004",
  name: "needless-suppression",
  severity: "warning",
  summary: "a suppression that silences nothing, or one of an error that cannot be silenced",
  why: "A suppression whose fault is gone silences the next one of its kind, which nobody has looked at.",
  fix: "Take the suppression out; of a baseline, write it again with `--write-baseline`. Errors of the text, of names and of types are mended, not silenced.",
  bad: `/// The report.
artifact report at "report.md"

/// Writes it.
#suppress LB2010 "the tone is there for the callers"
playbook report-write {
  intent "Write the report"
  input tone: string
  outputs report
  prompt "Write the report. Its tone is {{ tone }}."
}
`,
  good: `/// The report.
artifact report at "report.md"

/// Writes it.
#suppress LB2010 "the tone is there for the callers"
playbook report-write {
  intent "Write the report"
  input tone: string
  outputs report
  prompt "Write the report."
}
`,
};

export function silencesNothing({ module, suppression }: Standing): Diagnostic {
  const place = placeIn(module, suppression.span);
  return diagnose(check, place, `\`${suppression.code.text}\` is suppressed here, and is not reported`, {
    hint: "take the suppression out",
    fix: takenOut(module, suppression),
  });
}

export function cannotBeSilenced({ module, suppression }: Standing): Diagnostic {
  const message = `\`${suppression.code.text}\` is an error that cannot be silenced`;
  return diagnose(check, placeIn(module, suppression.span), message, {
    hint: "mend what it reports, and take the suppression out",
    fix: takenOut(module, suppression),
  });
}

/** An entry of a baseline that accepts more than there is; `left`: how much more. */
export function acceptsNothing(
  place: Place,
  { file, code, count }: { readonly file: string; readonly code: string; readonly count: number },
  left: number,
): Diagnostic {
  const times = (number: number): string => (number === 1 ? "once" : `${String(number)} times`);
  const message =
    left >= count
      ? `\`${code}\` in \`${file}\` is accepted here, and is not reported`
      : `\`${code}\` in \`${file}\` is accepted ${times(count)} here, and reported ${times(count - left)}`;
  return diagnose(check, place, message, { hint: "write the baseline again with `--write-baseline`" });
}

function takenOut(module: Module, suppression: Suppression): Fix {
  return {
    title: "take the suppression out",
    safe: true,
    edits: [removal(module, { span: suppression.span })],
  };
}
