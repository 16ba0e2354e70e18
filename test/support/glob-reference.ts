/**
 * The dialect of scopes, written a second time and in another way, for the tests of the first: braces are written out, and
 * every form becomes a regular expression. Globs are well formed here, and of ASCII.
 */
import { DFA, JS, NFA, TooManyNodesError } from "refa";

/** A regular expression for the paths that a glob stands for. */
export function regExpOf(glob: string): RegExp {
  return new RegExp(`^(?:${sourceOf(glob)})$`);
}

/** In how many ways the choices of a glob can be taken. */
export function waysOf(glob: string): number {
  return glob.split(",").length > 8 ? Infinity : writtenOut(glob).length;
}

const many = "⁂";
const star = "★";

function sourceOf(glob: string): string {
  // Two stars are a `**` where they are written as one: not where choices bring two together.
  const marked = glob.replaceAll(/\\.|\*+/g, (all) =>
    all.startsWith("*") ? (all === "**" ? many : star) : all,
  );
  return writtenOut(marked).map(formSource).join("|");
}

/** The innermost braces first. */
function writtenOut(glob: string): readonly string[] {
  const close = /(?<!\\)\}/.exec(glob)?.index;
  if (close === undefined) return [glob];
  const open = glob.slice(0, close).lastIndexOf("{");
  const choices = glob.slice(open + 1, close).split(",");
  return choices.flatMap((choice) => writtenOut(glob.slice(0, open) + choice + glob.slice(close + 1)));
}

function formSource(form: string): string {
  const segments = form.split("/");
  let source = "";
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === many) source += last ? "[^/]+(?:/[^/]+)*" : "(?:[^/]+/)*";
    else source += `(?=[^/])${segmentSource(segment)}${last ? "" : "/"}`;
  }
  return source;
}

function segmentSource(segment: string): string {
  return segment.replace(
    /\\(.)|\[(!?)([^\]]+)\]|[⁂★]|\?|[.+^${}()|\\]/g,
    (all, escaped, negated, members) => {
      if (escaped !== undefined) return `\\x${String(escaped).charCodeAt(0).toString(16)}`;
      if (members !== undefined) return negated === "!" ? `[^${members}/]` : `[${members}]`;
      if (all === many || all === star) return "[^/]*";
      return all === "?" ? "[^/]" : `\\${all}`;
    },
  );
}

function automaton(globs: readonly string[]): NFA {
  const automata = globs.map((glob) => {
    // The lookaheads are for a first character, which the automaton gets by intersection below.
    const source = sourceOf(glob).replaceAll("(?=[^/])", "");
    const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: "s" }).parse();
    return NFA.fromRegex(expression, { maxCharacter });
  });
  const [first, ...others] = automata;
  if (first === undefined) throw new Error("no glob");
  for (const other of others) first.union(other);
  return first;
}

const paths = (): NFA => automaton(["**"]);

/** Whether two globs have a path in common, by another library; `undefined`: it is too much for it. */
export function refaOverlap(a: string, b: string): boolean | undefined {
  return withinItsLimits(() => {
    const both = NFA.fromIntersection(automaton([a]), automaton([b]));
    return !NFA.fromIntersection(both, paths()).isEmpty;
  });
}

/** Whether every path of the first is one of the others, by another library; `undefined`: it is too much for it. */
export function refaInside(glob: string, within: readonly string[]): boolean | undefined {
  return withinItsLimits(() => {
    const others = DFA.fromFA(automaton(within), new DFA.LimitedNodeFactory(2_000));
    others.complement(new DFA.LimitedNodeFactory(2_000));
    const rest = NFA.fromIntersection(automaton([glob]), others);
    return NFA.fromIntersection(rest, paths()).isEmpty;
  });
}

function withinItsLimits(decide: () => boolean): boolean | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof TooManyNodesError) return undefined;
    throw error;
  }
}
