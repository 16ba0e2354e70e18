import { type Diagnostic, type Json, isJsonObject } from "../../ir/index.js";
import { conform } from "./conform.js";
import { readYaml } from "./read-yaml.js";
import type { Script } from "./script.gen.js";
import schema from "./script.schema.json" with { type: "json" };

export type ReadScript =
  | { readonly kind: "read"; readonly script: Script }
  | { readonly kind: "broken"; readonly diagnostics: readonly Diagnostic[] };

/** Reads a script of models and tools, in YAML or JSON; each fault at its place. */
export function readScript(text: string, file: string): ReadScript {
  const read = readYaml(text, file);
  if (read.kind === "broken") return read;
  const misfits = conform(read.located, schema, file);
  const { value } = read.located;
  return fits(value, misfits) ? { kind: "read", script: value } : { kind: "broken", diagnostics: misfits };
}

function fits(value: Json, misfits: readonly Diagnostic[]): value is Json & Script {
  return misfits.length === 0 && isJsonObject(value);
}
