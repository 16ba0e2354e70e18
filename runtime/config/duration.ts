const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `30s`, `1h30m` → ms. What the schema admits is read; anything else is 0. */
export function readDuration(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g))
    sum += Number(count) * (units[unit ?? ""] ?? 0);
  return sum;
}
