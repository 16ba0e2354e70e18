import type { Diagnostic, Fix } from "../../ir/index.js";
import { unavailableIn } from "../analysis/unavailable.js";
import { type Check, diagnose } from "../check.js";
import type { Rest } from "../program.js";
import type { Need } from "../things.js";

export const check: Check = {
  code: "LB2011",
  name: "may-be-unavailable",
  severity: "error",
  summary: "an interpolation, or a value that is needed, of what may be unavailable, without `??`",
  why: "A model that is handed a brief with a hole in it fills the hole with something. What is there when a body runs is what `requires` says, and what the writers of a required verdict require in turn.",
  fix: 'Say what stands there instead (`{{ notes ?? "none yet" }}`), or require it, so that the playbook runs only once it is there.',
  bad: `/// What was found.
evidence findings

/// What it comes to.
artifact summary at "summary.md"

/// Finds something.
playbook search {
  intent "Find something"
  returns findings
  prompt "Search."
}

/// Writes it.
playbook summarise {
  intent "Write the summary"
  outputs summary
  prompt "Summarise: {{ findings }}"
}
`,
  good: `/// What was found.
evidence findings

/// What it comes to.
artifact summary at "summary.md"

/// Finds something.
playbook search {
  intent "Find something"
  returns findings
  prompt "Search."
}

/// Writes it.
playbook summarise {
  intent "Write the summary"
  requires findings
  outputs summary
  prompt "Summarise: {{ findings }}"
}
`,
  run(program, report) {
    for (const { need, rest, declinable } of unavailableIn(program)) {
      // That somebody may decline to answer is told as LB6002.
      if (declinable === undefined) report(mayBeUnavailable(need, rest));
    }
  },
};

function mayBeUnavailable(need: Need, rest: Rest): Diagnostic {
  return diagnose(check, need.place, `\`${need.what}\` may be unavailable here`, {
    hint: hintFor(need),
    fix: withFallback(need, rest),
  });
}

/** Only a text can say that there is none. */
export function withFallback({ place }: Need, { role, isEscaped }: Rest): Fix | undefined {
  if (role !== "interpolated") return undefined;
  const none = isEscaped ? '?? \\"none\\"' : '?? "none"';
  return {
    title: 'write `?? "none"` behind it',
    safe: false,
    edits: [{ file: place.file, span: { start: place.span.end, end: place.span.end }, text: ` ${none}` }],
  };
}

function hintFor({ fact, what }: Need): string {
  const isWhole = !fact.includes("/");
  if (fact.startsWith("artifact ") && isWhole)
    return `write \`?? …\` behind it, or \`requires landed ${what}\``;
  if (/^(?:evidence|verdict) /.test(fact) && isWhole)
    return `write \`?? …\` behind it, or \`requires ${what}\``;
  if (fact.startsWith("local ") && isWhole)
    return "the step that gives it may have been skipped: write `?? …` behind it";
  if (fact.endsWith("/reason"))
    return "there is a reason only where someone gave one: write `?? …` behind it";
  return "it is optional: write `?? …` behind it";
}
