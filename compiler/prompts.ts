/** Prompts that stand in files of their own ([L-20]). */
import type { StringLiteral, Template } from "../grammar/tree.js";
import { decode, parseTemplate } from "../grammar/index.js";
import type { Checking } from "./checking.js";
import { fileNotRead, pathOutside } from "./checks/lb2003.js";
import { siblings } from "./load.js";
import { type Module, placeIn } from "./names.js";
import { resolvedFrom } from "./paths.js";

export interface PromptFile {
  readonly template: Template;
  /** The module that names the file, as seen from the file: the same scope, the file's path and text. */
  readonly module: Module;
}

/** The prompt in the file; `undefined` where it was reported. CRLF and LF mean the same. */
export function readPromptFile(
  checking: Checking,
  module: Module,
  path: StringLiteral,
): PromptFile | undefined {
  const place = placeIn(module, path.span);
  const target = resolvedFrom(module.path, path.text);
  if (target === undefined) {
    checking.report(pathOutside(place, path.text, "the prompt file"));
    return undefined;
  }
  const bytes = checking.host.readFile(target);
  if (typeof bytes === "string") {
    const ending = /\.\w+$/.exec(path.text)?.[0] ?? "";
    checking.report(
      fileNotRead(
        place,
        path.text,
        bytes,
        "the prompt file",
        siblings(checking.host, module.path, target, ending),
      ),
    );
    return undefined;
  }
  const decoded = decode(bytes, target);
  if ("diagnostic" in decoded) {
    checking.report(decoded.diagnostic);
    return undefined;
  }
  const { text } = decoded;
  const { template, diagnostics: found } = parseTemplate(target, text);
  for (const each of found) checking.report(each);
  const syntax = { ...module.syntax, path: target, text };
  const seen: Module = { ...module, path: target, syntax, namedBy: module };
  const scope = checking.names.scopes.get(module);
  if (scope !== undefined) checking.names.scopes.set(seen, scope);
  return { template, module: seen };
}
