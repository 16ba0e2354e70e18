import type { Diagnostic, Program } from "../../ir/index.js";
import type { Config } from "./config.gen.js";
import { unknownInScript, unknownInSettings } from "./known-names.js";
import { readJson } from "./read-json.js";
import { readYaml } from "./read-yaml.js";
import { readScriptFiles } from "./script-files.js";

/** What was found in settings and the scripts that they name, and the texts of those scripts in which something was. */
export interface CheckedNames {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: ReadonlyMap<string, string>;
}

/** Settings that were read, against the whole program: `text` is theirs, `root` their folder. */
export function checkNames(
  config: Config,
  text: string,
  file: string,
  root: string,
  program: Program,
): CheckedNames {
  const settings = readJson(text, file);
  const scripts = readScriptFiles(config, root);
  const diagnostics = [
    ...(settings.kind === "read" ? unknownInSettings(settings.located, program, file) : []),
    ...scripts.diagnostics,
  ];
  for (const [name, script] of scripts.files) {
    const read = scripts.get(name) === undefined ? undefined : readYaml(script, name);
    if (read?.kind === "read") diagnostics.push(...unknownInScript(read.located, program, name));
  }
  const blamed = new Set(diagnostics.map(({ place }) => place.file));
  return { diagnostics, files: new Map([...scripts.files].filter(([name]) => blamed.has(name))) };
}
