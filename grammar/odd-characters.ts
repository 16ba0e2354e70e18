/** Characters that the language has no use for, and what was probably meant by them. */
import type { TokenType } from "chevrotain";
import { nearest } from "../ir/nearest.js";
import type { Span } from "../ir/span.js";
import type { Fault } from "./fault.js";
import { codePoint, controlName, lookAlike } from "./look-alikes.js";
import * as t from "./tokens.js";

export interface Odd {
  /** Absent where it is one with the fault in the line above. */
  readonly fault?: Fault;
  /** Behind what the fault covers. */
  readonly end: number;
  /** What is read in its place. */
  readonly tokens: readonly { readonly type: TokenType; readonly image: string; readonly span: Span }[];
}

/** Marks of other languages, with what Laban writes instead. */
const foreign: readonly (readonly [mark: string, instead: string, type: TokenType, hint?: string])[] = [
  ["&&", "and", t.And],
  ["||", "or", t.Or, 'between types write `|`, and for what may be missing `?? "…"`'],
  ["!==", "!=", t.BangEqual],
  ["===", "==", t.EqualEqual],
  ["!", "not", t.Not],
];

/** Reads the odd character at `start`, and what goes with it. `inHole`: in `{{ }}`, where no comment runs to the line's end. */
export function odd(text: string, start: number, inHole: boolean): Odd {
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
  if (character > "\u007f") return nonAscii(text, start, character);
  if (character === "#") return inHole ? plain("#", start) : hash(text, start);
  if (character === "'") return singleQuoted(text, start);
  if (character === "." || character === "-") {
    const point = /^-?\.[0-9]+/.exec(text.slice(start, start + 40))?.[0];
    if (point !== undefined) return pointNumber(point, start);
  }
  for (const [mark, instead, type, hint] of foreign) {
    if (!text.startsWith(mark, start)) continue;
    const span = { start, end: start + mark.length };
    return {
      fault: {
        code: "LB1009",
        span,
        message: `\`${mark}\` is written \`${instead}\` here`,
        ...(hint === undefined ? {} : { hint }),
        fix: { title: `write \`${instead}\``, edits: [{ span, text: mark === "!" ? "not " : instead }] },
      },
      end: span.end,
      tokens: [{ type, image: instead, span }],
    };
  }
  if (character === "-" && /[A-Za-z0-9_]/.test(text.charAt(start - 1))) return hyphens(text, start);
  if (
    character === "-" &&
    text.startsWith("- ", start) &&
    /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 200), start))
  )
    return bullet(text, start);
  const run = /^(?:[;$%^&*+\-/\\~=>!]|(?![\t\n\r])\p{Cc})+/u.exec(text.slice(start, start + 40))?.[0];
  return plain(run ?? character, start);
}

function plain(image: string, start: number): Odd {
  const span = { start, end: start + image.length };
  const shown = image.replaceAll(/\p{Cc}/gu, codePoint);
  if (/^;+$/.test(image)) {
    return {
      fault: {
        code: "LB1009",
        span,
        message: "a `;` ends nothing here",
        hint: "clauses, members and declarations need no mark at their end",
        fix: { title: "remove it", edits: [{ span, text: "" }] },
      },
      end: span.end,
      tokens: [],
    };
  }
  const arithmetic = /^[+\-*/%]$/.test(image);
  return {
    fault: {
      code: "LB1009",
      span,
      message: `\`${shown}\` means nothing here`,
      ...(arithmetic ? { hint: "there is no arithmetic in expressions" } : {}),
    },
    end: span.end,
    tokens: [],
  };
}

/** `- a` on a line of its own, as in YAML. A list of them is one fault. */
function bullet(text: string, start: number): Odd {
  const span = { start, end: start + 1 };
  const above =
    text
      .slice(Math.max(0, start - 2_000), start)
      .split("\n")
      .at(-2) ?? "";
  const fault: Fault = {
    code: "LB1009",
    span,
    message: "no `-` stands in front of what is listed",
    hint: "a list stands behind its word, with commas between: `admits a, b`",
  };
  return { ...(/^\s*- /.test(above) ? {} : { fault }), end: span.end, tokens: [] };
}

/** Hyphens behind a name that join nothing to it. */
function hyphens(text: string, start: number): Odd {
  const image = /^-+/.exec(text.slice(start, start + 40))?.[0] ?? "-";
  const span = { start, end: start + image.length };
  const fault: Fault = {
    code: "LB1009",
    span,
    message: "a name does not end with a hyphen",
    hint: "single hyphens join its parts, as in `market-snapshot`",
  };
  return { fault, end: span.end, tokens: [] };
}

/** `#` begins `#suppress`, and in other languages a comment. */
function hash(text: string, start: number): Odd {
  const line = /^[^\r\n]*/.exec(text.slice(start, start + 2_000))?.[0] ?? "#";
  const word = /^#([A-Za-z]+)/.exec(line)?.[1];
  if (word !== undefined && nearest(word, ["suppress"]) !== undefined) {
    const span = { start, end: start + word.length + 1 };
    return {
      fault: {
        code: "LB2001",
        span,
        message: `unknown keyword \`#${word}\`; did you mean \`#suppress\`?`,
        fix: { title: "write `#suppress`", edits: [{ span, text: "#suppress" }] },
      },
      end: span.end,
      tokens: [{ type: t.Suppress, image: "#suppress", span }],
    };
  }
  const mark = { start, end: start + 1 };
  return {
    fault: {
      code: "LB1009",
      span: mark,
      message: "a comment begins with `//`",
      hint: "`#` begins `#suppress` alone",
      fix: { title: "write `//`", edits: [{ span: mark, text: "//" }] },
    },
    end: start + line.length,
    tokens: [],
  };
}

function singleQuoted(text: string, start: number): Odd {
  const image = /^'[^'\r\n]*'/.exec(text.slice(start, start + 2_000))?.[0];
  if (image === undefined) return plain("'", start);
  return stringInMarks(start, image, image.slice(1, -1), (span) => ({
    code: "LB1009",
    span,
    message: "strings stand in double quotes",
  }));
}

/** A string in marks of one character that are not `"`. */
function stringInMarks(start: number, image: string, inner: string, fault: (span: Span) => Fault): Odd {
  const span = { start, end: start + image.length };
  const edits = [
    { span: { start, end: start + 1 }, text: '"' },
    { span: { start: span.end - 1, end: span.end }, text: '"' },
  ];
  return {
    fault: { ...fault(span), fix: { title: 'write `"`', edits } },
    end: span.end,
    tokens: [{ type: t.String, image: `"${inner}"`, span }],
  };
}

function pointNumber(image: string, start: number): Odd {
  const span = { start, end: start + image.length };
  const instead = image.replace(".", "0.");
  return {
    fault: {
      code: "LB1006",
      span,
      message: `\`${image}\` has no digit before its point`,
      fix: { title: `write \`${instead}\``, edits: [{ span, text: instead }] },
    },
    end: span.end,
    tokens: [{ type: t.Number, image: instead, span }],
  };
}

function nonAscii(text: string, start: number, character: string): Odd {
  const name = readForeignName(text, start);
  if (name !== undefined) {
    const type = t.keywordType(name.image) ?? t.Identifier;
    return {
      fault: name.fault,
      end: name.end,
      tokens: [{ type, image: name.image, span: { start, end: name.end } }],
    };
  }
  const quoted = /^[\u201c\u201d\u201e]([^"\u201c\u201d\r\n]*)["\u201d\u201c]/.exec(
    text.slice(start, start + 2_000),
  );
  if (quoted !== null) {
    return stringInMarks(start, quoted[0], quoted[1] ?? "", (span) => ({
      code: "LB1005",
      span,
      message: `\`${character}\` (${codePoint(character)}) looks like \`"\` and does not begin a string`,
    }));
  }
  const span = { start, end: start + character.length };
  const control = controlName(character);
  if (control !== undefined) {
    return {
      fault: {
        code: "LB1005",
        span,
        message: `${codePoint(character)}, ${control}, cannot be seen and may stand in strings and comments only`,
        fix: { title: "remove it", edits: [{ span, text: "" }] },
      },
      end: span.end,
      tokens: [],
    };
  }
  const twin = lookAlike(character);
  if (twin !== undefined) {
    const shown = twin === " " ? "a space" : `\`${twin}\``;
    return {
      fault: {
        code: "LB1005",
        span,
        message:
          `${twin === " " ? "" : `\`${character}\` `}(${codePoint(character)}) looks like ${shown} and is not`.replace(
            /^\((.*?)\)/,
            "$1",
          ),
        fix: { title: `write ${shown}`, edits: [{ span, text: twin }] },
      },
      end: span.end,
      tokens: marks.has(twin) ? [{ type: marks.get(twin) ?? t.Comma, image: twin, span }] : [],
    };
  }
  const run = /^\P{ASCII}+/u.exec(text.slice(start, start + 40))?.[0] ?? character;
  return plain(run, start);
}

const marks: ReadonlyMap<string, TokenType> = new Map([
  [":", t.Colon],
  [",", t.Comma],
  [".", t.Dot],
  ["|", t.Pipe],
  ["{", t.LCurly],
  ["}", t.RCurly],
  ["[", t.LSquare],
  ["]", t.RSquare],
  ["(", t.LParen],
  [")", t.RParen],
  ["=", t.Equals],
  ["<", t.Less],
  [">", t.Greater],
  ["@", t.AtSign],
  ["?", t.Question],
]);

/**
 * A name with letters that names do not have, if one begins at `start`: what it was probably meant to be (each
 * look-alike replaced by its ASCII twin), and the fault that says so.
 */
export function readForeignName(
  text: string,
  start: number,
): { image: string; end: number; fault: Fault } | undefined {
  const name = /(?:[\p{L}\p{M}\p{Nd}\p{Nl}_]|[-\u2010\u2011\u2012\u2013\u2212](?=[\p{L}\p{Nd}]))+/uy;
  name.lastIndex = start;
  const written = name.exec(text)?.[0];
  if (written === undefined || /^[\p{Nd}\p{M}]/u.test(written)) return undefined;
  const strange = [...written].filter((character) => character > "\u007f");
  if (strange.length === 0) return undefined;
  const image = [...written].map((character) => lookAlike(character) ?? character).join("");
  const span = { start, end: start + written.length };
  const passing = strange.find((character) => lookAlike(character) !== undefined);
  if (passing === undefined || /\P{ASCII}/u.test(image)) {
    const plainer = written.normalize("NFD").replaceAll(/\p{M}/gu, "");
    return {
      image,
      end: span.end,
      fault: {
        code: "LB1009",
        span,
        message: `\`${strange.find((character) => lookAlike(character) === undefined) ?? strange[0]}\` cannot stand in a name`,
        hint: "names are made of ASCII letters, digits, `_` and `-`",
        ...(/^[A-Za-z0-9_-]+$/.test(plainer)
          ? { fix: { title: `write \`${plainer}\``, edits: [{ span, text: plainer }] } }
          : {}),
      },
    };
  }
  return {
    image,
    end: span.end,
    fault: {
      code: "LB1005",
      span,
      message: `\`${passing}\` (${codePoint(passing)}) in \`${written}\` looks like \`${lookAlike(passing) ?? ""}\` and is not`,
      fix: { title: `write \`${image}\``, edits: [{ span, text: image }] },
    },
  };
}
