import type { Diagnostic, Fix } from "../../ir/index.js";
import { namesListed, type WrittenPlaybook } from "../analysis/clauses.js";
import { clauseAfterInputs, inserted, removalFromList } from "../analysis/edits.js";
import { type Grants, grantsOf, type NamedEffect } from "../analysis/grants.js";
import { localName } from "../analysis/local-name.js";
import { type Check, diagnose, type Report } from "../check.js";
import { type Declared, placeIn } from "../names.js";

export const check: Check = {
  code: "LB7001",
  name: "grant",
  severity: "error",
  summary: "an effect that is performed without a grant, or a grant that is never used",
  why: "What a playbook may do to the world stands in its `performs`, where a reviewer finds it. A composite's grant is the limit of its members: nothing that it brings in does more. A grant that nobody uses is a door left open.",
  fix: "Add the effect to `performs`, of the composite too, or take the step out. Take a grant out that is not used.",
  bad: `/// Pays an invoice.
effect transfer {
  input { amount: number  invoice: string }
  key invoice
}

/// Pays.
playbook pay {
  intent "Pay the invoice"
  input invoice: string
  input amount: number
  do {
    perform transfer { amount: amount, invoice: invoice }
  }
}
`,
  good: `/// Pays an invoice.
effect transfer {
  input { amount: number  invoice: string }
  key invoice
}

/// Pays.
playbook pay {
  intent "Pay the invoice"
  input invoice: string
  input amount: number
  performs transfer
  do {
    perform transfer { amount: amount, invoice: invoice }
  }
}
`,
  run(program, report) {
    for (const grants of grantsOf(program)) {
      reportUngranted(grants, report);
      reportBeyond(grants, report);
      reportUnused(grants, report);
    }
  },
};

function reportUngranted({ playbook, granted, performed }: Grants, report: Report): void {
  const told = new Set(granted.map(({ effect }) => effect));
  for (const { name, effect } of performed) {
    if (told.has(effect)) continue;
    told.add(effect);
    const { declared, module } = playbook;
    report(
      diagnose(
        check,
        placeIn(module, name.span),
        `\`${declared.name}\` performs \`${name.text}\` and holds no grant for it`,
        {
          hint: `add \`performs ${name.text}\``,
          fix: grantWritten(playbook, name.text),
        },
      ),
    );
  }
}

/** What a member may do and its composite may not. */
function reportBeyond({ playbook, granted, ofMembers = [] }: Grants, report: Report): void {
  const { declared, module } = playbook;
  const own = new Set(granted.map(({ effect }) => effect));
  for (const { admission, granted: beyond } of ofMembers) {
    if (own.has(beyond.effect)) continue;
    const local = localName(module, beyond.effect);
    const { member, place } = admission;
    const message = `\`${member.name}\` performs \`${beyond.effect.name}\`, for which \`${declared.name}\` holds no grant`;
    report(
      diagnose(check, place, message, {
        related: [{ place: placeIn(member.module, beyond.name.span), message: "its own grant is here" }],
        hint: `members cannot exceed the grant of their composite: add \`performs ${local ?? beyond.effect.name}\` to \`${declared.name}\``,
        fix: local === undefined ? undefined : grantWritten(playbook, local),
      }),
    );
  }
}

function reportUnused(grants: Grants, report: Report): void {
  const { playbook, granted, performed, hasModelSteps, isComposite, ofMembers } = grants;
  if (isComposite ? ofMembers === undefined : hasModelSteps) return;
  const used = new Set<Declared>(
    isComposite
      ? (ofMembers ?? []).map((each) => each.granted.effect)
      : performed.map(({ effect }) => effect),
  );
  for (const each of granted) if (!used.has(each.effect)) report(unused(playbook, each, isComposite));
}

function unused(playbook: WrittenPlaybook, { name }: NamedEffect, isComposite: boolean): Diagnostic {
  const { declared, module, syntax } = playbook;
  const clause = syntax.clauses.find(
    (each) => each.kind === "performs" && "names" in each && each.names.includes(name),
  );
  const who = isComposite ? `no member of \`${declared.name}\`` : `no step of \`${declared.name}\``;
  return diagnose(check, placeIn(module, name.span), `${who} performs \`${name.text}\``, {
    severity: "warning",
    hint: "take the grant out, or perform it",
    fix:
      clause === undefined || !("names" in clause)
        ? undefined
        : {
            title: `take the grant for \`${name.text}\` out`,
            safe: true,
            edits: [removalFromList(module, clause.names, name, clause)],
          },
  });
}

function grantWritten({ module, syntax }: WrittenPlaybook, name: string): Fix {
  const last = namesListed(syntax, "performs").at(-1);
  const edit =
    last === undefined
      ? clauseAfterInputs(module, syntax, `performs ${name}`)
      : inserted(module, last.span.end, `, ${name}`);
  return { title: `grant \`${name}\``, safe: false, edits: [edit] };
}
