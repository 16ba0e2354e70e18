/**
 * Why a glob is none, or stands for no path that may be written (`[R-7]`). What may be written is the guard's to say, about
 * one path after another that the glob reaches. What it refuses a name for, it refuses it for wherever the name stands, so
 * that each answer takes more away than the one path.
 */
import { bracesOf, classEnd, escapeGlob, matchesGlob, rangesOf } from "./glob.js";
import { outside } from "./inclusion.js";
import { refuseSyntax } from "./permission.js";

/** Kinds of names that are refused, and of which there is no end. */
const endless = ["*.[pP][lL][aA][yY][bB][oO][oO][kK]", "*[. ]", '*[<>:"|?*\\\\]*'];
const mostTried = 32;

/** Why nothing can be written by this glob, in words, or `undefined` where something can or where that is not settled. */
export function refuseGlob(glob: string): string | undefined {
  if (glob === "") return "the glob is empty";
  const fault = faultOf(glob);
  return fault === undefined ? refuseAll(glob) : `\`${glob}\` ${fault}`;
}

function refuseAll(glob: string): string | undefined {
  const found = outside(glob, []);
  if (typeof found === "string") return found === "inside" ? `no path fits \`${glob}\`` : undefined;
  const first = refuseSyntax(found.path);
  if (first === undefined) return undefined;
  const refused = [...refusedWith(found.path)];
  for (let tried = 0; tried < mostTried; tried++) {
    const next = outside(glob, refused);
    if (next === "inside")
      return glob === found.path ? first : `\`${glob}\` stands for nothing that may be written: ${first}`;
    if (next === "unsettled" || refuseSyntax(next.path) === undefined) return undefined;
    refused.push(...refusedWith(next.path));
  }
  return undefined;
}

/** Globs of what is refused for the reason that this path is. */
function refusedWith(path: string): readonly string[] {
  const name = path.split("/").find((each) => refuseSyntax(each) !== undefined);
  if (name === undefined) return [escapeGlob(path)];
  const kind = endless.find((each) => matchesGlob(each, name)) ?? escapeGlob(name);
  return [`**/${kind}`, `**/${kind}/**`];
}

function faultOf(glob: string): string | undefined {
  if (glob.startsWith("/")) return "is absolute: paths are relative to the workspace";
  if (/\/(?:\/|$)/.test(glob)) return "has an empty name between two `/`, or at its end";
  const characters = Array.from(glob);
  const braces = bracesOf(characters);
  const choices: { readonly from: number; hasTwo: boolean }[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    const brace = braces.get(at);
    if (brace === "{") choices.push({ from: at, hasTwo: false });
    else if (brace === ",") for (const choice of choices.slice(-1)) choice.hasTwo = true;
    else if (brace === "}") {
      const choice = choices.pop();
      if (choice?.hasTwo === false)
        return `has \`${characters.slice(choice.from, at + 1).join("")}\`, a choice of one: write \`*\` for every name, or \`{a,b}\``;
    } else if (character === "{" || character === "}") return `has a \`${character}\` without its partner`;
    else if (character === "\\") {
      at += 1;
      if (/^[\p{L}\p{N}/]?$/u.test(characters[at] ?? ""))
        return "has a `\\` that takes no meaning away: folders are separated by `/`";
    } else if (character === "[") {
      const end = classEnd(characters, at);
      if (end < 0) return "has a `[` that no `]` closes";
      const turned = rangesOf(characters.slice(at + 1, end)).find(([from, to]) => from > to);
      if (turned !== undefined)
        return `has the range \`${String.fromCodePoint(turned[0])}-${String.fromCodePoint(turned[1])}\`, in which nothing is`;
      at = end;
    } else if (character === "*" && characters[at + 1] === "*") {
      let end = at + 2;
      while (characters[end] === "*") end += 1;
      if (end > at + 2 || !isBorder(characters, braces, at - 1) || !isBorder(characters, braces, end))
        return "has `**` beside other text: it is a whole segment, as in `a/**/*.md`";
      at = end - 1;
    }
  }
  return undefined;
}

function isBorder(characters: readonly string[], braces: ReadonlyMap<number, unknown>, at: number): boolean {
  return at < 0 || at >= characters.length || characters[at] === "/" || braces.has(at);
}
