import type { Diagnostic, Fix, Playbook } from "../../ir/index.js";
import { circlesOfAdmission } from "../analysis/admission.js";
import { admitsOf, type WrittenPlaybook, writtenPlaybooks } from "../analysis/clauses.js";
import { clauseLast, inserted } from "../analysis/edits.js";
import { fewestRounds } from "../analysis/fewest-rounds.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB5005",
  name: "rounds-missing",
  severity: "error",
  summary: "a composite without `rounds`",
  why: "A choreography in which a verdict sends its members back may go round for ever, and every round is paid for. How often is enough only its author knows, so there is no default.",
  fix: "Say how many rounds it may take at the most. The fix puts twice the fewest that the goal needs.",
  bad: `/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits report-write
  until landed report
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  outputs report
  prompt "Write the report."
}
`,
  good: `/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits report-write
  until landed report
  limits { rounds 2 }
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  outputs report
  prompt "Write the report."
}
`,
  run(program, report) {
    const circular = new Set(circlesOfAdmission(program).flat());
    for (const playbook of writtenPlaybooks(program)) {
      const { ref } = playbook.declared;
      const isComposite = admitsOf(playbook.syntax).length > 0;
      if (!isComposite || hasRounds(playbook) || program.isFaulty(ref) || circular.has(ref)) continue;
      report(withoutRounds(program, playbook, program.program.playbooks[ref]));
    }
  },
};

function hasRounds({ syntax }: WrittenPlaybook): boolean {
  return syntax.clauses.some(
    (clause) => clause.kind === "limits" && clause.entries.some(({ name }) => name.text === "rounds"),
  );
}

function withoutRounds(
  { program }: CheckedProgram,
  playbook: WrittenPlaybook,
  compiled: Playbook | undefined,
): Diagnostic {
  const { module, syntax, declared } = playbook;
  const limits = syntax.clauses.find((clause) => clause.kind === "limits");
  const place = placeIn(module, limits?.keyword ?? syntax.name.span);
  return diagnose(check, place, `\`${declared.name}\` has no ceiling on its rounds`, {
    hint: "add `rounds` to its `limits`",
    fix: compiled === undefined ? undefined : roundsWritten(playbook, 2 * fewestRounds(program, compiled)),
  });
}

function roundsWritten({ module, syntax }: WrittenPlaybook, rounds: number): Fix {
  const limits = syntax.clauses.find((clause) => clause.kind === "limits");
  const title = `write \`rounds ${rounds}\`, twice the fewest that the goal needs`;
  const edit =
    limits === undefined
      ? clauseLast(module, syntax, `limits { rounds ${rounds} }`)
      : inserted(module, ...settingFirst(module.syntax.text, limits.keyword.end, rounds));
  return { title, safe: false, edits: [edit] };
}

/** Behind the brace of the `limits` that stand there. */
function settingFirst(text: string, after: number, rounds: number): readonly [at: number, text: string] {
  const at = text.indexOf("{", after) + 1;
  return [at, /\s/.test(text.charAt(at)) ? ` rounds ${rounds}` : ` rounds ${rounds} `];
}
