/** A broken invariant: a fault of Laban's own, never of its user. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** Throws where something that Laban guarantees to itself does not hold. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new InvariantError(`broken invariant: ${what}`);
}

/** The end of an exhaustive `switch`: unreachable as long as every kind has its case. */
export function unreachable(value: never): never {
  throw new InvariantError(`unhandled: ${JSON.stringify(value)}`);
}
