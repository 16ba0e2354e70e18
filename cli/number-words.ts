/** A number as the language writes it (`[L-42]`): `-1`, `1.5`, `1e3`, `10_000`. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^-?\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}
