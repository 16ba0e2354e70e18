/** Circles in graphs: who leads to itself. */

/**
 * One shortest circle for each set of nodes that all lead to each other, through the first of them in the order of
 * `nodes`. A circle that is `[a, b]` goes from `a` to `b` and back.
 */
export function circles<T extends {}>(
  nodes: Iterable<T>,
  next: (node: T) => Iterable<T>,
): readonly (readonly T[])[] {
  const found: (readonly T[])[] = [];
  for (const group of groups(nodes, next)) {
    const [first] = group;
    if (first === undefined) continue;
    const members = new Set(group);
    const circle = circleFrom(first, (node) => [...next(node)].filter((to) => members.has(to)));
    if (circle !== undefined) found.push(circle);
  }
  return found;
}

/**
 * The nodes in sets that all lead to each other, each set and all sets in the order of `nodes`; a node that leads to
 * none that leads back is alone. Tarjan's way, without recursion.
 */
export function groups<T extends {}>(
  nodes: Iterable<T>,
  next: (node: T) => Iterable<T>,
): readonly (readonly T[])[] {
  const order = [...nodes];
  const indexes = new Map<T, number>();
  const lows = new Map<T, number>();
  const open: T[] = [];
  const groupOf = new Map<T, Set<T>>();
  const path: { readonly node: T; readonly successors: Iterator<T> }[] = [];

  const enter = (node: T): void => {
    const index = indexes.size;
    indexes.set(node, index);
    lows.set(node, index);
    open.push(node);
    path.push({ node, successors: next(node)[Symbol.iterator]() });
  };
  const lower = (node: T, to: number): void => {
    lows.set(node, Math.min(lows.get(node) ?? to, to));
  };

  for (const start of order) {
    if (!indexes.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node, successors } = top;
      const step = successors.next();
      if (step.done !== true) {
        const index = indexes.get(step.value);
        if (index === undefined) enter(step.value);
        else if (!groupOf.has(step.value)) lower(node, index);
        continue;
      }
      path.pop();
      const low = lows.get(node) ?? 0;
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low);
      if (low !== indexes.get(node)) continue;
      const group = new Set(open.splice(open.lastIndexOf(node)));
      for (const member of group) groupOf.set(member, group);
    }
  }
  return inOrder(order, groupOf);
}

function inOrder<T>(order: readonly T[], groupOf: ReadonlyMap<T, ReadonlySet<T>>): readonly (readonly T[])[] {
  const members = new Map<ReadonlySet<T>, T[]>();
  for (const node of new Set(order)) {
    const group = groupOf.get(node);
    if (group === undefined) continue;
    const listed = members.get(group);
    if (listed === undefined) members.set(group, [node]);
    else listed.push(node);
  }
  return [...members.values()];
}

/** A shortest way from the node back to itself, breadth first. */
function circleFrom<T extends {}>(start: T, next: (node: T) => Iterable<T>): readonly T[] | undefined {
  const before = new Map<T, T>();
  let frontier: readonly T[] = [start];
  while (frontier.length > 0) {
    const reached: T[] = [];
    for (const node of frontier) {
      for (const to of next(node)) {
        if (to === start) return wayTo(node, start, before);
        if (before.has(to)) continue;
        before.set(to, node);
        reached.push(to);
      }
    }
    frontier = reached;
  }
  return undefined;
}

function wayTo<T>(end: T, start: T, before: ReadonlyMap<T, T>): readonly T[] {
  const way: T[] = [];
  for (let at: T | undefined = end; at !== undefined && at !== start; at = before.get(at)) way.push(at);
  return [start, ...way.toReversed()];
}
