/** Characters that pass for others: bidirectional controls, invisible ones, and letters that look like ASCII (`[L-1]`). */

const controls: ReadonlyMap<string, string> = new Map([
  ["\u061c", "an Arabic letter mark"],
  ["\u200e", "a left-to-right mark"],
  ["\u200f", "a right-to-left mark"],
  ["\u202a", "a left-to-right embedding"],
  ["\u202b", "a right-to-left embedding"],
  ["\u202c", "the end of a directional formatting"],
  ["\u202d", "a left-to-right override"],
  ["\u202e", "a right-to-left override"],
  ["\u2066", "a left-to-right isolate"],
  ["\u2067", "a right-to-left isolate"],
  ["\u2068", "a first-strong isolate"],
  ["\u2069", "the end of a directional isolate"],
  ["\u00ad", "a soft hyphen"],
  ["\u200b", "a zero-width space"],
  ["\u200c", "a zero-width non-joiner"],
  ["\u200d", "a zero-width joiner"],
  ["\u2060", "a word joiner"],
  ["\ufeff", "a byte-order mark"],
]);

/** Letters of other scripts in the order of their code points, each followed by the ASCII letter it looks like. */
const letters: ReadonlyMap<string, string> = new Map(
  (
    "\u0131i \u0251a \u0261g \u0269i \u028bu \u0391A \u0392B \u0395E \u0396Z \u0397H \u0399I \u039aK \u039cM \u039dN \u039fO " +
    "\u03a1P \u03a4T \u03a5Y \u03a7X \u03b1a \u03b3y \u03b9i \u03bdv \u03bfo \u03c1p \u03c3o \u03c5u \u03f2c \u03f3j " +
    "\u0405S \u0406I \u0408J \u0410A \u0412B \u0415E \u041aK \u041cM \u041dH \u041eO \u0420P \u0421C \u0422T \u0423Y \u0425X " +
    "\u0430a \u0435e \u043eo \u0440p \u0441c \u0443y \u0445x \u0455s \u0456i \u0458j \u0475v \u04bbh \u04cfl \u0501d " +
    "\u051bq \u051dw \u0570h \u0578n \u057du \u0585o \u13a0D \u13a1R \u13a2T \u13a5i \u13a9Y \u13aaA \u13abJ \u13acE \u13b3W " +
    "\u13b7M \u13bbH \u13bdY \u13c0G \u13c2h \u13c3Z \u13cf4 \u13d2R \u13d4W \u13daS \u13deL \u13dfC \u13e2P \u13e6K \u13f4B"
  )
    .split(" ")
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

const marks: ReadonlyMap<string, string> = new Map([
  ["\u201c", '"'],
  ["\u201d", '"'],
  ["\u201e", '"'],
  ["\u2033", '"'],
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u2010", "-"],
  ["\u2011", "-"],
  ["\u2012", "-"],
  ["\u2013", "-"],
  ["\u2014", "-"],
  ["\u2212", "-"],
  ["\u037e", ";"],
  ["\u0589", ":"],
  ["\u05f4", '"'],
  ["\u2236", ":"],
  ["\u201a", ","],
  ["\u2024", "."],
  ["\u2044", "/"],
  ["\u2215", "/"],
  ["\u2039", "<"],
  ["\u203a", ">"],
  ["\u2223", "|"],
  ["\u01c0", "|"],
]);

/** What a bidirectional or invisible character is called, if `character` is one. */
export function controlName(character: string): string | undefined {
  return controls.get(character);
}

/** The ASCII character that `character` looks like, if it is not ASCII itself; a space for the wide and narrow ones. */
export function lookAlike(character: string): string | undefined {
  if (character <= "\u007f") return undefined;
  const twin = letters.get(character) ?? marks.get(character);
  if (twin !== undefined) return twin;
  if (/\p{Zs}/u.test(character)) return " ";
  const compatible = character.normalize("NFKC");
  return compatible.length === 1 && compatible <= "\u007f" ? compatible : undefined;
}

/** `U+0430` */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
