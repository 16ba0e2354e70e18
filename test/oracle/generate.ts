/**
 * Small programs in Laban, as text, in which much goes wrong: members that depend on each other, results that remove each
 * other, goals that contradict what leads to them. No fault of areas 1 and 2 is in them.
 */
import * as fc from "fast-check";

/** A program whose composite `root` is asked about. */
export interface Generated {
  readonly source: string;
  readonly composite: string;
}

type Shape = "enum" | "wide" | "flag" | "score" | "optional";
const shapes: Record<Shape, string> = {
  enum: `: "a" | "b"`,
  wide: ` { verdict: "a" | "b" | "c" }`,
  flag: ` { verdict: "a" | "b"  flag: boolean }`,
  score: ` { score: integer @minimum(0) @maximum(3) }`,
  optional: ` { verdict: "a" | "b"  more?: "x" | "y" }`,
};
const tests: Record<Shape, readonly string[]> = {
  enum: [` == "a"`, ` == "b"`, ` != "a"`],
  wide: [`.verdict == "a"`, `.verdict == "b"`, `.verdict in ["a", "c"]`, `.verdict != "b"`],
  flag: [`.verdict == "a"`, `.flag`, `.verdict == "b"`, `.flag == false`],
  score: [`.score >= 2`, `.score < 2`, `.score == 3`, `.score > 3`],
  optional: [`.verdict == "a"`, `.more == "x"`, `.verdict == "b"`, `.more != "x"`],
};

interface Things {
  readonly given: readonly boolean[];
  readonly evidence: number;
  readonly verdicts: readonly Shape[];
}

const pool = fc.nat({ max: 999 });

type Atom = readonly [kind: number, which: number, how: number];
const atom: fc.Arbitrary<Atom> = fc.tuple(pool, pool, pool);

type Predicate =
  | { readonly kind: "atom"; readonly atom: Atom }
  | { readonly kind: "not"; readonly operand: Predicate }
  | { readonly kind: "and" | "or"; readonly operands: readonly Predicate[] };

const atoms = atom.map((each): Predicate => ({ kind: "atom", atom: each }));
const joined = (operand: fc.Arbitrary<Predicate>): fc.Arbitrary<Predicate> =>
  fc
    .tuple(fc.constantFrom("and", "and", "or"), fc.array(operand, { minLength: 2, maxLength: 2 }))
    .map(([kind, operands]): Predicate => ({ kind: kind === "or" ? "or" : "and", operands }));
const negated = (operand: fc.Arbitrary<Predicate>): fc.Arbitrary<Predicate> =>
  operand.map((each): Predicate => ({ kind: "not", operand: each }));
const flat = fc.oneof(
  { weight: 6, arbitrary: atoms },
  { weight: 3, arbitrary: joined(atoms) },
  { weight: 1, arbitrary: negated(atoms) },
);
const predicate = fc.oneof(
  { weight: 8, arbitrary: flat },
  { weight: 1, arbitrary: joined(flat) },
  { weight: 1, arbitrary: negated(flat) },
);

function pick<T>(items: readonly T[], index: number): T {
  return items[index % items.length]!;
}

/** A test of one thing. `near`: what it is mostly about, so that members hang together. */
function atomText(
  [kind, which, how]: Atom,
  { given, evidence, verdicts }: Things,
  near: readonly string[],
): string {
  const all = [
    ...verdicts.map((_, index) => `ver${index}`),
    ...given.map((_, index) => `doc${index}`),
    ...Array.from({ length: evidence }, (_, index) => `ev${index}`),
  ];
  const thing = pick(near.length > 0 && kind % 6 > 0 ? near : all, which);
  if (thing.startsWith("doc"))
    return pick(
      [`landed ${thing}`, `landed ${thing}`, `absent ${thing}`, `delivered ${thing}`, `landed ${thing}`],
      how,
    );
  if (thing.startsWith("ev")) {
    const counts = [">= 2", "== 1", "> 1", "< 2", ">= 2"];
    return pick(
      [thing, thing, thing, `count(${thing}) ${pick(counts, which)}`, `absent ${thing}`, thing],
      how,
    );
  }
  const shape = verdicts[Number(thing.slice(3))]!;
  return pick([...tests[shape], ...tests[shape], thing, ...tests[shape], `absent ${thing}`], how).replace(
    /^(?=[. ])/,
    thing,
  );
}

function textOf(each: Predicate, things: Things, near: readonly string[]): string {
  switch (each.kind) {
    case "atom":
      return atomText(each.atom, things, near);
    case "not":
      return `not (${textOf(each.operand, things, near)})`;
    case "and":
    case "or":
      return `(${each.operands.map((operand) => textOf(operand, things, near)).join(` ${each.kind} `)})`;
  }
}

/** How often in ten something is there. */
const often = <T>(tenths: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 10 - tenths, arbitrary: fc.constant(undefined) }, { weight: tenths, arbitrary });
const sometimes = (tenths: number): fc.Arbitrary<boolean> =>
  often(tenths, fc.constant(true)).map((each) => each === true);

const memberPlan = fc.record({
  requires: often(7, predicate),
  reads: often(2, pool),
  interpolates: often(3, pool),
  once: sometimes(2),
  wide: sometimes(1),
  clarifies: often(2, fc.integer({ min: 1, max: 2 })),
  spare: pool,
});
type Member = typeof memberPlan extends fc.Arbitrary<infer T> ? T : never;

const nested = fc.record({
  size: fc.integer({ min: 1, max: 3 }),
  requires: often(4, predicate),
  until: often(6, predicate),
  ends: often(3, predicate),
  failed: fc.boolean(),
  once: sometimes(2),
});

const program = fc.record({
  given: fc.array(sometimes(1), { minLength: 1, maxLength: 3 }),
  evidence: fc.integer({ min: 1, max: 2 }),
  verdicts: fc.array(fc.constantFrom<Shape>("enum", "wide", "flag", "score", "optional"), {
    minLength: 1,
    maxLength: 3,
  }),
  members: fc.array(memberPlan, { minLength: 2, maxLength: 6 }),
  /** Who gives each thing: nobody, one, or two. */
  givers: fc.array(fc.tuple(sometimes(9), pool, often(3, pool)), { minLength: 8, maxLength: 8 }),
  nested: fc.array(nested, { maxLength: 2 }),
  until: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: atoms },
      { weight: 1, arbitrary: flat },
      { weight: 1, arbitrary: predicate },
    ),
    { maxLength: 3 },
  ),
  /** Members mostly have nothing to do with each other: then lanes save rounds. */
  apart: sometimes(3),
  lands: sometimes(6),
  ends: often(2, predicate),
  lanes: fc.constantFrom(1, 2, 2, 3),
});
type Plan = typeof program extends fc.Arbitrary<infer T> ? T : never;

/** What a member gives: at least one thing. */
function gifts(plan: Plan): readonly (readonly string[])[] {
  const things = [
    ...plan.given.map((_, index) => `doc${index}`),
    ...Array.from({ length: plan.evidence }, (_, index) => `ev${index}`),
    ...plan.verdicts.map((_, index) => `ver${index}`),
  ];
  const count = plan.members.length;
  const given = plan.members.map((): string[] => []);
  for (const [index, thing] of things.entries()) {
    const [is, first, second] = plan.givers[index]!;
    if (!is) continue;
    // The first givers go round, so that what is given is spread.
    given[(things.length - 1 - index + (first % 3 === 0 ? first : 0)) % count]!.push(thing);
    if (second !== undefined && !given[second % count]!.includes(thing)) given[second % count]!.push(thing);
  }
  const results = things.filter((thing) => !thing.startsWith("doc"));
  return given.map((own, index) => (own.length > 0 ? own : [pick(results, plan.members[index]!.spare)]));
}

function memberText(
  name: string,
  each: Member,
  own: readonly string[],
  things: Things,
  near: readonly string[],
): string {
  const outputs = own.filter((thing) => thing.startsWith("doc"));
  const returns = own.filter((thing) => !thing.startsWith("doc"));
  const all = [
    ...things.given.map((_, index) => `doc${index}`),
    ...things.verdicts.map((_, index) => `ver${index}`),
    ...Array.from({ length: things.evidence }, (_, index) => `ev${index}`),
  ];
  return declared(name, [
    ...clause("requires", each.requires, things, near),
    ...(each.reads === undefined ? [] : [`reads ${pick(all, each.reads)}`]),
    ...(outputs.length === 0 ? [] : [`outputs ${outputs.join(", ")}`]),
    ...(returns.length === 0 ? [] : [`returns ${returns.join(", ")}`]),
    ...(each.wide && outputs.length > 0 ? [`writes "docs/**"`] : []),
    ...(each.once ? ["once"] : []),
    // With several model steps a lane could wait between two of its results.
    ...(each.clarifies === undefined || own.length > 1
      ? []
      : [`clarifies { rounds ${each.clarifies} questions 1 }`]),
    each.interpolates === undefined
      ? `prompt "Do it."`
      : `prompt """\n    From {{ ${pick(all, each.interpolates)} ?? "nothing" }}\n    """`,
  ]);
}

function textOfPlan(plan: Plan): string {
  const things: Things = plan;
  const own = gifts(plan);
  const names = plan.members.map((_, index) => `m${index}`);
  // A nested composite takes members from the end; the root keeps one at least.
  let kept = names.length;
  const composites = plan.nested.flatMap((each, index) => {
    const size = Math.min(each.size, kept - 1);
    if (size < 1) return [];
    kept -= size;
    return [{ ...each, name: `n${index}`, members: names.slice(kept, kept + size) }];
  });
  const until = [
    ...(plan.lands ? [`landed doc${plan.given.length - 1}`] : []),
    ...plan.until.map((each) => textOf(each, things, own.flat())),
  ];
  return [
    ...plan.given.map(
      (given, index) =>
        `artifact doc${index} at "docs/doc${index}.json"${given ? " given" : ""} { note: text }`,
    ),
    ...Array.from({ length: plan.evidence }, (_, index) => `evidence ev${index}`),
    ...plan.verdicts.map((shape, index) => `verdict ver${index}${shapes[shape]}`),
    declared("root", [
      `admits ${[...names.slice(0, kept), ...composites.map(({ name }) => name)].join(", ")}`,
      ...(until.length === 0 ? [] : [`until ${until.join(" and ")}`]),
      ...clause(`ends "over" when`, plan.ends, things, own.flat()),
      `limits { rounds 50 lanes ${plan.lanes} }`,
    ]),
    ...composites.map(({ name, members, ...each }) =>
      declared(name, [
        ...clause("requires", each.requires, things, own[0]!),
        `admits ${members.join(", ")}`,
        ...clause(
          "until",
          each.until,
          things,
          members.flatMap((inner) => own[names.indexOf(inner)]!),
        ),
        ...clause(`ends "done"${each.failed ? " failed" : ""} when`, each.ends, things, own.flat()),
        ...(each.once ? ["once"] : []),
        "limits { rounds 50 }",
      ]),
    ),
    ...plan.members.map((each, index) =>
      memberText(
        names[index]!,
        simplified(plan, each, index, index >= kept),
        own[index]!,
        things,
        own.slice(0, index).flat(),
      ),
    ),
  ].join("\n");
}

function declared(name: string, lines: readonly string[]): string {
  return `playbook ${name} {\n  ${[`intent "${name}"`, ...lines].join("\n  ")}\n}`;
}

function clause(
  keyword: string,
  of: Predicate | undefined,
  things: Things,
  near: readonly string[],
): readonly string[] {
  return of === undefined ? [] : [`${keyword} ${textOf(of, things, near)}`];
}

/** The first member asks for little, and all do where members are apart; those of nested composites do not clarify. */
function simplified({ apart }: Plan, member: Member, index: number, isNested: boolean): Member {
  const free = (index === 0 && member.spare % 4 > 0) || (apart && member.spare % 4 > 1);
  return {
    ...member,
    requires: free ? undefined : member.requires,
    reads: apart ? undefined : member.reads,
    interpolates: apart ? undefined : member.interpolates,
    clarifies: isNested ? undefined : member.clarifies,
  };
}

/** Programs of two to six members, up to two nested composites, and a composite `root`. */
export const programs: fc.Arbitrary<Generated> = program.map((plan) => ({
  source: textOfPlan(plan),
  composite: "root",
}));
