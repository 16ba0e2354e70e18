import type { Diagnostic, Expression, Fix } from "../../ir/index.js";
import { removal } from "../analysis/edits.js";
import {
  type JudgedArguments,
  type JudgedEffect,
  judgedEffects,
  matchesAlone,
  ruleText,
  type WrittenRule,
} from "../analysis/effect-rules.js";
import { argumentsShown } from "../analysis/shown-value.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";

export const check: Check = {
  code: "LB7008",
  name: "slips-through",
  severity: "error",
  summary: "a `refuse when` or `terminate when` below a `permit` or `approve` that it overlaps",
  why: "Rules are read from the top, and the first that matches decides. What a rule above lets through is never refused below, whatever stands there. The message has arguments that slip through.",
  fix: "Put the `refuse when` or `terminate when` above the rules that let things through. The fix moves it above the first that overlaps.",
  bad: `/// Pays an invoice.
effect transfer {
  input { to: string  amount: number @exclusiveMinimum(0)  invoice: string }
  key invoice

  permit when amount <= 100
  terminate when to in ["blocked-account"]
  approve
}
`,
  good: `/// Pays an invoice.
effect transfer {
  input { to: string  amount: number @exclusiveMinimum(0)  invoice: string }
  key invoice

  terminate when to in ["blocked-account"]
  permit when amount <= 100
  approve
}
`,
  run(program, report) {
    for (const judged of judgedEffects(program)) {
      for (const through of slippingThrough(judged).values()) report(slipsThrough(judged, through));
    }
  },
};

export interface Through {
  /** The places of the rules among the effect's: the one that decides, and the one below it. */
  readonly above: number;
  readonly below: number;
  readonly example: JudgedArguments;
}

/** By the place of each rule below, the first rule above that lets something of it through, and what. */
export function slippingThrough(judged: JudgedEffect): ReadonlyMap<number, Through> {
  const found = new Map<number, Through>();
  for (const [below, { verb, when }] of judged.effect.rules.entries()) {
    if (when === undefined || (verb !== "refuse" && verb !== "terminate")) continue;
    for (const example of judged.judged) {
      const above = example.judgement.rule;
      if (example.assumed || above === undefined || above >= below) continue;
      const by = judged.effect.rules[above]?.verb;
      if ((by !== "permit" && by !== "approve") || above >= (found.get(below)?.above ?? below)) continue;
      if (matchesAlone(judged, below, example.input)) found.set(below, { above, below, example });
    }
  }
  return found;
}

function slipsThrough(judged: JudgedEffect, { above, below, example }: Through): Diagnostic {
  const { module } = judged.declared;
  const [over, under] = [judged.rules[above], judged.rules[below]];
  const asked = judged.effect.rules
    .slice(0, below + 1)
    .flatMap(({ when }): readonly Expression[] => (when === undefined ? [] : [when]));
  const shown = argumentsShown(example.input, asked);
  const does = example.judgement.decision === "permit" ? "is permitted" : "is sent for approval";
  const fails = under?.verb === "terminate" ? "never ends the run" : "is never refused";
  return diagnose(
    check,
    placeIn(module, under?.span ?? judged.syntax.name.span),
    `\`${shown}\` ${does} by a rule above, and ${fails}`,
    {
      related:
        over === undefined
          ? []
          : [{ place: placeIn(module, over.span), message: `\`${ruleText(judged, over)}\` decides first` }],
      hint: "put it above",
      fix: over === undefined || under === undefined ? undefined : moved(judged, under, over),
    },
  );
}

function moved({ declared: { module } }: JudgedEffect, rule: WrittenRule, above: WrittenRule): Fix {
  const { text } = module.syntax;
  const start = (each: WrittenRule): number =>
    Math.min(each.span.start, ...each.suppressions.map(({ span }) => span.start));
  const at = start(above);
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const between = line.trim() === "" ? `\n${line}` : "  ";
  return {
    title: `put it above \`${text.slice(above.span.start, above.span.end).replaceAll(/\s+/g, " ")}\``,
    safe: false,
    edits: [
      {
        file: module.path,
        span: { start: at, end: at },
        text: `${text.slice(start(rule), rule.span.end)}${between}`,
      },
      removal(module, rule),
    ],
  };
}
