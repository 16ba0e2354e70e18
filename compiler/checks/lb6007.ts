import { Cron } from "croner";
import type { Diagnostic, Place } from "../../ir/index.js";
import type { AskStep, Clause, Moment, Step } from "../../grammar/tree.js";
import { stepsOf, type WrittenPlaybook, writtenPlaybooks } from "../analysis/clauses.js";
import { removal } from "../analysis/edits.js";
import { lookedUp } from "../analysis/looked-up.js";
import { type Check, diagnose, type Report } from "../check.js";
import { type Module, placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import type { WaitThing } from "../things.js";

export const check: Check = {
  code: "LB6007",
  name: "moment-of-a-schedule",
  severity: "error",
  summary:
    "a schedule without its moment, with one that never comes, or a moment on a wait that is no schedule",
  why: "The clock answers a schedule at its moment. Without one nothing ever answers it, and the run waits for good.",
  fix: 'Give the moment: `at` a datetime, `in` a duration, or `next "0 9 * * 1" zone "Europe/Paris"`. For an end to any other wait write `expires` where the wait is declared.',
  bad: `/// The start of the week.
wait Monday { class schedule }

/// The report.
artifact report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report on Monday"
  outputs report
  do {
    ask Monday "The report is due"
    generate report { prompt "Write the report." }
  }
}
`,
  good: `/// The start of the week.
wait Monday { class schedule }

/// The report.
artifact report at "report.md"

/// Writes it.
playbook report-write {
  intent "Write the report on Monday"
  outputs report
  do {
    ask Monday "The report is due" next "0 9 * * 1" zone "Europe/Paris"
    generate report { prompt "Write the report." }
  }
}
`,
  run(program, report) {
    for (const playbook of writtenPlaybooks(program)) {
      for (const ask of stepsOf(playbook.syntax).flatMap(asksOf))
        checkAsk(program, playbook.module, ask, report);
      for (const clause of playbook.syntax.clauses) checkExhausted(program, playbook, clause, report);
    }
  },
};

function asksOf(step: Step): readonly AskStep[] {
  return step.kind === "ask" ? [step] : step.kind === "together" ? step.asks : [];
}

function checkAsk(program: CheckedProgram, module: Module, ask: AskStep, report: Report): void {
  const { wait, moment } = ask;
  const thing = waitOf(program, module, wait);
  if (thing === undefined || thing.class === "unknown") return;
  if (thing.class !== "schedule") {
    if (moment !== undefined) report(momentWithoutSchedule(module, wait.text, thing, moment));
    return;
  }
  if (moment === undefined) report(noMoment(placeIn(module, wait.span), wait.text));
  else if (moment.kind === "next") checkCron(module, moment, report);
}

function waitOf(program: CheckedProgram, module: Module, name: AskStep["wait"]): WaitThing | undefined {
  const declared = lookedUp(program, module, name);
  const thing = declared === undefined ? undefined : program.things.get(declared.ref);
  return thing?.kind === "wait" ? thing : undefined;
}

function checkCron(module: Module, { cron, zone }: Extract<Moment, { kind: "next" }>, report: Report): void {
  if (zone !== undefined && !isZone(zone.text)) {
    report(
      diagnose(check, placeIn(module, zone.span), `there is no time zone \`${zone.text}\``, {
        hint: "write a name of the IANA database, such as `Europe/Paris`; without one it is UTC",
      }),
    );
  }
  const fault = cronFault(cron.text);
  if (fault === undefined) return;
  report(
    diagnose(check, placeIn(module, cron.span), `\`${cron.text}\` ${fault}`, {
      hint: "write minute, hour, day of the month, month and day of the week: `0 9 * * 1` is Monday at nine",
    }),
  );
}

/** Any instant will do: a cron that is never due after it is never due. */
const someInstant = new Date(0);
const cronFields = /^(?:@\w+|(?:\S+\s+){4,6}\S+)$/;

function cronFault(cron: string): string | undefined {
  if (!cronFields.test(cron.trim())) return "is no cron expression";
  try {
    return new Cron(cron, { timezone: "UTC" }).nextRun(someInstant) === null ? "is never due" : undefined;
  } catch {
    return "is no cron expression";
  }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Nobody is there who could name the moment when a step runs out. */
function checkExhausted(
  program: CheckedProgram,
  { module }: WrittenPlaybook,
  clause: Clause,
  report: Report,
): void {
  if (clause.kind !== "exhausted" || waitOf(program, module, clause.wait)?.class !== "schedule") return;
  report(
    diagnose(
      check,
      placeIn(module, clause.wait.span),
      `\`${clause.wait.text}\` is a schedule, and \`on exhausted\` gives it no moment`,
      { hint: "ask an intervention here" },
    ),
  );
}

function noMoment(place: Place, wait: string): Diagnostic {
  return diagnose(check, place, `\`${wait}\` is a schedule and needs its moment`, {
    hint: 'add `at` a datetime, `in` a duration, or `next "0 9 * * 1"`',
  });
}

function momentWithoutSchedule(module: Module, wait: string, thing: WaitThing, moment: Moment): Diagnostic {
  const { declared } = thing;
  const message = `\`${wait}\` is of class ${thing.class} and takes no moment`;
  return diagnose(check, placeIn(module, moment.span), message, {
    related: [
      {
        place: placeIn(declared.module, declared.syntax.name.span),
        message: `\`${declared.name}\` is declared here`,
      },
    ],
    hint: "take it out; to end the wait by itself write `expires` where it is declared",
    fix: { title: "take the moment out", safe: false, edits: [removal(module, moment)] },
  });
}
