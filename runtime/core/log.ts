/**
 * A list that only grows, newest item first in memory. Appending shares all that is there, so that a long journal costs
 * no more to fold than a short one. The empty list is `undefined`.
 */
export type Log<T> = { readonly last: T; readonly before: Log<T>; readonly length: number } | undefined;

/** `log` with `item` behind it. */
export function append<T>(log: Log<T>, item: T): Log<T> {
  return { last: item, before: log, length: (log?.length ?? 0) + 1 };
}

/** The items, oldest first. */
export function itemsOf<T>(log: Log<T>): readonly T[] {
  const items: T[] = [];
  for (let at = log; at !== undefined; at = at.before) items.push(at.last);
  return items.toReversed();
}
