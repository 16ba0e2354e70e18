/** States and what happens in them, in the words of whoever wrote the playbooks. */
import { type Expression, type Json, isJsonObject, type Ref } from "../../../ir/index.js";
import { shortName } from "../../../runtime/core/names.js";
import type { Outcome } from "./choreography.js";
import type { MissingFact } from "./missing.js";
import type { Happening } from "./search.js";
import { absent, type Variable, verdictAt } from "./variables.js";

type Path = readonly (string | number)[];

/** The paths at which a predicate reads each verdict, artifact and input. */
export function pathsRead(expression: Expression): ReadonlyMap<string, readonly Path[]> {
  const found = new Map<string, Path[]>();
  const visit = (part: Expression): void => {
    switch (part.kind) {
      case "get":
        found.set(part.name, [...(found.get(part.name) ?? []), part.path]);
        return;
      case "and":
      case "or":
        return part.operands.forEach(visit);
      case "not":
        return visit(part.operand);
      case "compare":
      case "coalesce":
        visit(part.left);
        return visit(part.right);
      case "array":
        return part.items.forEach(visit);
      default:
        return;
    }
  };
  visit(expression);
  return found;
}

/** What a fact that never comes about would be: `` `market-snapshot` landed ``. */
export function factInWords(
  { variable, values }: MissingFact,
  paths: ReadonlyMap<string, readonly Path[]>,
): string {
  switch (variable.kind) {
    case "family":
    case "verdict": {
      const name = shortName(variable.ref);
      const read = paths.get(variable.ref)?.filter((path) => path.length > 0 || isScalarOnly(variable)) ?? [];
      if (values.every((value) => value === absent)) return `\`${name}\` absent`;
      const all = variable.size - 1;
      const [path] = read;
      const isDelivery = variable.kind === "family" && values.every((value) => value > variable.cells.length);
      const there = variable.kind === "verdict" ? "returned" : isDelivery ? "delivered" : "landed";
      if (path === undefined || values.filter((value) => value !== absent).length === all)
        return `\`${name}\` ${there}`;
      const options = [
        ...new Set(
          values
            .map((value) => at(valueOf(variable, value), path))
            .filter((value) => value !== undefined)
            .map((value) => JSON.stringify(value)),
        ),
      ];
      const [only] = options;
      if (only === undefined) return `\`${name}\` ${there}`;
      const subject = [name, ...path].join(".");
      return options.length === 1
        ? `\`${subject} == ${only}\``
        : `\`${subject}\` one of ${options.slice(0, 4).join(", ")}${options.length > 4 ? ", …" : ""}`;
    }
    case "evidence": {
      const least = Math.min(...values);
      const name = shortName(variable.ref);
      return least > 1 ? `${least} contributions to \`${name}\`` : `\`${name}\``;
    }
    case "input":
      return `another \`${variable.name}\``;
    case "member":
    case "free":
      return "what is not known before the run";
  }
}

function isScalarOnly(variable: Variable): boolean {
  return "cells" in variable && variable.cells.every(({ value }) => !isJsonObject(value ?? null));
}

function valueOf(variable: Variable, value: number): Json | undefined {
  if (variable.kind === "verdict") return verdictAt(variable, value)?.cell.value;
  if (variable.kind === "family" && value > 0)
    return variable.cells[(value - 1) % variable.cells.length]?.value;
  return undefined;
}

function at(value: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(here)) here = typeof step === "number" ? here[step] : undefined;
    else
      here = isJsonObject(here ?? null) ? (here as Readonly<Record<string, Json>>)[String(step)] : undefined;
  }
  return here;
}

/** What a member gave: `` `market-research` returns `market-evidence` ``. */
export function happeningInWords(happening: Happening, reads: Reads): string {
  const name = `\`${shortName(happening.member.playbook)}\``;
  if (happening.kind === "rounds") {
    if (happening.within.length === 0) return `${name} runs, and stops at once`;
    return `${name} runs: ${happening.within.map((each) => happeningInWords(each, reads)).join(", then ")}`;
  }
  const gives = givenInWords(happening.outcome, reads);
  return gives === "" ? `${name} runs` : `${name} ${gives}`;
}

/** For each ref the paths that any predicate reads. */
export type Reads = ReadonlyMap<Ref, readonly Path[]>;

function givenInWords({ sets, adds, gives }: Outcome, reads: Reads): string {
  const landed: string[] = [];
  const returned: string[] = [];
  for (const ref of gives) {
    const set = sets.find(({ variable }) => "ref" in variable && variable.ref === ref);
    const name = `\`${shortName(ref)}\``;
    if (set === undefined) {
      (adds.some((each) => each.ref === ref) ? returned : landed).push(name);
      continue;
    }
    const value = valueInWords(valueOf(set.variable, set.value), reads.get(ref) ?? []);
    (set.variable.kind === "family" ? landed : returned).push(value === "" ? name : `${name} ${value}`);
  }
  return [
    ...(landed.length === 0 ? [] : [`lands ${landed.join(" and ")}`]),
    ...(returned.length === 0 ? [] : [`returns ${returned.join(" and ")}`]),
  ].join(" and ");
}

/** Of a value only what predicates read. */
function valueInWords(value: Json | undefined, paths: readonly Path[]): string {
  if (value === undefined || paths.length === 0) return "";
  if (!isJsonObject(value)) return JSON.stringify(value);
  const parts = new Map<string, string>();
  for (const path of paths) {
    const found = at(value, path);
    if (path.length > 0 && found !== undefined) parts.set(path.join("."), JSON.stringify(found));
  }
  return parts.size === 0 ? "" : `{ ${[...parts].map(([name, text]) => `${name}: ${text}`).join("  ")} }`;
}

/** Round by round. */
export function wayInWords(way: readonly Happening[], reads: Reads): readonly string[] {
  return way.map((happening, index) => `round ${index + 1}: ${happeningInWords(happening, reads)}`);
}
