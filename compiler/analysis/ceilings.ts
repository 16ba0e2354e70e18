import type { Place } from "../../ir/index.js";
import type { Declaration, Expression, GenerateSetting, Setting } from "../../grammar/tree.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { stepsOf } from "./clauses.js";

/** A number or duration that its place cannot have. */
export interface Outside {
  readonly place: Place;
  /** As written. */
  readonly shown: string;
  /** `is under the minimum 1` */
  readonly how: string;
}

/**
 * Ceilings that leave nothing below them: a count of 0, a duration of nothing, attempts that are not whole. Where a
 * count is read it is told that it is negative or not whole; bounds of clarifications are a matter of LB6004.
 */
export function ceilingsOutside({ declared }: CheckedProgram): readonly Outside[] {
  return [...declared.values()].flatMap(({ syntax, module }) =>
    syntax.broken
      ? []
      : ceilingsOf(syntax).flatMap((value) => {
          const fault = faultOf(value);
          return fault === undefined ? [] : [{ place: placeIn(module, value.span), ...fault }];
        }),
  );
}

function ceilingsOf(syntax: Declaration): readonly Expression[] {
  switch (syntax.kind) {
    case "playbook":
      return [
        ...syntax.clauses.flatMap((clause) => (clause.kind === "limits" ? limitsOf(clause.entries) : [])),
        ...stepsOf(syntax).flatMap((step) => (step.kind === "generate" ? attemptsOf(step.settings) : [])),
      ];
    case "wait":
      return syntax.members.flatMap((member) => (member.kind === "expires" ? [member.after] : []));
    case "effect":
      return syntax.members.flatMap((member) =>
        member.kind === "rule" && member.expires !== undefined ? [member.expires] : [],
      );
    case "scenario":
      return syntax.lines.flatMap((line) => (line.kind === "loop" ? limitsOf(line.entries) : []));
    case "type":
    case "artifact":
    case "evidence":
    case "verdict":
    case "tool":
      return [];
  }
}

/** Of the right kind, and whole: all else is told where a setting is read. */
function limitsOf(entries: readonly Setting[]): readonly Expression[] {
  return entries.flatMap(({ name, value }) => {
    const isTime = name.text === "duration" || name.text === "deadline";
    const isRead = isTime ? value.kind === "duration" : value.kind === "number" && value.value === 0;
    return isRead ? [value] : [];
  });
}

function attemptsOf(settings: readonly GenerateSetting[]): readonly Expression[] {
  return settings.flatMap((setting) => (setting.kind === "attempts" ? [setting.value] : []));
}

function faultOf(value: Expression): { readonly shown: string; readonly how: string } | undefined {
  if (value.kind === "duration") {
    return value.milliseconds > 0 ? undefined : { shown: value.text, how: "is no time at all" };
  }
  if (value.kind !== "number") return undefined;
  if (!Number.isInteger(value.value)) return { shown: value.text, how: "is not an integer" };
  return value.value < 1 ? { shown: value.text, how: "is under the minimum 1" } : undefined;
}
