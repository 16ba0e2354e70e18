import type { Kind } from "../names.js";
import { placeIn } from "../names.js";
import { type Check, diagnose } from "../check.js";

export const check: Check = {
  code: "LB8001",
  name: "no-doc",
  severity: "info",
  summary: "a declaration without a doc",
  why: "The doc is what an editor shows where the name is used, and what stands in the types that others build on. A playbook says what it is for in its `intent`, and a scenario in its title: they need none.",
  fix: "Write a line that begins with `///` above it: what it is, not what it is called.",
  bad: `verdict gate: "cleared" | "blocked"

/// Decides whether the money may move.
playbook gate-keep {
  intent "Decide whether the money may move"
  returns gate
  prompt "May the money move?"
}
`,
  good: `/// Whether the money may move.
verdict gate: "cleared" | "blocked"

/// Decides whether the money may move.
playbook gate-keep {
  intent "Decide whether the money may move"
  returns gate
  prompt "May the money move?"
}
`,
  run(program, report) {
    for (const { ref, name, module, syntax } of program.declared.values()) {
      if (module.isStandard || explainsItself.has(syntax.kind) || program.isFaulty(ref)) continue;
      if (syntax.doc !== undefined && syntax.doc.text.trim() !== "") continue;
      report(
        diagnose(check, placeIn(module, syntax.name.span), `the ${syntax.kind} \`${name}\` has no doc`, {
          hint: "write a line above it that begins with `///`",
        }),
      );
    }
  },
};

const explainsItself: ReadonlySet<Kind> = new Set(["playbook", "scenario"]);
