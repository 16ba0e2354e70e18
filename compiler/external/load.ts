/** `type Name = schema "./x.schema.json#/…"`: reads, checks and inlines external JSON Schemas (LB2015). */
import { isJsonObject, type Json, nearest, type Schema } from "../../ir/index.js";
import type { ExternalSchema } from "../../grammar/tree.js";
import type { Checking, ExternalType } from "../checking.js";
import type { Report } from "../check.js";
import { schemaUnusable } from "../checks/lb2015.js";
import type { Host } from "../host.js";
import { siblings } from "../load.js";
import { type Declared, placeIn } from "../names.js";
import { resolvedFrom } from "../paths.js";
import type { Names } from "../resolve.js";
import { anyType, type Type } from "../types/type.js";
import { type Draft, SchemaDocuments } from "./document.js";
import { decoded, translate } from "./translate.js";
import { typeOfSchema } from "./to-type.js";

type Pattern = NonNullable<Checking["pattern"]>;

/** By the ref of the type. Without an external schema in the program nothing is loaded. */
export async function loadExternals(
  host: Host,
  names: Names,
  pattern: Checking["pattern"],
  report: Report,
): Promise<ReadonlyMap<string, ExternalType>> {
  const found = new Map<string, ExternalType>();
  const uses = [...names.declared.values()].flatMap(
    (declared): readonly (readonly [Declared, ExternalSchema])[] => {
      const { syntax } = declared;
      const isExternal = syntax.kind === "type" && !syntax.broken && syntax.type?.kind === "external";
      return isExternal && syntax.type?.kind === "external" ? [[declared, syntax.type]] : [];
    },
  );
  if (uses.length === 0 || pattern === undefined) return found;
  const { metaCheck, validator } = await validation();
  const documents = new SchemaDocuments(host, metaCheck);
  for (const [declared, node] of uses) {
    const definitions = definitionsOf(host, documents, declared, node, pattern);
    if ("how" in definitions) {
      report(
        schemaUnusable(
          placeIn(declared.module, node.path.span),
          node.path.text,
          definitions.how,
          definitions.hint,
        ),
      );
    } else found.set(declared.ref, externalType(declared, definitions.definitions, validator));
  }
  return found;
}

function definitionsOf(
  host: Host,
  documents: SchemaDocuments,
  { ref, module }: Declared,
  { path: written }: ExternalSchema,
  pattern: Pattern,
): ReturnType<typeof translate> {
  const [file = "", fragment = ""] = written.text.split("#", 2);
  const path = resolvedFrom(module.path, file);
  if (path === undefined)
    return { how: "is not below the project root", hint: "write a path relative to this file" };
  const document = documents.at(path);
  if (!("how" in document)) return translate(documents, document, decoded(fragment), ref, pattern);
  const near = nearest(file, siblings(host, module.path, path, ".json"));
  return near === undefined || document.how !== "does not exist"
    ? document
    : { ...document, hint: `did you mean \`${near}\`?` };
}

type Validator = (types: Readonly<Record<string, Schema>>, ref: string) => (value: Json) => readonly string[];

function externalType(
  declared: Declared,
  definitions: ReadonlyMap<string, Schema>,
  validator: Validator,
): ExternalType {
  const types = new Map<string, Type>();
  // One definition may need another to be merged with it; a circle of merges ends as `json`.
  const typeOf = (ref: string): Type => {
    const known = types.get(ref);
    if (known !== undefined) return known;
    types.set(ref, anyType);
    const type = typeOfSchema(definitions.get(ref), named);
    types.set(ref, type);
    return type;
  };
  const named = (ref: string): Type => ({
    kind: "named",
    ref,
    name: ref.replace(/^.*\.\$?/s, ""),
    target: () => typeOf(ref),
  });
  const misfits = validator(Object.fromEntries(definitions), declared.ref);
  const own = typeOf(declared.ref);
  return {
    type: { ...own, external: { schema: definitions.get(declared.ref) ?? true, misfits } },
    definitions,
  };
}

interface Validation {
  readonly metaCheck: (content: Json, draft: Draft) => string | undefined;
  readonly validator: Validator;
}

let made: Promise<Validation> | undefined;

/** The validator of values, which is the interpreter's own, and that of schemas themselves: made once, as they are slow to make. */
function validation(): Promise<Validation> {
  return (made ??= makeValidation());
}

async function makeValidation(): Promise<Validation> {
  const [{ metaSchemas }, { schemasOf }] = await Promise.all([
    import("./meta-schemas.js"),
    import("../../runtime/core/schemas-of.js"),
  ]);
  const byDraft = metaSchemas();
  return {
    metaCheck(content, draft) {
      if (typeof content === "boolean") return undefined;
      if (!isJsonObject(content)) return "it is no object";
      const { $schema: _, ...plain } = content;
      const ajv = byDraft[draft];
      if (ajv.validateSchema(plain) === true) return undefined;
      const [error] = ajv.errors ?? [];
      const at = error?.instancePath === "" || error === undefined ? "/" : error.instancePath;
      return `\`${at}\` ${error?.message ?? "does not fit"}`;
    },
    validator(types, ref) {
      const check = schemasOf(types).check(types[ref] ?? true);
      return (value) =>
        check(value).map(({ message, pointer }) =>
          pointer === undefined ? message : `${message} (at \`${pointer}\`)`,
        );
    },
  };
}
