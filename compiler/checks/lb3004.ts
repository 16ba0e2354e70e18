import type { StringLiteral } from "../../grammar/tree.js";
import { refusePlace } from "../../runtime/core/places.js";
import { refuseGlob } from "../../runtime/core/scope/refused-glob.js";
import { clausesOf } from "../declarations/clauses.js";
import { writtenPlaybooks } from "../analysis/clauses.js";
import { type Check, diagnose, type Report } from "../check.js";
import { type Module, placeIn } from "../names.js";
import { withoutDot } from "../paths.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB3004",
  name: "impossible-place",
  severity: "error",
  summary:
    "a place or a glob of a write scope that is empty, malformed, absolute, out of the workspace, or kept from playbooks",
  why: "Landing refuses such a path whatever a model answers, so that the work would be done and then could never be kept. The rule is the one that landing itself goes by.",
  fix: "Write a path relative to the workspace, with `/` between its folders, outside of `.laban/`, `.git/`, `laban.config.json` and `*.playbook`.",
  bad: `/// The draft.
artifact draft at "../drafts/{slug.md"

/// Writes it.
playbook write {
  intent "Write the draft"
  input slug: string
  outputs draft
  writes "/drafts/**", "notes/**.md", "*.playbook"
  prompt "Write the draft."
}
`,
  good: `/// The draft.
artifact draft at "drafts/{slug}.md"

/// Writes it.
playbook write {
  intent "Write the draft"
  input slug: string
  outputs draft
  writes "drafts/**", "notes/**/*.md"
  prompt "Write the draft."
}
`,
  run(program, report) {
    checkPlaces(program, report);
    for (const { module, syntax } of writtenPlaybooks(program)) {
      for (const { globs } of clausesOf(syntax.clauses, "writes")) {
        for (const glob of globs) {
          const refused = refuseGlob(withoutDot(glob.text));
          if (refused !== undefined)
            tell(module, glob, refused, "a scope is relative to the workspace, such as `market/**`", report);
        }
      }
    }
  },
};

function checkPlaces({ declared }: CheckedProgram, report: Report): void {
  for (const { module, syntax } of declared.values()) {
    if (syntax.kind !== "artifact" || syntax.broken || syntax.at === undefined) continue;
    const refused = refusePlace(withoutDot(syntax.at.text));
    if (refused === undefined) continue;
    const hint = syntax.at.text.includes("*")
      ? "a family of many is placed by a name in braces, such as `notes/{topic}.md`"
      : "a place is relative to the workspace, such as `market/snapshot.json`";
    tell(module, syntax.at, refused, hint, report);
  }
}

function tell(module: Module, { span }: StringLiteral, refused: string, hint: string, report: Report): void {
  report(diagnose(check, placeIn(module, span), refused, { hint }));
}
