/** A set of characters of one path segment: ranges of code points, in order, inclusive. Never holds `/`. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

const slash = 0x2f;
const last = 0x10ffff;

/** Every character that a segment may have. */
export const anyCharacter: CharacterSet = [
  [0, slash - 1],
  [slash + 1, last],
];

/** The set of these ranges, in order and without what overlaps. */
export function characterSet(ranges: readonly (readonly [number, number])[]): CharacterSet {
  const sorted = ranges.filter(([from, to]) => from <= to).toSorted(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const before = merged.at(-1);
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return common(merged, anyCharacter);
}

/** The set of one character. Equal ones are one object. */
export function oneCharacter(character: string): CharacterSet {
  const known = singles.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const set = [[code, code]] as const;
  if (singles.size < mostSingles) singles.set(character, set);
  return set;
}
const singles = new Map<string, CharacterSet>();
const mostSingles = 1_000;

/** Every character that the set lacks. */
export function complement(set: CharacterSet): CharacterSet {
  const ranges: [number, number][] = [];
  let from = 0;
  for (const [start, end] of set) {
    ranges.push([from, start - 1]);
    from = end + 1;
  }
  ranges.push([from, last]);
  return characterSet(ranges);
}

export function intersection(a: CharacterSet, b: CharacterSet): CharacterSet {
  if (a === anyCharacter) return b;
  if (b === anyCharacter) return a;
  return common(a, b);
}

function common(a: CharacterSet, b: CharacterSet): CharacterSet {
  const shared: [number, number][] = [];
  for (const [fromA, toA] of a) {
    for (const [fromB, toB] of b) {
      const from = Math.max(fromA, fromB);
      const to = Math.min(toA, toB);
      if (from <= to) shared.push([from, to]);
    }
  }
  return shared;
}

/** Whether two sets have a character in common. */
export function meet(a: CharacterSet, b: CharacterSet): boolean {
  for (const [fromA, toA] of a) {
    for (const [fromB, toB] of b) if (fromA <= toB && fromB <= toA) return true;
  }
  return false;
}

/** A character that both have, and that people can read where there is one. */
export function sampleOfBoth(a: CharacterSet, b: CharacterSet): string | undefined {
  const [only] = a.length <= b.length ? a : b;
  if (only !== undefined && only[0] === only[1] && Math.min(a.length, b.length) === 1) {
    return meet(a, b) ? String.fromCodePoint(only[0]) : undefined;
  }
  return sample(intersection(a, b));
}

export function holdsCharacter(set: CharacterSet, code: number): boolean {
  return set.some(([from, to]) => from <= code && code <= to);
}

const readable: CharacterSet = [
  [0x61, 0x7a],
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x2d, 0x2d],
  [0x20, 0x7e],
  [0xa1, last],
];

/** A character of the set that people can read where there is one; `undefined`: the set is empty. */
export function sample(set: CharacterSet): string | undefined {
  if (set === anyCharacter) return "a";
  for (const range of readable) {
    const [found] = intersection(set, [range]);
    if (found !== undefined) return String.fromCodePoint(found[0]);
  }
  const [first] = set;
  return first === undefined ? undefined : String.fromCodePoint(first[0]);
}

/** One character as it stands when spelling does not matter: case folded. It may become several. */
export function fold(character: string): string {
  return character.toUpperCase().toLowerCase();
}

const mostFolded = 0x3000;

/** The set with what its characters fold to; huge ranges are taken as they are, their folds being in them. */
export function foldSet(set: CharacterSet): CharacterSet {
  const ranges: (readonly [number, number])[] = [...set];
  for (const [from, to] of set) {
    if (to - from > mostFolded) continue;
    for (let code = from; code <= to; code++) {
      const folded = fold(String.fromCodePoint(code));
      const only = folded.codePointAt(0) ?? code;
      if (String.fromCodePoint(only) === folded) ranges.push([only, only]);
    }
  }
  return characterSet(ranges);
}
