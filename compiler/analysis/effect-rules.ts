/** What an effect's rules decide of every kind of arguments that they tell apart (`[L-27]`), by the interpreter. */
import { type Effect, type Expression, isJsonObject, type JsonObject } from "../../ir/index.js";
import type { EffectDeclaration, EffectMember } from "../../grammar/tree.js";
import { judge, type Judgement } from "../../runtime/core/effects/judgement.js";
import { evaluate } from "../../runtime/core/evaluate.js";
import { scopeOf } from "../../runtime/core/facts.js";
import type { Declared } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { argumentsRead, type Cells, cellsOf, type Values } from "./cells.js";
import { valuesOf } from "./cells/values.js";
import { noFacts } from "./no-facts.js";

export type WrittenRule = Extract<EffectMember, { readonly kind: "rule" }>;

/** Arguments that stand for all that the rules do not tell from them. */
export interface JudgedArguments {
  readonly input: JsonObject;
  readonly assumed: boolean;
  readonly judgement: Judgement;
}

export interface JudgedEffect {
  readonly declared: Declared;
  readonly syntax: EffectDeclaration;
  readonly effect: Effect;
  /** As written, in the order of the effect's own. */
  readonly rules: readonly WrittenRule[];
  readonly judged: readonly JudgedArguments[];
  /** Whether all arguments are like some of them. */
  readonly complete: boolean;
  /** Whether a predicate over arguments holds; `undefined`: it is unavailable. */
  readonly answer: (predicate: Expression, input: JsonObject) => boolean | undefined;
  readonly values: Values;
}

/** How many kinds of arguments of one effect are looked at. */
const mostKinds = 4_096;

const known = new WeakMap<CheckedProgram, readonly JudgedEffect[]>();

/** The effects that have rules and nothing wrong with them. */
export function judgedEffects(program: CheckedProgram): readonly JudgedEffect[] {
  const before = known.get(program) ?? judgeAll(program);
  known.set(program, before);
  return before;
}

function judgeAll(program: CheckedProgram): readonly JudgedEffect[] {
  const wanted = [...program.declared.values()].flatMap((declared) => {
    const { ref, syntax } = declared;
    const effect = program.program.effects[ref];
    const isWanted = syntax.kind === "effect" && !syntax.broken && program.isSound(ref);
    return isWanted && effect !== undefined && effect.rules.length > 0 ? [{ declared, syntax, effect }] : [];
  });
  if (wanted.length === 0) return [];
  const values = valuesOf(program.program.types, (text, pattern) => program.matches(text, pattern));
  return wanted.map(({ declared, syntax, effect }) => {
    const rules = syntax.members.filter((member) => member.kind === "rule");
    const predicates = effect.rules.flatMap(({ when }) => (when === undefined ? [] : [when]));
    const cells = cellsOf(effect.input, values, predicates, argumentsRead, { most: mostKinds });
    const facts = noFacts(values.matches);
    return {
      declared,
      syntax,
      effect,
      rules,
      judged: judgedIn(effect, cells, facts),
      complete: cells.complete,
      answer: (predicate, input) => {
        const answer = evaluate(predicate, scopeOf(facts, { arguments: input }));
        return typeof answer === "boolean" ? answer : undefined;
      },
      values,
    };
  });
}

function judgedIn(
  effect: Effect,
  { cells }: Cells,
  facts: ReturnType<typeof noFacts>,
): readonly JudgedArguments[] {
  return cells.flatMap(({ value, assumed }) =>
    isJsonObject(value) ? [{ input: value, assumed, judgement: judge(effect, value, facts) }] : [],
  );
}

/** Whether a rule matches arguments, by itself. */
export function matchesAlone({ effect, answer }: JudgedEffect, rule: number, input: JsonObject): boolean {
  const written = effect.rules[rule];
  return written !== undefined && (written.when === undefined || answer(written.when, input) === true);
}

/** The rule as it was written, in one line. */
export function ruleText({ declared }: JudgedEffect, rule: WrittenRule): string {
  return declared.module.syntax.text.slice(rule.span.start, rule.span.end).replaceAll(/\s+/g, " ");
}
