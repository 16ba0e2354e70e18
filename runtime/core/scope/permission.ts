/**
 * Which paths may be written at all, by their text alone (`[R-7]`): for the checker, for what a model answers, and for
 * landing. What stands on the disk is the workspace's to look at.
 */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { matchesGlob } from "./glob.js";

/** What no scope admits, wherever it stands: names under case folding, each with what it is. */
const kept: readonly (readonly [name: RegExp, what: string])[] = [
  [/^\.laban$/, "Laban's own folder"],
  [/^(\.git|git~\d+)$/, "Git's own folder"],
  [/^laban\.config\.json$/, "the configuration"],
  [/\.playbook$/, "a playbook"],
];

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/;
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Why nothing may be written to `path`, in words, or `undefined` where the scope admits it. The path is relative to the
 * workspace, with `/`; it has to be spelled exactly as the scope has it.
 */
export function refusePath(path: string, scope: readonly string[]): string | undefined {
  const syntax = refuseSyntax(path);
  if (syntax !== undefined) return syntax;
  if (scope.some((glob) => matchesGlob(glob, path))) return undefined;
  const near = scope.length === 0 ? "it has no write scope" : `its write scope is ${listed(scope)}`;
  return `\`${path}\` is outside of what this playbook may write: ${near}`;
}

/** Why no path like this is used, whatever the scope: for reading it is the same. */
export function refuseSyntax(path: string): string | undefined {
  const shown = `\`${visible(path)}\``;
  if (path === "") return "the path is empty";
  if (unprintable.test(path)) return `${shown} has a character that cannot be seen`;
  if (path.includes("\\")) return `${shown} has a \`\\\`: folders are separated by \`/\``;
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path))
    return `${shown} is absolute: paths are relative to the workspace`;
  if (path !== path.normalize("NFC")) return `${shown} is not in Unicode's composed form (NFC)`;
  if (utf8ToBytes(path).length > 1_024) return `the path ${shown.slice(0, 80)}…\` is longer than 1024 bytes`;
  for (const name of path.split("/")) {
    const refused = refuseName(name);
    if (refused !== undefined) return `${shown} ${refused}`;
  }
  return undefined;
}

function refuseName(name: string): string | undefined {
  const folded = foldName(name);
  if (name === "") return "has an empty name between two `/`, or at its end";
  if (name === "." || name === "..") return `has \`${name}\` in it: no path leads out of the workspace`;
  if (/[<>:"|?*]/.test(name))
    return 'has one of the characters `< > : " | ? *`, which not every file system has';
  if (/[. ]$/.test(name)) return "has a name that ends in a dot or a space";
  if (utf8ToBytes(name).length > 255) return "has a name that is longer than 255 bytes";
  if (reserved.test(folded.split(".")[0]?.trimEnd() ?? ""))
    return `has the name \`${name}\`, which Windows reserves`;
  const what = kept.find(([pattern]) => pattern.test(folded))?.[1];
  return what === undefined ? undefined : `leads to ${what} (\`${name}\`), which is never written`;
}

/** Two names that fold to the same may be one file on some file system. */
export function foldName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

function visible(text: string): string {
  return text.replace(
    new RegExp(unprintable, "gu"),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function listed(globs: readonly string[]): string {
  return globs.map((glob) => `\`${glob}\``).join(", ");
}
