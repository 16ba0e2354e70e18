/** `{x}` in a place is filled by the fan-out key, else the input, else the field of that name ([L-11]); `per x` by an `each x` ([L-36]). */
import { nearest, type Place, type Related } from "../../ir/index.js";
import type { Name } from "../../grammar/tree.js";
import { refusePlace } from "../../runtime/core/places.js";
import { type Checking, thingOf } from "../checking.js";
import { unknownName } from "../checks/lb2001.js";
import { declaredAt, mismatch } from "../checks/lb2004.js";
import { meaningOf } from "../lookup.js";
import { type Declared, placeIn } from "../names.js";
import type { CheckedPlaybook } from "../program.js";
import type { ArtifactThing } from "../things.js";
import { fits } from "../types/assign.js";
import { objectFields } from "../types/fields.js";
import { show } from "../types/show.js";
import { alternatives, isUnknown, numberType, stringType, type Type, unionOf } from "../types/type.js";
import { namesIn } from "./clauses.js";

export function expectPlaces(checking: Checking, playbooks: ReadonlyMap<string, CheckedPlaybook>): void {
  for (const playbook of playbooks.values()) expectFilled(checking, playbook);
  expectFannedOut(checking, playbooks);
}

function expectFilled(checking: Checking, { declared, thing, fans }: CheckedPlaybook): void {
  const { module, syntax } = declared;
  if (syntax.kind !== "playbook") return;
  for (const name of namesIn(syntax.clauses, "outputs")) {
    const meaning = meaningOf(checking, module, name.text);
    const artifact =
      meaning?.kind === "declared" ? thingOf(checking, meaning.declared, "artifact") : undefined;
    // A place that is none is LB3004's.
    if (artifact === undefined || isUnknown(artifact.type) || refusePlace(artifact.at) !== undefined)
      continue;
    const shapes = alternatives(artifact.type).map((type) => objectFields(type));
    const fields = [...(shapes[0]?.keys() ?? [])].filter((field) =>
      shapes.every((shape) => shape?.has(field)),
    );
    const known = [...fans, ...thing.inputs.keys(), ...fields];
    const missing = artifact.keys.find((key) => !known.includes(key));
    if (missing !== undefined) reportUnfilled(checking, { declared, artifact, name }, missing, known);
    for (const key of artifact.keys) {
      if (fans.has(key)) continue;
      const input = thing.inputs.get(key);
      const fillers = input === undefined ? shapes.map((shape) => shape?.get(key)) : [input];
      const odd = fillers.find((filler) => filler !== undefined && !fits(filler.type, keyType));
      if (odd !== undefined) reportNoKey(checking, { declared, artifact, name }, key, odd);
    }
  }
}

/** A number or a text fills a place; what else there is has no one way to be written in a path. */
const keyType = unionOf([stringType, numberType]);

interface Unfilled {
  readonly declared: Declared;
  readonly artifact: ArtifactThing;
  /** The artifact, as `outputs` names it. */
  readonly name: Name;
}

function reportUnfilled(
  checking: Checking,
  { declared, artifact, name }: Unfilled,
  missing: string,
  known: readonly string[],
): void {
  const trimmed = missing.trim();
  const near = known.includes(trimmed) ? trimmed : nearest(missing, known);
  checking.report({
    ...unknownName(placeIn(declared.module, name.span), missing, "key", {}, `\`${name.text}\``),
    message: `nothing fills \`{${missing}}\` in the place of \`${name.text}\` here`,
    related: placeOf({ artifact, name }),
    hint:
      near === undefined
        ? `give \`${declared.name}\` an input \`${missing}\`, fan it out by \`each ${missing}\`, or give \`${name.text}\` a field \`${missing}\``
        : `did you mean \`{${near}}\`?`,
  });
}

function reportNoKey(
  checking: Checking,
  { declared, artifact, name }: Unfilled,
  key: string,
  filler: { readonly type: Type; readonly place?: Place | undefined },
): void {
  const found = `\`{${key}}\` in the place of \`${name.text}\` is filled by \`${key}\`, which is \`${show(filler.type)}\` and`;
  checking.report(
    mismatch(placeIn(declared.module, name.span), found, keyType, {
      related: [...placeOf({ artifact, name }), ...declaredAt(filler.place, `\`${key}\``)],
      hint: "what fills a place is a text or a number that is always there",
    }),
  );
}

function placeOf({ artifact: { declared }, name }: Pick<Unfilled, "artifact" | "name">): readonly Related[] {
  const at = declared.syntax.kind === "artifact" ? declared.syntax.at : undefined;
  return declaredAt(
    at === undefined ? undefined : placeIn(declared.module, at.span),
    `the place of \`${name.text}\``,
  );
}

/** A verdict kept by `x` needs a fan-out by `x` of whoever returns it, as soon as anyone admits them. */
function expectFannedOut(checking: Checking, playbooks: ReadonlyMap<string, CheckedPlaybook>): void {
  const admitted = new Set(
    [...playbooks.values()].flatMap(({ members }) => members.map(({ playbook }) => playbook.ref)),
  );
  for (const declared of checking.names.declared.values()) {
    const { syntax, module } = declared;
    if (syntax.kind !== "verdict" || syntax.broken || syntax.per === undefined) continue;
    const per = syntax.per;
    const writers = [...playbooks.values()].filter((playbook) => returns(checking, playbook, declared.ref));
    const known = writers.filter(({ declared: { ref } }) => admitted.has(ref));
    if (known.length === 0 || known.some(({ fans }) => fans.has(per.text))) continue;
    const near = nearest(
      per.text,
      known.flatMap(({ fans }) => [...fans]),
    );
    const place = placeIn(module, per.span);
    checking.report({
      ...unknownName(place, per.text, "fan-out", { near }),
      related: known.map((writer) => ({
        place: placeIn(writer.declared.module, writer.declared.syntax.name.span),
        message: `\`${writer.declared.name}\` returns \`${declared.name}\``,
      })),
      ...(near === undefined ? { hint: `admit who returns it with \`each ${per.text} in …\`` } : {}),
    });
  }
}

function returns(
  checking: Checking,
  { declared: { module, syntax } }: CheckedPlaybook,
  ref: string,
): boolean {
  if (syntax.kind !== "playbook") return false;
  return namesIn(syntax.clauses, "returns").some((name) => {
    const meaning = meaningOf(checking, module, name.text);
    return meaning?.kind === "declared" && meaning.declared.ref === ref;
  });
}
