import type { Diagnostic, Place, Related } from "../../ir/index.js";
import { type Check, diagnose } from "../check.js";
import { show } from "../types/show.js";
import type { Type } from "../types/type.js";

export const check: Check = {
  code: "LB2008",
  name: "decorator",
  severity: "error",
  summary:
    "a decorator that does not fit its type or contradicts another, or a pattern that does not compile",
  why: "A constraint that its type ignores guards nothing, and bounds that exclude each other leave no value at all. Patterns run on a linear-time engine, so that no text can hold a run up.",
  fix: "Use a constraint that the type has, correct the bounds, or write the pattern without lookaround and backreferences.",
  bad: `/// A code of three letters.
type Code = string @minimum(3)

/// Keeps one.
artifact codes at "codes.json" { codes: Code[] }
`,
  good: `/// A code of three letters.
type Code = string @minLength(3)

/// Keeps one.
artifact codes at "codes.json" { codes: Code[] }
`,
};

export function decoratorDoesNotFit(place: Place, name: string, type: Type, on: string): Diagnostic {
  return diagnose(check, place, `\`@${name}\` is for ${on}, and this is \`${show(type)}\``);
}

export function decoratorArgument(place: Place, name: string, wanted: string): Diagnostic {
  return diagnose(check, place, `\`@${name}\` takes ${wanted}`);
}

export function decoratorsContradict(place: Place, message: string, related: readonly Related[]): Diagnostic {
  return diagnose(check, place, message, { related });
}

export function patternDoesNotCompile(place: Place, pattern: string, fault: string): Diagnostic {
  return diagnose(check, place, `the pattern \`${pattern}\` does not compile: ${fault}`, {
    hint: /look|back|\(\?[=!<]|\\[1-9]/i.test(`${fault} ${pattern}`)
      ? "patterns run on a linear-time engine, which has no lookaround and no backreferences"
      : undefined,
  });
}
