/**
 * The cells of a value (checks.md, section 1): the parts of its range that the predicates which read it tell apart, each
 * with a value that fits the schema.
 *
 * Invariants
 * 1. What a cell's value answers is asked of the interpreter (`evaluate`, `test`); nothing here decides it.
 * 2. A cell that is not `assumed` has a value that the interpreter's own check (`schemasOf`) lets through.
 * 3. Where `complete` stands, every value of the schema is like the value of one of the cells to each comparison,
 *    pattern and path in the predicates. There may be a cell too many, and then it is `assumed`.
 */
import {
  canonical,
  type Expression,
  isJsonObject,
  type Json,
  type JsonObject,
  refOfTypeReference,
  type Schema,
} from "../../ir/index.js";
import type { Facts } from "../../runtime/core/facts.js";
import type { Schemas } from "../../runtime/core/schemas.js";
import { Demand, demandsOf, type PathIn } from "./cells/demands.js";
import { constantsOf, numberParts, type Part, textParts } from "./cells/scalars.js";

export { argumentsRead, type Path, type PathIn, readsOf } from "./cells/demands.js";

/** A part of a value's range whose values no predicate tells apart, and one of them. */
export interface Cell {
  /** `undefined`: the value is not there. */
  readonly value: Json | undefined;
  /** No value of it could be made that surely fits: that there is one is assumed. */
  readonly assumed: boolean;
}

export interface Cells {
  /** None: no value fits the schema. */
  readonly cells: readonly Cell[];
  readonly complete: boolean;
  /** Why they are not complete. */
  readonly why: string | undefined;
}

/** What values are, by the interpreter (`valuesOf`, cells/values.ts): nothing of it is loaded here. */
export interface Values {
  /** What `#/$defs/<ref>` means in a schema. */
  readonly types: Readonly<Record<string, Schema>>;
  readonly check: Schemas["check"];
  readonly matches: Facts["matches"];
}

export interface CellOptions {
  /** The value may be missing altogether: one more cell, without a value. */
  readonly optional?: boolean;
  /** How many cells there may be; default 512. Where there are more the first of them are given. */
  readonly most?: number;
}

const defaultMost = 512;

/**
 * The cells of the values of `schema`. `predicates`: all that read it, and more does no harm;
 * `pathIn`: which of their reads are of this value (`readsOf("verdict", ref)`, `argumentsRead`).
 */
export function cellsOf(
  schema: Schema,
  values: Values,
  predicates: Iterable<Expression>,
  pathIn: PathIn,
  { optional = false, most = defaultMost }: CellOptions = {},
): Cells {
  const { root, unclear } = demandsOf(predicates, pathIn);
  const partition = new Partition(values, most);
  const check = values.check(schema);
  const cells = partition.parts(schema, root).map(({ value, assumed }): Cell => ({
    value,
    assumed: assumed || check(value).length > 0,
  }));
  const all: readonly Cell[] = optional ? [{ value: undefined, assumed: false }, ...cells] : cells;
  const why = unclear ?? partition.unclear ?? (all.length > most ? tooMany(most) : undefined);
  return { cells: all.slice(0, most), complete: why === undefined, why };
}

/** A value that fits the schema; `undefined` where none could be made. */
export function sampleOf(schema: Schema, values: Values): Json | undefined {
  return cellsOf(schema, values, [], () => undefined, { most: 1 }).cells.find(({ assumed }) => !assumed)
    ?.value;
}

function tooMany(most: number): string {
  return `there are too many cells: more than ${most}`;
}

const nothing = new Demand();

/** Constants whose being there or not is told apart in arrays: each doubles the cells. */
const mostContained = 6;

const kinds = ["string", "number", "boolean", "null", "array", "object"] as const;

class Partition {
  unclear: string | undefined;
  /** The types that a sample is being made of: a value of finite size needs none of them within itself. */
  private readonly open = new Set<string>();

  constructor(
    private readonly known: Values,
    private readonly most: number,
  ) {}

  parts(schema: Json, demand: Demand): readonly Part[] {
    if (schema === false) return [];
    if (!isJsonObject(schema)) return this.ofKinds({}, kinds, demand);
    const { $ref, anyOf, oneOf, allOf, ...rest } = schema;
    if (typeof $ref === "string") return this.ofReference($ref, omit(schema, "$ref"), demand);
    if (Array.isArray(allOf)) {
      return this.parts(
        allOf.reduce<Json>((all, each) => this.merged(all, each), omit(schema, "allOf")),
        demand,
      );
    }
    const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
    if (branches !== undefined) {
      const others = Array.isArray(anyOf) && Array.isArray(oneOf) ? { ...rest, oneOf } : rest;
      return this.ofBranches(
        branches.map((branch) => this.merged(others, branch)),
        demand,
      );
    }
    const { enum: allowed, const: only, type } = schema;
    const values = only === undefined ? (Array.isArray(allowed) ? allowed : undefined) : [only];
    if (values !== undefined) return this.ofValues(schema, values, demand);
    const wanted = (Array.isArray(type) ? type : type === undefined ? kinds : [type]).filter(
      (each) => typeof each === "string",
    );
    return this.ofKinds(schema, wanted, demand);
  }

  private ofReference($ref: string, beside: JsonObject, demand: Demand): readonly Part[] {
    const ref = refOfTypeReference($ref);
    const own = isJsonObject(beside["$defs"]) ? beside["$defs"] : {};
    const target = ref === undefined ? undefined : Object.hasOwn(own, ref) ? own[ref] : this.typeOf(ref);
    if (target === undefined || ref === undefined) return [];
    if (isIdle(demand)) {
      if (this.open.has(ref)) return [];
      this.open.add(ref);
      const found = this.parts(this.merged(beside, target), demand);
      this.open.delete(ref);
      return found;
    }
    return this.parts(this.merged(beside, target), demand);
  }

  private typeOf(ref: string): Schema | undefined {
    return Object.hasOwn(this.known.types, ref) ? this.known.types[ref] : undefined;
  }

  private ofBranches(branches: readonly Json[], demand: Demand): readonly Part[] {
    if (isIdle(demand)) {
      const first = branches
        .map((branch) => this.parts(branch, demand))
        .find((parts) => parts.some(({ assumed }) => !assumed));
      return first ?? branches.flatMap((branch) => this.parts(branch, demand));
    }
    const found = new Map<string, Part>();
    for (const part of branches.flatMap((branch) => this.parts(branch, demand))) {
      const text = canonical(part.value);
      if (found.get(text)?.assumed !== false) found.set(text, part);
    }
    return this.limited([...found.values()]);
  }

  /** Both schemas as one, as far as one says nothing else than the other. */
  private merged(one: Json, other: Json): Json {
    if (one === false || other === false) return false;
    if (!isJsonObject(one)) return other;
    if (!isJsonObject(other)) return one;
    const both: Record<string, Json> = { ...one, ...other };
    for (const [keyword, here] of Object.entries(one)) {
      const there = other[keyword];
      if (there === undefined || canonical(here) === canonical(there)) continue;
      if (keyword === "required" && Array.isArray(here) && Array.isArray(there)) {
        both[keyword] = [...new Set([...here, ...there])];
      } else if (
        (keyword === "properties" || keyword === "$defs") &&
        isJsonObject(here) &&
        isJsonObject(there)
      ) {
        const names = Object.entries(here).map(([name, field]): [string, Json] => {
          const again = Object.hasOwn(there, name) ? there[name] : undefined;
          return [
            name,
            again === undefined ? field : keyword === "$defs" ? again : this.merged(field, again),
          ];
        });
        both[keyword] = { ...there, ...Object.fromEntries(names) };
      } else if (!annotations.has(keyword)) {
        this.unclear ??= `its schema says \`${keyword}\` twice`;
      }
    }
    return both;
  }

  private ofValues(schema: JsonObject, values: readonly Json[], demand: Demand): readonly Part[] {
    const check = this.known.check(schema);
    const fitting = values.filter((value) => check(value).length === 0);
    return (isIdle(demand) ? fitting.slice(0, 1) : fitting).map((value) => ({ value, assumed: false }));
  }

  private ofKinds(schema: JsonObject, wanted: readonly string[], demand: Demand): readonly Part[] {
    if (!isIdle(demand)) return this.limited(wanted.flatMap((kind) => this.ofKind(schema, kind, demand)));
    for (const kind of wanted) {
      const [part] = this.ofKind(schema, kind, demand);
      if (part !== undefined) return [part];
    }
    return [];
  }

  private ofKind(schema: JsonObject, kind: string, demand: Demand): readonly Part[] {
    const check = this.known.check(schema);
    const fits = (value: Json): boolean => check(value).length === 0;
    switch (kind) {
      case "null":
        return [{ value: null, assumed: false }];
      case "boolean":
        return [true, false].filter(fits).map((value) => ({ value, assumed: false }));
      case "integer":
      case "number":
        return numberParts(schema, kind === "integer", demand, fits);
      case "string": {
        const { parts, complete } = textParts(schema, demand, { fits, matches: this.known.matches });
        if (!complete) this.unclear ??= "no text was found for every way to match its patterns";
        return parts;
      }
      case "array":
        return this.ofArray(schema, demand);
      case "object":
        return this.ofObject(schema, demand);
      default:
        return [];
    }
  }

  // ------------------------------------------------------------------------------------------------------ objects

  private ofObject(schema: JsonObject, demand: Demand): readonly Part[] {
    const { required, properties, patternProperties } = schema;
    const needed = new Set(
      (Array.isArray(required) ? required : []).filter((name) => typeof name === "string"),
    );
    if (isJsonObject(patternProperties) && demand.parts.size > 0) {
      this.unclear ??= "its schema says `patternProperties`";
    }
    this.expectNoWhole(demand, isJsonObject);
    let found: readonly { readonly fields: ReadonlyMap<string, Json>; readonly assumed: boolean }[] = [
      { fields: new Map(), assumed: false },
    ];
    const own = isJsonObject(properties) ? properties : {};
    const read = new Map([...demand.parts].map(([name, part]) => [String(name), part]));
    for (const name of new Set([...Object.keys(own), ...needed, ...read.keys()])) {
      const isNeeded = needed.has(name);
      const part = read.get(name);
      if (part === undefined && !isNeeded) continue;
      const field = Object.hasOwn(own, name) ? own[name] : schema["additionalProperties"];
      const values = this.parts(field ?? true, part ?? nothing);
      const given = part === undefined ? values.slice(0, 1) : values;
      const options: readonly (Part | undefined)[] = isNeeded ? given : [...given, undefined];
      found = this.limited(
        found.flatMap(({ fields, assumed }) =>
          options.map((option) =>
            option === undefined
              ? { fields, assumed }
              : { fields: new Map(fields).set(name, option.value), assumed: assumed || option.assumed },
          ),
        ),
      );
    }
    return found.map(({ fields, assumed }) => ({ value: Object.fromEntries(fields), assumed }));
  }

  // ------------------------------------------------------------------------------------------------------- arrays

  private ofArray(schema: JsonObject, demand: Demand): readonly Part[] {
    this.expectNoWhole(demand, Array.isArray);
    const { minItems, prefixItems } = schema;
    if (Array.isArray(prefixItems) && !isIdle(demand)) this.unclear ??= "its schema says `prefixItems`";
    const least = typeof minItems === "number" ? minItems : 0;
    const indexes = [...demand.parts.keys()].filter((key) => typeof key === "number");
    const contained = demand.comparisons.flatMap(({ operator, constant }) =>
      operator === "contains" ? [constant] : [],
    );
    if (indexes.length > 0 && contained.length > 0) this.unclear ??= "items are read by place and by value";
    return indexes.length > 0
      ? this.byPlace(schema, demand, Math.max(...indexes), least)
      : this.byValue(schema, contained, least);
  }

  /** For each set of the constants an array that contains these and none of the others. */
  private byValue(schema: JsonObject, wanted: readonly Json[], least: number): readonly Part[] {
    const { items = true, maxItems } = schema;
    const most = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
    const check = this.known.check(isJsonObject(items) || typeof items === "boolean" ? items : true);
    const constants = [...new Map(wanted.map((value) => [canonical(value), value])).values()].filter(
      (value) => check(value).length === 0,
    );
    if (constants.length > mostContained) this.unclear ??= `it is asked for more than ${mostContained} items`;
    const asked = constants.slice(0, mostContained);
    const demand = new Demand().at([]);
    for (const constant of constants) demand.comparisons.push({ operator: "==", constant });
    const known = new Set(constants.map((value) => canonical(value)));
    const other =
      least === 0 ? undefined : this.parts(items, demand).find(({ value }) => !known.has(canonical(value)));
    return Array.from({ length: 2 ** asked.length }, (_, set) =>
      asked.filter((_each, at) => (set >> at) % 2 === 1),
    ).flatMap((inside): readonly Part[] => {
      if (inside.length > most) return [];
      const filler: Part | undefined =
        other ?? (inside[0] === undefined ? undefined : { value: inside[0], assumed: false });
      const missing = Math.max(0, least - inside.length);
      if (missing === 0) return [{ value: inside, assumed: false }];
      if (filler === undefined || missing > 1_000) return [];
      return [
        {
          value: [...inside, ...Array.from({ length: missing }, () => filler.value)],
          assumed: filler.assumed,
        },
      ];
    });
  }

  private byPlace(schema: JsonObject, demand: Demand, last: number, least: number): readonly Part[] {
    const { items = true, maxItems } = schema;
    if (last > 100) {
      this.unclear ??= "an item far behind is read";
      return this.byValue(schema, [], least);
    }
    const most = typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY;
    let growing: readonly { readonly value: readonly Json[]; readonly assumed: boolean }[] = [
      { value: [], assumed: false },
    ];
    const found: Part[] = least === 0 ? [...growing] : [];
    for (let place = 0; place < Math.min(Math.max(last + 1, least), most); place += 1) {
      const part = demand.parts.get(place);
      const values = this.parts(items, part ?? nothing);
      const options = part === undefined ? values.slice(0, 1) : values;
      growing = this.limited(
        growing.flatMap(({ value, assumed }) =>
          options.map((option) => ({ value: [...value, option.value], assumed: assumed || option.assumed })),
        ),
      );
      if (place + 1 >= least) found.push(...growing);
    }
    return this.limited(found);
  }

  /** Objects and arrays that are compared as wholes cannot be told from others of the same parts. */
  private expectNoWhole(demand: Demand, isWhole: (value: Json) => boolean): void {
    if (constantsOf(demand).some(isWhole)) this.unclear ??= "it is compared as a whole";
  }

  private limited<T>(items: readonly T[]): readonly T[] {
    if (items.length <= this.most) return items;
    this.unclear ??= tooMany(this.most);
    return items.slice(0, this.most);
  }
}

/** Whether nothing is asked: one value will do. */
function isIdle({ isRead, parts }: Demand): boolean {
  return !isRead && parts.size === 0;
}

/** Keywords that say nothing of which values fit. */
const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$schema",
  "$id",
]);

function omit(schema: JsonObject, keyword: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}
