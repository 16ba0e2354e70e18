/**
 * The dialect of scopes: literals, `?`, `*`, `**` as a whole segment, `[a-z]` and `[!a-z]`, `{a,b}`, and `\` before what
 * is meant literally. Dot-files match like any other. `**` stands for any number of segments, at the end for at least one.
 */
import {
  anyCharacter,
  characterSet,
  complement,
  fold,
  foldSet,
  holdsCharacter,
  type CharacterSet,
} from "./characters.js";

/** One form of a glob, with its braces resolved. */
export type Form = readonly Segment[];

export type Segment = { readonly kind: "any" } | PlainSegment;

/** What one name between slashes may be. A literal has its text beside its tokens. */
export type PlainSegment =
  | { readonly kind: "literal"; readonly text: string; readonly tokens: readonly Token[] }
  | { readonly kind: "pattern"; readonly tokens: readonly Token[] };

/** One character of a set, or any number of characters. */
export type Token = CharacterSet | "star";

const mostForms = 4_096;
const exact = new Map<string, readonly Form[]>();
const folded = new Map<string, readonly Form[]>();
const exactSegments = new Map<string, Segment>();
const foldedSegments = new Map<string, Segment>();

/** The forms of a glob. `spelling`: `exact`, or `folded` to NFC and one case (`[R-7]`). */
export function formsOf(glob: string, spelling: "exact" | "folded"): readonly Form[] {
  const cache = spelling === "exact" ? exact : folded;
  const known = cache.get(glob);
  if (known !== undefined) return known;
  const source = spelling === "exact" ? glob : glob.normalize("NFC");
  const forms = expand(source).map((form) => {
    const texts = segments(form);
    const found = texts.map((text) => segmentOf(text, spelling));
    return texts.at(-1) === "**" ? [...found.slice(0, -1), segmentOf("*", spelling), anySegments] : found;
  });
  if (cache.size > 20_000) {
    cache.clear();
    (spelling === "exact" ? exactSegments : foldedSegments).clear();
  }
  cache.set(glob, forms);
  return forms;
}

/** Whether a path is in a glob, by its exact spelling. */
export function matchesGlob(glob: string, path: string): boolean {
  const parts = path.split("/");
  if (parts.includes("")) return false;
  return formsOf(glob, "exact").some((form) => matchesForm(form, 0, parts, 0));
}

function matchesForm(form: Form, at: number, parts: readonly string[], from: number): boolean {
  const segment = form[at];
  if (segment === undefined) return from === parts.length;
  if (segment.kind === "any") {
    for (let next = from; next <= parts.length; next++)
      if (matchesForm(form, at + 1, parts, next)) return true;
    return false;
  }
  const part = parts[from];
  return part !== undefined && matchesSegment(segment, part) && matchesForm(form, at + 1, parts, from + 1);
}

function matchesSegment(segment: PlainSegment, part: string): boolean {
  if (segment.kind === "literal") return segment.text === part;
  const { tokens } = segment;
  const codes = Array.from(part, (character) => character.codePointAt(0) ?? 0);
  // Greedy, with one place to come back to: the last star.
  let token = 0;
  let code = 0;
  let star = -1;
  let resume = 0;
  while (code < codes.length) {
    const wanted = tokens[token];
    if (wanted === "star") {
      star = token++;
      resume = code;
    } else if (wanted !== undefined && holdsCharacter(wanted, codes[code] ?? 0)) {
      token++;
      code++;
    } else if (star >= 0) {
      token = star + 1;
      code = ++resume;
    } else {
      return false;
    }
  }
  while (tokens[token] === "star") token++;
  return token === tokens.length;
}

/** Every form that the braces of a glob stand for. An unmatched brace is a literal. */
function expand(glob: string): readonly string[] {
  const open = findBrace(glob);
  if (open === undefined) return [glob];
  const before = glob.slice(0, open.start);
  const tails = expand(glob.slice(open.end + 1));
  const forms: string[] = [];
  for (const choice of open.choices.flatMap(expand)) {
    for (const tail of tails) {
      if (forms.length < mostForms) forms.push(`${before}${choice}${tail}`);
    }
  }
  return forms;
}

function findBrace(
  glob: string,
): { readonly start: number; readonly end: number; readonly choices: readonly string[] } | undefined {
  for (let start = 0; start < glob.length; start++) {
    if (glob[start] === "\\") start++;
    else if (glob[start] === "{") {
      const found = closeBrace(glob, start);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function closeBrace(glob: string, start: number): ReturnType<typeof findBrace> {
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < glob.length; at++) {
    const character = glob[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      choices.push(glob.slice(from, at));
      from = at + 1;
    } else if (character === "}" && --depth === 0) {
      return { start, end: at, choices: [...choices, glob.slice(from, at)] };
    }
  }
  return undefined;
}

/** The texts between the slashes, escaped ones not counted. */
function segments(form: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = 0; at < form.length; at++) {
    if (form[at] === "\\") at++;
    else if (form[at] === "/") {
      found.push(form.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, form.slice(from)];
}

const anySegments: Segment = { kind: "any" };

/** Segments of one text are one object, so that what is worked out of a pair of them is worked out once. */
function segmentOf(text: string, spelling: "exact" | "folded"): Segment {
  const known = spelling === "exact" ? exactSegments : foldedSegments;
  const segment = known.get(text) ?? parseSegment(text, spelling);
  known.set(text, segment);
  return segment;
}

function parseSegment(text: string, spelling: "exact" | "folded"): Segment {
  if (text === "**") return anySegments;
  const tokens: Token[] = [];
  let literal: string | undefined = "";
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1) !== "star") tokens.push("star");
      literal = undefined;
    } else if (character === "?") {
      tokens.push(anyCharacter);
      literal = undefined;
    } else if (character === "[" && classEnd(characters, at) > 0) {
      const end = classEnd(characters, at);
      const set = classOf(characters.slice(at + 1, end));
      tokens.push(spelling === "exact" ? set : foldSet(set));
      literal = undefined;
      at = end;
    } else {
      const meant = character === "\\" ? (characters[++at] ?? "\\") : character;
      const spelt = spelling === "exact" ? meant : fold(meant);
      for (const one of spelt)
        tokens.push(characterSet([[one.codePointAt(0) ?? 0, one.codePointAt(0) ?? 0]]));
      if (literal !== undefined) literal += spelt;
    }
  }
  return literal === undefined ? { kind: "pattern", tokens } : { kind: "literal", text: literal, tokens };
}

function classEnd(characters: readonly string[], start: number): number {
  const negated = characters[start + 1] === "!" || characters[start + 1] === "^";
  // A `]` that comes first is a member of the class.
  for (let at = start + (negated ? 3 : 2); at < characters.length; at++) {
    if (characters[at] === "\\") at++;
    else if (characters[at] === "]") return at;
  }
  return -1;
}

function classOf(characters: readonly string[]): CharacterSet {
  const negated = characters[0] === "!" || characters[0] === "^";
  const ranges: [number, number][] = [];
  let at = negated ? 1 : 0;
  const next = (): number => {
    const escaped = characters[at] === "\\" && at + 1 < characters.length;
    const character = characters[escaped ? at + 1 : at] ?? "";
    at += escaped ? 2 : 1;
    return character.codePointAt(0) ?? 0;
  };
  while (at < characters.length) {
    const from = next();
    if (characters[at] === "-" && at + 1 < characters.length) {
      at++;
      ranges.push([from, next()]);
    } else {
      ranges.push([from, from]);
    }
  }
  const set = characterSet(ranges);
  return negated ? complement(set) : set;
}
