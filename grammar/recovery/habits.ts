/**
 * What authors write out of the habit of other languages (YAML, JSON, TypeScript, English), told as what it is and with how
 * it is written here. Each habit looks at where the parser stopped, and says nothing where it does not recognise itself.
 */
import { tokenMatcher, type IToken } from "chevrotain";
import { cover, type Span } from "../../ir/span.js";
import type { Fault } from "../fault.js";
import { classifyLiteral, durationHint, unitOf } from "../literals.js";
import type { EntryRule, Halt } from "../parser.js";
import * as t from "../tokens.js";
import { spanOfToken } from "../tokens.js";

interface Spot {
  readonly halt: Halt;
  readonly tokens: readonly IToken[];
  readonly index: number;
  /** What was read; absent for a hole. */
  readonly entry: EntryRule | undefined;
  readonly at: IToken;
  readonly previous: IToken | undefined;
  readonly next: IToken | undefined;
}

type Habit = (spot: Spot) => Fault | undefined;

/** The fault at a halt, where it is a habit. */
export function habitFault(
  halt: Halt,
  tokens: readonly IToken[],
  index: number,
  entry: EntryRule | undefined,
): Fault | undefined {
  const spot = {
    halt,
    tokens,
    index,
    entry,
    at: halt.at,
    previous: tokens[index - 1],
    next: tokens[index + 1],
  };
  // Where the tokens ran out there is none to look at.
  if (halt.kind === "end") return enumOfOthers(spot);
  for (const habit of habits) {
    const found = habit(spot);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fault(
  span: Span,
  message: string,
  details: Pick<Fault, "code" | "hint" | "fix"> | Partial<Fault> = {},
): Fault {
  return { code: "LB1001", span, message, ...details };
}

function rewrite(
  title: string,
  ...edits: readonly (readonly [span: Span, text: string])[]
): NonNullable<Fault["fix"]> {
  return { title, edits: edits.map(([span, text]) => ({ span, text })) };
}

function between(token: IToken, end: IToken): Span {
  return cover(spanOfToken(token), spanOfToken(end));
}

// ---------------------------------------------------------------------------------------------------- amounts

/** `40 minutes`, `1h 30m` */
const spacedDuration: Habit = ({ at, previous, next, halt }) => {
  const isLate = previous !== undefined && isAmount(previous);
  const [first, second] = isLate ? [previous, at] : [at, next];
  if (second === undefined || !(isLate || (halt.expected.includes(t.Duration) && isAmount(first))))
    return undefined;
  const unit = unitOf(second.image);
  const joined =
    second.tokenType === t.Duration ? `${first.image}${second.image}` : `${first.image}${unit ?? "?"}`;
  if (classifyLiteral(joined).kind !== "duration") return undefined;
  const span = between(first, second);
  const message = `\`${first.image} ${second.image}\` has a space in it, and a duration is one word`;
  return fault(span, message, {
    code: "LB1006",
    hint: durationHint,
    fix: rewrite(`write \`${joined}\``, [span, joined]),
  });
};

/** `after 2` */
const withoutUnit: Habit = ({ at, halt }) =>
  at.tokenType === t.Number && halt.expected.includes(t.Duration)
    ? fault(spanOfToken(at), `\`${at.image}\` has no unit, and a duration is needed here`, {
        code: "LB1006",
        hint: durationHint,
      })
    : undefined;

/** `"40m"` */
const quotedAmount: Habit = ({ at, halt }) => {
  if (at.tokenType !== t.String || !halt.expected.some((type) => type === t.Amount || type === t.Duration))
    return undefined;
  const text = at.image.slice(1, -1);
  const { kind } = classifyLiteral(text);
  if (kind === "bad" || !/^[0-9]/.test(text)) return undefined;
  return fault(spanOfToken(at), `a ${kind} stands without quotes`, {
    fix: rewrite(`write \`${text}\``, [spanOfToken(at), text]),
  });
};

function isAmount({ tokenType }: IToken): boolean {
  return tokenType === t.Number || tokenType === t.Duration;
}

// --------------------------------------------------------------------------------------------- marks and quotes

/** `intent: "…"`, `limits { rounds = 10 }` */
const markBehindWord: Habit = ({ at, previous, next, halt, entry, tokens, index }) => {
  // A second setting whose value does not follow at once is not taken for one.
  if (
    entry === "setting" &&
    halt.kind === "surplus" &&
    next !== undefined &&
    tokenMatcher(at, t.Name) &&
    isMark(next)
  )
    return markToRemove(next, at);
  if (previous === undefined || halt.kind !== "token" || halt.expected.includes(t.Colon)) return undefined;
  if (!isMark(at)) return undefined;
  if (t.keywordOf(previous.tokenType) === undefined && halt.rule !== "setting") return undefined;
  // `input: text` lacks its name.
  if (halt.rule === "inputClause" && tokens[index + 2]?.tokenType !== t.Colon) return undefined;
  return markToRemove(at, previous);
};

function isMark({ tokenType }: IToken): boolean {
  return tokenType === t.Colon || tokenType === t.Equals;
}

function markToRemove(mark: IToken, word: IToken): Fault {
  const span = spanOfToken(mark);
  return fault(span, `no \`${mark.image}\` stands behind \`${word.image}\``, {
    fix: rewrite("remove it", [span, ""]),
  });
}

/** `outputs "x"` */
const quotedName: Habit = ({ at, halt }) => {
  const text = at.image.slice(1, -1);
  // What is in quotes behind `ask` is rather its question.
  const wantsName = halt.expected.includes(t.Name) && halt.rule !== "askStep";
  return at.tokenType === t.String && wantsName ? nameInQuotes(at, text) : undefined;
};

/** A string where a name is wanted. */
export function nameInQuotes(token: IToken, text = token.image.slice(1, -1)): Fault | undefined {
  if (!isIdentifier(text)) return undefined;
  return fault(spanOfToken(token), "a name stands without quotes", {
    fix: rewrite(`write \`${text}\``, [spanOfToken(token), text]),
  });
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*$/.test(text);
}

/** `admits [a, b]` */
const namesInBrackets: Habit = ({ at, halt, tokens, index }) => {
  if (at.tokenType !== t.LSquare || !halt.expected.includes(t.Name)) return undefined;
  const close = tokens.find((token, place) => place > index && token.tokenType === t.RSquare);
  return fault(spanOfToken(at), "the names of a list stand without brackets", {
    hint: "commas between them are enough: `a, b`",
    ...(close === undefined
      ? {}
      : { fix: rewrite("remove the brackets", [spanOfToken(at), ""], [spanOfToken(close), ""]) }),
  });
};

/** `outputs other.x` */
const dottedName: Habit = ({ at, previous, halt, entry }) =>
  at.tokenType === t.Dot && entry === "clause" && halt.kind === "surplus" && previous !== undefined
    ? fault(spanOfToken(at), `unexpected \`.\` after \`${previous.image}\``, {
        hint: "refs are not written in source: a name is looked up in this file and its imports",
      })
    : undefined;

// ------------------------------------------------------------------------------------------------------- types

/** `["a", "b"]`, `"a" or "b"`, `"a", "b"` as a type */
const enumOfOthers: Habit = ({ at, previous, next, halt, entry }) => {
  const hint = `one of several values is written \`"a" | "b"\`; ${collectionsHint}`;
  if (
    at.tokenType === t.LSquare &&
    halt.expected.includes(t.TypeName) &&
    next !== undefined &&
    tokenMatcher(next, t.Literal)
  )
    return fault(spanOfToken(at), "expected a type, found `[`", { hint });
  if (
    halt.kind === "end" &&
    entry === "field" &&
    previous?.tokenType === t.String &&
    halt.expected.includes(t.Colon)
  )
    return fault(spanOfToken(previous), `expected \`:\` after ${previous.image}`, { hint });
  if (at.tokenType !== t.Or || halt.kind !== "surplus" || entry !== "field" || next === undefined)
    return undefined;
  return fault(spanOfToken(at), "`or` is written `|` between types", {
    fix: rewrite("write `|`", [spanOfToken(at), "|"]),
  });
};

/** `query: string?`, `query: string: "x"` */
const behindType: Habit = ({ at, previous, next, halt, entry, tokens, index }) => {
  if (halt.kind !== "surplus" || previous === undefined || (entry !== "field" && entry !== "clause"))
    return undefined;
  if (at.tokenType === t.Colon && next !== undefined && tokenMatcher(next, t.Literal))
    return fault(spanOfToken(at), "a default stands behind `=`", {
      fix: rewrite("write `=`", [spanOfToken(at), " ="]),
    });
  if (at.tokenType !== t.Question || next?.tokenType === t.Dot) return undefined;
  const colon = tokens.findLastIndex((token, place) => place < index && token.tokenType === t.Colon);
  const name = tokens[colon - 1];
  if (name === undefined) return undefined;
  const behind = { start: spanOfToken(name).end, end: spanOfToken(name).end };
  return fault(spanOfToken(at), `\`?\` stands behind the name: \`${name.image}?: …\``, {
    fix: rewrite(`write \`${name.image}?\``, [behind, "?"], [spanOfToken(at), ""]),
  });
};

/** `segments string[]`, `text brief` */
const withoutColon: Habit = ({ at, previous, next, halt, entry }) => {
  const isSurplus = halt.kind === "surplus" && entry === "field";
  const [name, type] = isSurplus ? [at, next] : [previous, at];
  const isLate =
    isSurplus || (halt.kind === "token" && halt.expected.length === 1 && halt.expected[0] === t.Colon);
  if (!isLate || name === undefined || type === undefined || !tokenMatcher(name, t.FieldKey))
    return undefined;
  if (!beginsType(type)) return undefined;
  if (primitives.has(name.image) && type.tokenType === t.Identifier && !primitives.has(type.image)) {
    const span = between(name, type);
    const swapped = `${type.image}: ${name.image}`;
    return fault(span, "the name comes first, and its type behind a `:`", {
      fix: rewrite(`write \`${swapped}\``, [span, swapped]),
    });
  }
  const { end } = spanOfToken(name);
  return fault(spanOfToken(type), `expected \`:\` after \`${name.image}\`, found \`${type.image}\``, {
    fix: rewrite("add `:`", [{ start: end, end }, ":"]),
  });
};

const primitives: ReadonlySet<string> = new Set(
  "string text integer number boolean json date datetime duration uri email uuid secret".split(" "),
);

function beginsType(token: IToken): boolean {
  const { tokenType } = token;
  return (
    tokenMatcher(token, t.TypeName) ||
    tokenMatcher(token, t.TypeLiteral) ||
    tokenType === t.LCurly ||
    tokenType === t.LParen
  );
}

/** `list of string` */
const listOf: Habit = ({ at, previous, halt }) =>
  halt.kind === "surplus" && at.image === "of" && /^(?:list|array|set|map)$/i.test(previous?.image ?? "")
    ? fault(spanOfToken(at), `unexpected \`of\` after \`${previous?.image ?? ""}\``, {
        hint: collectionsHint,
      })
    : undefined;

export const collectionsHint = "a list is written `T[]`, and values by key `map<T>`";

/** `@minItems 1` */
const bareDecorator: Habit = ({ at, previous, tokens, index }) => {
  if (previous === undefined || tokens[index - 2]?.tokenType !== t.AtSign || !tokenMatcher(at, t.Literal))
    return undefined;
  return fault(spanOfToken(at), `the value of \`@${previous.image}\` stands in parentheses`, {
    fix: rewrite(`write \`(${at.image})\``, [
      { start: spanOfToken(previous).end, end: spanOfToken(at).end },
      `(${at.image})`,
    ]),
  });
};

// -------------------------------------------------------------------------------------------------- expressions

/** `a?.b` */
const optionalPath: Habit = ({ at, next }) =>
  at.tokenType === t.Question && next?.tokenType === t.Dot
    ? fault(between(at, next), "`?.` is written `.` here", {
        hint: "a path through what is missing fails nothing: it is unavailable, and `??` gives a fallback",
        fix: rewrite("write `.`", [between(at, next), "."]),
      })
    : undefined;

const functions: ReadonlySet<string> = new Set(["count", "latest", "failed", "matches"]);

/** `count xs`, `xs.includes("a")` */
const calls: Habit = ({ at, previous, halt, entry }) => {
  if (halt.kind !== "surplus" || previous === undefined || !expressive.has(entry)) return undefined;
  if (functions.has(previous.image) && tokenMatcher(at, t.Name)) {
    return fault(spanOfToken(at), `what \`${previous.image}\` is about stands in parentheses`, {
      fix: rewrite(`write \`${previous.image}(${at.image})\``, [
        between(previous, at),
        `${previous.image}(${at.image})`,
      ]),
    });
  }
  if (at.tokenType !== t.LParen || !tokenMatcher(previous, t.Name)) return undefined;
  return fault(spanOfToken(previous), `there is no function \`${previous.image}\``, {
    hint: 'there are `count(…)`, `latest(…)`, `failed(…)` and `matches(…)`; a list with a value in it is `xs contains "a"`',
  });
};

const expressive: ReadonlySet<EntryRule | undefined> = new Set<EntryRule | undefined>([
  undefined,
  "clause",
  "step",
  "effectMember",
  "scenarioLine",
  "expression",
]);

/** `x landed`, `x is landed`, `x is "a"` */
const stateBehind: Habit = ({ at, previous, next, halt, tokens, index }) => {
  if (halt.kind !== "surplus" || previous === undefined || !tokenMatcher(previous, t.PathRoot))
    return undefined;
  const isVerb = /^(?:is|are|was|has|equals)$/.test(at.image);
  const state = tokenMatcher(at, t.StateWord)
    ? at
    : isVerb && next !== undefined && tokenMatcher(next, t.StateWord)
      ? next
      : undefined;
  if (state !== undefined && tokens[index - 2]?.tokenType !== t.Dot) {
    const written = `${state.image} ${previous.image}`;
    const span = between(previous, state);
    return fault(spanOfToken(state), `\`${state.image}\` stands in front: \`${written}\``, {
      fix: rewrite(`write \`${written}\``, [span, written]),
    });
  }
  if (!isVerb) return undefined;
  return fault(spanOfToken(at), `expected an operator such as \`==\` or \`and\`, found \`${at.image}\``, {
    hint: "values are compared with `==`; `landed x`, `absent x` and `stale x` tell of an artifact, and what was given holds by its name alone",
  });
};

// ------------------------------------------------------------------------------------------------- declarations

/** `import x from "…"`, `playbook p(x: text)`, `run p(x: 1)`, `namespace a {` */
const declarations: Habit = ({ at, previous, halt, entry, tokens }) => {
  const found = `\`${at.image}\``;
  const span = spanOfToken(at);
  if (halt.rule === "importItem" && halt.expected.includes(t.LCurly))
    return fault(span, `expected \`{\`, found ${at.tokenType === t.String ? at.image : found}`, {
      hint: 'an import names what it brings in: `import { a, b as c } from "./other.playbook"`',
    });
  if (at.tokenType === t.LParen && halt.rule === "playbookDeclaration")
    return fault(span, "expected `{`, found `(`", {
      hint: "what a playbook takes stands in its braces: `input brief: text`",
    });
  if (at.tokenType === t.LParen && entry === "scenarioLine" && tokens[0]?.tokenType === t.Run)
    return fault(span, `unexpected \`(\` after \`${previous?.image ?? ""}\``, {
      hint: 'inputs stand in braces: `{ brief: "…" }`',
    });
  if (
    at.tokenType === t.LCurly &&
    entry === "item" &&
    halt.kind === "surplus" &&
    tokens[0]?.tokenType === t.Namespace
  )
    return fault(span, "a namespace has no braces", { hint: "it holds for the whole of its file" });
  return undefined;
};

const habits: readonly Habit[] = [
  spacedDuration,
  withoutUnit,
  quotedAmount,
  markBehindWord,
  quotedName,
  namesInBrackets,
  enumOfOthers,
  optionalPath,
  behindType,
  listOf,
  withoutColon,
  bareDecorator,
  declarations,
  calls,
  stateBehind,
  dottedName,
];
