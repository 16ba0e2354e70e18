/**
 * The dialect of scopes: literals, `?`, `*`, `**` as a whole segment, `[a-z]` and `[!a-z]`, `{a,b}`, and `\` before what
 * is meant literally. Dot-files match like any other. `**` stands for any number of segments, at the end for at least one.
 * No segment of a path is empty.
 */
import { AutomatonBuilder, type Automaton } from "./automaton.js";
import {
  anyCharacter,
  characterSet,
  complement,
  fold,
  foldSet,
  oneCharacter,
  type CharacterSet,
} from "./characters.js";

/** `exact`, or `folded` to NFC and one case (`[R-7]`). */
export type Spelling = "exact" | "folded";

const cached: Readonly<Record<Spelling, Map<string, Automaton>>> = { exact: new Map(), folded: new Map() };
const mostCached = 20_000;

/** The paths that a glob stands for. Its size is linear in the glob's. */
export function automatonOf(glob: string, spelling: Spelling): Automaton {
  const cache = cached[spelling];
  const known = cache.get(glob);
  if (known !== undefined) return known;
  const automaton = build(spelling === "exact" ? glob : glob.normalize("NFC"), spelling);
  if (cache.size >= mostCached) cache.clear();
  cache.set(glob, automaton);
  return automaton;
}

/** Whether a path is in a glob, by its exact spelling. */
export function matchesGlob(glob: string, path: string): boolean {
  return automatonOf(glob, "exact").accepts(path);
}

function build(glob: string, spelling: Spelling): Automaton {
  const characters = Array.from(glob);
  const braces = bracesOf(characters);
  const builder = new AutomatonBuilder();
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const brace = braces.get(at);
    if (brace === "{") builder.open();
    else if (brace === ",") builder.next();
    else if (brace === "}") builder.close();
    else if (character === "/") builder.slash();
    else if (character === "?") builder.one(anyCharacter);
    else if (character === "*") {
      let end = at + 1;
      while (characters[end] === "*") end += 1;
      if (end - at === 2) builder.anySegments();
      else builder.any();
      at = end - 1;
    } else if (character === "[" && classEnd(characters, at) > 0) {
      const end = classEnd(characters, at);
      const set = classOf(characters.slice(at + 1, end));
      builder.one(spelling === "exact" ? set : foldSet(set));
      at = end;
    } else {
      if (character === "\\") at += 1;
      const meant = characters[at] ?? "\\";
      if (meant === "/") builder.slash();
      else for (const one of spelling === "exact" ? meant : fold(meant)) builder.one(oneCharacter(one));
    }
  }
  return builder.end();
}

/** The braces that have a partner, and the commas between them, by their places. The others are literals. */
export function bracesOf(characters: readonly string[]): ReadonlyMap<number, "{" | "," | "}"> {
  const found = new Map<number, "{" | "," | "}">();
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === "\\") at += 1;
    else if (character === "[") at = Math.max(at, classEnd(characters, at));
    else if (character === "{") open.push({ at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const from = open.pop();
      if (from === undefined) continue;
      found.set(from.at, "{").set(at, "}");
      for (const comma of from.commas) found.set(comma, ",");
    }
  }
  return found;
}

/** Where the class that begins at `start` ends; -1: it is no class. It ends within its segment. */
export function classEnd(characters: readonly string[], start: number): number {
  const negated = characters[start + 1] === "!" || characters[start + 1] === "^";
  const first = start + (negated ? 2 : 1);
  for (let at = first; at < characters.length && characters[at] !== "/"; at += 1) {
    if (characters[at] === "\\") at += 1;
    // A `]` that comes first is a member of the class.
    else if (characters[at] === "]" && at > first) return at;
  }
  return -1;
}

function classOf(characters: readonly string[]): CharacterSet {
  const set = characterSet(rangesOf(characters));
  return isNegated(characters) ? complement(set) : set;
}

function isNegated(characters: readonly string[]): boolean {
  return characters[0] === "!" || characters[0] === "^";
}

/** The ranges of a class, as they are written. */
export function rangesOf(characters: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  let at = isNegated(characters) ? 1 : 0;
  const next = (): number => {
    const escaped = characters[at] === "\\" && at + 1 < characters.length;
    const character = characters[escaped ? at + 1 : at] ?? "";
    at += escaped ? 2 : 1;
    return character.codePointAt(0) ?? 0;
  };
  while (at < characters.length) {
    const from = next();
    if (characters[at] === "-" && at + 1 < characters.length) {
      at += 1;
      ranges.push([from, next()]);
    } else {
      ranges.push([from, from]);
    }
  }
  return ranges;
}

/** The glob of what is meant literally. */
export function escapeGlob(text: string): string {
  return text.replace(/[?*[\]{},\\]/g, "\\$&");
}
