import type { Diagnostic, Fix, Place } from "../../ir/index.js";
import type { Field } from "../../grammar/tree.js";
import { fieldRemoval, removal, removalFromList } from "../analysis/edits.js";
import {
  type ImportedName,
  unusedDeclarations,
  unusedImports,
  type UnusedInput,
  unusedInputs,
} from "../analysis/unused.js";
import { unreadVerdicts } from "../analysis/verdict-reads.js";
import { type Check, diagnose, type Report } from "../check.js";
import { type Declared, type Module, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB2010",
  name: "unused",
  severity: "warning",
  summary: "an import, input, type, wait or tool that nothing uses, or a verdict's field that nothing reads",
  why: "What nobody reads is often what somebody forgot to read: a flag that decides nothing, an input that never reaches the prompt. Models are paid for every field that they fill in.",
  fix: "Read it where it was meant to be read, or take it out. Whoever interpolates a verdict reads all of its fields.",
  bad: `/// Whether the evidence carries a report.
verdict adequacy {
  enough: boolean
  gaps: string[]
}

/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits evidence-judge, report-write
  until landed report
  limits { rounds 8 }
}

/// Judges the evidence.
playbook evidence-judge {
  intent "Judge whether the evidence is enough"
  returns adequacy
  prompt "Is the evidence enough?"
}

/// Writes the report.
playbook report-write {
  intent "Write the report"
  requires adequacy.enough
  outputs report
  prompt "Write the report."
}
`,
  good: `/// Whether the evidence carries a report.
verdict adequacy {
  enough: boolean
  gaps: string[]
}

/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits evidence-judge, report-write
  until landed report
  limits { rounds 8 }
}

/// Judges the evidence.
playbook evidence-judge {
  intent "Judge whether the evidence is enough"
  returns adequacy
  prompt "Is the evidence enough?"
}

/// Writes the report.
playbook report-write {
  intent "Write the report"
  requires adequacy.enough
  outputs report
  prompt "Write the report, and name these gaps: {{ adequacy.gaps }}"
}
`,
  run(program, report) {
    for (const each of unusedImports(program)) report(unusedImport(each));
    for (const each of unusedDeclarations(program)) report(unusedDeclaration(each));
    for (const each of unusedInputs(program)) report(unusedInput(each));
    reportVerdicts(program, report);
  },
};

function unusedImport({ module, from, name }: ImportedName): Diagnostic {
  const local = (name.as ?? name.name).text;
  return unused(placeIn(module, name.span), `the import \`${local}\` is not used`, {
    title: `take \`${local}\` out of the import`,
    safe: true,
    edits: [removalFromList(module, from.names, name, from)],
  });
}

function unusedDeclaration({ module, syntax, name }: Declared): Diagnostic {
  return unused(placeIn(module, syntax.name.span), `the ${syntax.kind} \`${name}\` is not used`, {
    title: `delete \`${name}\``,
    safe: false,
    edits: [removal(module, syntax)],
  });
}

function unusedInput({ playbook, input }: UnusedInput): Diagnostic {
  const { module, declared, syntax } = playbook;
  const clause = syntax.clauses.find((each) => each.kind === "input" && each.field === input.syntax);
  return unused(
    input.place,
    `the input \`${input.name}\` of \`${declared.name}\` is not read`,
    clause === undefined
      ? undefined
      : { title: `delete the input \`${input.name}\``, safe: false, edits: [removal(module, clause)] },
  );
}

function reportVerdicts(program: CheckedProgram, report: Report): void {
  for (const { declared, fields } of unreadVerdicts(program)) {
    const { module, syntax, name } = declared;
    if (fields === "all")
      report(unused(placeIn(module, syntax.name.span), `nothing reads what \`${name}\` says`));
    else for (const { field, module: home } of fields) report(unreadField(home, name, field));
  }
}

function unreadField(module: Module, verdict: string, field: Field): Diagnostic {
  const name = field.name.text;
  return unused(placeIn(module, field.name.span), `nothing reads \`${name}\` of \`${verdict}\``, {
    title: `delete the field \`${name}\``,
    safe: false,
    edits: [fieldRemoval(module, field)],
  });
}

function unused(place: Place, message: string, fix?: Fix): Diagnostic {
  return diagnose(check, place, message, {
    hint: "read it where it is meant to be read, or take it out",
    fix,
  });
}
