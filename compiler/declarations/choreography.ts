import { type Choreography, type Member, nearest, type Span } from "../../ir/index.js";
import type { Clause, Each, Expression } from "../../grammar/tree.js";
import { walk } from "../../grammar/walk.js";
import { type Checking, thingOf } from "../checking.js";
import { unknownName, unknownWord } from "../checks/lb2001.js";
import { mismatch, notA } from "../checks/lb2004.js";
import { breaksBounds } from "../checks/lb2006.js";
import { elaborationOf } from "../expressions/elaborate.js";
import { type Elaboration, placeOfSpan, shown } from "../expressions/elaboration.js";
import { placeIn } from "../names.js";
import type { CheckedMember } from "../program.js";
import { fits } from "../types/assign.js";
import { elementOf } from "../types/fields.js";
import { show } from "../types/show.js";
import { numberType, stringType, type Type, unionOf, unknownType } from "../types/type.js";
import { clauseOf, clausesOf } from "./clauses.js";
import type { Admission } from "./fans.js";

export interface ReadChoreography {
  readonly ir: Choreography;
  readonly members: readonly CheckedMember[];
}

/** `[L-15]`, `[L-35]` */
export function readChoreography(
  elaboration: Elaboration,
  clauses: readonly Clause[],
  admissions: readonly Admission[],
): ReadChoreography {
  const { checking, environment } = elaboration;
  const { module } = environment;
  const read = admissions.map((admission) => readMember(elaboration, admission));
  const until = clauseOf(clauses, "until");
  const ends = clausesOf(clauses, "ends").map((clause) => {
    const end = {
      reason: clause.reason.text,
      failed: clause.failed,
      when: elaboration.predicate(clause.predicate),
    };
    return checking.marks.document(checking.marks.mark(end, module, clause.span), clause.doc?.text);
  });
  const ir: Choreography = {
    members: read.map(({ ir: member }) => member),
    ...(until === undefined ? {} : { until: elaboration.predicate(until.predicate) }),
    ends,
    select: readSelect(checking, elaboration, clauseOf(clauses, "select")),
  };
  return { ir, members: read.map(({ member }) => member) };
}

function readMember(
  elaboration: Elaboration,
  admission: Admission,
): { readonly ir: Member; readonly member: CheckedMember } {
  const { checking, environment } = elaboration;
  const { entry, playbook } = admission;
  const place = placeIn(environment.module, entry.name.span);
  const each = entry.each === undefined ? undefined : readEach(elaboration, entry.each, admission);
  const ir: Member = { playbook: playbook.ref, ...(each === undefined ? {} : { each: each.ir }) };
  return {
    ir: checking.marks.mark(ir, environment.module, entry.span),
    member: {
      playbook,
      place,
      each:
        each === undefined || entry.each === undefined
          ? undefined
          : { name: entry.each.name.text, element: each.element },
    },
  };
}

interface ReadEach {
  readonly ir: NonNullable<Member["each"]>;
  readonly element: Type;
}

function readEach(elaboration: Elaboration, each: Each, admission: Admission): ReadEach {
  const { checking, environment } = elaboration;
  const array = elaboration.value(each.array);
  const element = elementOf(array.type);
  if (element === undefined) {
    const text = shown(elaboration, each.array.span);
    const place = placeOfSpan(elaboration, each.array.span);
    checking.report(notA(place, `\`${text}\` is \`${show(array.type)}\``, "`each` needs an array"));
  }
  const type = element ?? unknownType;
  expectInput(elaboration, each, admission, type);
  const name = each.name.text;
  const local = {
    kind: "element",
    name,
    type,
    optional: false,
    declinable: false,
    place: placeOfSpan(elaboration, each.name.span),
  } as const;
  const inner = elaborationOf(checking, {
    ...environment,
    locals: new Map([...environment.locals, [name, local]]),
  });
  const by = each.by === undefined ? undefined : inner.value(each.by);
  const keyType = unionOf([stringType, numberType]);
  if (each.by !== undefined && by !== undefined && !fits(by.type, keyType)) {
    const text = shown(inner, each.by.span);
    const details = { hint: "a key is a string or a number: it names the instance" };
    checking.report(
      mismatch(
        placeOfSpan(inner, each.by.span),
        `\`${text}\` is \`${show(by.type)}\`, which`,
        keyType,
        details,
      ),
    );
  }
  return {
    element: type,
    ir: {
      name,
      array: array.ir,
      ...(by === undefined ? {} : { by: by.ir }),
      max: readMax(elaboration, each),
    },
  };
}

function readMax(elaboration: Elaboration, { max }: Each): number {
  if (max === undefined) return 1_000;
  if (Number.isInteger(max.value) && max.value >= 1) return max.value;
  elaboration.checking.report(
    breaksBounds(placeOfSpan(elaboration, max.span), max.text, "is no whole number from 1 on", []),
  );
  return 1_000;
}

/** One instance is bound to its input of that name. */
function expectInput(elaboration: Elaboration, each: Each, admission: Admission, element: Type): void {
  const { checking } = elaboration;
  const { playbook } = admission;
  const thing = thingOf(checking, playbook, "playbook");
  if (thing === undefined || playbook.syntax.broken) return;
  const place = placeOfSpan(elaboration, each.name.span);
  const input = thing.inputs.get(each.name.text);
  if (input === undefined) {
    reportElement(elaboration, each, admission);
  } else if (!fits(element, input.type)) {
    const found = `an element of \`${shown(elaboration, each.array.span)}\` is \`${show(element)}\`, which`;
    const related = [{ place: input.place, message: `\`${input.name}\` is declared here` }];
    checking.report(mismatch(place, found, input.type, { related }));
  }
}

/** The fix renames the element wherever the `each` names it. */
function reportElement(elaboration: Elaboration, each: Each, { playbook, meant }: Admission): void {
  const { text, span } = each.name;
  const place = placeOfSpan(elaboration, span);
  const [only] = meant;
  const write = meant.map((name) => `\`each ${name}\``).join(" or ");
  const spans = [span, ...rootsNamed(each.by, text)];
  const edits = spans.map((one) => ({ file: place.file, span: one, text: only ?? text }));
  elaboration.checking.report({
    ...unknownName(place, text, "input", {}, `\`${playbook.name}\``),
    hint:
      only === undefined
        ? `the element is bound to the input of its name: give \`${playbook.name}\` an input \`${text}\``
        : `did you mean ${write}?`,
    ...(meant.length === 1 ? { fix: { title: `write ${write}`, safe: false, edits } } : {}),
  });
}

function rootsNamed(expression: Expression | undefined, name: string): readonly Span[] {
  const spans: Span[] = [];
  if (expression !== undefined) {
    walk(expression, (node) => {
      if (node.kind === "path" && node.root.text === name) spans.push(node.root.span);
    });
  }
  return spans;
}

const selectors = ["all", "first", "model"] as const;

function readSelect(
  checking: Checking,
  elaboration: Elaboration,
  clause: Extract<Clause, { readonly kind: "select" }> | undefined,
): Choreography["select"] {
  if (clause === undefined) return { by: "model" };
  const { how } = clause;
  if (how.kind === "string") return { by: "named", name: how.text };
  const by = selectors.find((each) => each === how.text);
  if (by !== undefined) return { by };
  const near = nearest(how.text, selectors);
  const place = placeOfSpan(elaboration, how.span);
  checking.report(unknownWord(place, how.text, "selector", [...selectors, '"name"'], near));
  return { by: "model" };
}
