import type { IToken } from "chevrotain";
import * as t from "../tokens.js";
import { nesting } from "./layout.js";
import { itemUnit } from "./units.js";

/** Where, outside of brackets, one item seems to end and the next to begin; and the number of tokens, if there are any. */
export function itemEnds(tokens: readonly IToken[]): readonly number[] {
  const ends: number[] = [];
  let depth = 0;
  let isSuppressed = false;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (depth === 0 && token.tokenType === t.Suppress) {
      if (!isSuppressed && index > 0) ends.push(index);
      isSuppressed = true;
      index += 2;
    } else if (depth === 0 && itemUnit.starts(token, tokens[index + 1], tokens[index + 2])) {
      if (!isSuppressed && index > 0) ends.push(index);
      isSuppressed = false;
    } else depth += nesting(token);
  }
  if (tokens.length > 0) ends.push(tokens.length);
  return ends;
}
