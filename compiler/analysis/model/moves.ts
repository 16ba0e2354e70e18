/** What an outcome does to a state, as the interpreter's merge does it (`[R-18]`, `[R-51]`). */
import type { Outcome } from "./choreography.js";
import type { Layout } from "./states.js";
import { type VerdictVariable, verdictAt } from "./variables.js";

/**
 * Applies outcomes to packed states of one layout.
 *
 * Invariants
 * 1. What a lane gives is one moment: of its own results only a verdict that goes can take its verdict along (`[L-14]`).
 * 2. A verdict goes when something that it was judged from was given anew, or went itself.
 */
export class Merge {
  private readonly verdicts: readonly VerdictVariable[];

  constructor(private readonly layout: Layout) {
    this.verdicts = layout.variables.filter((variable) => variable.kind === "verdict");
  }

  /** Changes the state in place. */
  apply(state: Int32Array, { sets, adds, gives }: Outcome): void {
    const { layout } = this;
    for (const variable of adds) {
      if (!layout.has(variable)) continue;
      const count = layout.read(state, 0, variable);
      if (count < variable.size - 1) layout.write(state, 0, variable, count + 1);
    }
    for (const { variable, value } of sets) {
      if (layout.has(variable)) layout.write(state, 0, variable, value);
    }
    if (this.verdicts.length === 0) return;
    const gone = new Set<string>();
    for (let again = true; again;) {
      again = false;
      for (const verdict of this.verdicts) {
        if (gone.has(verdict.ref)) continue;
        const now = verdictAt(verdict, layout.read(state, 0, verdict));
        if (now === undefined) continue;
        const isOwn = gives.includes(verdict.ref);
        const falls =
          [...gone].some((ref) => now.judgedFrom.has(ref)) ||
          (!isOwn && gives.some((ref) => now.judgedFrom.has(ref)));
        if (!falls) continue;
        layout.write(state, 0, verdict, 0);
        gone.add(verdict.ref);
        again = true;
      }
    }
  }
}
