import type { Diagnostic, Related } from "../../ir/index.js";
import { listed } from "../../runtime/core/names.js";
import { removal } from "../analysis/edits.js";
import { type JudgedEffect, judgedEffects, matchesAlone, ruleText } from "../analysis/effect-rules.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";
import { slippingThrough } from "./lb7008.js";

export const check: Check = {
  code: "LB7002",
  name: "rule-without-use",
  severity: "warning",
  summary: "a rule of an effect that can never match",
  why: "Rules are read from the top, and the first that matches decides. A rule that those above leave nothing to, or that no arguments match, looks like a safeguard and is none.",
  fix: "Take it out, put it above those that cover it, or mend its condition.",
  bad: `/// Pays an invoice.
effect transfer {
  input { amount: number @exclusiveMinimum(0)  invoice: string }
  key invoice

  approve when amount <= 10_000 expires 2h
  permit when amount <= 100
  refuse
}
`,
  good: `/// Pays an invoice.
effect transfer {
  input { amount: number @exclusiveMinimum(0)  invoice: string }
  key invoice

  permit when amount <= 100
  approve when amount <= 10_000 expires 2h
  refuse
}
`,
  run(program, report) {
    for (const judged of judgedEffects(program)) {
      if (!judged.complete || judged.judged.length === 0) continue;
      const decided = new Set(judged.judged.map(({ judgement }) => judgement.rule));
      const told = slippingThrough(judged);
      for (const rule of judged.rules.keys()) {
        if (!decided.has(rule) && !told.has(rule)) report(neverMatches(judged, rule));
      }
    }
  },
};

function neverMatches(judged: JudgedEffect, rule: number): Diagnostic {
  const { module, syntax } = judged.declared;
  const written = judged.rules[rule];
  const covering = coveringRules(judged, rule);
  const texts = covering.flatMap((each) => {
    const above = judged.rules[each];
    return above === undefined ? [] : [`\`${ruleText(judged, above)}\``];
  });
  const why =
    texts.length === 0
      ? "no arguments match it"
      : `${listed(texts)} above ${texts.length === 1 ? "covers" : "cover"} it`;
  const related = covering.flatMap((each): readonly Related[] => {
    const above = judged.rules[each];
    return above === undefined ? [] : [{ place: placeIn(module, above.span), message: "this decides first" }];
  });
  return diagnose(
    check,
    placeIn(module, written?.span ?? syntax.name.span),
    `this rule decides nothing: ${why}`,
    {
      related,
      hint: texts.length === 0 ? "mend its condition, or take it out" : "take it out, or put it above",
      fix:
        written === undefined
          ? undefined
          : { title: "take the rule out", safe: false, edits: [removal(module, written)] },
    },
  );
}

/** The one rule above that matches all that this one does, else those that decide of it together. */
function coveringRules(judged: JudgedEffect, rule: number): readonly number[] {
  const matched = judged.judged.filter(({ input }) => matchesAlone(judged, rule, input));
  if (matched.length === 0) return [];
  const above = Array.from({ length: rule }, (_, each) => each);
  const one = above.find((each) => matched.every(({ input }) => matchesAlone(judged, each, input)));
  if (one !== undefined) return [one];
  const deciding = new Set(matched.map(({ judgement }) => judgement.rule));
  return above.filter((each) => deciding.has(each));
}
