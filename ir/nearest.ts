/**
 * The candidate that `name` was probably meant to be, or `undefined` where none is near. Distance is
 * Damerau–Levenshtein (optimal string alignment) on lower-cased text; at most a third of the name's letters, and at
 * least one, may differ. Names of one or two letters match only up to case. Ties go to the candidate given first.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const most = wanted.length <= 2 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** ``; did you mean `x`?`` or nothing: the end of a message about a name that is not known. */
export function suggestion(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}

/** The edit distance of `a` and `b` where insertion, deletion, replacement and swapping of neighbours each cost one; `stop` once it is reached. */
function editDistance(a: string, b: string, stop: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= stop) return stop;
    before = last;
    last = row;
  }
  return Math.min(stop, at(last, b.length));
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
