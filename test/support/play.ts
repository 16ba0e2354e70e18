import type { Bundle } from "../../ir/index.js";
import {
  namesOf,
  renderResult,
  renderTranscript,
  runScenario,
  type ScenarioOptions,
  type ScenarioResult,
} from "../../runtime/scenario/index.js";
import { bundleOf } from "./playbooks.js";

export { bundleOf };

export interface Played extends ScenarioResult {
  readonly bundle: Bundle;
  /** What a person is shown of the result. */
  readonly text: string;
  readonly told: string;
  /** `message` of each failure. */
  readonly messages: readonly string[];
}

/** Compiles a program and plays the one scenario whose lines are given. */
export async function play(program: string, lines: string, options?: ScenarioOptions): Promise<Played> {
  return played(await bundleOf(`${program}\n\nscenario "it" {\n${lines}\n}\n`, "play.playbook"), options);
}

/** Plays the last scenario of a bundle. */
export function played(bundle: Bundle, options?: ScenarioOptions): Played {
  const scenario = bundle.scenarios.at(-1);
  if (scenario === undefined) throw new Error("there is no scenario");
  const result = runScenario(bundle, scenario, options);
  const names = namesOf(bundle.program);
  return {
    ...result,
    bundle,
    text: `${renderResult(result, names).join("\n")}\n`,
    told: `${renderTranscript(result.transcript, names).join("\n")}\n`,
    messages: result.failures.map(({ message }) => message),
  };
}
