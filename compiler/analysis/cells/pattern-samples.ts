/** Texts that a regular expression matches, as few and as short as will do; `[]` for what is not understood of it. */

/** How many texts of one pattern are made. */
const mostTexts = 8;

/** Texts that may match; whoever asks tries each. */
export function textsMatching(pattern: string): readonly string[] {
  const reader = new Reader(pattern);
  const texts = reader.alternatives();
  return texts === undefined || !reader.isAtEnd ? [] : texts;
}

type Texts = readonly string[];

const classes: Readonly<Record<string, Texts>> = {
  d: ["1", "2"],
  w: ["a", "b"],
  s: [" "],
  D: ["a"],
  W: ["-"],
  S: ["a"],
};
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v" };
/** Tried in this order for a character that a class leaves open. */
const characters = "aA1zZ90-_. @/:,;!?#$%&*+=~^|'\"()[]{}<>\\bB2éß中";

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  /** `undefined` from any part: something that is not understood. */
  alternatives(): Texts | undefined {
    const found: string[] = [];
    do {
      const texts = this.sequence();
      if (texts === undefined) return undefined;
      found.push(...texts);
    } while (this.take("|"));
    return found.slice(0, mostTexts);
  }

  private sequence(): Texts | undefined {
    let texts: Texts = [""];
    while (!this.isAtEnd && this.peek() !== "|" && this.peek() !== ")") {
      const atom = this.atom();
      const repeated = atom === undefined ? undefined : this.repeated(atom);
      if (repeated === undefined) return undefined;
      texts = joined(texts, repeated);
    }
    return texts;
  }

  private atom(): Texts | undefined {
    const character = this.next();
    switch (character) {
      case "^":
      case "$":
        return [""];
      case ".":
        return ["a", "b"];
      case "(":
        return this.group();
      case "[":
        return this.characterClass();
      case "\\":
        return this.escape();
      case "*":
      case "+":
      case "?":
        return undefined;
      default:
        return [character];
    }
  }

  private group(): Texts | undefined {
    if (this.take("?")) {
      const head = /^(?::|P?<[A-Za-z_]\w*>)/.exec(this.source.slice(this.at))?.[0];
      if (head === undefined) return undefined;
      this.at += head.length;
    }
    const texts = this.alternatives();
    return this.take(")") ? texts : undefined;
  }

  private escape(): Texts | undefined {
    const character = this.next();
    const known = classes[character];
    if (known !== undefined) return known;
    if (character === "b" || character === "A" || character === "z") return [""];
    const control = escapes[character];
    if (control !== undefined) return [control];
    return character === "" || /[A-Za-z0-9]/.test(character) ? undefined : [character];
  }

  /** The class is JavaScript's as far as it goes; whoever asks tries what comes of it. */
  private characterClass(): Texts | undefined {
    const start = this.at;
    this.take("^");
    this.take("]");
    while (!this.isAtEnd && this.peek() !== "]") {
      if (this.source.startsWith("[:", this.at)) return undefined;
      this.at += this.peek() === "\\" ? 2 : 1;
    }
    const inside = this.source.slice(start, this.at);
    if (!this.take("]")) return undefined;
    try {
      const test = new RegExp(`[${inside}]`, "u");
      const own = [...inside].filter((character) => test.test(character));
      return [...new Set([...characters].filter((character) => test.test(character)).concat(own))].slice(
        0,
        2,
      );
    } catch {
      return undefined;
    }
  }

  private repeated(texts: Texts): Texts | undefined {
    const match = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.at));
    if (match === null) return texts;
    this.at += match[0].length;
    const sign = match[0].charAt(0);
    const least = sign === "{" ? Number(match[1]) : sign === "+" ? 1 : 0;
    if (least > 1_000) return undefined;
    const most = sign === "?" || match[3] === "" || sign !== "{" ? least + 1 : Number(match[3] ?? least);
    const times = (count: number): Texts => texts.map((text) => text.repeat(count));
    // Once more than it has to be reads better than nothing at all.
    return most > least ? [...times(least + 1), ...times(least)].slice(0, mostTexts) : times(least);
  }

  private peek(): string {
    return this.source.charAt(this.at);
  }

  private next(): string {
    const character = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += character.length;
    return character;
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at += 1;
    return true;
  }
}

/** Every beginning with the first end, and the first beginning with every end: enough to tell choices apart. */
function joined(beginnings: Texts, ends: Texts): Texts {
  const found = beginnings.flatMap((beginning) => ends.map((end) => beginning + end));
  return [...new Set(found)].slice(0, mostTexts);
}
