import { resolve } from "node:path";
import type { Diagnostic } from "../../ir/index.js";
import { readText } from "../files.js";
import type { Config } from "./config.gen.js";
import { readScript } from "./read-script.js";
import type { Script } from "./script.gen.js";

/** The scripts that a configuration names, read once. */
export interface ScriptFiles {
  /** By the path as the configuration has it; `undefined` where the file could not be read as a script. */
  get(file: string): Script | undefined;
  /** What is wrong with them, each at its place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Their texts, for showing places. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads every script that `config` names. Paths start at `root`, the configuration's folder. */
export function readScriptFiles(config: Config, root: string): ScriptFiles {
  const scripts = new Map<string, Script>();
  const files = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const file of scriptsNamed(config)) {
    const content = readText(resolve(root, file));
    if ("problem" in content) {
      files.set(file, "");
      diagnostics.push(unreadable(file, content.problem));
      continue;
    }
    files.set(file, content.text);
    const read = readScript(content.text, file);
    if (read.kind === "read") scripts.set(file, read.script);
    else diagnostics.push(...read.diagnostics);
  }
  return { get: (file) => scripts.get(file), diagnostics, files };
}

function scriptsNamed({ models = {}, tools = {} }: Config): ReadonlySet<string> {
  return new Set([
    ...Object.values(models).flatMap((binding) => (binding.provider === "script" ? [binding.file] : [])),
    ...Object.values(tools).flatMap((binding) => ("script" in binding ? [binding.script] : [])),
  ]);
}

function unreadable(file: string, problem: string): Diagnostic {
  return {
    code: "LB2003",
    severity: "error",
    message: `the script \`${file}\` cannot be read: it ${problem}`,
    place: { file, span: { start: 0, end: 0 } },
    related: [],
    hint: "the path starts at the folder of `laban.config.json`",
  };
}
