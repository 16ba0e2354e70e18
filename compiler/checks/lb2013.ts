import type { Diagnostic, Place } from "../../ir/index.js";
import type { Name, Step } from "../../grammar/tree.js";
import {
  admitsOf,
  bodiesOf,
  namesListed,
  type WrittenPlaybook,
  writtenPlaybooks,
} from "../analysis/clauses.js";
import { lookedUp } from "../analysis/looked-up.js";
import { type Check, diagnose, type Report } from "../check.js";
import { type Module, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB2013",
  name: "produced-once",
  severity: "error",
  summary: "an output or return that is produced never, twice, or only under a condition; two bodies",
  why: "Whoever waits for an artifact or a verdict waits for ever where the playbook that promises it may end without it. Of two steps that produce the same, one works for nothing.",
  fix: "Produce each output and return by exactly one step, and by one without `when`. Move what depends on a condition into the value, or into a playbook of its own that requires the condition.",
  bad: `/// The report.
artifact report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report"
  input wanted: boolean
  outputs report
  do {
    generate report { prompt "Write the report." } when wanted
  }
}
`,
  good: `/// The report.
artifact report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report"
  input wanted: boolean
  requires wanted
  outputs report
  do {
    generate report { prompt "Write the report." }
  }
}
`,
  run(program, report) {
    for (const playbook of writtenPlaybooks(program)) {
      const [first, second] = bodiesOf(playbook.syntax);
      // A composite has no body at all, which LB2016 says.
      if (first === undefined || admitsOf(playbook.syntax).length > 0) continue;
      if (second !== undefined) report(twoBodies(playbook, first.keyword, second.keyword));
      else if (first.kind === "do") checkResults(program, playbook, first.steps, report);
    }
  },
};

function twoBodies(
  { declared, module }: WrittenPlaybook,
  first: Name["span"],
  second: Name["span"],
): Diagnostic {
  return diagnose(check, placeIn(module, second), `\`${declared.name}\` has two bodies`, {
    related: [{ place: placeIn(module, first), message: "the first body is here" }],
    hint: "keep one: `prompt` for one answer of a model, or `do` for steps in order",
  });
}

/** `[L-16]` */
function checkResults(
  program: CheckedProgram,
  { declared, module, syntax }: WrittenPlaybook,
  steps: readonly Step[],
  report: Report,
): void {
  const listed = [...namesListed(syntax, "outputs"), ...namesListed(syntax, "returns")];
  const results = new Map(listed.toReversed().map((name) => [name.text, name]));
  const produced = steps.flatMap(productionOf);
  // A step for something that is not listed was reported; it may have been meant for whatever seems to be missing.
  const isUnclear = produced.some(({ target }) => !results.has(target.text));
  for (const name of listed) {
    if (results.get(name.text) !== name) continue;
    const kind = lookedUp(program, module, name)?.syntax.kind;
    if (kind === undefined) continue;
    const verb = kind === "artifact" ? "landed" : "returned";
    const productions = produced.filter(({ target }) => target.text === name.text);
    const [first, second] = productions;
    if (first === undefined) {
      if (!isUnclear) report(neverProduced(placeIn(module, name.span), name.text, declared.name, verb));
    } else if (second !== undefined) {
      report(producedTwice(module, first, second, verb));
    } else if (first.step.when !== undefined) {
      report(onlyWhen(placeIn(module, first.step.when.span), name.text, verb));
    }
  }
}

/** A step that gives one of the playbook's results. */
interface Production {
  readonly step: Step;
  readonly target: Name;
}

function productionOf(step: Step): readonly Production[] {
  switch (step.kind) {
    case "generate":
      return step.type === undefined ? [{ step, target: step.target }] : [];
    case "land":
    case "return":
      return [{ step, target: step.target }];
    case "ask":
    case "together":
    case "call":
    case "perform":
    case "advise":
      return [];
  }
}

function neverProduced(place: Place, name: string, playbook: string, verb: string): Diagnostic {
  return diagnose(check, place, `\`${name}\` is ${verb} by no step of \`${playbook}\``, {
    hint: `add \`generate ${name} { … }\` or \`${verb === "landed" ? "land" : "return"} ${name} …\`, or take it out of the list`,
  });
}

function producedTwice(module: Module, first: Production, second: Production, verb: string): Diagnostic {
  const name = second.target.text;
  return diagnose(check, placeIn(module, second.target.span), `\`${name}\` is ${verb} by two steps`, {
    related: [{ place: placeIn(module, first.target.span), message: `it is ${verb} here first` }],
    hint: "keep one of the two; let it choose between the values",
  });
}

function onlyWhen(place: Place, name: string, verb: string): Diagnostic {
  return diagnose(check, place, `\`${name}\` is ${verb} only under a condition`, {
    hint: "move the condition into `requires`, or into the value",
  });
}
