/**
 * Values against JSON Schema 2020-12, in the words of whoever wrote the value (`[L-10]`, `[R-9]`).
 */
import { isJsonObject, refOfTypeReference, type Finding, type Json, type Schema } from "../../ir/index.js";
import { Compiler } from "./schemas/compile.js";
import type { Found, Matches, Node } from "./schemas/node.js";

/** Every way in which the value does not fit, each with a JSON Pointer into it; empty: it fits. */
export type Check = (value: Json) => readonly Finding[];

export interface Schemas {
  /** The check of a schema, compiled when it is first asked for. */
  check(schema: Schema): Check;
  /** The schema with every type that it refers to, so that it stands alone. */
  alone(schema: Schema): Schema;
}

/**
 * `types`: what `#/$defs/<ref>` means; a schema may bring its own `$defs`, which stand before them. `matches`: whether a
 * pattern is found in a text.
 */
export function schemasMatching(types: Readonly<Record<string, Schema>>, matches: Matches): Schemas {
  const checks = new WeakMap<object, Check>();
  const standing = new WeakMap<object, Schema>();
  const shared = new Compiler(types, undefined, matches);

  function check(schema: Schema): Check {
    if (!isJsonObject(schema)) return checkOf(shared.compile(schema));
    const known = checks.get(schema);
    if (known !== undefined) return known;
    const own = schema["$defs"];
    const compiler = isJsonObject(own) ? new Compiler(types, own, matches) : shared;
    const made = checkOf(compiler.compile(schema));
    checks.set(schema, made);
    return made;
  }

  function alone(schema: Schema): Schema {
    if (!isJsonObject(schema)) return schema;
    const known = standing.get(schema);
    if (known !== undefined) return known;
    const needed = new Map<string, Schema>();
    collect(schema, types, needed);
    const own = schema["$defs"];
    const definitions = { ...(isJsonObject(own) ? own : {}), ...Object.fromEntries(needed) };
    const result = needed.size === 0 ? schema : { ...schema, $defs: definitions };
    standing.set(schema, result);
    return result;
  }

  return { check, alone };
}

const nothing: readonly Finding[] = [];

function checkOf(node: Node): Check {
  return (value) => {
    if (node(value, "", undefined, undefined)) return nothing;
    const found: Found = [];
    node(value, "", found, undefined);
    const once = new Map(found.map((one) => [`${one.at} ${one.message}`, one]));
    return [...once.values()].map(({ message, pointer }) =>
      pointer === undefined ? { message } : { message, pointer },
    );
  };
}

function collect(schema: Json, types: Readonly<Record<string, Schema>>, needed: Map<string, Schema>): void {
  if (Array.isArray(schema)) {
    for (const item of schema) collect(item, types, needed);
    return;
  }
  if (!isJsonObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "$ref" && typeof value === "string") {
      const ref = refOfTypeReference(value);
      const type = ref !== undefined && Object.hasOwn(types, ref) ? types[ref] : undefined;
      if (ref === undefined || type === undefined || needed.has(ref)) continue;
      needed.set(ref, type);
      collect(type, types, needed);
    } else if (key !== "const" && key !== "enum" && key !== "examples" && key !== "default") {
      collect(value, types, needed);
    }
  }
}
