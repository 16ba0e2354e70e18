import type { Diagnostic, Severity } from "../ir/index.js";
import type { Config } from "../runtime/config/config.gen.js";

/**
 * Diagnostics as the project weighs them (`[L-33]`): a code that is `off` is left out. What has to be mended stays an error.
 */
export function weighed(
  diagnostics: readonly Diagnostic[],
  rules: Config["rules"] = {},
): readonly Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const { code } = diagnostic;
    const rule = Object.hasOwn(rules, code) ? rules[code] : undefined;
    if (rule === undefined || staysError(diagnostic)) return [diagnostic];
    return rule === "off" ? [] : [{ ...diagnostic, severity: severities[rule] }];
  });
}

/**
 * Whether it is an error of the text or of names and types (areas 1 and 2), which nothing silences: nothing can be made of
 * such a program (`[L-32]`).
 */
export function staysError({ severity, code }: Diagnostic): boolean {
  return severity === "error" && /^LB[12]/.test(code);
}

const severities: Readonly<Record<"info" | "warn" | "error", Severity>> = {
  info: "info",
  warn: "warning",
  error: "error",
};

/** `2 errors, 1 warning`; nothing where there is nothing. */
export function countWords(diagnostics: readonly Diagnostic[]): string {
  const words = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    if (count === 0) return [];
    return [
      severity === "info" ? `${String(count)} info` : `${String(count)} ${severity}${count === 1 ? "" : "s"}`,
    ];
  });
  return words.join(", ");
}
