/** `a`, `a.b.c`, `a["key"].b`: what it reads, its type, and what has to be there for it. */
import type { Expression as Ir, Place } from "../../ir/index.js";
import type { PathExpression, PathSegment } from "../../grammar/tree.js";
import { rootFact } from "../availability.js";
import { fieldUnknown } from "../checks/lb2005.js";
import { declaredAt, notA } from "../checks/lb2004.js";
import { thingOf } from "../checking.js";
import { lookUp, meaningOf } from "../lookup.js";
import { deprecatedUse, isDeprecated } from "../checks/lb8003.js";
import { type Declared, placeIn } from "../names.js";
import type { Local } from "../program.js";
import type { ArtifactThing, Need, Typed, VerdictThing } from "../things.js";
import { elementAt, fieldOf, type Step } from "../types/fields.js";
import { arrayOf, booleanType, isUnknown, stringType, textType, type Type } from "../types/type.js";
import { type Elaboration, placeOfSpan, shown, unknownValue } from "./elaboration.js";
import { localUnknown } from "./unknown-root.js";

export type Get = Extract<Ir, { readonly kind: "get" }>;
type Key = NonNullable<Get["key"]>;

/** What a path starts at, once its key, if it has one, was read. */
export interface Root {
  readonly from: Get["from"];
  /** A local's name, or a ref. */
  readonly name: string;
  readonly key: Key | undefined;
  /** The segments that are not read as the key. */
  readonly rest: readonly PathSegment[];
  readonly type: Type;
  /** Whether it may be missing. */
  readonly optional: boolean;
  readonly declared: Place | undefined;
  readonly local?: Local;
  readonly thing?: ArtifactThing | VerdictThing;
  /** A family or verdict of many, read as a whole. */
  readonly isMany: boolean;
}

/** The three kinds of thing that an expression may start at. */
export const readable = ["artifact", "evidence", "verdict"] as const;

/** `undefined` where the name was reported, or is of unknown meaning. */
export function rootOf(elaboration: Elaboration, path: PathExpression): Root | undefined {
  const { checking, environment } = elaboration;
  const local = environment.locals.get(path.root.text);
  if (local !== undefined) {
    return {
      from: local.kind,
      name: local.name,
      key: undefined,
      rest: path.segments,
      type: local.type,
      // Of a wait that is not known it is not known either whether it may be declined.
      optional: local.optional || (local.declinable && !isUnknown(local.type)),
      declared: local.place,
      local,
      isMany: false,
    };
  }
  if (meaningOf(checking, environment.module, path.root.text) === undefined) {
    localUnknown(elaboration, path.root);
    return undefined;
  }
  const declared = lookUp(checking, environment.module, path.root, readable);
  return declared === undefined ? undefined : declaredRoot(elaboration, declared, path);
}

function declaredRoot(elaboration: Elaboration, declared: Declared, path: PathExpression): Root | undefined {
  const place = placeIn(declared.module, declared.syntax.name.span);
  const base = { name: declared.ref, optional: true, declared: place };
  if (declared.syntax.kind === "evidence") {
    return { ...base, from: "evidence", key: undefined, rest: path.segments, type: textType, isMany: false };
  }
  const artifact = thingOf(elaboration.checking, declared, "artifact");
  if (artifact !== undefined) {
    const { key, rest } = documentKey(elaboration, artifact, path);
    const isMany = artifact.keys.length > 0 && key === undefined;
    return { ...base, from: "artifact", key, rest, type: artifact.type, thing: artifact, isMany };
  }
  const verdict = thingOf(elaboration.checking, declared, "verdict");
  if (verdict === undefined) return undefined;
  const { key, rest } = rowKey(elaboration, verdict, path);
  const isMany = verdict.per !== undefined && key === undefined;
  const type = isMany ? rowsType(verdict) : verdict.type;
  return { ...base, from: "verdict", key, rest, type, thing: verdict, isMany };
}

interface Keyed {
  readonly key: Key | undefined;
  readonly rest: readonly PathSegment[];
}

/** Which document of a family of many: the one that is named, else this instance's, else the one of the inputs (`[L-38]`). */
function documentKey(elaboration: Elaboration, { keys }: ArtifactThing, path: PathExpression): Keyed {
  const written = writtenKey(elaboration, keys.length, path.segments);
  if (written !== undefined || keys.length === 0) return written ?? { key: undefined, rest: path.segments };
  const { fans, locals } = elaboration.environment;
  if (keys.length === 1 && fans.has(keys[0] ?? "")) return { key: { kind: "instance" }, rest: path.segments };
  const values = keys.map((name): Ir | undefined => {
    const local = locals.get(name);
    return local?.kind === "input" ? { kind: "get", from: "input", name, path: [] } : undefined;
  });
  const given = values.filter((value) => value !== undefined);
  return { key: given.length < keys.length ? undefined : valueKey(given), rest: path.segments };
}

/** Which row of a verdict kept by key: the one that is named, else this instance's (`[L-36]`). */
function rowKey(elaboration: Elaboration, { per }: VerdictThing, path: PathExpression): Keyed {
  if (per === undefined) return { key: undefined, rest: path.segments };
  const written = writtenKey(elaboration, 1, path.segments);
  if (written !== undefined) return written;
  return {
    key: elaboration.environment.fans.has(per) ? { kind: "instance" } : undefined,
    rest: path.segments,
  };
}

function writtenKey(
  elaboration: Elaboration,
  count: number,
  segments: readonly PathSegment[],
): Keyed | undefined {
  const indexes = segments.slice(0, count);
  if (count === 0 || indexes.length < count) return undefined;
  const values: Ir[] = [];
  for (const segment of indexes) {
    if (segment.kind !== "index") return undefined;
    values.push(elaboration.value(segment.index, stringType).ir);
  }
  return { key: valueKey(values), rest: segments.slice(count) };
}

/** The key of a family with several names in its place is all of them, with `/` between. */
function valueKey(values: readonly Ir[]): Key {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return { kind: "value", value: only };
  const parts = values.flatMap((value, index): (string | Ir)[] => (index === 0 ? [value] : ["/", value]));
  return { kind: "value", value: { kind: "template", parts } };
}

/** A verdict kept by key as a value: its rows in the array's order (`[L-36]`). */
function rowsType({ type }: VerdictThing): Type {
  return arrayOf({
    kind: "object",
    open: false,
    fields: new Map([
      ["key", { type: stringType, optional: false }],
      ["value", { type, optional: true }],
      ["failure", { type: textType, optional: true }],
    ]),
  });
}

/** The path as a value; `known`: what it starts at, where that was looked up before. */
export function pathValue(elaboration: Elaboration, path: PathExpression, known?: Root): Typed {
  const root = known ?? rootOf(elaboration, path);
  if (root === undefined) return unknownValue();
  if (root.isMany && root.from === "artifact") {
    reportMany(elaboration, path, root);
    return unknownValue();
  }
  if (root.local?.declinable === true) {
    const decline = declinePart(root.local, root.rest, placeOfSpan(elaboration, path.span));
    if (decline !== undefined) return decline;
  }
  return walk(elaboration, path, root);
}

/** `NAME.declined` and `NAME.reason` (`[L-23]`); a field of the answer's own called `reason` is read as the field. */
function declinePart(local: Local, segments: readonly PathSegment[], place: Place): Typed | undefined {
  const [first] = segments;
  if (segments.length !== 1 || first?.kind !== "field") return undefined;
  const name = first.name.text;
  if (name === "declined" || name === "Declined") {
    return { ir: { kind: "declined", local: local.name }, type: booleanType, needs: [] };
  }
  const isReason =
    name === "Reason" || (name === "reason" && fieldOf(local.type, "reason").kind === "missing");
  if (!isReason) return undefined;
  const fact = `${rootFact("local", local.name)}/reason`;
  const need: Need = { fact, place, what: `${local.name}.${name}` };
  return { ir: { kind: "reason", local: local.name }, type: textType, needs: [need] };
}

function walk(elaboration: Elaboration, path: PathExpression, root: Root): Typed {
  const needs: Need[] = [];
  const place = placeOfSpan(elaboration, path.span);
  let fact = rootFact(root.from, root.name, root.key);
  const keySegments = path.segments.length - root.rest.length;
  let end = path.segments[keySegments - 1]?.span.end ?? path.root.span.end;
  let type = root.type;
  let declared = root.declared;
  const steps: (string | number)[] = [];
  if (root.optional) needs.push({ fact, place, what: shown(elaboration, { start: path.span.start, end }) });
  for (const segment of root.rest) {
    const name = nameOf(elaboration, segment);
    if (name === undefined) return unknownValue();
    const step = typeof name === "number" ? elementAt(type, name) : fieldOf(type, name);
    const before = shown(elaboration, { start: path.span.start, end });
    if (step.kind === "missing") {
      reportMissing(elaboration, segment, String(name), before, type, step, declared, root);
      return unknownValue();
    }
    fact += `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    end = segment.span.end;
    if (step.optional && !isUnknown(type)) {
      needs.push({ fact, place, what: shown(elaboration, { start: path.span.start, end }) });
    }
    if (isDeprecated(step.property?.type)) {
      const span = segment.kind === "field" ? segment.name.span : segment.index.span;
      elaboration.checking.report(
        deprecatedUse(placeOfSpan(elaboration, span), String(name), step.property?.place),
      );
    }
    steps.push(name);
    type = step.type;
    declared = step.property?.place ?? declared;
  }
  const ir: Get = {
    kind: "get",
    from: root.from,
    name: root.name,
    ...(root.key === undefined ? {} : { key: root.key }),
    path: steps,
  };
  return { ir, type, needs, ...(declared === undefined ? {} : { declared }) };
}

/** A segment's name or number; `undefined` where it is reported. */
function nameOf(elaboration: Elaboration, segment: PathSegment): string | number | undefined {
  if (segment.kind === "field") return segment.name.text;
  const { index } = segment;
  if (index.kind === "string") return index.text;
  if (index.kind === "number" && Number.isInteger(index.value) && index.value >= 0) return index.value;
  elaboration.checking.report(
    notA(
      placeOfSpan(elaboration, index.span),
      `\`${shown(elaboration, index.span)}\` is no index`,
      "a string or a whole number is one",
    ),
  );
  return undefined;
}

function reportMissing(
  elaboration: Elaboration,
  segment: PathSegment,
  name: string,
  before: string,
  type: Type,
  step: Extract<Step, { readonly kind: "missing" }>,
  declared: Place | undefined,
  root: Root,
): void {
  const span = segment.kind === "field" ? segment.name.span : segment.index.span;
  const place = placeOfSpan(elaboration, span);
  elaboration.checking.report(
    fieldUnknown(place, name, before, type, step.names, declared, missingHint(name, root)),
  );
}

function missingHint(name: string, root: Root): string | undefined {
  if (root.from === "verdict" && root.isMany) {
    return `\`${root.thing?.declared.name ?? root.name}\` is kept by key: write \`every\` or \`some\` before it, or name the row: \`["key"]\``;
  }
  if (root.from === "evidence") return "evidence is text: write `latest(…)` for the newest contribution";
  const isDecline = ["declined", "Declined", "reason", "Reason"].includes(name);
  return isDecline && root.from === "local"
    ? "only the answer to a `declinable` wait can be declined"
    : undefined;
}

/** One document is wanted, and the name stands for many. */
export function reportMany(elaboration: Elaboration, path: PathExpression, root: Root): void {
  const artifact = root.thing?.kind === "artifact" ? root.thing : undefined;
  const name = path.root.text;
  const braces = (artifact?.keys ?? []).map((key) => `{${key}}`).join(" and ");
  elaboration.checking.report(
    notA(
      placeOfSpan(elaboration, path.span),
      `\`${name}\` is a family of many, placed by \`${braces}\``,
      "one document is needed here",
      {
        related: declaredAt(root.declared, `\`${name}\``),
        hint: `write \`${name}["key"]\` for one of them, \`every ${name}\` or \`count(${name})\` for all`,
      },
    ),
  );
}
