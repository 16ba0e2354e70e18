import type { Diagnostic, Fix, Related } from "../../ir/index.js";
import { type Admission, admissionsOf } from "../analysis/admission.js";
import { clauseAfterInputs } from "../analysis/edits.js";
import { type Check, diagnose, type Report } from "../check.js";
import type { CheckedProgram } from "../program.js";
import type { InputThing, PlaybookThing } from "../things.js";
import { fits } from "../types/assign.js";
import { show } from "../types/show.js";
import { alternatives, type Type } from "../types/type.js";

export const check: Check = {
  code: "LB2014",
  name: "input-of-a-member",
  severity: "error",
  summary: "an input that a member requires and its composite does not have, or has with another type",
  why: "Members get the composite's inputs by name. One that is not there would be found missing when the member's turn comes, after all that ran before it was paid for.",
  fix: "Declare the input in the composite with the member's type, or give the member's input a `?` or a default.",
  bad: `/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits report-write
  until landed report
  limits { rounds 4 }
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  input subject: text
  outputs report
  prompt "Write a report on {{ subject }}."
}
`,
  good: `/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  input subject: text
  admits report-write
  until landed report
  limits { rounds 4 }
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  input subject: text
  outputs report
  prompt "Write a report on {{ subject }}."
}
`,
  run(program, report) {
    for (const [ref, admissions] of admissionsOf(program)) {
      const composite = thingOf(program, ref);
      if (composite !== undefined) checkComposite(program, composite, admissions, report);
    }
  },
};

/** A member's input that it does not get. */
interface Missed {
  readonly admission: Admission;
  readonly input: InputThing;
}

function checkComposite(
  program: CheckedProgram,
  composite: PlaybookThing,
  admissions: readonly Admission[],
  report: Report,
): void {
  // Where several members miss one input, it is the composite's one fault.
  const missed = new Map<string, [Missed, ...Missed[]]>();
  for (const admission of admissions) {
    const member = thingOf(program, admission.member.ref);
    if (member === undefined || admission.member.syntax.broken) continue;
    // An instance gets that input from its element.
    const element = admission.entry.each?.name.text;
    // An element of another name than any input is LB2001's: which inputs are given is not known.
    if (element !== undefined && !member.inputs.has(element)) continue;
    for (const input of member.inputs.values()) {
      if (input.name === element || isGiven(composite.inputs.get(input.name), input)) continue;
      const others = missed.get(input.name);
      if (others === undefined) missed.set(input.name, [{ admission, input }]);
      else others.push({ admission, input });
    }
  }
  for (const [first, ...others] of missed.values()) report(notGiven(composite, first, others));
}

function thingOf(program: CheckedProgram, ref: string): PlaybookThing | undefined {
  const thing = program.things.get(ref);
  return thing?.kind === "playbook" ? thing : undefined;
}

function isGiven(given: InputThing | undefined, wanted: InputThing): boolean {
  const canBeMissing = given === undefined || (given.optional && given.default === undefined);
  if (canBeMissing && !wanted.optional && wanted.default === undefined) return false;
  return given === undefined || suits(given.type, wanted.type);
}

/** A secret is handed on as a secret alone, so that no member lets it out as a text. */
function suits(given: Type, wanted: Type): boolean {
  return fits(given, wanted) && isSecret(given) === isSecret(wanted);
}

function isSecret(type: Type): boolean {
  return alternatives(type).some(({ kind }) => kind === "secret");
}

function notGiven(composite: PlaybookThing, missed: Missed, others: readonly Missed[]): Diagnostic {
  const { admission, input } = missed;
  const parent = composite.declared.name;
  const member = admission.member.name;
  const given = composite.inputs.get(input.name);
  const wanted = `\`${input.name}: ${show(input.type)}\``;
  const related: Related[] = [
    { place: input.place, message: `\`${member}\` requires it here` },
    ...(given === undefined ? [] : [{ place: given.place, message: `\`${parent}\` has it here` }]),
    ...others.map((other): Related => ({
      place: other.admission.place,
      message: `\`${other.admission.member.name}\` requires it too`,
    })),
  ];
  if (given === undefined) {
    return diagnose(
      check,
      admission.place,
      `\`${member}\` requires the input ${wanted}, which \`${parent}\` does not have`,
      {
        related,
        hint: `add \`input ${input.name}: ${show(input.type)}\` to \`${parent}\``,
        fix: declaredInComposite(missed),
      },
    );
  }
  if (!suits(given.type, input.type)) {
    const message = `\`${member}\` requires the input ${wanted}, which is \`${show(given.type)}\` in \`${parent}\``;
    return diagnose(check, admission.place, message, { related, hint: "give both the same type" });
  }
  return diagnose(
    check,
    admission.place,
    `\`${member}\` requires the input ${wanted}, which \`${parent}\` may lack`,
    {
      related,
      hint: `make it required in \`${parent}\`, or optional in \`${member}\``,
    },
  );
}

/** The input as the member has it, where the names in its type mean the same to the composite. */
function declaredInComposite({ admission, input }: Missed): Fix | undefined {
  const { composite, member } = admission;
  const use = input.syntax.type;
  if (use === undefined || composite.module !== member.module) return undefined;
  const text = member.module.syntax.text.slice(use.span.start, use.span.end);
  const clause = `input ${member.module.syntax.text.slice(input.place.span.start, input.place.span.end)}: ${text}`;
  return {
    title: `add \`${clause}\` to \`${composite.declared.name}\``,
    safe: false,
    edits: [clauseAfterInputs(composite.module, composite.syntax, clause)],
  };
}
