import { RE2JS } from "re2js";

/** A compiled regular expression; `test` finds it anywhere in the text. */
export interface Pattern {
  test(text: string): boolean;
}

const compiled = new Map<string, Pattern>();

/**
 * A pattern on the linear-time engine (`[L-41]`): no input makes it slow. Throws where the pattern does not compile;
 * the compiler has made sure that it does.
 */
export function patternOf(source: string): Pattern {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const expression = RE2JS.compile(source);
  const pattern = { test: (text: string) => expression.test(text) };
  if (compiled.size > 1_000) compiled.clear();
  compiled.set(source, pattern);
  return pattern;
}
