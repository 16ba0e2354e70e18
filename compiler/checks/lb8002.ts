import type { Diagnostic, Place } from "../../ir/index.js";
import { walk } from "../../grammar/index.js";
import { type Convention, conventionOf, follows, inConvention } from "../analysis/conventions.js";
import { renamed } from "../analysis/renaming.js";
import { type Check, diagnose, type DiagnosticDetails } from "../check.js";
import { type Declared, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB8002",
  name: "name-off-the-convention",
  severity: "info",
  summary: "a name that is written in another way than its like",
  why: "Names turn up in refs, in commands, in the types that are built and in what models are shown. Where they are written in one way nobody has to look up which.",
  fix: "Write declarations in kebab-case (`market-report`) and fields in camelCase (`dueDate`); types and waits may begin with a capital. The fix renames a declaration wherever it is named. A field is in documents and answers as well, so that nothing renames it by itself; in quotes it is left alone.",
  bad: `/// The report on the market.
artifact market_report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report"
  outputs market_report
  prompt "Write the report."
}
`,
  good: `/// The report on the market.
artifact market-report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report"
  outputs market-report
  prompt "Write the report."
}
`,
  run(program, report) {
    for (const declared of program.declared.values()) {
      const { module, syntax } = declared;
      if (module.isStandard || syntax.broken) continue;
      const convention = conventionOf(syntax.kind);
      if (convention !== undefined && !follows(declared.name, convention)) {
        report(declaredOtherwise(program, declared, convention));
      }
      walk(syntax, (node) => {
        if (node.kind !== "field") return;
        const { name } = node;
        const isQuoted = module.syntax.text.charAt(name.span.start) === '"';
        if (!isQuoted && !follows(name.text, "camelCase")) {
          report(written(placeIn(module, name.span), name.text, "camelCase"));
        }
      });
    }
  },
};

function declaredOtherwise(program: CheckedProgram, declared: Declared, convention: Convention): Diagnostic {
  const name = inConvention(declared.name, convention);
  const edits = name === undefined ? undefined : renamed(program, declared, name);
  return written(
    placeIn(declared.module, declared.syntax.name.span),
    declared.name,
    convention,
    edits === undefined
      ? {}
      : { fix: { title: `call it \`${name}\` wherever it is named`, safe: false, edits } },
  );
}

function written(
  place: Place,
  name: string,
  convention: Convention,
  details: DiagnosticDetails = {},
): Diagnostic {
  const better = inConvention(name, convention);
  return diagnose(check, place, `\`${name}\` is not in ${convention}`, {
    hint: better === undefined ? undefined : `call it \`${better}\``,
    ...details,
  });
}
