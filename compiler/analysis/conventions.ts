/** How names are written (`[L-3]`): kebab-case for declarations, camelCase for fields. */
import type { Kind } from "../names.js";

export type Convention = "kebab-case" | "camelCase" | "PascalCase or kebab-case";

const patterns: Readonly<Record<Convention, RegExp>> = {
  "kebab-case": /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  camelCase: /^[a-z][A-Za-z0-9]*$/,
  // Types and waits are written either way: the standard library's begin with a capital.
  "PascalCase or kebab-case": /^(?:[A-Z][A-Za-z0-9]*|[a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/,
};

/** `undefined`: a scenario's title is no name. */
export function conventionOf(kind: Kind): Convention | undefined {
  if (kind === "scenario") return undefined;
  return kind === "type" || kind === "wait" ? "PascalCase or kebab-case" : "kebab-case";
}

export function follows(name: string, convention: Convention): boolean {
  return patterns[convention].test(name);
}

/** The name as the convention has it; `undefined` where nothing of it is left. */
export function inConvention(name: string, convention: Convention): string | undefined {
  const words = wordsOf(name);
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const written =
    convention === "kebab-case"
      ? words.join("-")
      : convention === "camelCase"
        ? words.map((word, index) => (index === 0 ? word : capital(word))).join("")
        : words.map(capital).join("");
  return follows(written, convention) ? written : undefined;
}

/** `HTTPServer_name2` has `http`, `server` and `name2`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .split(/[-_]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}
