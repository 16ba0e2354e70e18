/** Colours text, or leaves it as it is: what is written means the same without. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function style(colour: boolean): Style {
  const paint =
    (on: number, off: number) =>
    (text: string): string =>
      colour && text !== "" ? `\u001b[${String(on)}m${text}\u001b[${String(off)}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
