import type { Diagnostic, Fix } from "../../ir/index.js";
import { type JudgedEffect, judgedEffects, ruleText, type WrittenRule } from "../analysis/effect-rules.js";
import { argumentsShown } from "../analysis/shown-value.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";

export const check: Check = {
  code: "LB7003",
  name: "never-approved",
  severity: "warning",
  summary: "an irreversible effect that no rule sends for approval",
  why: "What cannot be taken back and is never shown to anybody first is done by whoever writes its arguments, a model included.",
  fix: "Send what weighs more for approval: `approve when amount > 100`, or `approve` for everything that is let through.",
  bad: `/// Pays an invoice.
effect transfer {
  input { amount: number  invoice: string }
  key invoice
  irreversible

  permit when amount <= 10_000
  refuse
}
`,
  good: `/// Pays an invoice.
effect transfer {
  input { amount: number  invoice: string }
  key invoice
  irreversible

  permit when amount <= 100
  approve when amount <= 10_000 expires 2h
  refuse
}
`,
  run(program, report) {
    for (const judged of judgedEffects(program)) {
      const diagnostic = neverApproved(judged);
      if (diagnostic !== undefined) report(diagnostic);
    }
  },
};

/** Where nothing decides, a person has to approve: that counts as well. */
function neverApproved(judged: JudgedEffect): Diagnostic | undefined {
  const { declared, effect, syntax, rules, complete } = judged;
  const isToldApart = complete || effect.rules.some(({ when }) => when === undefined);
  const isApproved =
    effect.rules.some(({ verb }) => verb === "approve") ||
    judged.judged.some(({ judgement }) => judgement.decision === "approve");
  const permitted = judged.judged.find(
    ({ assumed, judgement }) => !assumed && judgement.decision === "permit",
  );
  if (!effect.irreversible || !isToldApart || isApproved || permitted === undefined) return undefined;
  const rule = rules[permitted.judgement.rule ?? 0];
  const { module, name } = declared;
  const shown = argumentsShown(
    permitted.input,
    effect.rules.flatMap(({ when }) => (when === undefined ? [] : [when])),
  );
  const example = shown === "{}" ? "" : `, as for \`${shown}\``;
  return diagnose(
    check,
    placeIn(module, rule?.span ?? syntax.name.span),
    `\`${name}\` cannot be taken back, and is permitted without anybody's approval${example}`,
    {
      related: syntax.members
        .filter(({ kind }) => kind === "irreversible")
        .map(({ span }) => ({ place: placeIn(module, span), message: "it is irreversible" })),
      hint: "add a rule that says `approve`",
      fix: rule === undefined ? undefined : approved(judged, rule),
    },
  );
}

/** Where several rules permit, their author has to choose. */
function approved(judged: JudgedEffect, rule: WrittenRule): Fix | undefined {
  if (judged.rules.filter(({ verb }) => verb === "permit").length > 1) return undefined;
  const { start } = rule.span;
  return {
    title: `write \`${ruleText(judged, rule).replace(/^permit/, "approve")}\``,
    safe: false,
    edits: [
      {
        file: judged.declared.module.path,
        span: { start, end: start + "permit".length },
        text: "approve",
      },
    ],
  };
}
