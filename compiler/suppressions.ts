/**
 * `#suppress CODE "reason"`: what it silences (`[L-32]`).
 *
 * Invariants
 * 1. A suppression silences one code, in the text that it stands above and inside. Of several that fit, the innermost
 *    does.
 * 2. Errors of areas 1 and 2 are never silenced.
 * 3. That a suppression silences nothing is told only where nothing is wrong otherwise: an error may have kept a check
 *    from looking at what is silenced (`[L-34]`).
 */
import { type Diagnostic, nearest, type Severity } from "../ir/index.js";
import type { Suppression } from "../grammar/tree.js";
import { coveredIn, type Standing } from "./analysis/covered.js";
import { unknownName } from "./checks/lb2001.js";
import { reasonMissing } from "./checks/lb2016.js";
import { cannotBeSilenced, silencesNothing } from "./checks/lb8004.js";
import { type Module, placeIn } from "./names.js";

/** A code that may be reported, and what it weighs. */
export interface KnownCode {
  readonly code: string;
  readonly severity: Severity;
}

/** The diagnostics that no suppression silences, and what is wrong with the suppressions themselves. */
export function suppress(
  modules: readonly Module[],
  diagnostics: readonly Diagnostic[],
  known: readonly KnownCode[],
): readonly Diagnostic[] {
  const standing = modules.flatMap((module) =>
    module.syntax.text.includes("#suppress") ? coveredIn(module) : [],
  );
  if (standing.length === 0) return diagnostics;
  const used = new Set<Suppression>();
  const heard = unsilenced(diagnostics, standing, used);
  const faults = new Map<Suppression, Diagnostic>();
  for (const each of standing) {
    const fault = faultOf(each, known);
    if (fault !== undefined) faults.set(each.suppression, fault);
  }
  const told = [...heard, ...faults.values()];
  if (told.some(({ severity }) => severity === "error")) return told;

  const idle = standing.filter(({ suppression }) => !used.has(suppression) && !faults.has(suppression));
  const isOfNeedless = ({ suppression }: Standing): boolean => suppression.code.text === "LB8004";
  const needless = idle.filter((each) => !isOfNeedless(each)).map(silencesNothing);
  const still = unsilenced(needless, standing, used);
  const beyond = idle
    .filter((each) => isOfNeedless(each) && !used.has(each.suppression))
    .map(silencesNothing);
  return [...told, ...still, ...beyond];
}

/** Notes in `used` what silences the others. */
function unsilenced(
  diagnostics: readonly Diagnostic[],
  standing: readonly Standing[],
  used: Set<Suppression>,
): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => {
    const by = silencing(diagnostic, standing);
    if (by !== undefined) used.add(by.suppression);
    return by === undefined;
  });
}

function silencing(diagnostic: Diagnostic, standing: readonly Standing[]): Standing | undefined {
  if (diagnostic.severity === "error" && isOfText(diagnostic.code)) return undefined;
  const { file, span } = diagnostic.place;
  let innermost: Standing | undefined;
  for (const each of standing) {
    const fits =
      each.suppression.code.text === diagnostic.code &&
      each.module.path === file &&
      each.span.start <= span.start &&
      span.end <= each.span.end;
    if (fits && (innermost === undefined || each.span.start > innermost.span.start)) innermost = each;
  }
  return innermost;
}

/** Whether the code is of area 1 or 2: text, names and types. */
function isOfText(code: string): boolean {
  return /^LB[12]/.test(code);
}

function faultOf(standing: Standing, known: readonly KnownCode[]): Diagnostic | undefined {
  const { module, suppression } = standing;
  const { code, reason } = suppression;
  const check = known.find((each) => each.code === code.text);
  if (check === undefined) {
    const codes = known.map((each) => each.code);
    return unknownName(placeIn(module, code.span), code.text, "code", { near: nearest(code.text, codes) });
  }
  if (isOfText(check.code) && check.severity === "error") return cannotBeSilenced(standing);
  return reason.text.trim() === "" ? reasonMissing(placeIn(module, reason.span), code.text) : undefined;
}
