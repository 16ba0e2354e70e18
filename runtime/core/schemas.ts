/**
 * Values against JSON Schema 2020-12, in the words of whoever wrote the value (`[L-10]`, `[R-9]`).
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isJsonObject, type Finding, type Json, type Schema } from "../../ir/index.js";
import { describeMisfit } from "./misfits.js";
import { patternOf } from "./patterns.js";

/** Every way in which the value does not fit, each with a JSON Pointer into it; empty: it fits. */
export type Check = (value: Json) => readonly Finding[];

export interface Schemas {
  /** The check of a schema, compiled when it is first asked for. */
  check(schema: Schema): Check;
  /** The schema with every type that it refers to, so that it stands alone. */
  alone(schema: Schema): Schema;
}

const regExp = Object.assign((source: string) => patternOf(source), { code: "" });

/** `types`: what `#/$defs/<ref>` means. */
export function schemasOf(types: Readonly<Record<string, Schema>>): Schemas {
  const checks = new WeakMap<object, Check>();
  const byText = new Map<string, Check>();
  const standing = new WeakMap<object, Schema>();
  let ajv: Ajv2020 | undefined;

  function compile(schema: Schema): ValidateFunction {
    ajv ??= withFormats(
      new Ajv2020({
        allErrors: true,
        strict: false,
        validateSchema: false,
        // Values may name their keys `__proto__` and `constructor` (`[R-58]`).
        ownProperties: true,
        verbose: true,
        addUsedSchema: false,
        code: { regExp },
      }),
    );
    return ajv.compile(schema);
  }

  function alone(schema: Schema): Schema {
    if (!isJsonObject(schema)) return schema;
    const known = standing.get(schema);
    if (known !== undefined) return known;
    const needed = new Set<string>();
    collect(schema, types, needed);
    const result =
      needed.size === 0
        ? schema
        : { ...schema, $defs: { ...ownDefinitions(schema), ...definitions(needed, types) } };
    standing.set(schema, result);
    return result;
  }

  function check(schema: Schema): Check {
    if (schema === true) return () => [];
    if (schema === false) return () => [{ message: "must not be given" }];
    const known = checks.get(schema);
    if (known !== undefined) return known;
    // A schema that was read from a journal is the same as the program's: it is compiled once.
    const standalone = alone(schema);
    const text = JSON.stringify(standalone);
    const result = byText.get(text) ?? checkOf(compile(standalone));
    byText.set(text, result);
    checks.set(schema, result);
    return result;
  }

  return { check, alone };
}

function checkOf(validate: ValidateFunction): Check {
  return (value) => (validate(value) ? [] : findingsOf(validate.errors ?? [], value));
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  // The package is CommonJS: its default export is the module itself in some bundlers and a member of it in others.
  const add = "default" in formats ? formats.default : formats;
  add(ajv);
  return ajv;
}

function ownDefinitions(schema: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  const own = schema["$defs"];
  return isJsonObject(own) ? own : {};
}

function definitions(
  refs: ReadonlySet<string>,
  types: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const found: Record<string, Schema> = {};
  for (const ref of refs) {
    const type = types[ref];
    if (type !== undefined) found[ref] = type;
  }
  return found;
}

const reference = /^#\/\$defs\/([^/]+)/;

function collect(schema: Json, types: Readonly<Record<string, Schema>>, needed: Set<string>): void {
  if (Array.isArray(schema)) {
    for (const item of schema) collect(item, types, needed);
    return;
  }
  if (!isJsonObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && typeof value === "string") {
      const name = reference.exec(value)?.[1];
      const ref =
        name === undefined ? undefined : decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
      if (ref === undefined || needed.has(ref) || !Object.hasOwn(types, ref)) continue;
      needed.add(ref);
      const type = types[ref];
      if (type !== undefined) collect(type, types, needed);
    } else if (key !== "const" && key !== "enum" && key !== "examples" && key !== "default") {
      collect(value, types, needed);
    }
  }
}

function findingsOf(errors: readonly ErrorObject[], value: Json): readonly Finding[] {
  const findings: Finding[] = [];
  for (const error of errors) {
    const described = describeMisfit(error, errors, value);
    if (described === undefined) continue;
    if (
      findings.some(
        (finding) => finding.pointer === described.pointer && finding.message === described.message,
      )
    )
      continue;
    findings.push(described);
  }
  return findings.length === 0 ? [{ message: "does not fit its schema" }] : findings;
}
