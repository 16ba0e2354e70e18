/**
 * What a person would see on a terminal after all this was written to it: enough of one for what the command line and
 * `node:readline` write. Colours are dropped.
 */
export function screen(written: string): string {
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;
  const line = (): string[] => (rows[row] ??= []);
  // oxlint-disable-next-line no-control-regex -- this is what a terminal is told by
  const pattern = /\u001b\[(\d*)([A-Za-z])|([\s\S])/gu;
  for (const [, digits, code, character] of written.matchAll(pattern)) {
    const count = digits === "" || digits === undefined ? undefined : Number(digits);
    if (character === "\n") {
      row += 1;
      column = 0;
      line();
    } else if (character === "\r") {
      column = 0;
    } else if (character !== undefined) {
      const current = line();
      while (current.length < column) current.push(" ");
      current[column] = character;
      column += 1;
    } else {
      switch (code) {
        case "A":
          row = Math.max(0, row - (count ?? 1));
          break;
        case "C":
          column += count ?? 1;
          break;
        case "G":
          column = (count ?? 1) - 1;
          break;
        case "J":
          rows.length = row + 1;
          line().length = Math.min(line().length, column);
          break;
        case "K":
          line().length = Math.min(line().length, column);
          break;
        case "m":
          break;
        default:
          throw new Error(`this terminal does not know ESC [ ${digits ?? ""}${code ?? ""}`);
      }
    }
  }
  return rows.map((cells) => cells.join("").trimEnd()).join("\n");
}
