import type { Diagnostic, Fix, Ref, Related } from "../../ir/index.js";
import { listed, shortName } from "../../runtime/core/names.js";
import { type DeadMember, deadMembers, isNeverReturned, isOrphan } from "../analysis/dead-members.js";
import { inserted } from "../analysis/edits.js";
import type { MissingFact } from "../analysis/model/missing.js";
import { factInWords, pathsRead } from "../analysis/model/words.js";
import { type NeverTogether, neverTogether } from "../analysis/never-together.js";
import { type Explored, exploredRoots } from "../analysis/reachability.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB4001",
  name: "dead-member",
  severity: "error",
  summary: "a member that can never run",
  why: "Nothing that the other members may give, in whatever order and with whatever outcome, makes its requirements hold. The run goes round without it, and ends without what it was to give.",
  fix: "Admit a member that gives what is missing, or require less. The message names the fewest things that would have to come about.",
  bad: `/// What was heard of the market.
evidence market-notes

/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits report-write
  until landed report
  limits { rounds 6 }
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  requires market-notes
  outputs report
  prompt "Write the report: {{ market-notes }}"
}

/// Listens.
playbook market-listen {
  intent "Hear what the market says"
  returns market-notes
  prompt "What does the market say?"
}
`,
  good: `/// What was heard of the market.
evidence market-notes

/// The report.
artifact report at "report.md"

/// Sees the report through.
playbook reporting {
  intent "See the report through"
  admits report-write, market-listen
  until landed report
  limits { rounds 6 }
}

/// Writes it.
playbook report-write {
  intent "Write the report"
  requires market-notes
  outputs report
  prompt "Write the report: {{ market-notes }}"
}

/// Listens.
playbook market-listen {
  intent "Hear what the market says"
  returns market-notes
  prompt "What does the market say?"
}
`,
  run(program, report) {
    for (const explored of exploredRoots(program)) {
      const dead = deadMembers(explored);
      for (const each of dead) {
        const isFamilyOfNobody = each.givenByNone.some((fact) => isOrphan(program, fact));
        if (each.givenByNone.length === 0 || isFamilyOfNobody || isNeverReturned(explored, each)) continue;
        const diagnostic = deadMember(program, explored, each, dead);
        if (diagnostic !== undefined) report(diagnostic);
      }
      for (const each of neverTogether(explored)) {
        const diagnostic = each.facts.length > 1 ? undefined : neverRun(program, explored, each);
        if (diagnostic !== undefined) report(diagnostic);
      }
    }
  },
};

function deadMember(
  program: CheckedProgram,
  explored: Explored,
  { member, givenByNone: missing }: DeadMember,
  dead: readonly DeadMember[],
): Diagnostic | undefined {
  const admission = explored.admissionOf(member);
  if (admission === undefined) return undefined;
  const paths = member.requires === undefined ? new Map() : pathsRead(member.requires.expression);
  const facts = missing.map((fact) => factInWords(fact, paths));
  const giver = missing.map((fact) => giverOutside(program, explored, fact)).find((ref) => ref !== undefined);
  const composite = admission.composite.declared.name;
  return diagnose(
    check,
    admission.place,
    `\`${admission.member.name}\` can never run: it needs ${listed(facts)}, and nothing that \`${composite}\` admits brings that about`,
    {
      related: [...requirement(program, member.playbook), ...followers(explored, member.playbook, dead)],
      hint:
        giver === undefined
          ? `admit a playbook that gives it, or require less of what \`${admission.member.name}\` needs`
          : `admit \`${giver.name}\` too, which gives it`,
      fix: giver === undefined ? undefined : admitted(admission, giver.name),
    },
  );
}

/** It needs what never comes about, or what is there only once the run has ended. */
function neverRun(
  program: CheckedProgram,
  explored: Explored,
  { member, facts }: NeverTogether,
): Diagnostic | undefined {
  const admission = explored.admissionOf(member);
  if (admission === undefined) return undefined;
  const paths = member.requires === undefined ? new Map() : pathsRead(member.requires.expression);
  const [missing] = facts.map((fact) => factInWords(fact, paths));
  const composite = admission.composite.declared.name;
  return diagnose(
    check,
    admission.place,
    missing === undefined
      ? `\`${admission.member.name}\` can never run: by the time that it could, \`${composite}\` has ended`
      : `\`${admission.member.name}\` can never run: it needs ${missing}, and \`${composite}\` never comes so far`,
    {
      related: requirement(program, member.playbook),
      hint: `require less of what \`${admission.member.name}\` needs, or let those who give it run more often`,
    },
  );
}

/** The `requires` that never holds. */
function requirement(program: CheckedProgram, ref: Ref): readonly Related[] {
  const declared = program.declared.get(ref);
  if (declared?.syntax.kind !== "playbook") return [];
  return declared.syntax.clauses
    .filter(({ kind }) => kind === "requires")
    .map(({ span }) => ({ place: placeIn(declared.module, span), message: "it is required here" }));
}

/** What cannot run because this one does not. */
function followers(explored: Explored, ref: Ref, dead: readonly DeadMember[]): readonly Related[] {
  const fallen = new Set([ref]);
  const related: Related[] = [];
  for (let grows = true; grows;) {
    grows = false;
    for (const { member, waitsFor } of dead) {
      if (fallen.has(member.playbook) || !waitsFor.some(({ playbook }) => fallen.has(playbook))) continue;
      fallen.add(member.playbook);
      grows = true;
      const place = explored.admissionOf(member)?.place;
      if (place !== undefined)
        related.push({ place, message: `so \`${shortName(member.playbook)}\` can never run either` });
    }
  }
  return related;
}

/** A playbook of the same module that would bring the fact about, and is admitted nowhere. */
function giverOutside(
  program: CheckedProgram,
  { choreography }: Explored,
  { variable }: MissingFact,
): { readonly name: string } | undefined {
  if (!("ref" in variable)) return undefined;
  const inside = new Set(choreography.members.map(({ playbook }) => playbook));
  const module = program.declared.get(choreography.root)?.module;
  for (const [ref, playbook] of Object.entries(program.program.playbooks)) {
    const declared = program.declared.get(ref);
    if (inside.has(ref) || ref === choreography.root || declared?.module !== module) continue;
    if (playbook.outputs.includes(variable.ref) || playbook.returns.includes(variable.ref)) return declared;
  }
  return undefined;
}

function admitted(
  admission: NonNullable<ReturnType<Explored["admissionOf"]>>,
  name: string,
): Fix | undefined {
  const last = admission.clause.entries.at(-1);
  if (last === undefined) return undefined;
  return {
    title: `admit \`${name}\``,
    safe: false,
    edits: [inserted(admission.composite.module, last.span.end, `, ${name}`)],
  };
}
