/** Engines that most programs do not need: they are loaded when one does, since start-up time is a feature. */
import type { Pattern } from "./checking.js";
import type { LoadedModule } from "./load.js";

/** Whether anything in the text may be a pattern; saying yes too often only loads the engine. */
export function mayHavePatterns(modules: readonly LoadedModule[]): boolean {
  return modules.some(({ syntax }) => /@pattern|\bmatches\b|\bschema\b/.test(syntax.text));
}

/** The linear-time engine (`[L-41]`), the same that the interpreter runs patterns on. */
export async function loadPatterns(): Promise<(source: string) => Pattern> {
  const { RE2JS } = await import("re2js");
  const made = new Map<string, Pattern>();
  return (source) => {
    const known = made.get(source);
    if (known !== undefined) return known;
    const pattern = compile(source);
    made.set(source, pattern);
    return pattern;
  };

  function compile(source: string): Pattern {
    try {
      const expression = RE2JS.compile(source);
      return { matches: (text) => expression.test(text) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { fault: message.replace(/^error parsing regexp: /, "") };
    }
  }
}
