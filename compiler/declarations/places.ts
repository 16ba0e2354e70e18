/** `{x}` in a place is filled by the fan-out key, else the input, else the field of that name ([L-11]); `per x` by an `each x` ([L-36]). */
import { nearest } from "../../ir/index.js";
import { type Checking, thingOf } from "../checking.js";
import { unknownName } from "../checks/lb2001.js";
import { declaredAt } from "../checks/lb2004.js";
import { meaningOf } from "../lookup.js";
import { placeIn } from "../names.js";
import type { CheckedPlaybook } from "../program.js";
import { objectFields } from "../types/fields.js";
import { isUnknown } from "../types/type.js";
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
    if (artifact === undefined || isUnknown(artifact.type)) continue;
    const fields = objectFields(artifact.type) ?? new Map<string, unknown>();
    const missing = artifact.keys.find((key) => !fans.has(key) && !thing.inputs.has(key) && !fields.has(key));
    if (missing === undefined) continue;
    const near = nearest(missing, [...fans, ...thing.inputs.keys(), ...fields.keys()]);
    const at = artifact.declared.syntax.kind === "artifact" ? artifact.declared.syntax.at : undefined;
    const place = placeIn(module, name.span);
    checking.report({
      ...unknownName(place, missing, "key", {}, `\`${name.text}\``),
      message: `nothing fills \`{${missing}}\` in the place of \`${name.text}\` here`,
      related: declaredAt(
        at === undefined ? undefined : placeIn(artifact.declared.module, at.span),
        `the place of \`${name.text}\``,
      ),
      hint:
        near === undefined
          ? `give \`${declared.name}\` an input \`${missing}\`, fan it out by \`each ${missing}\`, or give \`${name.text}\` a field \`${missing}\``
          : `did you mean \`{${near}}\`?`,
    });
  }
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
