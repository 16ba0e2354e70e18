import type { Diagnostic } from "../../ir/index.js";
import { modelsOf } from "../models/registry.js";
import type { Clock, Model, Prompter, Selector, Tool } from "../ports.js";
import { toolsOf } from "../tools/registry.js";
import type { Config } from "./config.gen.js";
import { readScriptFiles } from "./script-files.js";

export interface BindSurroundings {
  /** The folder of the configuration, absolute: relative paths start there. */
  readonly root: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who is asked where a model is a person; absent: nobody is there. */
  readonly prompter?: Prompter;
}

/** What a configuration binds models, tools and selectors to: a driver's options of the same names. */
export interface Bound {
  readonly model: (alias: string) => Model | undefined;
  readonly tool: (ref: string) => Tool | undefined;
  readonly selector: (name: string) => Selector | undefined;
  /** What is wrong with the files that it names; what they would give is bound to nothing. */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts of those files, for showing places. */
  readonly files: ReadonlyMap<string, string>;
}

/** Binds what the configuration names. Servers and programs are spoken to when they are first used. */
export function bind(config: Config, surroundings: BindSurroundings): Bound {
  const scripts = readScriptFiles(config, surroundings.root);
  const model = modelsOf(config, { ...surroundings, scripts });
  const { selectors = {} } = config;
  return {
    model,
    tool: toolsOf(config, { ...surroundings, scripts }),
    selector: (name) => {
      const binding = Object.hasOwn(selectors, name) ? selectors[name] : undefined;
      return binding === undefined ? undefined : model(binding.model);
    },
    diagnostics: scripts.diagnostics,
    files: scripts.files,
  };
}
