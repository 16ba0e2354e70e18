import type { Check } from "../../compiler/check.js";
import type { Style } from "../style.js";
import { indented, wrapped } from "./text.js";

/** A check's page: what it finds, why that matters, how to mend it, and both examples. */
export function checkPageLines(check: Check, width: number, style: Style): readonly string[] {
  const tint =
    check.severity === "error" ? style.red : check.severity === "warning" ? style.yellow : style.cyan;
  const paragraph = (text: string): readonly string[] => indented(wrapped(text.trim(), width - 2));
  return [
    `${style.bold(check.code)} ${check.name} · ${tint(check.severity)}`,
    ...paragraph(check.summary),
    "",
    style.bold("why it matters"),
    ...paragraph(check.why),
    "",
    style.bold("how to mend it"),
    ...paragraph(check.fix),
    "",
    style.bold("reported"),
    ...indented(check.bad.trimEnd().split("\n"), 4).map(style.dim),
    "",
    style.bold("not reported"),
    ...indented(check.good.trimEnd().split("\n"), 4).map(style.dim),
  ];
}
