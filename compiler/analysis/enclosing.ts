import type { Span } from "../../ir/index.js";
import type { Declaration } from "../../grammar/tree.js";
import type { Module } from "../names.js";

/** The declaration whose text holds the span, in O(log declarations); none holds what stands in a prompt file. */
export function declarationAround(
  { syntax, namedBy }: Pick<Module, "syntax" | "namedBy">,
  span: Span,
): Declaration | undefined {
  const { declarations } = syntax;
  if (namedBy !== undefined) return undefined;
  let low = 0;
  let high = declarations.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((declarations[middle]?.span.start ?? 0) <= span.start) low = middle;
    else high = middle - 1;
  }
  const found = declarations[low];
  return found !== undefined && found.span.start <= span.start && span.end <= found.span.end
    ? found
    : undefined;
}
