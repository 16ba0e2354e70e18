import type { Diagnostic, Edit, Fix, Place, Related, Span } from "../../ir/index.js";
import type { Clause, Declaration, Setting, Step } from "../../grammar/tree.js";
import {
  admitsOf,
  bodiesOf,
  namesListed,
  stepsOf,
  type WrittenPlaybook,
  writtenPlaybooks,
} from "../analysis/clauses.js";
import { clauseFirst, removal } from "../analysis/edits.js";
import { fanOutsMissing } from "../analysis/fan-outs.js";
import { type Check, diagnose, type Report } from "../check.js";
import { clausesOf } from "../declarations/clauses.js";
import { type Declared, type Module, placeIn } from "../names.js";

export const check: Check = {
  code: "LB2016",
  name: "clauses-of-its-kind",
  severity: "error",
  summary: "a required clause or body that is missing, or one that this kind of declaration cannot have",
  why: "A composite is what its members are: it lands, returns and writes what they do, and a goal or a selector means nothing where nobody is admitted. A clause without any effect would only look as if it guarded something.",
  fix: "Write the clause that is missing, move the clause to the playbook that it is about, or take it out.",
  bad: `/// The draft.
artifact draft at "draft.md"

/// Sees the draft through.
playbook drafting {
  intent "See the draft through"
  admits draft-write
  outputs draft
  limits { rounds 5 }
}

/// Writes it.
playbook draft-write {
  intent "Write the draft"
  outputs draft
  prompt "Write the draft."
}
`,
  good: `/// The draft.
artifact draft at "draft.md"

/// Sees the draft through.
playbook drafting {
  intent "See the draft through"
  admits draft-write
  limits { rounds 5 }
}

/// Writes it.
playbook draft-write {
  intent "Write the draft"
  outputs draft
  prompt "Write the draft."
}
`,
  run(program, report) {
    for (const playbook of writtenPlaybooks(program)) checkPlaybook(playbook, report);
    for (const { place, verdict, per, playbook } of fanOutsMissing(program)) {
      report(notFannedOut(place, verdict, per, playbook));
    }
    for (const declared of program.declared.values()) checkDeclaration(declared, declared.syntax, report);
  },
};

function checkPlaybook(playbook: WrittenPlaybook, report: Report): void {
  const { syntax, module, declared } = playbook;
  if (syntax.clauses.length === 0) {
    report(
      missing(
        namePlace(declared),
        `\`${declared.name}\` is empty`,
        "it needs `intent` and a body, or `admits`",
      ),
    );
    return;
  }
  checkIntent(playbook, report);
  for (const { reason } of clausesOf(syntax.clauses, "ends")) {
    const hint = 'name what has come about, as in `ends "nothing to do"`';
    if (reason.text.trim() === "") report(missing(placeIn(module, reason.span), "the end has no name", hint));
  }
  const isComposite = admitsOf(syntax).length > 0;
  const surplus = isComposite ? ofItsMembers(syntax.clauses) : ofComposites(syntax.clauses);
  const [first, ...others] = surplus;
  if (first !== undefined) report(misplaced(playbook, first, others, isComposite));
  if (isComposite) return;
  const bodies = bodiesOf(syntax);
  if (bodies.length === 0 && first === undefined) {
    report(
      missing(
        namePlace(declared),
        `\`${declared.name}\` has no body`,
        "write `prompt` or `do`, or make it composite with `admits`",
      ),
    );
  }
  const [body] = bodies;
  const produces = namesListed(syntax, "outputs").length + namesListed(syntax, "returns").length > 0;
  if (body?.kind === "prompt" && bodies.length === 1 && !produces) {
    report(
      missing(
        placeIn(module, body.keyword),
        `the prompt of \`${declared.name}\` generates nothing`,
        "name what it lands under `outputs`, or what it returns under `returns`",
      ),
    );
  }
  for (const step of stepsOf(syntax)) checkStep(module, step, report);
}

function checkIntent({ syntax, module, declared }: WrittenPlaybook, report: Report): void {
  const intent = syntax.clauses.find((clause) => clause.kind === "intent");
  if (intent === undefined) {
    const clause = `intent ${JSON.stringify(inWords(declared.name))}`;
    report(
      missing(
        namePlace(declared),
        `\`${declared.name}\` has no \`intent\``,
        "say in one line what it is for",
        {
          title: `write \`${clause}\``,
          safe: false,
          edits: [clauseFirst(module, syntax, clause)],
        },
      ),
    );
  } else if (intent.text.text.trim() === "") {
    const place = placeIn(module, intent.text.span);
    report(
      missing(place, `the \`intent\` of \`${declared.name}\` says nothing`, "say in one line what it is for"),
    );
  }
}

function inWords(name: string): string {
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function checkStep(module: Module, step: Step, report: Report): void {
  if (step.kind === "generate" && !step.settings.some(({ kind }) => kind === "prompt")) {
    const what = `\`generate ${step.target.text}\` has no \`prompt\``;
    report(missing(placeIn(module, step.target.span), what, "say what is to be generated"));
  }
  if (step.kind === "together" && step.asks.length === 0) {
    report(
      missing(placeIn(module, step.keyword), "`together` asks nothing", "put the questions into its braces"),
    );
  }
}

/** A clause or setting that stands in a playbook of the wrong kind. */
interface Misplaced {
  readonly name: string;
  readonly span: Span;
  readonly out: (module: Module) => Edit;
}

function ofItsMembers(clauses: readonly Clause[]): readonly Misplaced[] {
  return clauses.flatMap((clause) => (isOfMembers(clause) ? [misplacedClause(clause)] : []));
}

/** What a composite has no use for, since it has no steps and no scope of its own (`[L-15]`). */
function isOfMembers({ kind }: Clause): boolean {
  switch (kind) {
    case "prompt":
    case "do":
    case "outputs":
    case "returns":
    case "writes":
    case "uses":
    case "offers":
      return true;
    default:
      return false;
  }
}

function ofComposites(clauses: readonly Clause[]): readonly Misplaced[] {
  return clauses.flatMap((clause) => {
    if (clause.kind === "until" || clause.kind === "ends" || clause.kind === "select")
      return [misplacedClause(clause)];
    if (clause.kind !== "limits") return [];
    return clause.entries.filter(isOfChoreography).map((setting) => ({
      name: setting.name.text,
      span: setting.name.span,
      out: (module) => removal(module, clause.entries.every(isOfChoreography) ? clause : setting),
    }));
  });
}

function isOfChoreography({ name }: Setting): boolean {
  return name.text === "rounds" || name.text === "lanes";
}

function misplacedClause(clause: Clause): Misplaced {
  return { name: clause.kind, span: clause.keyword, out: (module) => removal(module, clause) };
}

function misplaced(
  { declared, module }: WrittenPlaybook,
  first: Misplaced,
  others: readonly Misplaced[],
  isComposite: boolean,
): Diagnostic {
  const message = isComposite
    ? `\`${declared.name}\` is composite and has no \`${first.name}\` of its own`
    : `\`${first.name}\` belongs to a composite, and \`${declared.name}\` admits nothing`;
  const edits = new Map(
    [first, ...others].map(({ out }) => out(module)).map((edit) => [edit.span.start, edit]),
  );
  const names = new Set([first, ...others].map(({ name }) => `\`${name}\``));
  return diagnose(check, placeIn(module, first.span), message, {
    related: others.map(({ name, span }): Related => ({
      place: placeIn(module, span),
      message: isComposite ? `nor \`${name}\`` : `so does \`${name}\``,
    })),
    hint: isComposite
      ? `give \`${first.name}\` to the member that it is about, or take it out`
      : "say with `admits` which playbooks it brings in, or take it out",
    fix: { title: `take ${[...names].join(", ")} out`, safe: false, edits: [...edits.values()] },
  });
}

function checkDeclaration(declared: Declared, syntax: Declaration, report: Report): void {
  if (syntax.broken) return;
  const { module, name } = declared;
  if (syntax.kind === "wait") {
    const waitClass = syntax.members.find((member) => member.kind === "class");
    if (waitClass === undefined) {
      report(
        missing(
          namePlace(declared),
          `\`${name}\` has no \`class\``,
          "write `class intervention`, `signal` or `schedule`",
        ),
      );
    } else if (waitClass.class.text === "schedule") {
      const surplus = syntax.members.find(({ kind }) => kind === "answer" || kind === "declinable");
      if (surplus !== undefined) report(answeredByTheClock(module, name, surplus.kind, surplus.span));
    }
  }
  if (syntax.kind === "scenario") {
    const [first, second] = syntax.lines.filter(({ kind }) => kind === "run" || kind === "loop");
    if (first === undefined) {
      report(
        missing(
          namePlace(declared),
          "the scenario starts nothing",
          'begin with `run P { … }` or `loop "goal" { … }`',
        ),
      );
    } else if (second !== undefined) report(startedTwice(module, first.span, second.span));
  }
}

function startedTwice(module: Module, first: Span, second: Span): Diagnostic {
  return diagnose(check, placeIn(module, second), "the scenario starts a second time", {
    related: [{ place: placeIn(module, first), message: "it starts here" }],
    hint: "put this run into a scenario of its own",
  });
}

/** `[L-29]` */
export function stopWithoutReason(place: Place): Diagnostic {
  return missing(
    place,
    "`choose stop` gives no reason",
    'say why, as a selector has to: `choose stop "enough is known"`',
  );
}

function answeredByTheClock(module: Module, wait: string, member: string, span: Span): Diagnostic {
  return diagnose(check, placeIn(module, span), `\`${wait}\` is of class schedule and has no \`${member}\``, {
    hint: "the clock answers it, with `status`; take it out, or give the wait another class",
    fix: { title: `take \`${member}\` out`, safe: false, edits: [removal(module, { span })] },
  });
}

function notFannedOut(place: Place, verdict: string, per: string, playbook: string): Diagnostic {
  const message = `\`${verdict}\` is kept per \`${per}\`, and \`${playbook}\` is not admitted as \`each ${per}\``;
  return diagnose(check, place, message, {
    hint: `admit it as \`${playbook} each ${per} in …\`, or keep one \`${verdict}\` without \`per\``,
  });
}

function missing(place: Place, message: string, hint: string, fix?: Fix): Diagnostic {
  return diagnose(check, place, message, { hint, fix });
}

function namePlace({ module, syntax }: Declared): Place {
  return placeIn(module, syntax.name.span);
}

/** `[L-32]` */
export function reasonMissing(place: Place, code: string): Diagnostic {
  return missing(place, `the suppression of \`${code}\` gives no reason`, "say why the fault may stay");
}
