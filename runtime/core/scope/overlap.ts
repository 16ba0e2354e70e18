/**
 * Whether two scopes have a place in common, decided exactly: two forms are walked side by side, segment by segment and
 * within a segment token by token, and the shortest way through both is an example.
 */
import { anyCharacter, meet, sample, sampleOfBoth, type CharacterSet } from "./characters.js";
import { formsOf, type Form, type PlainSegment, type Segment, type Token } from "./glob.js";

/**
 * A path that both globs reach when NFC and case make no difference (`[R-7]`), as short and readable as there is one;
 * `undefined`: they have nothing in common.
 */
export function overlaps(a: string, b: string): string | undefined {
  let best: string | undefined;
  for (const formA of formsOf(a, "folded")) {
    for (const formB of formsOf(b, "folded")) {
      const example = formOverlap(formA, formB);
      if (example !== undefined && (best === undefined || example.length < best.length)) best = example;
    }
  }
  return best;
}

/** The same over lists of globs. */
export function scopesOverlap(a: readonly string[], b: readonly string[]): string | undefined {
  for (const globA of a) {
    for (const globB of b) {
      const example = overlaps(globA, globB);
      if (example !== undefined) return example;
    }
  }
  return undefined;
}

function formOverlap(a: Form, b: Form): string | undefined {
  if (areApart(a, b)) return undefined;
  const known = new Map<number, readonly string[] | undefined>();
  const walk = (i: number, j: number): readonly string[] | undefined => {
    const at = i * (b.length + 1) + j;
    if (known.has(at)) return known.get(at);
    const found = step(i, j);
    known.set(at, found);
    return found;
  };
  const step = (i: number, j: number): readonly string[] | undefined => {
    const one = a[i];
    const two = b[j];
    if (one === undefined && two === undefined) return [];
    if (one?.kind === "any")
      return shorter(
        walk(i + 1, j),
        taking(two, () => walk(i, j + 1)),
      );
    if (two?.kind === "any")
      return shorter(
        walk(i, j + 1),
        taking(one, () => walk(i + 1, j)),
      );
    if (one === undefined || two === undefined) return undefined;
    const example = segmentOverlap(one, two);
    return example === undefined ? undefined : before(example, walk(i + 1, j + 1));
  };
  return walk(0, 0)?.join("/");
}

/** Whether the segments before the first `**`, or those behind the last, can be told apart at a glance; most pairs can. */
function areApart(a: Form, b: Form): boolean {
  for (let at = 0; ; at++) {
    const one = a[at];
    const two = b[at];
    if (one === undefined || two === undefined) {
      if (one === two) break;
      // What is left of the other has to be nothing but `**`.
      return (one ?? two)?.kind !== "any";
    }
    if (one.kind === "any" || two.kind === "any") break;
    if (differ(one, two)) return true;
  }
  for (let back = 1; ; back++) {
    const one = a[a.length - back];
    const two = b[b.length - back];
    if (one === undefined || two === undefined || one.kind === "any" || two.kind === "any") return false;
    if (differ(one, two)) return true;
  }
}

/** Whether the characters before the first star, or those behind the last, tell two segments apart. */
function differ(a: PlainSegment, b: PlainSegment): boolean {
  if (a.kind === "literal" && b.kind === "literal") return a.text !== b.text;
  const { length: lengthA } = a.tokens;
  const { length: lengthB } = b.tokens;
  const most = Math.min(lengthA, lengthB);
  for (let at = 0; at < most; at++) {
    const one = a.tokens[at];
    const two = b.tokens[at];
    if (!isSet(one) || !isSet(two)) break;
    if (!meet(one, two)) return true;
  }
  for (let back = 1; back <= most; back++) {
    const one = a.tokens[lengthA - back];
    const two = b.tokens[lengthB - back];
    if (!isSet(one) || !isSet(two)) return false;
    if (!meet(one, two)) return true;
  }
  return false;
}

/** A `**` takes the other side's next segment, whatever it is. Another `**` has none to give: it ends by itself. */
function taking(
  other: Segment | undefined,
  rest: () => readonly string[] | undefined,
): readonly string[] | undefined {
  if (other === undefined) return undefined;
  if (other.kind === "any") return rest();
  const taken = segmentOverlap(other, other);
  return taken === undefined ? undefined : before(taken, rest());
}

function before(segment: string, rest: readonly string[] | undefined): readonly string[] | undefined {
  return rest === undefined ? undefined : [segment, ...rest];
}

function shorter(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.length <= b.length ? a : b;
}

const pairs = new WeakMap<PlainSegment, Map<PlainSegment, string | undefined>>();

function segmentOverlap(a: PlainSegment, b: PlainSegment): string | undefined {
  if (a.kind === "literal" && b.kind === "literal") {
    return a.text === b.text && a.text !== "" ? a.text : undefined;
  }
  const ofA = pairs.get(a) ?? new Map<PlainSegment, string | undefined>();
  pairs.set(a, ofA);
  const known = ofA.get(b);
  if (known !== undefined || ofA.has(b)) return known;
  const example = differ(a, b) ? undefined : tokensOverlap(a.tokens, b.tokens);
  ofA.set(b, example);
  return example;
}

/** The shortest text that both lists of tokens accept, by the lengths of what is left of each; never empty. */
function tokensOverlap(a: readonly Token[], b: readonly Token[]): string | undefined {
  let below: (string | undefined)[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: (string | undefined)[] = [];
    for (let j = b.length; j >= 0; j--)
      row[j] = cell(a[i], b[j], below[j], row[j + 1], below[j + 1], i === a.length && j === b.length);
    below = row;
  }
  const [found] = below;
  // Only stars meet in nothing at all, and no segment is empty.
  return found === "" ? sample(anyCharacter) : found;
}

function cell(
  one: Token | undefined,
  two: Token | undefined,
  down: string | undefined,
  right: string | undefined,
  diagonal: string | undefined,
  isEnd: boolean,
): string | undefined {
  if (isEnd) return "";
  if (one === "star" && two === "star") return shortest(down, right);
  if (one === "star") return shortest(down, isSet(two) ? joined(sample(two), right) : undefined);
  if (two === "star") return shortest(right, isSet(one) ? joined(sample(one), down) : undefined);
  if (!isSet(one) || !isSet(two)) return undefined;
  return joined(sampleOfBoth(one, two), diagonal);
}

function isSet(token: Token | undefined): token is CharacterSet {
  return token !== undefined && token !== "star";
}

function joined(character: string | undefined, rest: string | undefined): string | undefined {
  return character === undefined || rest === undefined ? undefined : character + rest;
}

function shortest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.length <= b.length ? a : b;
}
