import { matchesGlob } from "./glob.js";

const reservedNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u001f\u007f]/;
const guarded = /^(?:\.laban|\.git)(?:\/|$)|(?:^|\/)laban\.config\.json$|\.playbook$/i;

/**
 * Why a path may not be written, or `undefined` (`[R-7]`). A path is relative, with `/` between its segments. Permission
 * needs the exact spelling; what no scope admits is guarded in any spelling. Links are the workspace's to look at.
 */
export function refusedPath(path: string, scope: readonly string[]): string | undefined {
  const segments = path.split("/");
  if (path === "" || path.startsWith("/") || path.includes("\\") || /^[a-z]:/i.test(path))
    return "which is no path in the workspace";
  if (control.test(path)) return "which has a control character";
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    return "which is no plain path";
  if (segments.some((segment) => reservedNames.test(segment) || /[. ]$/.test(segment)))
    return "which has a reserved name";
  if (guarded.test(path.normalize("NFC"))) return "which no playbook may write";
  return scope.some((glob) => matchesGlob(glob, path)) ? undefined : "which is outside its scope";
}
