import { compile, memoryHost } from "../../compiler/index.js";
import type { Bundle } from "../../ir/index.js";
import {
  namesOf,
  renderResult,
  renderTranscript,
  runScenario,
  type ScenarioOptions,
  type ScenarioResult,
} from "../../runtime/scenario/index.js";

/** The bundle of one file; a source with errors fails the test that gave it. */
export async function bundleOf(source: string, file = "play.playbook"): Promise<Bundle> {
  const { bundle, diagnostics } = await compile(memoryHost({ [file]: source }), [file]);
  if (bundle !== undefined) return bundle;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join("\n"));
}

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
  return played(await bundleOf(`${program}\n\nscenario "it" {\n${lines}\n}\n`), options);
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
