import { type Effect, type EffectRule, isoDuration } from "../../ir/index.js";
import type { EffectMember } from "../../grammar/tree.js";
import { type Checking, thingOf } from "../checking.js";
import { elaborationOf } from "../expressions/elaborate.js";
import type { Elaboration, Environment } from "../expressions/elaboration.js";
import { type Declared, placeIn } from "../names.js";
import type { Local } from "../program.js";
import { objectFields } from "../types/fields.js";
import { schemaFor } from "../schemas.js";
import { readDuration } from "./wait.js";

/** An effect's key and rules, which see its arguments only ([L-26], [L-27]). */
export function readEffect(checking: Checking, declared: Declared): Effect | undefined {
  const { syntax, module } = declared;
  const thing = thingOf(checking, declared, "effect");
  if (syntax.kind !== "effect" || syntax.broken || thing === undefined) return undefined;
  const locals = new Map<string, Local>();
  for (const [name, { type, optional, place }] of objectFields(thing.input) ?? []) {
    const at = place ?? placeIn(module, syntax.name.span);
    locals.set(name, { kind: "argument", name, type, optional, declinable: false, place: at });
  }
  const environment: Environment = { module, locals, fans: new Set() };
  const elaboration = elaborationOf(checking, environment);
  const key = syntax.members.find((member) => member.kind === "key");
  const rules = syntax.members.flatMap((member): readonly EffectRule[] =>
    member.kind === "rule" ? [readRule(elaboration, member)] : [],
  );
  const effect: Effect = {
    input: schemaFor(checking, thing.input),
    output: schemaFor(checking, thing.output),
    ...(key === undefined ? {} : { key: elaboration.value(key.expression).ir }),
    irreversible: syntax.members.some(({ kind }) => kind === "irreversible"),
    lookup: syntax.members.some(({ kind }) => kind === "lookup"),
    rules,
  };
  return effect;
}

function readRule(
  elaboration: Elaboration,
  rule: Extract<EffectMember, { readonly kind: "rule" }>,
): EffectRule {
  const { checking, environment } = elaboration;
  const expires =
    rule.expires === undefined ? undefined : readDuration(checking, environment.module, rule.expires);
  const ir: EffectRule = {
    verb: rule.verb,
    ...(rule.predicate === undefined ? {} : { when: elaboration.predicate(rule.predicate) }),
    ...(expires === undefined ? {} : { expires: isoDuration(expires) }),
  };
  return checking.marks.mark(ir, environment.module, rule.span);
}
