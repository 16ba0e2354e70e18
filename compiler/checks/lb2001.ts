import type { Diagnostic, Fix, Place } from "../../ir/index.js";
import { type Check, diagnose, replaceWith } from "../check.js";
import { type Declared, type Kind, oneOf, placeIn, withArticle } from "../names.js";

export const check: Check = {
  code: "LB2001",
  name: "unknown-name",
  severity: "error",
  summary:
    "a name, clause, keyword, field or option that is not known here, or that names another kind of thing",
  why: "A misspelt name that is dropped makes a default apply, or a member that never runs, and nobody is told. Names are looked up in their file and its imports only.",
  fix: "Write the name as it is declared (the nearest one is shown), import it, or declare it.",
  bad: `/// Everything that was found.
evidence market-evidence

/// Looks it up.
playbook research {
  intent "Look it up"
  returns market-evidense
  prompt "Look it up."
}
`,
  good: `/// Everything that was found.
evidence market-evidence

/// Looks it up.
playbook research {
  intent "Look it up"
  returns market-evidence
  prompt "Look it up."
}
`,
};

/** What is known where a name was not: the nearest name there, or a declaration of that name elsewhere. */
export interface Known {
  readonly near?: string | undefined;
  readonly elsewhere?: { readonly path: string; readonly fix: Fix } | undefined;
  /** All that there is instead. */
  readonly has?: readonly string[];
}

/** `what`: `name`, `playbook`, `field`, …, as the reader would call it. */
export function unknownName(
  place: Place,
  name: string,
  what: string,
  known: Known = {},
  of?: string,
): Diagnostic {
  return diagnose(
    check,
    place,
    `unknown ${what} \`${name}\`${of === undefined ? "" : ` of ${of}`}`,
    knownDetails(place, known),
  );
}

export function knownDetails(place: Place, { near, elsewhere, has }: Known): { hint?: string; fix?: Fix } {
  if (near !== undefined) return { hint: `did you mean \`${near}\`?`, fix: replaceWith(place, near) };
  if (elsewhere !== undefined) {
    return { hint: `it is declared in \`${elsewhere.path}\`: import it from there`, fix: elsewhere.fix };
  }
  if (has !== undefined)
    return {
      hint: has.length === 0 ? "there are none" : `there ${has.length === 1 ? "is" : "are"} ${listed(has)}`,
    };
  return {};
}

/** At most eight of the names. */
export function listed(names: readonly string[]): string {
  return `${names
    .slice(0, 8)
    .map((name) => `\`${name}\``)
    .join(", ")}${names.length > 8 ? ", …" : ""}`;
}

/** The name is known, and stands for something that does not belong here. */
export function wrongKind(
  place: Place,
  name: string,
  declared: Declared,
  wanted: readonly Kind[],
  near?: string,
): Diagnostic {
  return diagnose(check, place, `\`${name}\` is ${withArticle(declared.syntax.kind)}, not ${oneOf(wanted)}`, {
    related: [
      {
        place: placeIn(declared.module, declared.syntax.name.span),
        message: `\`${declared.name}\` is declared here`,
      },
    ],
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?`, fix: replaceWith(place, near) }),
  });
}

/** A step or the interview gives the name, and later than it is used. */
export function usedTooEarly(
  place: Place,
  name: string,
  given: { readonly how: string; readonly place: Place },
): Diagnostic {
  return diagnose(check, place, `\`${name}\` is not there yet`, {
    related: [{ place: given.place, message: `${given.how} gives \`${name}\` here` }],
    hint:
      given.how === "the interview"
        ? "the interview is asked once the playbook may run: use an input, or ask in a playbook before"
        : "put the step that gives it in front of this one",
  });
}

/** A word out of a fixed list. `what`: `class`, `mode`, `stop reason`, … */
export function unknownWord(
  place: Place,
  word: string,
  what: string,
  words: readonly string[],
  near?: string,
): Diagnostic {
  return diagnose(check, place, `unknown ${what} \`${word}\``, {
    hint: near === undefined ? wordsThatAre(words) : `did you mean \`${near}\`?`,
    fix: near === undefined ? undefined : replaceWith(place, near),
  });
}

/** Nobody reads a list of dozens: the first few stand for it. */
const mostWords = 8;

function wordsThatAre(words: readonly string[]): string {
  const shown = words.slice(0, mostWords).map((each) => `\`${each}\``);
  const left = words.length - shown.length;
  return `there are ${shown.join(", ")}${left > 0 ? `, and ${String(left)} more` : ""}`;
}
