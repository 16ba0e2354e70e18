import { type Diagnostic, type Fix, invariant, type Related } from "../../ir/index.js";
import { circles, groups } from "../analysis/circles.js";
import { type FiniteTypes, finiteTypesOf, type Need } from "../analysis/finite-types.js";
import { type Check, diagnose } from "../check.js";
import { type Declared, placeIn } from "../names.js";

export const check: Check = {
  code: "LB2009",
  name: "infinite-type",
  severity: "error",
  summary: "a type of which no value is ever finite",
  why: "A value that has to hold another of its own kind never ends, so that no model, tool or person can give one. A type that is one of its own alternatives says nothing, and whoever checks a value against it goes round for ever.",
  fix: "Let the circle end somewhere: with an optional field, an array that may be empty, or an alternative such as `null`.",
  bad: `/// A section and what it holds.
type Section {
  title: string
  inner: Section
}

/// The book.
artifact book at "book.json" { sections: Section[] }
`,
  good: `/// A section and what it holds.
type Section {
  title: string
  inner: Section[]
}

/// The book.
artifact book at "book.json" { sections: Section[] }
`,
  run(program, report) {
    const types = finiteTypesOf(program);
    const reported = new Set<Declared>();
    const bare = (type: Declared): readonly Declared[] =>
      types.needsOf(type).flatMap((need) => (need.isBare ? [need.type] : []));
    for (const circle of circles(types.declared, bare)) {
      report(nothingBut(edgesOf(types, circle, ({ isBare }) => isBare)));
      for (const type of circle) reported.add(type);
    }
    const needed = (type: Declared): readonly Declared[] =>
      types.needsOf(type).flatMap((need) => (reported.has(need.type) ? [] : [need.type]));
    for (const group of groups(types.declared, needed)) {
      // What has no end only because of a type outside is told there.
      const infinite = types.infinite(group.filter((type) => !reported.has(type)));
      const within = (type: Declared): readonly Declared[] => needed(type).filter((to) => infinite.has(to));
      for (const circle of circles(infinite, within)) report(neverEnds(edgesOf(types, circle, () => true)));
    }
  },
};

interface Edge extends Need {
  readonly from: Declared;
}

/** One place for each step of the circle, the last of which closes it. */
function edgesOf(
  types: FiniteTypes,
  circle: readonly Declared[],
  fits: (need: Need) => boolean,
): readonly Edge[] {
  return circle.flatMap((from, index) => {
    const to = circle[(index + 1) % circle.length];
    const need = types.needsOf(from).find((each) => each.type === to && fits(each));
    return need === undefined ? [] : [{ ...need, from }];
  });
}

function neverEnds(edges: readonly Edge[]): Diagnostic {
  return circular(
    edges,
    (name) => `a value of \`${name}\` never ends, since it holds another \`${name}\``,
    "make a field on the way optional, an array, or an alternative to `null`",
  );
}

function nothingBut(edges: readonly Edge[]): Diagnostic {
  return circular(
    edges,
    (name) => `\`${name}\` is declared as itself`,
    "say what it is made of, or take it out of its own alternatives",
  );
}

function circular(edges: readonly Edge[], message: (name: string) => string, hint: string): Diagnostic {
  const closing = edges.at(-1);
  const [first] = edges;
  invariant(closing !== undefined && first !== undefined, "a circle has an edge");
  const way = [...edges.map(({ from }) => from.name), first.from.name]
    .map((name) => `\`${name}\``)
    .join(" → ");
  const text = message(first.from.name);
  return diagnose(check, placeOf(closing), edges.length === 1 ? text : `${text}: ${way}`, {
    related: edges.slice(0, -1).map((edge): Related => ({
      place: placeOf(edge),
      message: `\`${edge.from.name}\` needs \`${edge.type.name}\` here`,
    })),
    hint,
    fix: optionalField(closing),
  });
}

function placeOf({ from, name }: Edge): Diagnostic["place"] {
  return placeIn(from.module, name.span);
}

function optionalField({ field, from }: Edge): Fix | undefined {
  if (field === undefined) return undefined;
  const { end } = field.name.span;
  return {
    title: `make \`${field.name.text}\` optional`,
    safe: false,
    edits: [{ file: from.module.path, span: { start: end, end }, text: "?" }],
  };
}
