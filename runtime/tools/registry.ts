import { resolve } from "node:path";
import type { Config, ToolBinding } from "../config/config.gen.js";
import { readDuration } from "../config/duration.js";
import type { ScriptFiles } from "../config/script-files.js";
import { shortName } from "../core/index.js";
import type { Clock, Tool } from "../ports.js";
import { commandTool } from "./command.js";
import { scriptTool } from "./script.js";

export interface ToolSurroundings {
  /** The folder of the configuration; relative paths start there. */
  readonly root: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly scripts: ScriptFiles;
}

/** The tool that a ref is bound to (`[L-43]`): by its ref, or by its short name; `undefined` where nothing is. */
export function toolsOf(config: Config, surroundings: ToolSurroundings): (ref: string) => Tool | undefined {
  const { tools = {} } = config;
  const made = new Map<string, Tool | undefined>();
  return (ref) => {
    if (made.has(ref)) return made.get(ref);
    const name = [ref, shortName(ref)].find((one) => Object.hasOwn(tools, one));
    const binding = name === undefined ? undefined : tools[name];
    const tool = binding === undefined ? undefined : bind(ref, binding, surroundings);
    made.set(ref, tool);
    return tool;
  };
}

function bind(
  ref: string,
  binding: ToolBinding,
  { root, clock, env, scripts }: ToolSurroundings,
): Tool | undefined {
  if ("script" in binding) {
    const script = scripts.get(binding.script);
    return script === undefined ? undefined : scriptTool(script, ref, { clock, file: binding.script });
  }
  const [program, ...args] = binding.command;
  if (program === undefined) return undefined;
  return commandTool({
    command: [program, ...args],
    folder: resolve(root, binding.folder ?? "."),
    clock,
    env,
    ...(binding.env === undefined ? {} : { allowed: binding.env }),
    ...(binding.timeout === undefined ? {} : { timeoutMs: readDuration(binding.timeout) }),
    ...(binding.outputBytes === undefined ? {} : { outputBytes: binding.outputBytes }),
  });
}
