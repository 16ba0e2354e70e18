import type { Diagnostic, Place } from "../../ir/index.js";
import { declarationAround } from "../analysis/enclosing.js";
import { writtenFields } from "../analysis/written-fields.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import type { Type } from "../types/type.js";

export const check: Check = {
  code: "LB8003",
  name: "deprecated",
  severity: "info",
  summary: "a use of something that is `@deprecated`",
  why: "Whoever wrote `@deprecated` means to take it away, and what is there in its place is filled in by now.",
  fix: "Use what its doc names instead.",
  bad: `/// The order.
artifact order at "order.json" given {
  /// Use \`dueOn\`.
  due?: string @deprecated
  dueOn: date
}

/// The reminder.
artifact reminder at "reminder.md"

/// Writes the reminder.
playbook reminder-write {
  intent "Write the reminder"
  requires landed order
  outputs reminder
  prompt """Remind of what is due on {{ order.due ?? order.dueOn }}."""
}
`,
  good: `/// The order.
artifact order at "order.json" given {
  /// Use \`dueOn\`.
  due?: string @deprecated
  dueOn: date
}

/// The reminder.
artifact reminder at "reminder.md"

/// Writes the reminder.
playbook reminder-write {
  intent "Write the reminder"
  requires landed order
  outputs reminder
  prompt """Remind of what is due on {{ order.dueOn }}."""
}
`,
  run(program, report) {
    for (const { module, entry, property } of writtenFields(program)) {
      if (!isDeprecated(property.type)) continue;
      report(deprecatedUse(placeIn(module, entry.key.span), entry.key.text, property.place));
    }
    for (const diagnostic of typesUsed(program)) report(diagnostic);
  },
};

export function isDeprecated(type: Type | undefined): boolean {
  return type?.constraints?.["deprecated"] === true;
}

/** `declared`: where it says so. */
export function deprecatedUse(place: Place, name: string, declared: Place | undefined): Diagnostic {
  return diagnose(check, place, `\`${name}\` is deprecated`, {
    related: declared === undefined ? [] : [{ place: declared, message: "it is declared here" }],
    hint: "its doc may say what to use instead",
  });
}

function typesUsed(program: CheckedProgram): readonly Diagnostic[] {
  return program.uses.flatMap(({ declared, module, span }) => {
    const thing = program.things.get(declared.ref);
    const isOwn = declarationAround(module, span) === declared.syntax;
    if (thing?.kind !== "type" || !isDeprecated(thing.type) || isOwn) return [];
    const home = placeIn(declared.module, declared.syntax.name.span);
    return [deprecatedUse(placeIn(module, span), module.syntax.text.slice(span.start, span.end), home)];
  });
}
