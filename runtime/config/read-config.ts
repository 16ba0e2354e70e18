import { type Diagnostic, type Json, isJsonObject, suggestion } from "../../ir/index.js";
import type { Config } from "./config.gen.js";
import schema from "./config.schema.json" with { type: "json" };
import { conform } from "./conform.js";
import type { Located } from "./located.js";
import { readJson } from "./read-json.js";

export interface ReadConfig {
  /** Absent where there is an error. */
  readonly config?: Config;
  /** Errors, and what is said without being one. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadConfigOptions {
  /** The codes that there are, so that a wrong one in `rules` is told; without them any is taken. */
  readonly codes?: readonly string[];
}

/**
 * Reads the text of a `laban.config.json` (`[L-33]`): strict JSON, unknown keys refused with the nearest known one, each
 * fault at its place. `file` is how diagnostics name it.
 */
export function readConfig(text: string, file: string, options: ReadConfigOptions = {}): ReadConfig {
  const read = readJson(text, file);
  if (read.kind === "broken") return { diagnostics: read.diagnostics };
  const misfits = [
    ...conform(read.located, schema, file),
    ...unknownCodes(read.located, file, options.codes),
  ];
  const { value } = read.located;
  const notes = unsupportedSettings(read.located, file);
  return fits(value, misfits)
    ? { config: value, diagnostics: notes }
    : { diagnostics: [...misfits, ...notes] };
}

/** A value without misfits is what the schema says, and the type is made from the schema. */
function fits(value: Json, misfits: readonly Diagnostic[]): value is Json & Config {
  return misfits.length === 0 && isJsonObject(value);
}

const unsupported: Readonly<Record<string, string>> = {
  effects: "a run that performs an effect is refused",
  guardian: "no effect is performed that it could judge",
  host: "there is no HTTP host",
};

/** What would be silently without effect is said. */
function unsupportedSettings({ fields }: Located, file: string): readonly Diagnostic[] {
  return (fields ?? []).flatMap(({ name, span }) => {
    const why = Object.hasOwn(unsupported, name) ? unsupported[name] : undefined;
    if (why === undefined) return [];
    return [
      {
        code: "LB2010",
        severity: "warning",
        message: `\`${name}\` is not supported yet: ${why}`,
        place: { file, span },
        related: [],
        hint: "take it out until it is",
      },
    ];
  });
}

function unknownCodes(
  { fields }: Located,
  file: string,
  codes: readonly string[] | undefined,
): readonly Diagnostic[] {
  if (codes === undefined) return [];
  const rules = fields?.find(({ name }) => name === "rules")?.value.fields ?? [];
  return rules
    .filter(({ name }) => !codes.includes(name))
    .map(({ name, span }) => {
      return {
        code: "LB2001",
        severity: "error",
        message: `there is no check \`${name}\`${suggestion(name, codes)}`,
        place: { file, span },
        related: [],
        hint: "`docs/checks` lists them",
      };
    });
}
