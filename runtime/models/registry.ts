import { resolve } from "node:path";
import { unreachable } from "../../ir/index.js";
import type { Config, ModelBinding } from "../config/config.gen.js";
import { readDuration } from "../config/duration.js";
import type { ScriptFiles } from "../config/script-files.js";
import type { Clock, Model, Prompter } from "../ports.js";
import { loggedModel } from "./logged.js";
import { openAiCompatibleModel } from "./openai-compatible.js";
import { personModel } from "./person.js";
import { scriptModel } from "./script.js";

export interface ModelSurroundings {
  /** The configuration's folder, which paths in it start at. */
  readonly root: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly scripts: ScriptFiles;
  /** Who is asked where `provider` is `person`; absent: nobody is there. */
  readonly prompter?: Prompter;
}

/** The model behind each alias; `undefined` where none is configured, or its script could not be read. */
export function modelsOf(
  config: Config,
  surroundings: ModelSurroundings,
): (alias: string) => Model | undefined {
  const { models = {} } = config;
  const made = new Map<string, Model | undefined>();
  return (alias) => {
    if (made.has(alias)) return made.get(alias);
    const binding = Object.hasOwn(models, alias) ? models[alias] : undefined;
    const bound = binding === undefined ? undefined : bind(binding, surroundings);
    const model =
      bound === undefined || binding?.log === undefined
        ? bound
        : loggedModel(bound, resolve(surroundings.root, binding.log));
    made.set(alias, model);
    return model;
  };
}

function bind(
  binding: ModelBinding,
  { clock, env, scripts, prompter }: ModelSurroundings,
): Model | undefined {
  switch (binding.provider) {
    case "script": {
      const script = scripts.get(binding.file);
      return script === undefined ? undefined : scriptModel(script, { clock, file: binding.file });
    }
    case "person":
      return personModel(prompter);
    case "openai-compatible": {
      const { provider: _, log: __, idle, ...options } = binding;
      return openAiCompatibleModel({
        ...options,
        clock,
        env,
        ...(idle === undefined ? {} : { idleMs: readDuration(idle) }),
      });
    }
    default:
      return unreachable(binding);
  }
}
