/** Both oracles at once: what the checker's answers are compared with. */
import type { Answers } from "./answers.js";
import { bruteForce, type Options } from "./brute-force.js";
import { subjectOf } from "./programs.js";
import { hasSpin, spinAnswers } from "./spin.js";

export interface OracleAnswers {
  /** `undefined`: more states than the bound admits. */
  readonly bruteForce: Answers | undefined;
  /** `undefined`: Spin is not installed. */
  readonly spin: Answers | undefined;
}

/**
 * What both oracles say about a composite (its ref, or the end of it) of a program's text. Faults of areas 1 and 2 reject,
 * and so does what the model of Spin has no words for. For many programs `spinAnswers` takes them in batches.
 */
export async function oracleAnswers(
  source: string,
  composite: string,
  options: Options = {},
): Promise<OracleAnswers> {
  const subject = await subjectOf(source, composite);
  return {
    bruteForce: bruteForce(subject, options).answers,
    spin: hasSpin() ? spinAnswers([subject])[0] : undefined,
  };
}
