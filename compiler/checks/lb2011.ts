import type { Diagnostic, Fix } from "../../ir/index.js";
import { requiresSoundly } from "../analysis/required.js";
import { all, impliedBy } from "../availability.js";
import { type Check, diagnose } from "../check.js";
import { factsWhenRunning } from "../implied.js";
import type { CheckedPlaybook, CheckedProgram, Rest } from "../program.js";
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
    const isClear = requiresSoundly(program);
    for (const playbook of program.playbooks.values()) {
      if (playbook.rests.length === 0 || !isClear(playbook.declared.ref)) continue;
      for (const diagnostic of findingsOf(program, playbook)) report(diagnostic);
    }
  },
};

function findingsOf(program: CheckedProgram, playbook: CheckedPlaybook): readonly Diagnostic[] {
  const facts = factsWhenRunning(program.program, playbook.declared.ref);
  if (facts === undefined) return [];
  return playbook.rests.flatMap((rest) => {
    const here = rest.when.length === 0 ? facts : all([facts, ...rest.when.map((when) => impliedBy(when))]);
    const missing = rest.needs.filter(({ fact }) => !here.has(fact));
    // Of a path's parts the first that may be missing is the cause.
    const first = new Map<string, Need>();
    for (const need of missing) {
      const { start, end } = need.place.span;
      const key = `${need.place.file}:${start}:${end}`;
      if (!first.has(key)) first.set(key, need);
    }
    return [...first.values()].map((need) => mayBeUnavailable(need, rest));
  });
}

function mayBeUnavailable(need: Need, { role, isEscaped }: Rest): Diagnostic {
  const end = { start: need.place.span.end, end: need.place.span.end };
  const none = isEscaped ? '?? \\"none\\"' : '?? "none"';
  const fix: Fix = {
    title: 'write `?? "none"` behind it',
    safe: false,
    edits: [{ file: need.place.file, span: end, text: ` ${none}` }],
  };
  return diagnose(check, need.place, `\`${need.what}\` may be unavailable here`, {
    hint: hintFor(need),
    fix: role === "interpolated" ? fix : undefined,
  });
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
