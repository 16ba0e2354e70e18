/** Yes or no as a person writes it (`[R-30]`); nothing where it is neither. */
export function readConfirmation(text: string): boolean | undefined {
  switch (text.trim().toLowerCase()) {
    case "yes":
    case "y":
    case "true":
    case "ok":
    case "1":
      return true;
    case "no":
    case "n":
    case "false":
    case "0":
      return false;
    default:
      return undefined;
  }
}

/** A number as the language writes it (`[L-42]`): `-1`, `1.5`, `1e3`, `10_000`. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^-?\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  const value = Number(trimmed.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}
