/** Playbooks with one token too few, one twice, or one too many. */
import * as words from "../../grammar/words.js";

export interface Mutant {
  readonly text: string;
  /** `delete "{" in line 3`: for messages. */
  readonly what: string;
  /** Where the text differs. */
  readonly start: number;
  readonly end: number;
}

/** A sequence of numbers from 0 up to 1 that the seed alone decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}

const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*(?:-\w+)*|\d[\d_.]*\w*|[<>=!]=|\?\?|[^\s\w]/g;

const marks = "{ } ( ) [ ] : , . | ? = == != < <= > >= ?? @".split(" ");
const others = [
  '"x"',
  '"""x"""',
  "3",
  "40m",
  "string",
  "text",
  "boolean",
  "as",
  "at",
  "from",
  "when",
  "each",
  "then",
];
const vocabulary: readonly string[] = [...new Set([...Object.values(words).flat(), ...marks, ...others])];

/** One mutation of the text; comments are left as they are. */
export function mutantOf(text: string, random: () => number): Mutant {
  const tokens = [...text.matchAll(token)].filter(([each]) => !/^\/[/*]/.test(each));
  const chosen = pick(tokens, random);
  const [old] = chosen;
  const start = chosen.index;
  const kind = pick(["delete", "double", "insert"] as const, random);
  const more = random() < 0.3 ? pick(tokens, random)[0] : pick(vocabulary, random);
  const put = { delete: "", double: `${old} ${old}`, insert: `${old} ${more}` }[kind];
  const line = text.slice(0, start).split("\n").length;
  const what = `${kind} ${JSON.stringify(kind === "insert" ? more : old)} in line ${line}`;
  return {
    text: `${text.slice(0, start)}${put} ${text.slice(start + old.length)}`,
    what,
    start,
    end: start + put.length + 1,
  };
}

const declaration =
  /^(?:type|artifact|evidence|verdict|playbook|wait|tool|effect|scenario|import|namespace)\b/gm;

/**
 * The mutant with one more fault: a playbook that the mutation did not touch reads `name`, which nothing declares.
 * `undefined` where there is no such playbook.
 */
export function planted(mutant: Mutant, name: string, random: () => number): string | undefined {
  const starts = [...mutant.text.matchAll(declaration)].map(({ index }) => index);
  const untouched = starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? mutant.text.length;
    const isTouched = start <= mutant.end && mutant.start <= end;
    const head = /^playbook [\w-]+ \{/.exec(mutant.text.slice(start, end));
    return isTouched || head === null ? [] : [start + head[0].length];
  });
  if (untouched.length === 0) return undefined;
  const at = pick(untouched, random);
  return `${mutant.text.slice(0, at)} reads ${name} ${mutant.text.slice(at)}`;
}
