import type { Json, Schema } from "../../ir/index.js";
import type { Prompter } from "../../runtime/ports.js";

/** A question that a model puts to the person who stands in for it. */
export interface DeskQuestion {
  readonly title: string;
  readonly text: string;
  readonly schema: Schema;
  readonly signal: AbortSignal;
  /** `undefined`: the person left it. */
  settle(answer: Json | undefined): void;
}

/**
 * Where models that are a person (`"provider": "person"`) put their questions. Several may ask at once; whoever has the
 * terminal takes one after the other.
 */
export class FrontDesk implements Prompter {
  readonly #waiting: DeskQuestion[] = [];
  readonly #listeners = new Set<() => void>();

  ask(
    question: { readonly title: string; readonly text: string; readonly schema: Schema },
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      };
      const waiting: DeskQuestion = {
        ...question,
        signal,
        settle(answer) {
          signal.removeEventListener("abort", leave);
          resolve(answer);
        },
      };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiting);
      // A listener may end itself while it is told.
      for (const listener of Array.from(this.#listeners)) listener();
    });
  }

  /** The oldest question, which is the taker's now. */
  take(): DeskQuestion | undefined {
    return this.#waiting.shift();
  }

  onQuestion(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
