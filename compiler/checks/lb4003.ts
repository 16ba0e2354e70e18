import { shortName } from "../../runtime/core/names.js";
import { deadMembers, isOrphan, missingForGoal } from "../analysis/dead-members.js";
import type { MissingFact } from "../analysis/model/missing.js";
import { exploredRoots } from "../analysis/reachability.js";
import { requiredAt, wantedAt } from "../analysis/written-requires.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import type { Diagnostic, Fix, Place, Ref } from "../../ir/index.js";

const playbooks = (given: string): string => `/// What the customer asked for.
artifact order at "order.json"${given} { items: string[] }

/// The offer.
artifact offer at "offer.md"

/// Answers an order.
playbook selling {
  intent "Answer the order"
  admits offer-write
  until landed offer
  limits { rounds 4 }
}

/// Writes the offer.
playbook offer-write {
  intent "Write the offer"
  requires landed order
  outputs offer
  prompt "Write an offer for {{ order.items }}."
}
`;

export const check: Check = {
  code: "LB4003",
  name: "family-of-nobody",
  severity: "error",
  summary: "a family that something needs, that nothing lands, and that is not `given`",
  why: "A run starts from what is there and from what its members land. What neither brings is never there, and whoever needs it never runs.",
  fix: "Write `given` behind its place where it comes from outside; else let a playbook land it.",
  bad: playbooks(""),
  good: playbooks(" given"),
  run(program, report) {
    const told = new Set<Ref>();
    for (const explored of exploredRoots(program)) {
      const { root } = explored.choreography;
      for (const { member, givenByNone } of deadMembers(explored)) {
        for (const fact of givenByNone) {
          const ref = orphanOf(program, fact);
          if (ref === undefined || told.has(ref)) continue;
          const place = requiredAt(program, member.playbook, ref);
          if (place === undefined) continue;
          told.add(ref);
          report(neededOfNobody(program, member.playbook, ref, place));
        }
      }
      if (deadMembers(explored).length > 0) continue;
      for (const { variable } of missingForGoal(explored) ?? []) {
        const place = variable.kind === "family" ? wantedAt(program, root, variable.ref) : undefined;
        if (variable.kind !== "family" || place === undefined || told.has(variable.ref)) continue;
        told.add(variable.ref);
        report(neededOfNobody(program, root, variable.ref, place));
      }
    }
  },
};

function orphanOf(program: CheckedProgram, fact: MissingFact): Ref | undefined {
  return isOrphan(program, fact) && fact.variable.kind === "family" ? fact.variable.ref : undefined;
}

function neededOfNobody(program: CheckedProgram, playbook: Ref, ref: Ref, place: Place): Diagnostic {
  const name = shortName(ref);
  const declared = program.declared.get(ref);
  const lander = Object.entries(program.program.playbooks).find(
    ([, { outputs, choreography }]) => choreography === undefined && outputs.includes(ref),
  )?.[0];
  const subject = program.program.playbooks[playbook];
  const isComposite = subject?.choreography !== undefined;
  return diagnose(
    check,
    place,
    isComposite
      ? `the goal of \`${shortName(playbook)}\` needs \`${name}\`, which nothing that it admits lands`
      : `\`${shortName(playbook)}\` needs \`${name}\`, which nothing lands`,
    {
      related:
        declared === undefined
          ? []
          : [{ place: placeIn(declared.module, declared.syntax.name.span), message: "it is declared here" }],
      hint:
        lander === undefined
          ? `if it comes from outside, write \`given\` behind its place; else let a playbook land it by \`outputs ${name}\``
          : `admit \`${shortName(lander)}\`, which lands it`,
      fix: lander === undefined ? givenWritten(program, ref) : undefined,
    },
  );
}

function givenWritten(program: CheckedProgram, ref: Ref): Fix | undefined {
  const declared = program.declared.get(ref);
  if (declared?.syntax.kind !== "artifact") return undefined;
  const { at, format } = declared.syntax;
  const after = format?.span.end ?? at?.span.end;
  if (after === undefined) return undefined;
  return {
    title: "write `given`",
    safe: false,
    edits: [{ file: declared.module.path, span: { start: after, end: after }, text: " given" }],
  };
}
